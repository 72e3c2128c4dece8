/** Makes every character of foreign text visible, so that nothing in evidence can hide, reorder or erase what is shown. */

// Controls, format and bidi characters, lone surrogates, separators, and letters that are drawn as nothing.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export type Piece = { readonly text: string; readonly escaped: boolean };

function escapeOf(character: string): string {
  const code = character.codePointAt(0) as number;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Text in pieces: as it is, or an escape such as `\u202e` in place of a character that cannot be seen. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), escaped: false });
    found.push({ text: escapeOf(match[0]), escaped: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), escaped: false });
  return found;
}

/** The same as one string, for attributes and titles. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escapeOf);
}

/** At most `limit` characters, cut with an ellipsis; never in the middle of a surrogate pair. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** `sha256:0123...` or bare hex to its first twelve digits. */
export function shortDigest(digest: string): string {
  return visible(digest.replace(/^sha256:/, '').slice(0, 12));
}

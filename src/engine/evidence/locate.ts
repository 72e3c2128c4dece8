/** Finds where a path stands in JSON text that has been parsed already; only used once something is wrong there. */

export type TextPlace = { readonly line: number; readonly column: number };

/** The place of the key (or list item) at the path, or of the nearest parent that is there. 1-based, UTF-16 columns. */
export function locateInJson(text: string, path: readonly (string | number)[]): TextPlace {
  let at = skipSpace(text, 0);
  let place = at;
  for (const segment of path) {
    const found = typeof segment === 'number' ? itemAt(text, at, segment) : keyAt(text, at, segment);
    if (found === undefined) break;
    place = found.place;
    at = found.value;
  }
  const before = text.slice(0, place);
  const line = before.split('\n').length;
  return { line, column: place - before.lastIndexOf('\n') };
}

type Found = { readonly place: number; readonly value: number };

function keyAt(text: string, open: number, wanted: string): Found | undefined {
  if (text[open] !== '{') return undefined;
  let at = skipSpace(text, open + 1);
  while (text[at] === '"') {
    const end = skipValue(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(at, end)) === wanted) return { place: at, value };
    at = nextMember(text, value);
  }
  return undefined;
}

function itemAt(text: string, open: number, index: number): Found | undefined {
  if (text[open] !== '[') return undefined;
  let at = skipSpace(text, open + 1);
  for (let i = 0; i < index; i++) at = nextMember(text, at);
  return { place: at, value: at };
}

function nextMember(text: string, value: number): number {
  const comma = skipSpace(text, skipValue(text, value));
  return text[comma] === ',' ? skipSpace(text, comma + 1) : comma;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\t' || text[i] === '\r') i++;
  return i;
}

/** The index behind the value that begins here: a text, a container (by counting), or a bare word. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i]!;
    if (c === '"') i = endOfText(text, i);
    else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    else if (depth > 0 || !',: \n\t\r'.includes(c)) continue;
    else return i;
    if (depth < 0) return i;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

function endOfText(text: string, open: number): number {
  let i = open + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}

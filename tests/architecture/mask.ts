/** Blanks comments, and on request the insides of strings, so that source can be searched as code. Same length out. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are part of the sources that are read here

export type Masks = {
  /** Comments and the insides of strings, templates and regular expressions are blanks. */
  readonly code: string;
  /** Only comments are blanks. */
  readonly uncommented: string;
};

// A slash after one of these (or at the start) begins a regular expression, otherwise it divides.
const BEFORE_REGEX =
  /(?:^|[([{,;:=!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield))$/;

/**
 * Reads TypeScript once from left to right. Not a parser: text between JSX tags counts as code, and an apostrophe in
 * it as the start of a string that ends with the line.
 */
export function maskSource(source: string): Masks {
  const code = source.split('');
  const uncommented = source.split('');
  const blank = (target: string[], from: number, to: number) => {
    for (let k = from; k < to; k++) if (target[k] !== '\n') target[k] = ' ';
  };
  // For each open `${` the count of braces opened inside it.
  const templates: number[] = [];
  let at = 0;

  const skipString = (quote: string) => {
    let end = at + 1;
    while (end < source.length && source[end] !== quote && source[end] !== '\n')
      end += source[end] === '\\' ? 2 : 1;
    blank(code, at + 1, end);
    at = end + 1;
  };
  const skipTemplate = (from: number) => {
    let end = from;
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end)) {
      end += source[end] === '\\' ? 2 : 1;
    }
    blank(code, from, end);
    if (source.startsWith('${', end)) templates.push(0);
    at = end + (source[end] === '$' ? 2 : 1);
  };
  const skipRegex = () => {
    let end = at + 1;
    let inClass = false;
    while (end < source.length && source[end] !== '\n' && (inClass || source[end] !== '/')) {
      if (source[end] === '[') inClass = true;
      if (source[end] === ']') inClass = false;
      end += source[end] === '\\' ? 2 : 1;
    }
    blank(code, at + 1, end);
    at = end + 1;
  };
  const skipComment = (end: number) => {
    const stop = end < 0 ? source.length : end;
    blank(code, at, stop);
    blank(uncommented, at, stop);
    at = stop;
  };
  const closesTemplatePart = (char: string): boolean => {
    const depth = templates.at(-1);
    if (depth === undefined) return false;
    if (char === '{') templates[templates.length - 1] = depth + 1;
    if (char !== '}') return false;
    if (depth === 0) {
      templates.pop();
      return true;
    }
    templates[templates.length - 1] = depth - 1;
    return false;
  };

  while (at < source.length) {
    const char = source[at] as string;
    if (source.startsWith('//', at)) skipComment(source.indexOf('\n', at));
    else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      skipComment(end < 0 ? end : end + 2);
    } else if (char === "'" || char === '"') skipString(char);
    else if (char === '`') skipTemplate(at + 1);
    else if (
      char === '/' &&
      BEFORE_REGEX.test(
        code
          .slice(Math.max(0, at - 40), at)
          .join('')
          .trimEnd(),
      )
    )
      skipRegex();
    else if (closesTemplatePart(char)) skipTemplate(at + 1);
    else at++;
  }
  return { code: code.join(''), uncommented: uncommented.join('') };
}

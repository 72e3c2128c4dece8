/** From an offset in a text to the line and column a person looks for. */

export type TextPlace = { readonly line: number; readonly column: number };

/** Line and column of any offset; line starts are found once, at the first question. Lines end at LF, CR LF or CR. */
export class TextPlaces {
  readonly #text: string;
  #starts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** 1-based; columns count UTF-16 code units. An offset past the end gives the end. */
  at(offset: number): TextPlace {
    this.#starts ??= lineStarts(this.#text);
    const starts = this.#starts;
    const bounded = Math.min(Math.max(offset, 0), this.#text.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= bounded) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: bounded - starts[low]! + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

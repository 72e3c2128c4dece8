/**
 * Whether a text is a patch and nothing else. `git apply` passes over what it does not understand: a letter around the
 * patch, or lines after a hunk that says it is shorter than it is. What is judged must be what is applied.
 */

/** The first fault, with its line and none of its content; undefined when the text is patches from end to end. */
export function patchFault(bytes: Uint8Array): string | undefined {
  const lines = new TextDecoder('latin1').decode(bytes).split('\n');
  // The line feed at the end of the last line begins no other.
  if (lines.at(-1) === '') lines.pop();
  const reader = new PatchReader(lines);
  if (lines.length === 0) return 'the file is empty';
  return reader.fault();
}

/** What may stand between the line that names the files and the first hunk. */
const EXTENDED =
  /^(?:(?:old|new) mode |(?:deleted|new) file mode |(?:copy|rename) (?:from|to) |(?:dis)?similarity index |index )/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const MAX_DIGITS = 9;

class PatchReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  fault(): string | undefined {
    while (this.#at < this.#lines.length) {
      const fault = this.#file();
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** One file of the patch, from its first header line to its last hunk. */
  #file(): string | undefined {
    const line = this.#line();
    if (/^diff --(?:cc|combined) /.test(line))
      return this.#told('is a combined diff, of a merge with conflicts');
    if (!line.startsWith('diff --git ')) return line.startsWith('--- ') ? this.#text() : this.#stray();
    if (line.endsWith('\r'))
      return this.#told('ends with a carriage return: the patch was converted on its way');
    this.#at += 1;
    while (EXTENDED.test(this.#line())) this.#at += 1;
    if (this.#line() === 'GIT binary patch') return this.#binary();
    if (/^Binary files .* differ$/.test(this.#line()))
      return this.#told('leaves out the bytes of a binary file');
    return this.#line().startsWith('--- ') ? this.#text() : undefined;
  }

  #text(): string | undefined {
    this.#at += 1;
    if (!this.#line().startsWith('+++ ')) return this.#stray();
    this.#at += 1;
    if (!HUNK.test(this.#line())) return this.#stray();
    while (HUNK.test(this.#line())) {
      const fault = this.#hunk();
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** Exactly as many lines as the hunk's header says. */
  #hunk(): string | undefined {
    const start = this.#at + 1;
    const [, before = '1', after = '1'] = HUNK.exec(this.#line()) ?? [];
    if (before.length > MAX_DIGITS || after.length > MAX_DIGITS)
      return this.#told('counts more lines than can be');
    let [old, now] = [Number(before), Number(after)];
    this.#at += 1;
    while (old > 0 || now > 0) {
      if (this.#at >= this.#lines.length) return `line ${start} tells of more lines than there are`;
      const sign = this.#line().charAt(0);
      if (sign === ' ' || sign === '') [old, now] = [old - 1, now - 1];
      else if (sign === '-') old -= 1;
      else if (sign === '+') now -= 1;
      else if (sign !== '\\') return this.#stray();
      this.#at += 1;
      if (old < 0 || now < 0) return `the lines below line ${start} are not as many as it tells`;
    }
    if (this.#line().startsWith('\\')) this.#at += 1;
    return undefined;
  }

  /** One or two blocks of encoded bytes, each up to an empty line. */
  #binary(): string | undefined {
    this.#at += 1;
    if (!BLOCK.test(this.#line())) return this.#stray();
    while (BLOCK.test(this.#line())) {
      this.#at += 1;
      while (/^[A-Za-z][!-~]+$/.test(this.#line())) this.#at += 1;
      if (this.#line() !== '') return this.#stray();
      this.#at += 1;
    }
    return undefined;
  }

  #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  #stray(): string {
    return this.#told('is no part of a patch');
  }

  #told(what: string): string {
    return this.#at < this.#lines.length ? `line ${this.#at + 1} ${what}` : 'it ends in the middle of a file';
  }
}

const BLOCK = /^(?:literal|delta) \d+$/;

/** What a rule file may not use and the YAML package lets through, found lexeme by lexeme. */
import { CST, Lexer } from 'yaml';
import type { TextFault } from '../text-fault.ts';

/** Takes the lexemes of a text in order; collects tabs as indentation, directives, and tags other than `!!str`. */
export class YamlGuard {
  readonly faults: TextFault[] = [];
  #offset = 0;
  /** Offset of a tab among the white space a line starts with; -1 when there is none. */
  #tab = -1;
  #atLineStart = true;
  #inScalar = false;
  #brackets = 0;

  /** Where the lexeme taken last ends. */
  get offset(): number {
    return this.#offset;
  }

  next(lexeme: string): void {
    if (this.#inScalar) this.#content(lexeme);
    else this.#token(CST.tokenType(lexeme), lexeme);
  }

  /** The text of a plain or block scalar, which may look like anything. */
  #content(lexeme: string): void {
    this.#inScalar = false;
    this.#offset += lexeme.length;
    // Only a block scalar ends with its line; what follows a plain one is on the same line.
    if (lexeme.endsWith('\n')) this.#startLine();
  }

  #token(type: CST.TokenType | null, lexeme: string): void {
    if (isMark(type)) {
      if (type === 'flow-error-end') this.#brackets = 0;
      if (type !== 'scalar') return;
      this.#visible();
      this.#inScalar = true;
      return;
    }
    if (type === 'space') this.#space(lexeme);
    else if (type === 'comment') this.#atLineStart = false;
    else if (type !== 'newline') this.#judge(type, lexeme);
    this.#offset += lexeme.length;
    if (type === 'newline') this.#startLine();
  }

  #startLine(): void {
    this.#atLineStart = true;
    this.#tab = -1;
  }

  #space(lexeme: string): void {
    if (this.#atLineStart && this.#tab < 0 && lexeme.includes('\t'))
      this.#tab = this.#offset + lexeme.indexOf('\t');
  }

  /** Something that is neither white space nor a comment begins here. Between brackets a tab is only white space. */
  #visible(): void {
    if (this.#atLineStart && this.#tab >= 0 && this.#brackets === 0) {
      const help = 'Indent with spaces, two a level';
      this.#fail(this.#tab, 'tab-indent', 'A tab is used for indentation', help);
    }
    this.#atLineStart = false;
  }

  #judge(type: CST.TokenType | null, lexeme: string): void {
    this.#visible();
    if (type === 'flow-map-start' || type === 'flow-seq-start') this.#brackets += 1;
    else if (type === 'flow-map-end' || type === 'flow-seq-end')
      this.#brackets = Math.max(0, this.#brackets - 1);
    else if (type === 'directive-line') {
      const help = 'Remove the line: rule files are YAML 1.2 without directives';
      this.#fail(this.#offset, 'yaml-directive', 'A YAML directive is not allowed', help);
    } else if (type === 'tag' && lexeme !== '!!str') {
      const shown = JSON.stringify(lexeme.length > 40 ? `${lexeme.slice(0, 40)}...` : lexeme);
      this.#fail(this.#offset, 'unknown-tag', `Tag ${shown} is not allowed`, 'Quote it if text is meant');
    }
  }

  #fail(offset: number, code: string, message: string, help: string): void {
    this.faults.push({ code, offset, message, help });
  }
}

/** Marks of the lexer between the lexemes; they stand for no text. */
function isMark(type: CST.TokenType | null): boolean {
  return type === 'doc-mode' || type === 'flow-error-end' || type === 'scalar';
}

/** The offset of the quoted text that ends at `end`; undefined when there is none. */
export function quotedStart(text: string, end: number): number | undefined {
  let offset = 0;
  let inScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | null = inScalar ? null : CST.tokenType(lexeme);
    inScalar = type === 'scalar';
    if (isMark(type)) continue;
    offset += lexeme.length;
    if (offset === end && (lexeme[0] === '"' || lexeme[0] === "'")) return offset - lexeme.length;
  }
  return undefined;
}

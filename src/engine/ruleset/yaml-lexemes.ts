/** The guard before the YAML parser: what it would choke on, and what a rule file may not use, found lexeme by lexeme. */
import { CST, Lexer } from 'yaml';
import type { TextFault } from '../text-fault.ts';

/** The composer recurses once a level; far below this it is safe, far above it can take the process down. */
const MAX_NESTING = 60;

export type YamlLexemes = {
  readonly lexemes: readonly string[];
  readonly faults: readonly TextFault[];
  /** True when the parser must not see the text. */
  readonly fatal: boolean;
};

/**
 * Splits a text with the package's own lexer, which does not recurse, so that brackets in quotes, comments and block
 * scalars count for what they are. Faults: nesting past 60 brackets or 60 indentation levels (fatal), tabs as
 * indentation, directives, tags other than `!!str`.
 */
export function lexYaml(text: string): YamlLexemes {
  const guard = new LexemeGuard();
  const lexemes: string[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    lexemes.push(lexeme);
    guard.next(lexeme);
    if (guard.tooDeep) return { lexemes, faults: guard.faults, fatal: true };
  }
  return { lexemes, faults: guard.faults, fatal: false };
}

class LexemeGuard {
  readonly faults: TextFault[] = [];
  tooDeep = false;
  #offset = 0;
  #lineStart = 0;
  /** Offset of a tab among the white space a line starts with; -1 when there is none. */
  #tab = -1;
  #atLineStart = true;
  #inScalar = false;
  #brackets = 0;
  /** Columns of what block collections may have begun at: one level of nesting each, or two for `key:` over `-`. */
  readonly #columns: number[] = [];

  next(lexeme: string): void {
    if (this.#inScalar) this.#content(lexeme);
    else this.#token(CST.tokenType(lexeme), lexeme);
  }

  /** The text of a plain or block scalar, which may look like anything. */
  #content(lexeme: string): void {
    this.#inScalar = false;
    this.#offset += lexeme.length;
    const newline = lexeme.lastIndexOf('\n');
    if (newline < 0) return;
    this.#lineStart = this.#offset - lexeme.length + newline + 1;
    // Only a block scalar ends with its line; what follows a plain one is on the same line.
    if (newline === lexeme.length - 1) this.#startLine();
  }

  #token(type: CST.TokenType | null, lexeme: string): void {
    switch (type) {
      // These two are marks of the lexer, not text.
      case 'doc-mode':
        return;
      case 'flow-error-end':
        this.#brackets = 0;
        return;
      case 'newline':
        this.#offset += lexeme.length;
        this.#startLine();
        return;
      case 'space':
        if (this.#atLineStart && this.#tab < 0 && lexeme.includes('\t')) {
          this.#tab = this.#offset + lexeme.indexOf('\t');
        }
        break;
      case 'comment':
        this.#atLineStart = false;
        break;
      case 'scalar':
        this.#visible();
        this.#inScalar = true;
        return;
      default:
        this.#visible();
        this.#judge(type, lexeme);
    }
    this.#offset += lexeme.length;
    const newline = lexeme.lastIndexOf('\n');
    if (newline >= 0) this.#lineStart = this.#offset - lexeme.length + newline + 1;
  }

  #startLine(): void {
    this.#lineStart = this.#offset;
    this.#atLineStart = true;
    this.#tab = -1;
  }

  /** Something that is neither white space nor a comment begins here. */
  #visible(): void {
    if (this.#brackets > 0) return;
    if (this.#atLineStart && this.#tab >= 0) {
      const help = 'Indent with spaces, two a level';
      this.faults.push({
        code: 'tab-indent',
        offset: this.#tab,
        message: 'A tab is used for indentation',
        help,
      });
    }
    this.#atLineStart = false;
    this.#indent(this.#offset - this.#lineStart);
  }

  #indent(column: number): void {
    const columns = this.#columns;
    while (columns.length > 0 && columns[columns.length - 1]! > column) columns.pop();
    if (columns[columns.length - 1] !== column) columns.push(column);
    if (columns.length > MAX_NESTING) this.#refuseDepth(`More than ${MAX_NESTING} levels of indentation`);
  }

  #judge(type: CST.TokenType | null, lexeme: string): void {
    if (type === 'flow-map-start' || type === 'flow-seq-start') {
      this.#brackets += 1;
      if (this.#brackets > MAX_NESTING)
        this.#refuseDepth(`More than ${MAX_NESTING} brackets inside each other`);
    } else if (type === 'flow-map-end' || type === 'flow-seq-end') {
      this.#brackets = Math.max(0, this.#brackets - 1);
    } else if (type === 'directive-line') {
      const help = 'Remove the line: rule files are YAML 1.2 without directives';
      this.faults.push({
        code: 'yaml-directive',
        offset: this.#offset,
        message: 'A YAML directive is not allowed',
        help,
      });
    } else if (type === 'tag' && lexeme !== '!!str') {
      const help = 'Quote it if text is meant';
      this.faults.push({
        code: 'unknown-tag',
        offset: this.#offset,
        message: `Tag ${show(lexeme)} is not allowed`,
        help,
      });
    }
  }

  #refuseDepth(message: string): void {
    this.tooDeep = true;
    this.faults.push({ code: 'yaml-too-deep', offset: this.#offset, message, help: 'Flatten the value' });
  }
}

function show(word: string): string {
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}...` : word);
}

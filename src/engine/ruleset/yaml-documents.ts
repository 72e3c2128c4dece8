/** A text to YAML documents, with a bound on nesting that holds before anything recurses. */
import { Composer, type Document, Lexer, Parser } from 'yaml';
import type { TextFault } from '../text-fault.ts';
import { YamlGuard } from './yaml-guard.ts';

/**
 * Collections inside each other. The package recurses once a level when it composes, and some thousand levels can take
 * the process down where nothing can catch it.
 */
const MAX_NESTING = 60;

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  strict: true,
  merge: false,
  resolveKnownTags: false,
  // Ours names both places, and does not take quadratic time.
  uniqueKeys: false,
} as const;

export type YamlDocuments = {
  /** One or more; none when the nesting is too deep. */
  readonly documents: readonly Document.Parsed[];
  readonly faults: readonly TextFault[];
};

/**
 * As the package's own `parseDocument`, but step by step: its lexer and parser do not recurse over nested values, so
 * the depth is read off the parser after each lexeme, exactly, and the composer only sees what is within the bound.
 */
export function yamlDocuments(text: string): YamlDocuments {
  const guard = new YamlGuard();
  const parser = new Parser();
  const composer = new Composer(OPTIONS);
  const documents: Document.Parsed[] = [];
  const compose = (tokens: Iterable<Parameters<Composer['next']>[0]>): void => {
    for (const token of tokens)
      for (const document of composer.next(token)) documents.push(document as Document.Parsed);
  };
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = guard;
    guard.next(lexeme);
    compose(parser.next(lexeme));
    if (nesting(parser) > MAX_NESTING) return { documents: [], faults: [...guard.faults, tooDeep(offset)] };
  }
  compose(parser.end());
  for (const document of composer.end(true, text.length)) documents.push(document as Document.Parsed);
  return { documents, faults: guard.faults };
}

/** Open collections; the parser's stack also holds the document, and at its top perhaps a scalar. */
function nesting(parser: Parser): number {
  const { stack } = parser as unknown as { readonly stack?: readonly object[] };
  // A later version without this field must not pass for a flat text.
  if (stack === undefined) return Number.POSITIVE_INFINITY;
  const top = stack[stack.length - 1];
  return stack.length - (top !== undefined && 'items' in top ? 1 : 2);
}

function tooDeep(offset: number): TextFault {
  const message = `More than ${MAX_NESTING} mappings or lists inside each other`;
  return { code: 'yaml-too-deep', offset, message, help: 'Flatten the value' };
}

/** Finds what a module imports, and in which way, without a compiler. */
import { posix } from 'node:path';
import { maskSource } from './mask.ts';

/** `type`: gone after compiling; `static`: loaded with the module; `dynamic`: loaded when the line is reached. */
export type Import = { readonly kind: 'type' | 'static' | 'dynamic'; readonly specifier: string };

const CLAUSE = String.raw`(?:\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\}|[\w$]+(?:\s*,\s*(?:\{[^{}]*\}|\*\s*as\s+[\w$]+))?)`;
const STRING = `(['"])( *)`;
// The look-behind keeps out `x.import` and `$import`; a type-only statement is `import type` with a clause after it.
const FROM = new RegExp(
  String.raw`(?<![\w$.])(?:import|export)(\s+type(?=\s*[{*]|\s+[\w$]+\s*(?:,|from\b)\s*(?!from\b)))?\s*${CLAUSE}\s*from\s*${STRING}\2`,
  'gd',
);
const BARE = new RegExp(String.raw`(?<![\w$.])import\s*${STRING}\1`, 'gd');
const CALL = /(?<![\w$.])(typeof\s+)?import\s*\(\s*(?:(['"`])( *)\2\s*[,)])?/dg;

/**
 * All imports of one source text, in no particular order. `import { type A } from` counts as static, because with
 * verbatimModuleSyntax the module is loaded all the same. An `import()` of anything but a plain string has `*` as specifier.
 */
export function importsOf(source: string): Import[] {
  const { code } = maskSource(source);
  const at = (range: [number, number] | undefined) => (range ? source.slice(range[0], range[1]) : '*');
  const found: Import[] = [];
  for (const match of code.matchAll(FROM)) {
    found.push({ kind: match[1] ? 'type' : 'static', specifier: at(match.indices?.[3]) });
  }
  for (const match of code.matchAll(BARE)) found.push({ kind: 'static', specifier: at(match.indices?.[2]) });
  for (const match of code.matchAll(CALL)) {
    found.push({ kind: match[1] ? 'type' : 'dynamic', specifier: at(match.indices?.[3]) });
  }
  return found;
}

/** The path of a relative import seen from the file that has it, such as `src/engine/json.ts`; else undefined. */
export function targetOf(file: string, specifier: string): string | undefined {
  return /^\.{1,2}\//.test(specifier) ? posix.join(posix.dirname(file), specifier) : undefined;
}

/** The name of the package of a bare import: `hono` of `hono/jsx`; undefined for files and builtins. */
export function packageOf(specifier: string): string | undefined {
  if (specifier === '*' || /^(\.|node:|data:)/.test(specifier)) return undefined;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The laws of the source tree. Each takes the sources by path and gives one line a breach, none when all is well. */
import { importsOf, packageOf, targetOf } from './imports.ts';
import { maskSource } from './mask.ts';

/** Path relative to the root, with slashes, such as `src/engine/mod.ts`, and its text. */
export type Sources = ReadonlyMap<string, string>;

/** Which layers a layer may import. Change a line only with a word on it in ARCHITECTURE.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  host: [],
  collect: ['engine', 'host'],
  act: ['engine', 'collect', 'host'],
  report: ['engine'],
  store: ['engine', 'host'],
  web: ['engine'],
  cli: ['engine', 'host', 'collect', 'act', 'report', 'store', 'web'],
};
/** Files whose types, and no more than those, a layer may import beyond the table. */
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = { store: ['src/web/reader.ts'] };

const ENGINE_PACKAGES = [
  'valibot',
  'yaml',
  'canonicalize',
  'picomatch',
  're2js',
  '@marcbachmann/cel-js',
  '@valibot/to-json-schema',
  'json-schema-library',
];
const BUILTINS_ALLOWED = /^src\/(?:host\/|cli\/|store\/|web\/server\.ts$|web\/package-assets\.ts$)/;

/** What reads the world, waits, or differs from machine to machine; looked for in code, never in strings or comments. */
const IMPURE: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['the clock', /(?<![\w$.])(?:new\s+Date\b|Date\s*(?:\.\s*now\b|\()|performance\s*\.)/],
  ['random numbers', /(?<![\w$.])(?:Math\s*\.\s*random\b|crypto\s*\.)/],
  ['the network', /(?<![\w$.])(?:fetch\s*\(|(?:WebSocket|XMLHttpRequest|EventSource)\b)/],
  ['the runtime', /(?<![\w$.])(?:process|globalThis|Deno|Buffer)(?![\w$])(?!\s*\??:)/],
  ['the console', /(?<![\w$.])console\s*\./],
  ['timers', /(?<![\w$.])(?:setTimeout|setInterval|setImmediate|queueMicrotask)(?![\w$])/],
  ['async code', /(?<![\w$.])(?:async|await|Promise)(?![\w$])(?!\s*\??:)/],
  ['code from text', /(?<![\w$.])(?:eval\s*\(|(?:new\s+)?Function\s*\(|WebAssembly\b)/],
  ["the machine's language", /(?<![\w$])(?:Intl\s*\.|localeCompare\b|toLocale[A-Z]\w*)/],
  ['state of the module', /^(?:export\s+)?(?:let|var)\s/m],
];

/** Files that may be longer than `MAX_LINES`, each with the reason. */
const LONG: Readonly<Record<string, string>> = {};
const MAX_LINES = 300;

/** What `eval` must not wait for: loaded by `import()` when a command needs it. */
const LAZY_LAYERS = /^src\/(?:store|web)\//;
const LAZY_PACKAGES = /^(?:drizzle-orm|@libsql\/|libsql|hono|@hono\/|@secretlint\/|htmx\.org|chart\.js)/;

const layerOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];
const isCode = (file: string) => /\.(?:ts|tsx)$/.test(file);
const isGenerated = (file: string) => /\.gen\.tsx?$/.test(file);

/** Only what the table allows is imported, and nothing outside src/ is. */
export function importTable(sources: Sources): string[] {
  const breaches: string[] = [];
  for (const [file, text] of sources) {
    const layer = layerOf(file);
    const allowed = layer === undefined ? undefined : MAY_IMPORT[layer];
    if (layer === undefined || allowed === undefined) {
      breaches.push(`${file} is in no layer of the import table`);
      continue;
    }
    for (const { kind, specifier } of importsOf(text)) {
      const target = targetOf(file, specifier);
      if (specifier === '*') breaches.push(`${file} imports a computed name`);
      if (target === undefined) continue;
      const other = layerOf(target);
      const ofTypes = kind === 'type' && MAY_IMPORT_TYPES[layer]?.includes(target);
      if (other === layer || (other !== undefined && allowed.includes(other)) || ofTypes) continue;
      breaches.push(`${file} (${layer}) may not import ${target}`);
    }
  }
  return breaches;
}

/** The engine is a function of its input: few packages, no builtins, nothing that reads the world. */
export function enginePurity(sources: Sources): string[] {
  const breaches: string[] = [];
  for (const [file, text] of sources) {
    if (layerOf(file) !== 'engine') continue;
    for (const { specifier } of importsOf(text)) {
      const name = packageOf(specifier);
      if (name !== undefined && !ENGINE_PACKAGES.includes(name))
        breaches.push(`${file} may not import ${specifier}`);
    }
    const { code } = maskSource(text);
    for (const [name, pattern] of IMPURE) if (pattern.test(code)) breaches.push(`${file} uses ${name}`);
  }
  return breaches;
}

/** `node:` builtins stay in the layers that stand next to the machine. */
export function builtins(sources: Sources): string[] {
  const breaches: string[] = [];
  for (const [file, text] of sources) {
    if (BUILTINS_ALLOWED.test(file)) continue;
    for (const { specifier } of importsOf(text)) {
      if (specifier.startsWith('node:')) breaches.push(`${file} may not import ${specifier}`);
    }
  }
  return breaches;
}

/** Files are short and begin by saying what they are for; generated files are neither read nor written by people. */
export function fileShape(sources: Sources): string[] {
  const breaches: string[] = [];
  for (const [file, text] of sources) {
    if (isGenerated(file)) continue;
    const lines = text.trimEnd().split('\n').length;
    if (lines >= MAX_LINES && !LONG[file]) breaches.push(`${file} has ${lines} lines`);
    if (!/^(?:#!.*\n)?\/[/*]/.test(text)) breaches.push(`${file} does not begin with a comment`);
  }
  for (const file of Object.keys(LONG))
    if (!sources.has(file)) breaches.push(`${file} is excused but not there`);
  return breaches;
}

function valueImports(sources: Sources, file: string): string[] {
  const imports = importsOf(sources.get(file) ?? '').filter(({ kind }) => kind === 'static');
  return imports.flatMap(({ specifier }) => targetOf(file, specifier) ?? []);
}

/** No file is loaded before what it stands on: the static imports have no cycle. */
export function cycles(sources: Sources): string[] {
  const breaches: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) breaches.push([...path.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const next of valueImports(sources, file)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  return breaches;
}

/** What src/ imports is installed with the package, types included: our declarations name them. */
export function dependencies(sources: Sources, declared: readonly string[]): string[] {
  const breaches: string[] = [];
  for (const [file, text] of sources) {
    for (const { specifier } of importsOf(text)) {
      const name = packageOf(specifier);
      if (name !== undefined && !declared.includes(name))
        breaches.push(`${file} imports ${name}, not a dependency`);
    }
  }
  return breaches;
}

/** What is loaded when the command starts is none of the slow parts; `entry` and all it imports statically. */
export function lightStart(sources: Sources, entry: string): string[] {
  const breaches: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (seen.has(file)) return;
    seen.add(file);
    const way = [...path, file];
    if (LAZY_LAYERS.test(file)) breaches.push(way.join(' -> '));
    for (const { kind, specifier } of importsOf(sources.get(file) ?? '')) {
      if (kind === 'static' && LAZY_PACKAGES.test(specifier)) breaches.push([...way, specifier].join(' -> '));
    }
    for (const next of valueImports(sources, file)) visit(next, way);
  };
  if (!sources.has(entry)) return [`${entry} is missing`];
  visit(entry, []);
  return breaches;
}

/** Every relative import names a file that is there, so that the laws above see the whole tree. */
export function wholeTree(sources: Sources): string[] {
  const breaches: string[] = [];
  for (const [file, text] of sources) {
    for (const { specifier } of importsOf(text)) {
      const target = targetOf(file, specifier);
      if (target?.startsWith('src/') && isCode(target) && !sources.has(target)) {
        breaches.push(`${file} imports ${target}, which is not there`);
      }
    }
  }
  return breaches;
}

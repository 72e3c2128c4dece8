/** Go: panics, errors of the compiler and failed tests. */
import { distinct, type Found } from './found.ts';

/** Phrases by which messages are known; the first that stands in a message is its word. */
const RUNTIME = [
  'nil pointer dereference',
  'index out of range',
  'slice bounds out of range',
  'integer divide by zero',
  'assignment to entry in nil map',
  'interface conversion',
  'all goroutines are asleep',
  'concurrent map',
  'stack overflow',
  'connection refused',
  'no such file or directory',
  'no such host',
];
const COMPILE: readonly (readonly [RegExp, string])[] = [
  [/^syntax error/, 'syntax error'],
  [/^undefined: /, 'undefined'],
  [/^(?:declared and not used: |.* declared (?:and|but) not used$)/, 'declared and not used'],
  [/imported and not used/, 'imported and not used'],
  [
    /^(?:no required module provides package |package \S+ is not in |cannot find package )/,
    'no such package',
  ],
  [/^cannot use /, 'cannot use'],
];
const AT_LINE = /^(?:vet: )?[\w./-]+\.go:\d+:\d+: (.+)$/;
/** What the system says of a file or a connection, as Go words it: what was done to what, then why not. */
const WHY = /: (connection refused|no such file or directory|no such host)$/;
const DONE = /\b(?:open|stat|lstat|read|chdir|exec|dial) /;
const IN_TEST = /^\s+\w+_test\.go:\d+: (.+)$/;

export function go(lines: readonly string[]): Found {
  const compiled = lines.map((line) => AT_LINE.exec(line)?.[1]).find((message) => message !== undefined);
  const ended = [...panics(lines), ...(compiled === undefined ? [] : [compileWord(compiled)])];
  return { ended: distinct(ended), told: distinct(told(lines)) };
}

/** The first of a chain (`[recovered]`, then panics further in) is the one that began it. */
function panics(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const message = /^(?:panic|fatal error): (.*)$/.exec(line)?.[1];
    if (message === undefined) return [];
    return [RUNTIME.find((phrase) => message.includes(phrase)) ?? 'panic'];
  });
}

/** One slip makes the compiler complain in many places: the first complaint counts. */
const compileWord = (message: string) =>
  COMPILE.find(([expression]) => expression.test(message))?.[1] ?? 'compile error';

function told(lines: readonly string[]): string[] {
  const hasFailed = lines.some((line) => /^\s*--- FAIL: /.test(line));
  const inTests = hasFailed ? lines.flatMap((line) => IN_TEST.exec(line)?.[1] ?? []) : [];
  if (inTests.length > 0) return inTests.map((message) => systemWord(message) ?? 'test failed');
  if (hasFailed) return ['test failed'];
  return lines.flatMap((line) => systemWord(line) ?? []);
}

const systemWord = (line: string) => (DONE.test(line) ? WHY.exec(line)?.[1] : undefined);

/** Java: uncaught exceptions with what caused them, errors of the compiler, stack traces in reports. */
import { distinct, type Found } from './found.ts';

const NAME = String.raw`((?:[a-z_][\w$]*\.)+[A-Z][\w$]*)`;
const UNCAUGHT = new RegExp(`^Exception in thread "[^"]*" ${NAME}(?::|$)`);
const LAUNCHER = /^Error: (?:Could not find or load main class|Unable to initialize main class) /;
const CAUSE = new RegExp(String.raw`^\s*Caused by: ${NAME}(?::|$)`);
const TOLD = new RegExp(String.raw`^\s*(?:\[ERROR\] )?${NAME}(?::|$)`);
/** Lines that belong to a stack trace; a message may have lines of its own before the first frame. */
const FRAME = /^\s+(?:at |\.\.\. \d+ )/;
const COMPILER = /^(?:\S*\.java:\d+|\[ERROR\] \S*\.java:\[\d+,\d+\]): (?:error: )?(.+)$/;
const COMPILE: readonly (readonly [RegExp, string])[] = [
  [/^cannot find symbol/, 'cannot find symbol'],
  [/^incompatible types/, 'incompatible types'],
  [/^package \S+ does not exist/, 'package does not exist'],
  [/expected$|^illegal start of |^reached end of file/, 'syntax error'],
];

export function java(lines: readonly string[]): Found {
  const compiled = lines.map((line) => COMPILER.exec(line)?.[1]).find((message) => message !== undefined);
  const ended = lines.flatMap((line, at) => {
    const word = UNCAUGHT.exec(line)?.[1];
    if (word !== undefined) return [rootOf(lines, at) ?? word];
    return LAUNCHER.test(line) ? (rootOf(lines, at) ?? []) : [];
  });
  const words = compiled === undefined ? ended : [...ended, compileWord(compiled)];
  return { ended: distinct(words), told: distinct(told(lines)) };
}

/** The last cause of the trace that begins at `at`: what all the others wrap. */
function rootOf(lines: readonly string[], at: number): string | undefined {
  let root: string | undefined;
  let isInside = false;
  for (const line of lines.slice(at + 1, at + 2000)) {
    const cause = CAUSE.exec(line)?.[1];
    if (cause !== undefined) root = cause;
    else if (FRAME.test(line)) isInside = true;
    else if (isInside || line === '') break;
  }
  return root;
}

const compileWord = (message: string) =>
  COMPILE.find(([expression]) => expression.test(message))?.[1] ?? 'compile error';

function told(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    const word = TOLD.exec(line)?.[1];
    const isTrace = lines.slice(at + 1, at + 6).some((next) => FRAME.test(next));
    return word === undefined || !isTrace ? [] : [rootOf(lines, at) ?? word];
  });
}

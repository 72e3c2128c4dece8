/** Node and Deno: what ended the program, and what test runners tell of. */
import { distinct, type Found, wordsIn } from './found.ts';

const NAME = String.raw`((?:[A-Za-z_$][\w$]*)?(?:Error|Exception|Rejection))`;
/** A code, or for some errors the class that stands behind the name, which says less. */
const CODE = String.raw`(?: \[(?:([A-Z][A-Z0-9_]+)|\w+)\])?`;
const HEAD = new RegExp(String.raw`^\[?${NAME}${CODE}(?::|\]|$)`);
/** A runner may put one mark before it. */
const TOLD = new RegExp(String.raw`^\s*(?:\S )?\s*(?:Uncaught )?\[?${NAME}${CODE}(?::|\]|$)`);
const CAUSE = new RegExp(String.raw`^\s*\[?cause\]?: \[?${NAME}${CODE}(?::|\]|$)`);
const DENO =
  /^error: (?:\(in promise\) )?Uncaught (?:\(in [a-z ]+\) )?([A-Za-z_$][\w$]*)(?: \[[A-Z_0-9]+\])?: /;
const TSC = /^\S.*\.[cm]?tsx?(?:\(\d+,\d+\):|:\d+:\d+ -) error (TS\d+): /;
const FRAME = /^\W*at /;
const TAP_PARENT = /^\s+(?:failureType: 'subtestsFailed'|exitCode: )/;
const TAP_NAME = /^\s+name: '([A-Za-z_$][\w$]*)'$/;
const TRAILER = /^Node\.js v\d+\./;
const CODE_FIELD = /^\s*code: '([A-Z][A-Z0-9_]*)',?$/;
/** `connect ECONNREFUSED 127.0.0.1:1` and `ENOENT: no such file or directory, open 'x'`, where nothing else tells the code. */
const MESSAGE =
  /(?:^|[\s:[])(?:(?:connect|getaddrinfo|listen|read|write|spawn(?:Sync)? \S+) (E[A-Z]{3,})\b|(E[A-Z]{3,}): [a-z])/;
/** Names that say no more than that something failed: what stands beside them is asked first. */
const GENERAL = new Set(['Error', 'AggregateError', 'SystemError', 'UnhandledPromiseRejection', 'Exception']);
/** Codes by which a runner wraps what it ran. */
const WRAPPING = new Set(['ERR_TEST_FAILURE', 'ERR_UNHANDLED_REJECTION', 'ERR_ASSERTION']);
/** Lines of one printed error that are looked at. */
const LONGEST = 200;

export function node(lines: readonly string[]): Found {
  return {
    ended: distinct([...uncaught(lines), ...deno(lines), ...typescript(lines)]),
    told: distinct([...tap(lines), ...told(lines)]),
  };
}

/** Between the mark under the source line and the version that node prints last. */
function uncaught(lines: readonly string[]): string[] {
  return lines.flatMap((line, end) => {
    if (!TRAILER.test(line)) return [];
    const from = Math.max(0, end - LONGEST);
    const block = lines.slice(from, end);
    const mark = block.findLastIndex((one) => /^\s*\^+\s*$/.test(one));
    const start = block.findIndex((one, at) => at > mark && HEAD.test(one));
    return start < 0 ? [] : [wordOf(block.slice(start))];
  });
}

/** Of the error in the first line and the causes below it, the innermost that says more than that something failed. */
function wordOf(block: readonly string[]): string {
  const heads = block.flatMap((line, at) => {
    const head = (at === 0 ? TOLD : CAUSE).exec(line);
    return head === null ? [] : [{ at, line, name: head[1]!, code: head[2] }];
  });
  const words = heads.map(({ at, line, name, code }, index) => {
    const until = heads[index + 1]?.at ?? block.length;
    return choose(name, code ?? codeIn(block.slice(at, until)) ?? codeInMessage(line));
  });
  return words.findLast((word) => !GENERAL.has(word)) ?? words.at(-1) ?? 'Error';
}

/** A class says more than a code, but for the classes that everything has. */
function choose(name: string, code: string | undefined): string {
  return GENERAL.has(name) && code !== undefined && !WRAPPING.has(code) ? code : name;
}

function codeIn(block: readonly string[]): string | undefined {
  for (const line of block) {
    const code = CODE_FIELD.exec(line)?.[1];
    if (code !== undefined) return code;
  }
  return undefined;
}

function codeInMessage(line: string): string | undefined {
  const found = MESSAGE.exec(line);
  return found?.[1] ?? found?.[2];
}

function deno(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const word = DENO.exec(line)?.[1];
    if (word !== undefined) return [choose(word, codeInMessage(line))];
    return /^error: Module not found /.test(line) ? ['Module not found'] : [];
  });
}

/** The blocks that TAP writes under a test that failed. That a part of a test or a whole file failed says nothing new. */
function tap(lines: readonly string[]): string[] {
  return lines.flatMap((line, start) => {
    if (!/^\s*---$/.test(line)) return [];
    const rest = lines.slice(start + 1, start + LONGEST);
    const block = rest.slice(
      0,
      Math.max(
        0,
        rest.findIndex((one) => /^\s*\.\.\.$/.test(one)),
      ),
    );
    const code = codeIn(block);
    if (code === undefined || block.some((one) => TAP_PARENT.test(one))) return [];
    return [choose(wordsIn(block, TAP_NAME)[0] ?? 'Error', code)];
  });
}

/**
 * Errors anywhere in the text, each with what caused it. One that says nothing and stands without a stack is a remark of
 * whoever ran the program; it counts when there is nothing else.
 */
function told(lines: readonly string[]): string[] {
  const found = lines.flatMap((line, at) => {
    if (!TOLD.test(line)) return remark(line);
    const next = lines.slice(at + 1, at + LONGEST);
    const end = next.findIndex((one) => TOLD.test(one));
    const block = [line, ...(end < 0 ? next : next.slice(0, end))];
    const word = wordOf(block);
    return [{ word, says: !GENERAL.has(word) || block.slice(1, 4).some((one) => FRAME.test(one)) }];
  });
  const saying = found.filter(({ says }) => says);
  return (saying.length > 0 ? saying : found).map(({ word }) => word);
}

/** A message without a class before it. The head of a cause belongs to the error above it. */
function remark(line: string): { word: string; says: true }[] {
  const code = CAUSE.test(line) ? undefined : codeInMessage(line);
  return code === undefined ? [] : [{ word: code, says: true }];
}

/** The compiler of TypeScript, in both of its layouts; the first complaint counts. */
function typescript(lines: readonly string[]): string[] {
  const code = lines.map((line) => TSC.exec(line)?.[1]).find(Boolean);
  return code === undefined ? [] : [code];
}

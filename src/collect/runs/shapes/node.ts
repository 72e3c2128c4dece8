/** Node and Deno: what ended the program, and what test runners tell of. */
import { distinct, type Found } from './found.ts';

const NAME = String.raw`((?:[A-Za-z_$][\w$]*)?(?:Error|Exception|Rejection))`;
const CODE = String.raw`(?: \[([A-Z][A-Z0-9_]*)\])?`;
const HEAD = new RegExp(String.raw`^\[?${NAME}${CODE}(?::|\]|$)`);
const TOLD = new RegExp(String.raw`^[\s|]*(?:\S )?(?:Uncaught )?\[?${NAME}${CODE}(?:: |\]|$)`);
const CAUSE = new RegExp(String.raw`^\s*\[?cause\]?: \[?${NAME}${CODE}(?::|\]|$)`);
const DENO =
  /^error: (?:\(in promise\) )?Uncaught (?:\(in [a-z ]+\) )?([A-Za-z_$][\w$]*)(?: \[[A-Z_0-9]+\])?: /;
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
const LONGEST = 400;

export function node(lines: readonly string[]): Found {
  return {
    ended: distinct([...uncaught(lines), ...deno(lines)]),
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

/** The innermost error that says more than that something failed. */
function wordOf(block: readonly string[]): string {
  const heads = block.flatMap((line, at) => {
    const head = at === 0 ? HEAD.exec(line) : CAUSE.exec(line);
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

/** The blocks that TAP writes under a test that failed. */
function tap(lines: readonly string[]): string[] {
  const words: string[] = [];
  let name: string | undefined;
  let code: string | undefined;
  for (const line of lines) {
    if (/^\s*---$/.test(line)) [name, code] = [undefined, undefined];
    name = /^\s+name: '([A-Za-z_$][\w$]*)'$/.exec(line)?.[1] ?? name;
    code = CODE_FIELD.exec(line)?.[1] ?? code;
    if (!/^\s*\.\.\.$/.test(line)) continue;
    const word = name === undefined ? code : choose(name, code);
    if (word !== undefined && !WRAPPING.has(word)) words.push(word);
    [name, code] = [undefined, undefined];
  }
  return words;
}

/** Errors anywhere in the text. One that says nothing is told of only when no other does. */
function told(lines: readonly string[]): string[] {
  const words = lines.flatMap((line, at) => {
    const head = TOLD.exec(line) ?? CAUSE.exec(line);
    if (head === null) return codeInMessage(line) ?? [];
    const next = lines.slice(at + 1, at + 40);
    const end = next.findIndex((one) => TOLD.test(one) || CAUSE.test(one));
    const code = head[2] ?? codeIn(end < 0 ? next : next.slice(0, end)) ?? codeInMessage(line);
    return choose(head[1]!, code);
  });
  const telling = words.filter((word) => !GENERAL.has(word));
  return telling.length > 0 ? telling : words;
}

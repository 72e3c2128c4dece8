/** Python: tracebacks with what caused them, what pytest tells of, syntax errors. */
import { distinct, type Found, wordsIn } from './found.ts';

const HEADER = /^Traceback \(most recent call last\):$/;
/** A group has no last line of its own: the exceptions in it count. */
const GROUP = /^\s*\+ Exception Group Traceback \(most recent call last\):$/;
const IN_GROUP = /^\s*\| ((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:: |$)/;
/** The name as Python prints it: bare for what is built in, else with its module. */
const LAST = /^((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:: .*|:)?$/;
const CAUSE = 'The above exception was the direct cause of the following exception:';
const CONTEXT = 'During handling of the above exception, another exception occurred:';
/** pytest: the place of a failure, and the error of a file that could not be collected. */
const PLACE = /^\S+\.py:\d+: ([A-Za-z_][\w.]*)$/;
const COLLECTED = /^E +((?:[A-Za-z_]\w*\.)*\w*(?:Error|Exception)): /;

/**
 * Of an exception raised `from` another it is the first one that counts. Of one that came up while another was handled it
 * is both: which of them is to blame cannot be read.
 */
export function python(lines: readonly string[]): Found {
  const ended: string[] = [];
  let chain: string[] = [];
  let isCause = false;
  let isContext = false;
  for (const { word, index } of [...tracebacks(lines)]) {
    const between = wordBefore(lines, index);
    isCause = between === CAUSE;
    isContext = between === CONTEXT;
    if (!isCause && !isContext) {
      ended.push(...chain);
      chain = [];
    }
    if (!isCause) chain.push(word);
  }
  ended.push(...chain);
  return {
    ended: distinct([...ended, ...grouped(lines), ...syntaxErrors(lines)]),
    told: distinct([...wordsIn(lines, PLACE), ...wordsIn(lines, COLLECTED)]),
  };
}

function* tracebacks(lines: readonly string[]): Generator<{ word: string; index: number }> {
  for (let index = 0; index < lines.length; index++) {
    if (!HEADER.test(lines[index]!)) continue;
    // Printed while the interpreter ends, of what nobody waits for.
    if (/^Exception ignored /.test(wordBefore(lines, index))) continue;
    const end = lines.findIndex((line, at) => at > index && line !== '' && !/^\s/.test(line));
    const word = end < 0 ? undefined : LAST.exec(lines[end]!)?.[1];
    if (word !== undefined) yield { word, index };
  }
}

function grouped(lines: readonly string[]): string[] {
  if (!lines.some((line) => GROUP.test(line))) return [];
  return wordsIn(lines, IN_GROUP).filter((word) => !/^(?:Base)?ExceptionGroup$/.test(word));
}

/** A file that cannot be read as Python has no traceback. */
function syntaxErrors(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    const word = /^(SyntaxError|IndentationError|TabError): /.exec(line)?.[1];
    const hasPlace = lines.slice(Math.max(0, index - 4), index).some((before) => /^ {2}File "/.test(before));
    return word !== undefined && hasPlace ? [word] : [];
  });
}

function wordBefore(lines: readonly string[], index: number): string {
  for (let at = index - 1; at >= 0 && at >= index - 3; at--) if (lines[at] !== '') return lines[at]!;
  return '';
}

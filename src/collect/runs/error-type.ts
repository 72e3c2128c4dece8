/** What a failed run failed with, in one word, read from what it printed; the text itself goes no further. */
import { distinct, type Shape } from './shapes/found.ts';
import { go } from './shapes/go.ts';
import { java } from './shapes/java.ts';
import { node } from './shapes/node.ts';
import { python } from './shapes/python.ts';
import { rust } from './shapes/rust.ts';

const SHAPES: readonly Shape[] = [python, node, go, java, rust];
/** Of several words so many are told; a longer word is none. */
const MOST = 4;
const LONGEST = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;
const LONGEST_LINE = 2000;

/**
 * What ended the program, or else what it told of, over both streams. Several different words are joined: no vocabulary
 * names such a word by accident, and it says why. Null when nothing is recognised.
 */
export function errorType(stderr: string, stdout: string): string | null {
  const found = [stderr, stdout].flatMap((text) => {
    const lines = linesOf(text);
    return SHAPES.map((shape) => shape(lines));
  });
  const ended = distinct(found.flatMap((one) => one.ended));
  const words = ended.length > 0 ? ended : distinct(found.flatMap((one) => one.told));
  return joined(words.filter((word) => word.length <= LONGEST));
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(COLOURS, '')
    .split(/\r?\n/)
    .map((line) => (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line));
}

function joined(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const sorted = [...words].sort();
  return [...sorted.slice(0, MOST), ...(sorted.length > MOST ? ['...'] : [])].join(', ');
}

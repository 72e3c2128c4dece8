/** What a slot of a command may be filled with, whatever the tool's schema lets through. */
import { findUnseen } from '../../paths/characters.ts';
import type { Cause } from '../gate.ts';

/** A word of a command that a call fills. */
export type Slot = {
  readonly slot: string;
  /** Prose: only what no command line can carry is refused. */
  readonly isFree: boolean;
  /** Behind a `--`, where no program looks for options. */
  readonly isBehindDashes: boolean;
};
/** One word of a command: as it stands in the rule, or a slot. */
export type Word = { readonly text: string } | Slot;

/** White space, and what some shell, glob or command interpreter gives a meaning to; `~` has one at the beginning only. */
const META = /[\s"'`$|&;<>(){}!*?\\]/;
/** Prose has lines and tabs; other control characters move a terminal's cursor, and NUL ends a word. */
const NOT_PROSE = /(?![\n\t])\p{Cc}/u;

/** Why a value may not fill the slot, as the end of a sentence; undefined when it may. Tells one character, never more. */
function whyUnfit(value: string, { isFree, isBehindDashes }: Slot): string | undefined {
  const found = isFree ? [value.search(NOT_PROSE)] : [value.search(META), findUnseen(value)];
  const at = Math.min(...found.filter((index) => index >= 0));
  if (Number.isFinite(at)) return `has the character ${nameOf(value, at)} at position ${at + 1}`;
  if (!isFree && value.startsWith('~')) return 'begins with ~, which a shell would take for a home folder';
  if (value.startsWith('-') && !isBehindDashes)
    return 'begins with -, which a program would take for an option';
  return undefined;
}

function nameOf(value: string, at: number): string {
  const number = value.codePointAt(at) ?? 0;
  const character = String.fromCodePoint(number);
  const code = `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[!-~]$/.test(character) ? `${character} (${code})` : code;
}

/** The command with its slots filled, or the first thing that is wrong with an argument. `at` gives its JSON pointer. */
export function fill(
  words: readonly Word[],
  args: { readonly [name: string]: unknown },
  at: (slot: string) => string,
): { readonly argv: readonly string[] } | { readonly cause: Cause } {
  const argv: string[] = [];
  for (const word of words) {
    if ('text' in word) {
      argv.push(word.text);
      continue;
    }
    const { slot } = word;
    const value = Object.hasOwn(args, slot) ? args[slot] : undefined;
    const wrong = (code: string, why: string) => ({
      cause: { code, subject: slot, message: `The argument "${slot}" ${why}`, evidence: at(slot) },
    });
    // null counts as absent, here as everywhere.
    if (value === undefined || value === null)
      return wrong('missing-slot', 'is not there, and the command has a place for it');
    if (typeof value !== 'string')
      return wrong('slot-not-string', 'is no text, and a word of a command is one');
    const why = whyUnfit(value, word);
    if (why !== undefined) return wrong('slot-metachar', why);
    argv.push(value);
  }
  return { argv };
}

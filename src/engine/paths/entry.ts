/** Reads one entry of a pattern list: its checks, its sign, and the plain patterns it stands for. */
import { EXTGLOB, expand } from './expand.ts';
import type { Why } from './fault.ts';
import { compileSegment, type Segment, type Spelling } from './segment.ts';

export type Role = 'allow' | 'deny';

/** Which part of a path the core must cover: all of it, a folder above it, or either. */
export type Reach = 'self' | 'below' | 'either';

/** `**`: any number of segments, none included. */
export const DEEP = Symbol('deep');
export type Step = Segment | typeof DEEP;

/** A pattern without braces. An empty core is the root folder. */
export type Alternative = {
  readonly core: readonly Step[];
  readonly reach: Reach;
  readonly spelling: Spelling;
};

export type Entry = { readonly ok: true; readonly alternatives: readonly Alternative[] };

export const MAX_PATTERN = 1000;

function faultIn(body: string): Why | undefined {
  if (body === '') return { why: 'is empty' };
  if (body.length > MAX_PATTERN) return { why: `is longer than ${MAX_PATTERN} characters` };
  if (body.includes('\\')) return { why: 'has a backslash', help: 'Use / in patterns' };
  if (body.includes('\0')) return { why: 'has a NUL character' };
  if (body.startsWith('!'))
    return { why: 'starts with two exclamation marks', help: 'Write one !, or ./! for a name' };
  return body.isWellFormed() ? undefined : { why: 'has half of a surrogate pair' };
}

/** How an entry reads. `wide`: all below is covered too. `floats`: at any depth. `classes`: brackets are classes. */
type Reading = {
  readonly wide: boolean;
  readonly floats: boolean;
  readonly spelling: Spelling;
  readonly classes: boolean;
};

/** The names in a pattern, harmless spellings dropped. */
export function segmentsOf(text: string): string[] {
  return text.split('/').filter((name) => name !== '' && name !== '.');
}

function toSteps(names: readonly string[], reading: Reading): Step[] {
  const steps: Step[] = [];
  for (const name of names) {
    if (name !== '**') steps.push(compileSegment(name, reading.spelling, reading.classes));
    else if (steps.at(-1) !== DEEP) steps.push(DEEP);
  }
  return steps;
}

function readAlternative(text: string, reading: Reading): Alternative | Why {
  const names = segmentsOf(text);
  if (text === '') return { why: 'has an empty alternative', help: 'Name something in every alternative' };
  if (names.includes('..'))
    return { why: 'has a `..` segment', help: 'Name the path from the root of the tree' };
  const bare = text.replace(/\/+$/, '');
  if (reading.floats && names.length > 0 && !bare.includes('/')) names.unshift('**');
  const core = toSteps(names, reading);
  const deep = core.at(-1) === DEEP;
  if (deep) core.pop();
  const below = deep || text.endsWith('/') || names.length === 0;
  const reach = reading.wide ? 'either' : below ? 'below' : 'self';
  return { core, reach, spelling: reading.spelling };
}

const GROUPS = /[[{(]/;
/** Wildcards that count characters, or stand before dots and spaces that an alias key has lost. */
const COUNTS = /[?[]|\*[. ]+(?:[/,}|)]|$)/;

/** What takes away compares alias keys; where those may have another length than the name, lower case as well. */
function spellingsOf(wide: boolean, body: string): readonly Spelling[] {
  if (!wide) return ['exact'];
  return COUNTS.test(body) ? ['folded', 'lowered'] : ['folded'];
}

/**
 * Reads an entry for a role. What gives (an allow entry, a `!` entry of a deny list) reads narrowly: exact spelling,
 * nothing below unless it says so. What takes away reads widely: on alias keys, all below included. Without a slash
 * an entry stands for a name at any depth, but an allow entry is always anchored at the root.
 */
export function readEntry(pattern: string, role: Role): Entry | ({ readonly ok: false } & Why) {
  if (pattern.startsWith('!(')) return { ok: false, ...EXTGLOB };
  const negated = pattern.startsWith('!');
  const body = (negated ? pattern.slice(1) : pattern).normalize('NFC');
  const fault = faultIn(body);
  if (fault !== undefined) return { ok: false, ...fault };
  const expansion = expand(body);
  if (!expansion.ok) return expansion;
  const wide = (role === 'deny') !== negated;
  const alternatives: Alternative[] = [];
  for (const spelling of spellingsOf(wide, body)) {
    const reading = { wide, floats: role === 'deny' || negated, spelling, classes: true };
    for (const text of expansion.texts) {
      const alternative = readAlternative(text, reading);
      if ('why' in alternative) return { ok: false, ...alternative };
      alternatives.push(alternative);
    }
    if (!GROUPS.test(body)) continue;
    const own = readAlternative(body, { ...reading, classes: false }); // a path that is spelt like the entry
    if (!('why' in own)) alternatives.push(own);
  }
  return { ok: true, alternatives };
}

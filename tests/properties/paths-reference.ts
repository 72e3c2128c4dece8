/** The reference for pattern lists: dull on purpose, one pattern and one path at a time, nothing shared with the engine. */
import { foldPath } from '../../src/engine/paths/path.ts';

export type Role = 'allow' | 'deny';

/** Expands the innermost group again and again; only for groups with alternatives. */
function expand(text: string): string[] {
  const group = /\{([^{}]*)\}|@\(([^()]*)\)/.exec(text);
  if (group === null) return [text];
  const options = group[1] !== undefined ? group[1].split(',') : (group[2] as string).split('|');
  return options.flatMap((o) =>
    expand(text.slice(0, group.index) + o + text.slice(group.index + group[0].length)),
  );
}

function toRegExp(segment: string, classes: boolean, flags: string): RegExp {
  let source = '';
  for (let i = 0; i < segment.length; i++) {
    const char = segment.charAt(i);
    const end = segment.indexOf(']', i);
    if (char === '*') source += '.*';
    else if (char === '?') source += '.';
    else if (classes && char === '[' && end > 0) {
      source += segment.slice(i, end + 1).replace('[!', '[^');
      i = end;
    } else source += char.replace(/[.+^${}()|[\]\\]/, '\\$&');
  }
  return new RegExp(`^${source}$`, `${flags}su`);
}

function nameMatches(segment: string, name: string, flags: string): boolean {
  return toRegExp(segment, true, flags).test(name) || toRegExp(segment, false, flags).test(name);
}

/** Full match of names against segments, trying everything. */
function covers(segments: readonly string[], names: readonly string[], flags: string): boolean {
  const [segment, ...rest] = segments;
  if (segment === undefined) return names.length === 0;
  if (segment === '**')
    return names.some((_, i) => covers(rest, names.slice(i), flags)) || covers(rest, [], flags);
  return (
    names.length > 0 && nameMatches(segment, names[0] as string, flags) && covers(rest, names.slice(1), flags)
  );
}

/** Folds the plain text of a segment, and drops trailing dots and spaces unless a wildcard stands before them. */
function foldSegment(segment: string): string {
  if (segment === '**') return segment;
  const folded = segment.replace(/\[[^\]]*\]|[^[*?]+/g, (part) =>
    part.startsWith('[') ? part : foldPath(`${part}|`).slice(0, -1),
  );
  const trimmed = folded.replace(/[. ]+$/, '');
  return trimmed === '' || /[*?\]]$/.test(trimmed) ? folded : trimmed;
}

/** On alias keys, or in lower case with every character kept. */
function wideMatch(segments: readonly string[], path: string): boolean {
  const core = segments.slice(0, segments.findLastIndex((segment) => segment !== '**') + 1);
  const readings = [
    [core.map(foldSegment), foldPath(path)],
    [core.map((segment) => segment.toLowerCase()), path.toLowerCase()],
  ] as const;
  return readings.some(([steps, key]) => {
    const names = key.split('/');
    return steps.length === 0 || names.some((_, i) => covers(steps, names.slice(0, i + 1), 'i'));
  });
}

function narrowMatch(segments: readonly string[], folder: boolean, path: string): boolean {
  const names = path.split('/');
  const last = segments.at(-1) === '**';
  if (!last && !folder) return covers(segments, names, '');
  return covers([...segments, ...(last ? ['*'] : ['**', '*'])], names, '');
}

function entryMatches(entry: string, role: Role, negated: boolean, path: string): boolean {
  const wide = (role === 'deny') !== negated;
  const floats = role === 'deny' || negated;
  return [entry, ...expand(entry)].some((text) => {
    const segments = text.split('/').filter((part) => part !== '' && part !== '.');
    if (segments.length === 0) return true;
    if (floats && !text.replace(/\/+$/, '').includes('/')) segments.unshift('**');
    return wide ? wideMatch(segments, path) : narrowMatch(segments, text.endsWith('/'), path);
  });
}

/** The positive pattern that is the last to match the path, if no negated one follows that matches too. */
export function lastMatch(patterns: readonly string[], role: Role, path: string): string | undefined {
  let decided: string | undefined;
  for (const pattern of patterns) {
    const negated = pattern.startsWith('!');
    if (!entryMatches(negated ? pattern.slice(1) : pattern, role, negated, path)) continue;
    decided = negated ? undefined : pattern;
  }
  return decided;
}

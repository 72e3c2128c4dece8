/** What a shipped policy is tried on beyond its cases' answers: the agreed vectors, or its own cases where none were agreed. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Snapshot } from '../../src/engine/mod.ts';
import { readVectors } from '../vectors/vectors.ts';
import { readCases } from './cases.ts';

const vectors = await readVectors();
const schema = 'holdpoint/snapshot@1';

/** The snapshots of a policy, named by its file such as `rules/intent.yaml`. */
export function snapshotsFor(rule: string): readonly Snapshot[] {
  const agreed = vectors.filter(({ rules }) => rules.includes(rule));
  if (agreed.length > 0) return agreed.map(({ snapshot }) => ({ schema, ...snapshot }));
  const file = fileURLToPath(new URL(`../../${rule.replace(/\.yaml$/, '.cases.yaml')}`, import.meta.url));
  if (!existsSync(file)) return [];
  const { cases } = readCases(readFileSync(file, 'utf8'), file);
  return cases.map(
    ({ action, evidence }) => ({ schema: 'holdpoint/snapshot@1', action, evidence }) as Snapshot,
  );
}

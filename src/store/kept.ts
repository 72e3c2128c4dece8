/** Checks what was kept beside the records: their rules and their snapshots. */
import { canonicalJson, evidenceDigest, type Snapshot, type Verdict } from '../engine/mod.ts';
import type { RuleSource } from '../web/reader.ts';
import { sha256 } from './chain.ts';
import { policyKey, soundPolicies } from './entry.ts';
import type { Db } from './row.ts';
import type { verdicts } from './schema.ts';
import { keptSnapshot, rulesetIsKept, rulesOf } from './verdict.ts';

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;
type Row = typeof verdicts.$inferSelect;
/** `fault` holds for every record of the ruleset; `sound` are the policies whose text is what their digest says. */
type Rules = { readonly sound: ReadonlySet<string>; readonly fault?: string };

/**
 * Tells what is wrong with the rules and the snapshot of a record that is sound itself. Each ruleset is read once, and
 * a snapshot once for all records in a row that were decided over it.
 */
export function keptChecker(read: Read): (row: Row) => Promise<string | undefined> {
  const known = new Map<string, Rules | undefined>();
  let sound = '';
  return async ({ verdict: json, ruleset_digest, evidence_digest }) => {
    if (!known.has(ruleset_digest)) {
      known.set(ruleset_digest, await read((db) => rules(db, ruleset_digest)));
    }
    const kept = known.get(ruleset_digest);
    const odd = (JSON.parse(json) as Verdict).policies.find(
      (policy) => kept?.sound.has(policyKey(policy)) === false,
    );
    if (odd !== undefined) return `edited: the text of its policy "${odd.policy}" is not what decided`;
    if (kept?.fault !== undefined) return kept.fault;
    if (evidence_digest === sound) return undefined;
    const fault = snapshotFault(await read((db) => keptSnapshot(db, evidence_digest)), evidence_digest);
    if (fault === undefined) sound = evidence_digest;
    return fault;
  };
}

/** Undefined when the ruleset was not kept. */
async function rules(db: Db, digest: string): Promise<Rules | undefined> {
  const files = await rulesOf(db, digest);
  const listed = await rulesetIsKept(db, digest);
  if (files.length === 0 && !listed) return undefined;
  const fault = listed ? rulesFault(files, digest) : 'edited: its rules are there, but not listed as kept';
  return { sound: soundPolicies(files), ...(fault === undefined ? {} : { fault }) };
}

function rulesFault(files: readonly RuleSource[], digest: string): string | undefined {
  const odd = files.find((file) => `sha256:${sha256(file.text)}` !== file.digest);
  if (odd !== undefined)
    return `edited: the text of policy "${odd.policy}" of its ruleset is not what it was`;
  return rulesetDigest(files) === digest
    ? undefined
    : 'edited: the files of its ruleset are not those it had';
}

/** `sha256:` over the RFC 8785 form of each policy's name, file and digest, by name: as the engine takes it. */
function rulesetDigest(files: readonly RuleSource[]): string {
  const policies = files
    .map(({ policy, source, digest }) => ({ policy, source, digest }))
    .sort((a, b) => (a.policy < b.policy ? -1 : a.policy > b.policy ? 1 : 0));
  return `sha256:${sha256(canonicalJson({ policies }))}`;
}

/** What was withheld from cannot be compared; that it can be read is all that is known then. */
function snapshotFault(
  kept: { readonly json: string; readonly withheld: string } | undefined,
  digest: string,
): string | undefined {
  if (kept === undefined) return undefined;
  try {
    const snapshot = JSON.parse(kept.json) as Snapshot;
    const withheld: unknown = JSON.parse(kept.withheld);
    const actual = evidenceDigest(snapshot, sha256);
    if (!Array.isArray(withheld)) return 'edited: what was withheld from its snapshot cannot be read';
    return withheld.length > 0 || actual === digest
      ? undefined
      : 'edited: its snapshot is not what was decided over';
  } catch {
    return 'edited: its snapshot cannot be read';
  }
}

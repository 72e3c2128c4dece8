/** What is handed in to be recorded, and its form for writing: checked, derived and put into words once. */
import { receiptOf, type Snapshot, type Verdict } from '../engine/mod.ts';
import { sha256 } from './chain.ts';
import { type Derived, derive, searchable } from './derive.ts';

export type RulesetFile = {
  readonly policy: string;
  /** Relative to the ruleset root. */
  readonly source: string;
  /** `sha256:` over `text`. */
  readonly digest: string;
  readonly text: string;
};

export type Entry = {
  readonly verdict: Verdict;
  readonly snapshot?: Snapshot;
  /** JSON pointers of what was taken out of `snapshot` before it came here. */
  readonly withheld?: readonly string[];
  /** Every file of the ruleset; none to keep no rules. */
  readonly ruleset: { readonly digest: string; readonly files: readonly RulesetFile[] };
  /** Milliseconds since 1970. */
  readonly recordedAt: number;
};

export type Recorded = {
  /** Place in the chain. */
  readonly seq: number;
  readonly receipt: string;
  readonly outcome: 'recorded' | 'seen-again';
};

export type Prepared = {
  readonly receipt: string;
  readonly derived: Derived;
  readonly verdict: string;
  /** The file of each policy, in the order of `derived.policies`. */
  readonly sources: readonly string[];
  readonly snapshot?: string;
  /** How many pointers were withheld, and their JSON. */
  readonly withheld: { readonly count: number; readonly json: string };
  readonly ruleset: Entry['ruleset'];
  readonly at: number;
};

/** The end of the year 9999: beyond it, days written as text are no longer in order. */
export const LAST_MOMENT = 253_402_300_799_999;

/** Throws an Error for an entry that contradicts itself, and a RangeError for a time before 1970 or after 9999. */
export function prepareEntry(entry: Entry): Prepared {
  const { verdict, snapshot, withheld = [], ruleset, recordedAt } = entry;
  if (!Number.isInteger(recordedAt) || recordedAt < 0 || recordedAt > LAST_MOMENT) {
    throw new RangeError('The time of recording is not a whole number of milliseconds between 1970 and 9999');
  }
  if (ruleset.digest !== verdict.ruleset_digest) {
    throw new Error(
      `The verdict was decided by ruleset "${verdict.ruleset_digest}", not by "${ruleset.digest}"`,
    );
  }
  if (receiptOf(verdict, sha256) !== verdict.receipt_sha256) {
    throw new Error(
      `The verdict does not fit its receipt "${verdict.receipt_sha256}": it was changed after it was decided`,
    );
  }
  const sound = soundOf(ruleset.files);
  const odd = verdict.policies.find((policy) => !sound.has(policyKey(policy)));
  if (odd !== undefined && ruleset.files.length > 0) {
    throw new Error(
      `The text of policy "${odd.policy}" was not handed in with the verdict, or is not what decided`,
    );
  }
  return {
    receipt: verdict.receipt_sha256,
    derived: derive(verdict),
    verdict: JSON.stringify(verdict),
    sources: verdict.policies.map(({ source }) => searchable(source)),
    ...(snapshot === undefined ? {} : { snapshot: JSON.stringify(snapshot) }),
    withheld: { count: withheld.length, json: JSON.stringify(withheld) },
    ruleset,
    at: recordedAt,
  };
}

/** The policies whose text is what their digest says. The verdict vouches for the digest, the digest for the text. */
export function soundPolicies(files: readonly RulesetFile[]): ReadonlySet<string> {
  const sound = files.filter((file) => `sha256:${sha256(file.text)}` === file.digest);
  return new Set(sound.map(policyKey));
}

export function policyKey({ policy, digest }: Pick<RulesetFile, 'policy' | 'digest'>): string {
  return JSON.stringify([policy, digest]);
}

/** One ruleset comes with many verdicts, and its texts need hashing only once. */
const SOUND = new WeakMap<readonly RulesetFile[], ReadonlySet<string>>();

function soundOf(files: readonly RulesetFile[]): ReadonlySet<string> {
  const known = SOUND.get(files) ?? soundPolicies(files);
  SOUND.set(files, known);
  return known;
}

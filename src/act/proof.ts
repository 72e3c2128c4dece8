/**
 * `act proof`: writes what a proof lacks and its digest last, or, when there is a digest, proves again and compares. What is
 * judged is what would stand there; nothing is written before it is let through, and a digest is never written over.
 */
import type { CollectContext } from '../collect/collector.ts';
import {
  collectChange,
  collectProof,
  PROOF_DIGEST,
  type Proof,
  type ProofSections,
  type ProofTexts,
} from '../collect/mod.ts';
import type { Evidence } from '../engine/mod.ts';
import { type ActContext, ActError, type Done, type Plan } from './act.ts';
import { requireCheckedOut } from './proof/checked-out.ts';
import { makeTexts, type TextsOptions } from './proof/texts.ts';
import { writeAll } from './proof/write.ts';

export type ProofOptions = TextsOptions & {
  /** The proof folder. */
  readonly folder: string;
};

type Prepared = {
  readonly evidence: Evidence;
  /** Why the digest that stands there is not that of today, a line each. */
  readonly told: readonly string[];
  plan(context: ActContext): Plan;
};

/**
 * Looks at the folder and makes, in memory, what git and the tools say now. Throws CollectError: no folder, no repository, a
 * bad range, and, before there is a digest, a work tree that is not the commit that the proof would be about.
 */
export async function prepareProof(context: CollectContext, options: ProofOptions): Promise<Prepared> {
  const { folder, repository, range } = options;
  const before = await collectProof(context, { folder });
  const change = await collectChange(context, { folder: repository, range });
  const isNew = before.proof.recorded_sha256 === null;
  if (isNew) await requireCheckedOut(context, options, change.head);
  const texts = await makeTexts(context, options, { change, before, isNew });
  const fresh = await collectProof(context, { folder, fresh: texts });
  // The digest that stands there must be of the files as they stand there, and of what git says now.
  const isUnmoved = isNew || before.proof.computed_sha256 === before.proof.recorded_sha256;
  const { proof, ...sections } = isUnmoved ? fresh : before;
  const judged: Proof = isNew ? { ...proof, recorded_sha256: proof.computed_sha256 } : proof;
  const evidence = { ...sections, change, proof: judged } as unknown as Evidence;
  return {
    evidence,
    told: isNew || !isUnmoved ? [] : differences(before, fresh),
    plan: (acting) => (isNew ? planWrite(acting, folder, texts, judged) : planCompare(folder, judged)),
  };
}

/** The files that git would not give now. */
function differences({ proof: { files } }: ProofSections, fresh: ProofSections): readonly string[] {
  return Object.keys(files)
    .filter((name) => files[name]?.sha256 !== fresh.proof.files[name]?.sha256)
    .map((name) =>
      name === 'env_fingerprint.txt'
        ? 'The proof is of other commits than were asked for (env_fingerprint.txt)'
        : `Made again, ${name} is not what was recorded`,
    );
}

function planCompare(folder: string, { recorded_sha256: digest }: Proof): Plan {
  return {
    steps: [`compare ${folder}/${PROOF_DIGEST} with what the six files and git give now`],
    perform: () =>
      Promise.resolve({
        lines: [`${digest} is what the six files give, and git says the same of the two commits`],
        result: { folder, sha256: digest, written: false },
      }),
  };
}

function planWrite(context: ActContext, folder: string, texts: ProofTexts, proof: Proof): Plan {
  const digest = proof.computed_sha256;
  const missing = ['done.json', 'junit.xml'].filter((name) => proof.files[name] === undefined);
  if (missing.length > 0 || digest === null)
    throw new ActError('input', `Nothing was written: ${folder} lacks ${missing.join(' and ') || 'a file'}`, {
      help: 'done.json is written before the work, junit.xml by the test runner',
    });
  const files = [...texts, [PROOF_DIGEST, new TextEncoder().encode(`${digest}\n`)] as const];
  return {
    steps: files.map(([name]) => `write ${folder}/${name}`),
    async perform(): Promise<Done> {
      writeAll(context, folder, files);
      const { change: _, ...sections } = await collectProof(context, { folder });
      const evidence = sections as unknown as Evidence;
      return {
        lines: [
          ...files.map(([name]) => `wrote ${folder}/${name}`),
          `${digest} is recorded: the next run compares`,
        ],
        result: { folder, sha256: digest, written: true },
        verdict: context.judge(evidence),
        evidence,
      };
    },
  };
}

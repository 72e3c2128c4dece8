/** The four files of a proof that nobody who did the work may write: made from what git and the tools say. */

import type { CollectContext } from '../../collect/collector.ts';
import { openRepository } from '../../collect/git/repository.ts';
import { changeTexts } from '../../collect/git/texts.ts';
import {
  type Change,
  collectToolchain,
  type ProofFile,
  type ProofSections,
  type ProofTexts,
} from '../../collect/mod.ts';
import { compilePatterns, isObject, type Json, type JsonObject } from '../../engine/mod.ts';

export type TextsOptions = {
  /** A folder in the repository. */
  readonly repository: string;
  /** `BASE..HEAD`. */
  readonly range: string;
  /** The section `toolchain`, when it was collected; else the well-known tools are asked. */
  readonly toolchain?: Json | undefined;
};
type Known = { readonly change: Change; readonly before: ProofSections; readonly isNew: boolean };

/** As bytes, by name, in the order in which they are written. */
export async function makeTexts(
  context: CollectContext,
  options: TextsOptions,
  { change, before, isNew }: Known,
): Promise<ProofTexts> {
  const repository = await openRepository(context, options.repository);
  const { stat, nameStatus } = await changeTexts(context, repository, change);
  const encoder = new TextEncoder();
  const texts = new Map<ProofFile, Uint8Array>([
    ['git_stat.txt', stat],
    ['git_name_status.txt', nameStatus],
    ['forbidden.txt', encoder.encode(forbiddenIn(change, before.done))],
  ]);
  const fingerprint = isNew ? await fingerprintNow(context, options, change) : moved(before, change);
  if (fingerprint !== undefined) texts.set('env_fingerprint.txt', encoder.encode(fingerprint));
  return texts;
}

/** One line for each path that the contract forbids; no byte when there is none. Bad patterns are for the rules to tell. */
function forbiddenIn({ files }: Change, done: JsonObject | undefined): string {
  const globs = done?.['forbidden_globs'];
  if (!Array.isArray(globs)) return '';
  const compiled = compilePatterns(
    globs.filter((glob) => typeof glob === 'string'),
    'deny',
  );
  if (!compiled.ok) return '';
  const paths = files.flatMap(({ path, old_path: old }) => (old === undefined ? [path] : [old, path]));
  return paths
    .flatMap((path) => {
      const glob = compiled.set.find(path);
      return glob === undefined ? [] : [`${JSON.stringify(path)} matches ${JSON.stringify(glob)}\n`];
    })
    .join('');
}

async function fingerprintNow(
  context: CollectContext,
  { toolchain }: TextsOptions,
  { base, head }: Change,
): Promise<string> {
  const tools = isObject(toolchain) ? toolchain : await collectToolchain(context);
  return lines({ ...tools, base, head });
}

/** On a second run the tools are those that were written down; the two commits must still be the same. */
function moved({ toolchain }: ProofSections, { base, head }: Change): string | undefined {
  if (toolchain === undefined) return undefined;
  const isSame = (name: 'base' | 'head', now: string) => (toolchain[name] ?? now) === now;
  return isSame('base', base) && isSame('head', head) ? undefined : lines({ ...toolchain, base, head });
}

const lines = (entries: Readonly<Record<string, Json>>): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : ''}\n`)
    .join('');

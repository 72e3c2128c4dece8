/** Files: what stands on disk and what a change did to it. */
import * as v from 'valibot';
import { defineSection, field } from '../section.ts';
import { scanSchema } from './scan.ts';

const { open, text, whole, flag, digest } = field;

const kind = v.picklist(['file', 'symlink', 'submodule']);
const skipped = v.array(v.strictObject({ path: text, why: text }));
const files = v.record(
  v.string(),
  v.strictObject({ sha256: digest, size: whole, mode: v.optional(text), kind: v.optional(kind) }),
);
const treeSchema = v.strictObject({ root: v.optional(text), files, skipped: v.optional(skipped) });

export const tree = defineSection({
  name: 'tree',
  summary: 'Every file under a folder with the digest of its bytes. Links are stamped by their own text.',
  collectedBy: '--tree DIR',
  schema: treeSchema,
});

export const treeBefore = defineSection({
  name: 'tree_before',
  summary: 'The same folder, stamped before the job.',
  collectedBy: '--tree-before FILE',
  schema: treeSchema,
});

export const bundle = defineSection({
  name: 'bundle',
  summary: 'A folder that is to be sent, file by file, and the list that says what should be in it.',
  collectedBy: '--bundle DIR',
  schema: v.strictObject({
    root: v.optional(text),
    files: v.record(v.string(), v.strictObject({ sha256: digest, size: whole })),
    // What stands in the folder and is no regular file that could be read: links, devices, repositories.
    skipped: v.optional(skipped),
    manifest: v.optional(v.array(v.strictObject({ path: text, sha256: digest }))),
  }),
});

export const change = defineSection({
  name: 'change',
  summary: 'What git says changed between two commits, file by file.',
  collectedBy: '--git BASE..HEAD',
  schema: v.strictObject({
    base: v.optional(text),
    head: v.optional(text),
    files: v.array(
      v.strictObject({
        path: text,
        old_path: v.optional(text),
        status: v.picklist(['A', 'M', 'D', 'R', 'C', 'T', 'U']),
        added: v.optional(whole),
        removed: v.optional(whole),
        // The two together, where no more is known: a proof folder tells it so.
        lines: v.optional(whole),
        binary: flag,
        mode: v.optional(text),
        old_mode: v.optional(text),
        kind: v.optional(kind),
        old_kind: v.optional(kind),
        blob: v.optional(text),
        old_blob: v.optional(text),
        bytes: v.optional(whole),
        old_bytes: v.optional(whole),
        imports: v.optional(whole),
      }),
    ),
    patch_sha256: v.optional(digest),
  }),
});

export const patch = defineSection({
  name: 'patch',
  summary: 'A patch file, and whether it applies to its base; what it does there is the `change`.',
  collectedBy: '--patch FILE --base COMMIT',
  schema: v.strictObject({
    base: open(text),
    sha256: open(digest),
    bytes: open(whole),
    applies: open(flag),
    error: open(text),
  }),
});

export const locks = defineSection({
  name: 'locks',
  summary: 'Lock files by the digest of their bytes, before and after; null where there is none.',
  collectedBy: '--locks [GLOB]',
  schema: v.record(
    v.string(),
    v.strictObject({ before_sha256: v.nullable(digest), after_sha256: v.nullable(digest) }),
  ),
});

export const proof = defineSection({
  name: 'proof',
  summary: 'A proof folder: its files, the digest they give together and the digest that was recorded.',
  collectedBy: '--proof DIR',
  schema: v.strictObject({
    files: v.record(v.string(), v.strictObject({ sha256: digest })),
    skipped: v.optional(skipped),
    computed_sha256: v.optional(v.nullable(digest)),
    recorded_sha256: v.optional(v.nullable(text)),
  }),
});

export const receipt = defineSection({
  name: 'receipt',
  summary: 'An earlier receipt, to be matched against what stands here now.',
  collectedBy: '--set receipt=FILE',
  schema: v.record(v.string(), field.json),
});

export const secrets = defineSection({
  name: 'secrets',
  summary: 'Where secret detectors found something. Never the value: a place and a salted fingerprint.',
  collectedBy: '--secrets PATH',
  schema: scanSchema,
});

/** What a scan for secrets says, of a folder or of a prompt. Never the value: a place and a salted fingerprint. */
import * as v from 'valibot';
import { field } from '../section.ts';

const { open, text, texts, whole, flag } = field;

export const scanSchema = v.strictObject({
  detectors: v.optional(v.array(v.strictObject({ id: text, digest: v.optional(text) }))),
  // `missed_by` names the detectors that did not see what was planted for them.
  canary: open(v.strictObject({ planted: open(flag), detected: open(flag), missed_by: v.optional(texts) })),
  scanned_files: open(whole),
  skipped: v.optional(v.array(v.strictObject({ path: text, why: text }))),
  findings: v.optional(
    v.array(
      v.strictObject({
        detector: text,
        path: text,
        line: v.optional(whole),
        column: v.optional(whole),
        fingerprint: v.optional(text),
      }),
    ),
  ),
});

/** `manifest`: a bundle holds exactly the files that its manifest lists, byte for byte, and nothing else. */
import * as v from 'valibot';
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json } from '../../json.ts';
import { checkPath } from '../../paths/path.ts';
import { defineGate, holdFor, missingEvidence, missingFrom } from '../gate.ts';
import { textsOrFrom, textsSource } from '../spec.ts';
import { compareBundle } from './compare.ts';
import { examples } from './examples.ts';

export const manifest = defineGate({
  kind: 'manifest',
  summary: 'A bundle holds exactly the files that its manifest lists, byte for byte, and nothing else.',
  details: `\`only\` lists the files that may be sent, by their exact paths. Without it the manifest is believed to list just those: whoever
wrote the manifest then decides what is sent. With \`manifest: off\` there is no manifest, and \`only\` alone says which files are sent,
whatever is in them.`,
  codes: {
    unexpected: {
      says: 'Something stands in the bundle that the manifest, or the rule, does not list.',
      fix: 'Take it out of the bundle; if it is meant to be sent, have it listed by whoever answers for that',
    },
    mismatch: {
      says: 'The manifest and the bundle differ about a file: its bytes, or whether it is there.',
      fix: 'See which of the two is right, then write the manifest again',
    },
    'not-stamped': {
      says: 'A listed path is no regular file, or it could not be read.',
      fix: 'Put a regular file there that can be read, then collect the bundle again',
    },
    'unsafe-path': {
      says: 'The path could name another place than it seems to.',
      fix: 'Use a plain path relative to the bundle, with / and without ..',
    },
    collision: {
      says: 'Two paths become one file on a disk that folds case or Unicode forms.',
      fix: 'Rename one of the two',
    },
    empty: {
      says: 'The bundle is empty, and so is the manifest.',
      fix: 'Collect the folder that is meant to be sent',
    },
  },
  entries: { only: v.optional(textsOrFrom), manifest: v.optional(v.picklist(['required', 'off'])) },
  examples,
  compile(spec, context) {
    context.needs('bundle');
    const only = spec.only === undefined ? undefined : textsSource(spec.only, ['only'], context);
    for (const [index, path] of (only?.fixed ?? []).entries())
      if (!isPlain(path))
        context.complain(['only', index], 'bad-path', 'Expected a plain path, such as a/b.txt');
    const isOff = spec.manifest === 'off';
    if (isOff && spec.only === undefined)
      context.complain(
        ['manifest'],
        'no-list',
        'Without a manifest nobody says what is sent',
        'Add only: [a.txt, ...]',
      );
    return (evidence) => {
      const bundle = evidence['bundle'];
      if (!isObject(bundle)) return missingEvidence('bundle', pointerTo('bundle'));
      const { files, manifest: listed, skipped } = bundle;
      if (!isObject(files)) return absent('files');
      if (!isOff && !isList(listed)) return absent('manifest');
      if (!isList(skipped ?? [])) return absent('skipped');
      const allowed = only?.read(evidence);
      if (only !== undefined && allowed === undefined) return holdFor([missingFrom(only, evidence)]);
      return holdFor(
        compareBundle(
          files,
          isOff ? undefined : (listed as readonly Json[]),
          (skipped ?? []) as readonly Json[],
          allowed,
        ),
      );
    };
  },
});

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const absent = (field: string) => missingEvidence(`bundle.${field}`, pointerTo('bundle', field));

function isPlain(path: string): boolean {
  const checked = checkPath(path);
  return checked.ok && checked.path === path;
}

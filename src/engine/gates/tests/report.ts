/** What a report says of itself: what it could not count, where it contradicts itself, whether it is an old one. */
import { pointerTo } from '../../evidence/reference.ts';
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { printPath } from '../../paths/path.ts';
import type { Evidence, Note } from '../../verdict.ts';
import { type Cause, missingCause } from '../gate.ts';

/** Reports that were asked for and could not be counted. Only a collector that met one writes the list. */
export function notCounted(report: JsonObject): Cause[] {
  return listed(report['not_counted']).map(({ path, why }, index) => {
    const subject = typeof path === 'string' ? path : 'unknown';
    const message = `${printPath(subject)} was not counted: ${typeof why === 'string' ? why : 'unknown'}`;
    return { code: 'not-counted', subject, message, evidence: pointerTo('tests', 'not_counted', index) };
  });
}

/**
 * Where a report claims what its elements do not show: told as causes, or as notes where the rule allows tests that the
 * report itself does not count. A claim of more than is shown is never allowed.
 */
export function disagreements(
  report: JsonObject,
  allowUncounted: boolean,
): { causes: Cause[]; notes: Note[] } {
  const causes: Cause[] = [];
  const notes: Note[] = [];
  for (const [index, one] of listed(report['disagreements']).entries()) {
    const { source, suite, field, declared, counted } = one;
    const subject = typeof source === 'string' ? source : 'unknown';
    const where =
      typeof suite === 'string' && suite !== '' ? `, suite ${JSON.stringify(printPath(suite))},` : '';
    const said = typeof declared === 'number' ? String(declared) : 'something that is no number';
    const message = `${printPath(subject)}${where} declares ${said} ${String(field)}, and its elements show ${String(counted)}`;
    const isFewer = typeof declared === 'number' && typeof counted === 'number' && declared < counted;
    const evidence = pointerTo('tests', 'disagreements', index);
    if (isFewer && allowUncounted) notes.push({ code: 'disagreement', message });
    else causes.push({ code: 'disagreement', subject, message, evidence });
  }
  return { causes: oncePerSubject(causes), notes };
}

/** Reports that stood there, byte for byte, before the job: this run did not write them. */
export function stale(report: JsonObject, evidence: Evidence): Cause[] {
  const before = evidence['tree_before'];
  const files = isObject(before) ? before['files'] : undefined;
  if (!isObject(files)) return [missingCause('tree_before', pointerTo('tree_before'))];
  const { sources } = report;
  if (!Array.isArray(sources)) return [missingCause('tests.sources', pointerTo('tests', 'sources'))];
  const digests = new Set<Json>();
  for (const [path, file] of Object.entries(files)) {
    const digest = isObject(file) ? file['sha256'] : undefined;
    // Any report may be the file that nobody has the digest of.
    if (typeof digest !== 'string')
      return [missingCause('tree_before.files', pointerTo('tree_before', 'files', path))];
    digests.add(digest);
  }
  return (sources as readonly Json[]).flatMap((source, index) => {
    const { path, sha256 } = isObject(source) ? source : {};
    if (typeof sha256 !== 'string')
      return [missingCause(`tests.sources.${index}.sha256`, pointerTo('tests', 'sources', index, 'sha256'))];
    if (!digests.has(sha256)) return [];
    const subject = typeof path === 'string' ? path : 'unknown';
    const message = `${printPath(subject)} was there before the job, with the same bytes`;
    return [{ code: 'stale', subject, message, evidence: pointerTo('tests', 'sources', index) }];
  });
}

/** What is there without being a list says something all the same, and nobody knows what. */
function listed(value: Json | undefined): readonly JsonObject[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly Json[]).map((one) => (isObject(one) ? one : {})) : [{}];
}

function oncePerSubject(causes: readonly Cause[]): Cause[] {
  const seen = new Set<string | undefined>();
  return causes.filter(({ subject }) => (seen.has(subject) ? false : seen.add(subject)));
}

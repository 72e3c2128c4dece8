/** Names from a report, as evidence carries them: bounded, and with no secret in them. */
import { DETECTORS } from '../secrets/detectors/mod.ts';
import { scanText } from '../secrets/scan-text.ts';

const MAX_LENGTH = 500;
/** More of a name is not looked through; a secret that goes over this end must not be shown in part. */
const MAX_READ = 4096;
const LONGEST_SECRET = 1024;

/** Names that go on for longer are told apart by a digest, as far as they are read. */
export function boundedName(name: string, sha256: (text: string) => string): string {
  // Some reporters join a title to the empty name of what it stands in.
  const whole = name.trim();
  const masked = maskSecrets(whole.slice(0, MAX_READ)).toWellFormed();
  if (whole.length <= MAX_READ && masked.length <= MAX_LENGTH) return masked;
  const sure = whole.length <= MAX_READ ? masked.length : Math.max(0, masked.length - LONGEST_SECRET);
  // The digest is of what may be shown: that of a secret could be guessed.
  const shown = masked.slice(0, sure);
  return `${shown.slice(0, MAX_LENGTH).toWellFormed()}...${sha256(shown).slice(0, 16)}`;
}

/** Parameters become part of a test's name, so a token may. */
export function maskSecrets(text: string): string {
  const hits: { start: number; end: number }[] = [];
  const scan = scanText(DETECTORS, ({ start, end }) => hits.push({ start, end }));
  scan.push(text);
  scan.end();
  if (hits.length === 0) return text;
  let masked = '';
  let at = 0;
  for (const { start, end } of hits.sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    masked += `${text.slice(at, Math.max(at, start))}[secret]`;
    at = end;
  }
  return masked + text.slice(at);
}

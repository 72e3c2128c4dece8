/** The command is evidence: it is kept and shown, so what looks like a secret may not stand in it. */
import { CollectError } from '../collector.ts';
import { DETECTORS } from '../secrets/detectors/mod.ts';
import { scanText } from '../secrets/scan-text.ts';

/** What secrets look like on a command line alone: a header, and a name with a password (not the numbers of a user). */
const HEADER = /\bauthorization\s*:\s*(?:\w+\s+)?[\w.~+/=-]{6,}/i;
const USER = /^(?:-u|--user|--proxy-user|-U)$/;
const WITH_PASSWORD = /^[^:\s/]*:(?!\d+$)[^$\s]{3,}$/;

/** Throws CollectError when a word of the command, alone or as the value of the flag before it, looks like a secret. */
export function refuseSecrets(command: readonly string[]): void {
  command.forEach((word, index) => {
    const before = command[index - 1] ?? '';
    const kind = secretIn(word) ?? secretAfter(before, word);
    if (kind === undefined) return;
    throw new CollectError('input', `Word ${index + 1} of the command looks like a secret (${kind})`, {
      help: 'The command is kept as evidence: let the program read it from a variable, and add --rerun-env NAME',
    });
  });
}

function secretAfter(flag: string, word: string): string | undefined {
  if (USER.test(flag) && WITH_PASSWORD.test(word)) return 'password of a user';
  if (!/^--?[A-Za-z]/.test(flag) || flag.includes('=')) return undefined;
  return secretIn(`${flag.replace(/^-+/, '')}=${word}`);
}

function secretIn(text: string): string | undefined {
  if (HEADER.test(text)) return 'header';
  let detector: string | undefined;
  const scan = scanText(DETECTORS, (hit) => {
    detector = hit.detector;
    return false;
  });
  scan.push(text);
  scan.end();
  return detector;
}

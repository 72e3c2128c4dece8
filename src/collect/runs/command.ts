/** The command is evidence: it is kept and shown, so what looks like a secret may not stand in it. */
import { CollectError } from '../collector.ts';
import { DETECTORS } from '../secrets/detectors/mod.ts';
import { scanText } from '../secrets/scan-text.ts';

/** Throws CollectError when a word of the command, alone or as the value of the flag before it, looks like a secret. */
export function refuseSecrets(command: readonly string[]): void {
  command.forEach((word, index) => {
    const before = command[index - 1];
    const flag = before !== undefined && /^--?[A-Za-z]/.test(before) && !before.includes('=') ? before : '';
    const detector =
      secretIn(word) ?? (flag === '' ? undefined : secretIn(`${flag.replace(/^-+/, '')}=${word}`));
    if (detector === undefined) return;
    throw new CollectError('input', `Word ${index + 1} of the command looks like a secret (${detector})`, {
      help: 'The command is kept as evidence: let the program read it from a variable, and add --rerun-env NAME',
    });
  });
}

function secretIn(text: string): string | undefined {
  let detector: string | undefined;
  const scan = scanText(DETECTORS, (hit) => {
    detector = hit.detector;
    return false;
  });
  scan.push(text);
  scan.end();
  return detector;
}

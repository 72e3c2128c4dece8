/** Finds the machine's Chromium and drives it; says what to install when there is none. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { type Browser, chromium } from 'playwright';

const FIXED = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium. Throws an Error that says what to install. */
export function findChromium(
  env: Readonly<Record<string, string | undefined>> = process.env,
  exists: (path: string) => boolean = existsSync,
): string {
  const named = env['HOLDPOINT_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (exists(named)) return named;
    throw new Error(
      `HOLDPOINT_CHROMIUM names "${named}", which does not exist; point it to a Chromium or unset it`,
    );
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = [...FIXED, ...folders.flatMap((folder) => ON_PATH.map((name) => join(folder, name)))];
  const found = places.find((place) => exists(place));
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium found: install Debian\'s with "apt-get install chromium", or set HOLDPOINT_CHROMIUM to the path of one',
  );
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ARGS });
}

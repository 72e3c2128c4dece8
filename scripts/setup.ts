// Runs before every Deno task: installs the packages when they are missing or not those of package-lock.json.
// Uses builtins only, because it is what runs when there are no packages yet.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

type Entry = { version?: string; optional?: boolean; link?: boolean };
type Lock = { packages?: Record<string, Entry> };

function readLock(path: string): Lock | undefined {
  try {
    return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  } catch {
    return undefined;
  }
}

// npm keeps beside the packages a list of what it installed. Comparing the two lists, and not their times, leaves
// alone what a checkout has merely touched. Optional packages may be absent: most are for another system.
function isInstalled(wanted: Lock, present: Lock): boolean {
  const installed = present.packages ?? {};
  return Object.entries(wanted.packages ?? {}).every(([path, entry]) => {
    const found = installed[path];
    if (path === '' || entry.link) return true;
    return found ? found.version === entry.version : entry.optional === true;
  });
}

const wanted = readLock('../package-lock.json');
const present = readLock('../node_modules/.package-lock.json');

if (!wanted || !present || !isInstalled(wanted, present)) {
  const cwd = new URL('..', import.meta.url);
  process.stderr.write(
    `The packages are ${present ? 'not those of package-lock.json' : 'missing'}: running npm ci\n`,
  );
  // Windows starts npm only through its shell.
  const { status, error } = spawnSync('npm', ['ci'], {
    cwd,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) {
    process.stderr.write(
      'npm cannot be started, and the packages come from it: install Node 20 or newer with npm, then run "npm ci"\n',
    );
    process.exitCode = 69;
  } else {
    process.exitCode = status ?? 70;
  }
}

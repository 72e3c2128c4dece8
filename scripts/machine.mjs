// Finds what the tests need from the machine, a git and a Chromium, and installs it where that may be done (root on
// Debian); otherwise says exactly what to run. Never lets a test be skipped for want of them.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const BROWSERS = [
  '/usr/bin/chromium',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_BROWSER = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The program's version line, or undefined when it is missing or does not start. */
function versionOf(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}

/** The first browser that starts, by the path or name it is started with. Throws when the one asked for does not. */
function findBrowser() {
  const asked = process.env.HOLDPOINT_CHROMIUM;
  if (asked && !versionOf(asked))
    throw new Error(`HOLDPOINT_CHROMIUM names "${asked}", which does not start`);
  return asked || [...BROWSERS, MAC_BROWSER].find(versionOf);
}

/** The full path of a program on the PATH: browser drivers take nothing less. */
function pathOf(program) {
  if (program.includes('/') || program.includes('\\')) return program;
  const { stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return stdout.trim() || program;
}

const mayInstall = () => process.getuid?.() === 0 && versionOf('apt-get') !== undefined;

function aptGet(...words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', ['-q', ...words], { stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status !== 0) throw new Error(`"apt-get ${words.join(' ')}" failed: see its messages above`);
}

/**
 * Makes sure of git and a Chromium, and names the browser in HOLDPOINT_CHROMIUM for the tests.
 * Throws with the command to run when something is missing and may not be installed.
 */
export function prepareMachine(say) {
  const git = versionOf('git');
  const browser = findBrowser();
  const packages = [...(git ? [] : ['git']), ...(browser ? [] : ['chromium', 'fonts-dejavu-core'])];
  if (packages.length > 0) {
    const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
    if (!mayInstall()) {
      const other = 'or put git on the PATH and set HOLDPOINT_CHROMIUM to a Chromium or Chrome';
      throw new Error(
        `Missing: ${packages.join(', ')}. Run "sudo apt-get update && sudo ${install}", ${other}`,
      );
    }
    say(`Installing ${packages.join(', ')}`);
    aptGet('update');
    aptGet(...install.split(' ').slice(1));
  }
  const found = browser ?? findBrowser();
  if (!found)
    throw new Error('A Chromium was installed but does not start: run "chromium --version" to see why');
  process.env.HOLDPOINT_CHROMIUM = pathOf(found);
  say(`${versionOf('git')}; ${versionOf(found)} at ${process.env.HOLDPOINT_CHROMIUM}`);
  return { ok: true };
}

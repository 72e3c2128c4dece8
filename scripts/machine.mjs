// Finds what the tests need from the machine, a git, a Chromium and a pytest, and installs it where that may be done
// (root on Debian); otherwise says exactly what to run. Never lets a test be skipped for want of them.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const BROWSERS = [
  '/usr/bin/chromium',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
// The packages of Debian belong to Debian's own Python, which another one may stand before.
const PYTHONS = ['python3', '/usr/bin/python3'];
const MAC_BROWSER = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The program's version line, or undefined when it is missing or does not start; `words` come before `--version`. */
function versionOf(program, ...words) {
  const args = [...words, '--version'];
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}

/** The first browser that starts, by the path or name it is started with. Throws when the one asked for does not. */
function findBrowser() {
  const asked = process.env.HOLDPOINT_CHROMIUM;
  if (asked && !versionOf(asked))
    throw new Error(`HOLDPOINT_CHROMIUM names "${asked}", which does not start`);
  return asked || [...BROWSERS, MAC_BROWSER].find(versionOf);
}

const pytestOf = (python) => versionOf(python, '-m', 'pytest');

/** The first Python that has pytest. Throws when the one asked for has none. */
function findPython() {
  const asked = process.env.HOLDPOINT_PYTHON;
  if (asked && !pytestOf(asked))
    throw new Error(`HOLDPOINT_PYTHON names "${asked}", which does not run "-m pytest"`);
  return asked || PYTHONS.find(pytestOf);
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
 * Makes sure of git, a Chromium and a pytest, and names the browser in HOLDPOINT_CHROMIUM and the Python that has pytest in
 * HOLDPOINT_PYTHON for the tests. Throws with the command to run when something is missing and may not be installed.
 */
export function prepareMachine(say) {
  const git = versionOf('git');
  const browser = findBrowser();
  const python = findPython();
  const packages = [
    ...(git ? [] : ['git']),
    ...(browser ? [] : ['chromium', 'fonts-dejavu-core']),
    ...(python ? [] : ['python3-pytest']),
  ];
  if (packages.length > 0) {
    const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
    if (!mayInstall()) {
      const other =
        'or put git on the PATH, set HOLDPOINT_CHROMIUM to a Chromium or Chrome, and HOLDPOINT_PYTHON to a Python with pytest';
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
  const tested = python ?? findPython();
  if (!tested)
    throw new Error(
      'A pytest was installed but does not start: run "/usr/bin/python3 -m pytest --version" to see why',
    );
  process.env.HOLDPOINT_CHROMIUM = pathOf(found);
  process.env.HOLDPOINT_PYTHON = pathOf(tested);
  say(
    `${versionOf('git')}; ${versionOf(found)} at ${process.env.HOLDPOINT_CHROMIUM}; ${pytestOf(tested)} at ${process.env.HOLDPOINT_PYTHON}`,
  );
  return { ok: true };
}

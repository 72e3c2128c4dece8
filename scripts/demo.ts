/** The demo: a real repository, an agent's change in it, three verdicts, and the dashboard. See examples/agent-change/README.md. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const onDeno = 'Deno' in globalThis;
const root = packageRoot();
const example = join(root, 'examples', 'agent-change');
const evidence = join(example, 'evidence');
const folder = mkdtempSync(join(tmpdir(), 'holdpoint-demo-'));
const repository = join(folder, 'till');
const before = join(folder, 'before.json');
const report = join(folder, 'tests.xml');
const rules = join(folder, 'rules');
/** What the shop chose from the shipped policies; all of them would ask for more than the story tells. */
const CHOSEN = ['residency', 'egress-leaf', 'write-fence', 'intent', 'patch-budget'];
const holdpoint = onDeno
  ? [process.execPath, 'run', '-A', join(root, 'src/cli/main.ts')]
  : [process.execPath, join(root, 'bin/holdpoint.mjs')];

function packageRoot(): string {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, 'package.json'))) at = dirname(at);
  return at;
}

// Fixed dates give fixed commits, and so the same receipts on every machine and runtime; only the merge is judged by a
// report as well, which says how long the tests took.
const DATES = { GIT_AUTHOR_DATE: '2026-10-13T00:00:00Z', GIT_COMMITTER_DATE: '2026-10-13T00:00:00Z' };

/** Shows a command as a person would type it. */
function announce(args: readonly string[]): void {
  const shown = args.map((arg) => arg.replace(`${evidence}/`, 'evidence/').replace(`${folder}/`, ''));
  console.log(`\n$ holdpoint ${shown.join(' ')}`);
}

function ask(args: readonly string[], wanted: number): void {
  announce(args);
  const [program = '', ...rest] = holdpoint;
  const { status, error } = spawnSync(program, [...rest, ...args], { cwd: repository, stdio: 'inherit' });
  if (status === wanted) return;
  throw new Error(`holdpoint ended with status ${status ?? error?.message}, expected ${wanted}`);
}

function git(...args: readonly string[]): void {
  const identity = [
    '-c',
    'user.name=Demo',
    '-c',
    'user.email=demo@example.invalid',
    '-c',
    'commit.gpgsign=false',
    '-c',
    'core.hooksPath=/dev/null',
  ];
  const { status, error, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, ...DATES },
  });
  if (status === 0) return;
  throw new Error(
    error === undefined
      ? `git ${args[0]} failed: ${stderr.trim()}`
      : 'git is not installed; the demo needs it (apt-get install git)',
  );
}

/** Runs the till's own tests, which write a report. */
function runTests(): void {
  const args = onDeno
    ? ['test', '-A', '--no-check', `--junit-path=${report}`, 'tests']
    : ['--test', '--test-reporter=junit', `--test-reporter-destination=${report}`];
  // A test run of ours may have started this demo; the till's run is none of its children.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
  console.log(`\nThe till's own tests ${status === 0 ? 'passed' : 'failed'}; their report is tests.xml`);
}

function makeRepository(): void {
  for (const name of CHOSEN) cpSync(join(root, 'rules', `${name}.yaml`), join(rules, `${name}.yaml`));
  cpSync(join(example, 'base'), repository, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Till');
}

function agentWorks(): void {
  cpSync(join(example, 'change'), repository, { recursive: true });
  git('add', '--all');
  git('commit', '--quiet', '--message=Rewrite total()');
}

const set = (...names: readonly string[]) =>
  names.flatMap((name) => ['--set', `${name}=${join(evidence, `${name}.json`)}`]);
const judged = ['--rules', rules, '--store'];

function verdicts(): void {
  console.log(`A shop till in ${repository}: a person allowed an agent to rewrite src/total.js.`);
  makeRepository();
  ask(['collect', '--tree', '.', '-o', before], 0);

  console.log('\n--- May the fixture in outbox/ leave for a free server?');
  ask(
    [
      'eval',
      '--action',
      'send',
      '--job',
      'expand-openapi',
      '--tree',
      'outbox',
      ...set('job', 'card'),
      ...judged,
    ],
    3,
  );

  console.log('\n--- May the agent carry out its plan?');
  ask(
    ['eval', '--action', 'write', '--job', 'simplify-total', ...set('fence', 'intent', 'plan'), ...judged],
    0,
  );

  agentWorks();
  runTests();
  console.log('\n--- May what it did be merged?');
  const stamps = ['--tree-before', before, '--tree', '.', '--git', 'HEAD~1..HEAD', '--locks'];
  ask(['eval', '--action', 'merge', ...stamps, '--junit', report, ...set('fence'), ...judged], 2);
}

/** Serves until Ctrl-C, then ends with what the server ended with. */
function dashboard(): Promise<number> {
  console.log('\n--- The dashboard over these verdicts:');
  announce(['serve', '--port', '0']);
  const [program = '', ...rest] = holdpoint;
  const server = spawn(program, [...rest, 'serve', '--port', '0'], { cwd: repository, stdio: 'inherit' });
  // Ctrl-C reaches the server through the terminal; a signal to this process alone must reach it too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  return new Promise((resolve) => server.on('exit', (code) => resolve(code ?? 1)));
}

try {
  verdicts();
  if (!process.argv.includes('--once')) process.exitCode = await dashboard();
} catch (error) {
  console.error(`\nThe demo failed: ${(error as Error).message}`);
  process.exitCode = 70;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

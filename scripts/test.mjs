// The whole test run on the runtime that runs this file: `npm test` on Node, `deno task test` on Deno.
// Every step runs, what failed is said at the end. Words as arguments run only the test files whose path holds one of them.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { prepareMachine } from './machine.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const onDeno = 'Deno' in globalThis;
const filters = process.argv.slice(2);
// Room for a browser beside the test that drives it; more at once only makes browsers slow.
const jobs = Math.min(4, Math.max(2, availableParallelism()));
// Only for what hangs: the limit of a test holds for a whole file too, and a busy machine runs a browser file slowly.
const STEP_LIMIT_MS = 600_000;
const TEST_LIMIT_MS = 540_000;

const failed = [];
const counts = { passed: 0, failed: 0, skipped: 0 };
const say = (line) => process.stdout.write(`${line}\n`);

/** Runs one program of Node's or Deno's in the project, shows what it prints and gives it back; `ok` is exit 0. */
function run(argv, env = {}) {
  return new Promise((done) => {
    const child = spawn(process.execPath, argv, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: STEP_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk) => {
      text += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', (error) => done({ ok: false, text: `${text}${error.message}` }));
    child.on('close', (code, signal) => {
      if (signal) say(`Stopped by ${signal} after at most ${STEP_LIMIT_MS / 60_000} minutes`);
      done({ ok: code === 0, text });
    });
  });
}

/** One step: a heading, the work, its time; a throw or `ok: false` is a failure that the end of the run repeats. */
async function step(title, work) {
  say(`\n== ${title}`);
  const start = performance.now();
  let ok = false;
  try {
    ok = (await work()).ok;
  } catch (error) {
    say(error.message);
  }
  if (!ok) failed.push(title);
  say(`-- ${title}: ${ok ? 'ok' : 'FAILED'} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return ok;
}

/** The test files under tests/ in a fixed order: Node 20 expands no globs. */
function testFiles() {
  const paths = readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
  return filters.length === 0 ? paths : paths.filter((path) => filters.some((word) => path.includes(word)));
}

const number = (text, pattern) => Number(text.match(pattern)?.[1] ?? 0);
const plain = (text) => text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');

/** Adds what the runner's own summary says; a run without a summary (it died) counts as one failure. */
function count(output, ok, patterns) {
  const text = plain(output);
  counts.passed += number(text, patterns.passed);
  counts.failed += Math.max(number(text, patterns.failed) + number(text, patterns.cancelled), ok ? 0 : 1);
  counts.skipped += number(text, patterns.skipped);
}

async function runTests() {
  const files = testFiles();
  if (files.length === 0) throw new Error(`No test file matches "${filters.join(' ')}"`);
  const node = ['--import', 'tsx', '--test', '--test-reporter=spec', `--test-concurrency=${jobs}`];
  const argv = onDeno
    ? ['test', '-A', '--no-check', '--parallel', ...files]
    : [...node, `--test-timeout=${TEST_LIMIT_MS}`, ...files];
  const forDeno = { DENO_JOBS: String(jobs), ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) };
  const { ok, text } = await run(argv, onDeno ? forDeno : {});
  const onNode = { passed: /^ℹ pass (\d+)/m, failed: /^ℹ fail (\d+)/m, skipped: /^ℹ skipped (\d+)/m };
  const summary = /^(?:ok|FAILED) \| .*$/gm;
  if (onDeno) {
    const last = plain(text).match(summary)?.at(-1) ?? '';
    count(last, ok, {
      passed: /(\d+) passed/,
      failed: /(\d+) failed/,
      skipped: /(\d+) ignored/,
      cancelled: /$^/,
    });
  } else {
    count(text, ok, { ...onNode, cancelled: /^ℹ cancelled (\d+)/m });
  }
  return { ok };
}

/** The checks that need no test runner. */
async function runChecks() {
  const bin = (...path) => join(root, 'node_modules', ...path);
  const colors = process.stdout.isTTY ? '--colors=force' : '--colors=off';
  const tsc = bin('typescript', 'bin', 'tsc');
  if (onDeno) {
    await step('Types, as Deno sees them', () => run(['check', 'src', 'scripts']));
    return;
  }
  await step('Types', () => run([tsc, '-p', '.']));
  await step('Types of the engine, without Node or a browser', () => run([tsc, '-p', 'src/engine']));
  await step('Format and lint', () =>
    run([bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', colors, '.']),
  );
  await step('Generated files are fresh', () => run(['--import', 'tsx', 'scripts/gen.ts', '--check']));
}

if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
  say('The packages are not installed: run "npm ci", then this again');
  process.exit(1);
}
say(`Holdpoint's tests on ${onDeno ? `Deno ${globalThis.Deno.version.deno}` : `Node ${process.version}`}`);
await step('Machine: git, a Chromium and a pytest', () => prepareMachine(say));
if (filters.length === 0) await runChecks();
await step('Build', () => run(onDeno ? ['run', '-A', 'scripts/build.mjs'] : ['scripts/build.mjs']));
await step('Tests', runTests);

say('');
if (counts.skipped > 0) say(`${counts.skipped} tests were skipped: see their reasons above`);
for (const title of failed) say(`FAILED: ${title}`);
// A failed step counts with the failed tests, so that the closing line alone says whether all is well.
const steps = failed.filter((title) => title !== 'Tests' || counts.failed === 0);
say(`${counts.passed} passed, ${counts.failed + steps.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

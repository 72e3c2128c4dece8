// Builds dist/: the command, the library and the demo, with their shared parts in chunks that load when needed.
// `--types` also writes the declarations of the public face to dist/types.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

// Left out of the bundle: what finds its own files at run time (the native addon behind @libsql/client, the browser
// files of htmx.org and chart.js) and secretlint, which is large and only loaded when something is scanned.
// Everything else goes in: one read is faster than resolving hundreds of small modules, drizzle and hono above all.
const external = ['@libsql/client', 'libsql', '@secretlint/*', 'htmx.org', 'chart.js'];

// Some of the bundled packages are CommonJS and ask for builtins through `require`, which ESM does not have.
const banner = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/cli/main.ts', mod: 'src/engine/mod.ts', demo: 'scripts/demo.ts' },
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    external,
    banner: { js: banner },
    // Names stay as they are: shortening them starts no faster (measured), and a stack trace stays readable.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  return outputFiles;
}

// Each file is renamed into place, so that a command started during a build reads a whole file; chunks that nothing
// names any more go last.
function place(files) {
  mkdirSync(dist, { recursive: true });
  const names = new Set(files.map((file) => basename(file.path)));
  for (const file of files) {
    const partial = `${file.path}.${process.pid}.partial`;
    writeFileSync(partial, file.contents);
    renameSync(partial, file.path);
  }
  for (const name of readdirSync(dist)) {
    if (name.endsWith('.js') && !names.has(name)) rmSync(join(dist, name), { force: true });
  }
}

function emitTypes() {
  rmSync(join(dist, 'types'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rewriteRelativeImportExtensions',
  ];
  const where = ['--rootDir', join(root, 'src'), '--outDir', join(dist, 'types')];
  const argv = [tsc, '-p', join(root, 'src', 'engine'), ...options, ...where];
  const { status } = spawnSync(process.execPath, argv, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The declarations could not be written: see the compiler messages above');
}

const start = performance.now();
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
try {
  const files = await bundle();
  place(files);
  if (process.argv.includes('--types')) emitTypes();
  const bytes = files.reduce((sum, file) => sum + file.contents.length, 0);
  const size = `${files.length} files, ${Math.round(bytes / 1024)} KiB`;
  process.stderr.write(`Built ${name} ${version}: ${size} in ${Math.round(performance.now() - start)} ms\n`);
} catch (error) {
  // esbuild has printed its own messages by now; everything else is said here.
  if (!error.errors) process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

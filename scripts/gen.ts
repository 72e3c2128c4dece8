/** Writes what is made from definitions: the list of gate kinds, the reference pages, the JSON Schemas. `--check` only compares. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { kindsSource } from './gen/kinds.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const stale: string[] = [];

function write(path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  stale.push(path);
  if (check) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const folders = readdirSync(join(root, 'src/engine/gates'), { withFileTypes: true });
write(
  'src/engine/gates/kinds.gen.ts',
  kindsSource(folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name)),
);

// Imported only now: the pages are made from the list that was just written.
const { gatesPage } = await import('./gen/gates-page.ts');
const { evidencePage } = await import('./gen/evidence-page.ts');
const { cliPage } = await import('./gen/cli-page.ts');
const { ruleFileSchema, snapshotSchema } = await import('../src/engine/json-schemas.ts');
write('docs/gates.md', gatesPage());
write('docs/evidence.md', evidencePage());
write('docs/cli.md', cliPage());
write('rules/rules.schema.json', `${JSON.stringify(ruleFileSchema(), null, 2)}\n`);
write('docs/snapshot.schema.json', `${JSON.stringify(snapshotSchema(), null, 2)}\n`);

for (const path of stale) console.log(`${check ? 'stale' : 'written'}: ${path}`);
if (stale.length === 0) console.log('generated files are up to date');
if (check && stale.length > 0) {
  console.log('Run: npm run gen');
  process.exitCode = 1;
}

/** Holds the source tree to its laws: who imports whom, what the engine may touch, how a file looks, what starts fast. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as laws from './architecture/laws.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function readSources(): laws.Sources {
  const sources = new Map<string, string>();
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    sources.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
  }
  return sources;
}

const sources = readSources();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const declared = Object.keys(manifest.dependencies);
const ENTRY = 'src/cli/main.ts';

test('src is read whole: every file that one imports is there', () => {
  assert.ok(sources.has('src/engine/mod.ts'));
  assert.deepEqual(laws.wholeTree(sources), []);
});

test('layers import only what the import table allows', () => {
  assert.deepEqual(laws.importTable(sources), []);
});

test('the engine is pure: no builtin, clock, environment, network, randomness or waiting', () => {
  assert.deepEqual(laws.enginePurity(sources), []);
});

test('builtins are imported only next to the machine', () => {
  assert.deepEqual(laws.builtins(sources), []);
});

test('every file is short and begins by saying what it is for', () => {
  assert.deepEqual(laws.fileShape(sources), []);
});

test('files do not import each other in a circle', () => {
  assert.deepEqual(laws.cycles(sources), []);
});

test('packages that src imports are dependencies', () => {
  assert.deepEqual(laws.dependencies(sources, declared), []);
});

test('the command starts without store, web, or what they stand on', () => {
  assert.deepEqual(laws.lightStart(sources, ENTRY), []);
});

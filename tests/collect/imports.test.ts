/** Added lines that look like an import, counted over a real repository. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectChange } from '../../src/collect/change.ts';
import type { ChangedFile } from '../../src/collect/git/diff.ts';
import { collectPatch } from '../../src/collect/patch.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, write } from './temporary.ts';

const host = nodeHost();
type Files = Readonly<Record<string, string | Uint8Array>>;

async function changed(before: Files, after: (folder: string) => void): Promise<readonly ChangedFile[]> {
  const { folder, commit } = repository();
  write(folder, before);
  commit();
  after(folder);
  commit();
  const range = 'HEAD~1..HEAD';
  return (await collectChange({ host }, { folder, range, imports: true })).files;
}
const counts = (files: readonly ChangedFile[]) => files.map(({ path, imports }) => [path, imports]);
const countIn = async (path: string, before: string, after: string) =>
  (await changed({ [path]: before }, (folder) => write(folder, { [path]: after })))[0]?.imports;

test('lines that bring code in are counted, in the shapes of many languages', async () => {
  const shapes: Readonly<Record<string, readonly string[]>> = {
    'a.py': [
      'import os',
      'from os import path',
      'x = 1; import os',
      'm = __import__("os")',
      'importlib.reload(x)',
    ],
    'a.js': [`import fs from 'fs'`, `const fs = require('fs')`, `} from './b.js'`, 'await import(name)'],
    'a.go': ['import "os"', '\t"net/http"', '\t_ "embed"', '\ts "strings" // why'],
    'a.rs': ['use std::fs;', 'pub use crate::a;', 'extern crate libc;'],
    'a.c': ['#include <stdio.h>', '#  include "a.h"'],
    'a.cs': ['using System.IO;', 'global using A;'],
    'a.php': ['use A\\B;', `require_once 'x.php';`, 'include("x")'],
    'a.rb': [`require 'json'`, `require_relative 'x'`],
    'a.sh': ['source ./lib.sh', '. /etc/profile', '. "$x"'],
    'a.R': ['library(dplyr)'],
  };
  for (const [path, lines] of Object.entries(shapes))
    for (const line of lines) assert.equal(await countIn(path, 'x\n', `x\n${line}\n`), 1, `${path}: ${line}`);
});

test('lines that bring nothing in are not counted', async () => {
  const plain = [
    'return a + b',
    'important = 1',
    'user = 2',
    'used',
    '"net/http"',
    'resource x',
    'includes(a)',
    '...',
  ];
  assert.equal(await countIn('a.py', 'x\n', `x\n${plain.join('\n')}\n`), 0);
});

test('an import that stood there before is no new one, also moved or indented; twice is one more', async () => {
  assert.equal(await countIn('a.py', 'import os\nx\n', 'x\nif x:\n    import os\n'), 0);
  assert.equal(await countIn('a.py', 'import os\n', 'import os\nimport os\n'), 1);
  assert.equal(await countIn('a.py', 'import os\n', 'import os, socket\n'), 1);
  assert.equal(await countIn('a.py', 'x\n', 'x\rimport os\r'), 1);
});

test('a new file counts whole, a deleted one not at all, and each file for itself', async () => {
  const files = await changed({ 'gone.py': 'import os\n', 'a.py': 'import os\n' }, (folder) => {
    fs.rmSync(join(folder, 'gone.py'));
    write(folder, { 'a.py': '', 'new.py': 'import os\nimport re\n' });
  });
  assert.deepEqual(counts(files), [
    ['a.py', 0],
    ['gone.py', 0],
    ['new.py', 2],
  ]);
});

test('a file that cannot be counted is left without a number', async () => {
  const files = await changed({ 'b.bin': 'x' }, (folder) => {
    write(folder, { 'b.bin': Uint8Array.of(0, 1), 'big.py': `import os\n${' '.repeat(1 << 20)}` });
    fs.symlinkSync('x', join(folder, 'link'));
  });
  assert.deepEqual(counts(files), [
    ['b.bin', undefined],
    ['big.py', undefined],
    ['link', undefined],
  ]);
});

test('nothing is counted unless it is asked for, and the text of a line is never told', async () => {
  const { folder, commit } = repository();
  commit();
  write(folder, { 'a.py': 'import unheard_of\n' });
  commit();
  const collect = (imports: boolean) => collectChange({ host }, { folder, range: 'HEAD~1..HEAD', imports });
  assert.deepEqual(counts((await collect(false)).files), [['a.py', undefined]]);
  assert.equal(JSON.stringify(await collect(true)).includes('unheard_of'), false);
});

test('the imports of a patch are counted as those of its commit are', async () => {
  const { folder, git, commit } = repository();
  write(folder, { 'a.py': 'import os\n' });
  const base = commit();
  write(folder, { 'a.py': 'import os\nimport re\n', 'b.py': 'import os\n' });
  commit();
  write(folder, { 'x.patch': git('diff', 'HEAD~1', 'HEAD') });
  const { change } = await collectPatch(
    { host },
    { folder, base, file: join(folder, 'x.patch'), imports: true },
  );
  assert.deepEqual(counts(change?.files ?? []), [
    ['a.py', 1],
    ['b.py', 1],
  ]);
});

/** Which paths are safe, what they are normalised to, which spellings are one file, and how they are shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPath, findCollisions, foldPath, printPath } from '../../src/engine/paths/path.ts';

const NORMALISED: readonly (readonly [string, string])[] = [
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['src/./a.ts', 'src/a.ts'],
  ['ok/./y', 'ok/y'],
  ['src/', 'src'],
  ['docs/cafe\u0301.md', 'docs/caf\u00e9.md'],
  ['..notes.md', '..notes.md'],
  ['a/..b/c.txt', 'a/..b/c.txt'],
  ['a..', 'a..'],
  ['src/%2e%2e/x', 'src/%2e%2e/x'],
  ['src/b\nc.ts', 'src/b\nc.ts'],
  ['tab\there', 'tab\there'],
  ['ok.name.txt', 'ok.name.txt'],
  ['console.log', 'console.log'],
  ['com10/auxiliary', 'com10/auxiliary'],
  ['.con', '.con'],
  ['digit/config', 'digit/config'],
  ['notes~1-final.txt', 'notes~1-final.txt'],
  ['abcdefgh~1', 'abcdefgh~1'],
  ['a.~1~', 'a.~1~'],
  ['a~1.json', 'a~1.json'],
  ['a~x', 'a~x'],
  ['~1', '~1'],
  ['.gitignore', '.gitignore'],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['src/a.git/x', 'src/a.git/x'],
  ['git/config', 'git/config'],
  ['~lock.doc', '~lock.doc'],
  ['src/~', 'src/~'],
  ['\u{1f600}.md', '\u{1f600}.md'],
];

for (const [raw, path] of NORMALISED) {
  test(`checkPath takes ${JSON.stringify(raw)} for ${JSON.stringify(path)}`, () => {
    assert.deepEqual(checkPath(raw), { ok: true, path });
  });
}

const UNSAFE: readonly (readonly [string, string])[] = [
  ['', 'is empty'],
  ['.', 'names the root folder'],
  ['.//./', 'names the root folder'],
  ['/src/a.ts', 'is absolute'],
  ['/w/src/a.ts', 'is absolute'],
  ['//host/share/a.ts', 'is absolute'],
  ['..', 'has a `..` segment'],
  ['../src/a.ts', 'has a `..` segment'],
  ['../out-b/x.txt', 'has a `..` segment'],
  ['src/x/../a.ts', 'has a `..` segment'],
  ['src/../etc/p', 'has a `..` segment'],
  ['a/../../x', 'has a `..` segment'],
  ['src/.. /x', 'has a segment of dots and spaces only'],
  ['src/.\u200d./x', 'has a segment of dots and spaces only'],
  ['src/.../x', 'has a segment of dots and spaces only'],
  ['src/ /x', 'has a segment of dots and spaces only'],
  ['src/\u200b/x', 'has a segment of dots and spaces only'],
  ['~', 'starts with the home shorthand `~`'],
  ['~/src/a.ts', 'starts with the home shorthand `~`'],
  ['./~/src/a.ts', 'starts with the home shorthand `~`'],
  ['src/a\0.ts', 'has a NUL character'],
  ['src\\a.ts', 'has a backslash'],
  ['src\\..\\..\\.env', 'has a backslash'],
  ['..\\up.txt', 'has a backslash'],
  ['\\\\host\\share', 'has a backslash'],
  ['C:\\w\\src\\a.ts', 'has a backslash'],
  ['C:/repo/a.ts', 'has a drive letter'],
  ['c:a.ts', 'has a drive letter'],
  ['file:///w/src/a.ts', 'has a colon in a segment'],
  ['secrets.yaml::$DATA', 'has a colon in a segment'],
  ['.env::$DATA', 'has a colon in a segment'],
  ['notes.txt:hidden', 'has a colon in a segment'],
  ['CON', 'has a Windows device name'],
  ['aux.log', 'has a Windows device name'],
  ['src/Nul.tar.gz', 'has a Windows device name'],
  ['com1/x', 'has a Windows device name'],
  ['LPT9 .txt', 'has a Windows device name'],
  ['com\u00b9', 'has a Windows device name'],
  ['c\u200don.txt', 'has a Windows device name'],
  ['docs/inv\u202edm.exe', 'has a character that reorders text'],
  ['a\u2066b', 'has a character that reorders text'],
  ['a\u200fb', 'has a character that reorders text'],
  ['GIT~1/hooks/post-checkout', 'has a short name of a git control file'],
  ['sub/git~12', 'has a short name of a git control file'],
  ['gi7eba~1', 'has a short name of a git control file'],
  ['GI7D29~1', 'has a short name of a git control file'],
  ['gitmod~1', 'has a short name of a git control file'],
  ['g\u200cit~1. ', 'has a short name of a git control file'],
  ['.git', 'has a `.git` segment'],
  ['.git/config', 'has a `.git` segment'],
  ['src/.git/hooks/x', 'has a `.git` segment'],
  ['src/.GIT', 'has a `.git` segment'],
  ['src/.Git. ./hooks/x', 'has a `.git` segment'],
  ['src/.g\u200cit/hooks/x', 'has a `.git` segment'],
  ['ENV~1', 'has a segment in the form of a Windows short name'],
  ['src/env~1', 'has a segment in the form of a Windows short name'],
  ['GITHUB~1/workflows/ci.yml', 'has a segment in the form of a Windows short name'],
  ['PROGRA~1', 'has a segment in the form of a Windows short name'],
  ['a/EN1A2B~1. ', 'has a segment in the form of a Windows short name'],
  ['PACKAG~2.JSO', 'has a segment in the form of a Windows short name'],
  ['E\u200bNV~1', 'has a segment in the form of a Windows short name'],
  ['a\ud800b', 'has half of a surrogate pair'],
  ['a'.repeat(4097), 'is longer than 4096 characters'],
];

for (const [raw, why] of UNSAFE) {
  const shown = raw.length > 60 ? `${raw.length} characters` : JSON.stringify(raw);
  test(`checkPath refuses ${shown}: it ${why}`, () => {
    assert.deepEqual(checkPath(raw), { ok: false, why });
  });
}

test('checkPath refuses every device name with any case and extension', () => {
  const numbered = ['COM', 'LPT'].flatMap((name) => Array.from({ length: 9 }, (_, i) => `${name}${i + 1}`));
  for (const name of ['CON', 'PRN', 'AUX', 'NUL', ...numbered]) {
    for (const path of [name, name.toLowerCase(), `a/${name}/b`, `${name}.c`]) {
      assert.equal(checkPath(path).ok, false, path);
    }
  }
});

const ALIASES: readonly (readonly [string, string])[] = [
  ['.ENV', '.env'],
  ['.env.', '.env'],
  ['.env ', '.env'],
  ['.g\u200cit/config', '.git/config'],
  ['keys./root.txt', 'keys/root.txt'],
  ['cfg/.aws. ./credentials', 'cfg/.aws/credentials'],
  ['out/stra\u00dfe', 'out/strasse'],
  ['out/STRA\u1e9eE', 'out/strasse'],
  ['\ufb01le', 'file'],
  ['\u212aey', 'key'],
  ['cafe\u0301', 'CAF\u00c9'],
  ['\u03b1\u03c2', '\u0391\u03a3'],
  ['\u03b1\u03c2.txt', '\u03b1\u03c3.txt'],
];

for (const [one, other] of ALIASES) {
  test(`foldPath gives ${JSON.stringify(one)} and ${JSON.stringify(other)} one key`, () => {
    assert.equal(foldPath(one), foldPath(other));
  });
}

for (const [one, other] of [
  ['a/b', 'ab'],
  ['.env', 'env'],
  ['a.b', 'ab'],
  ['a /b', 'a/ b'],
  ['e', '\u00e9'],
] as const) {
  test(`foldPath tells ${JSON.stringify(one)} and ${JSON.stringify(other)} apart`, () => {
    assert.notEqual(foldPath(one), foldPath(other));
  });
}

test('findCollisions names both members of each pair', () => {
  const paths = ['out/stra\u00dfe.cfg', 'out/strasse.cfg', 'out/README.md', 'out/ReadMe.md', 'out/other.md'];
  assert.deepEqual(findCollisions(paths), [
    ['out/stra\u00dfe.cfg', 'out/strasse.cfg'],
    ['out/README.md', 'out/ReadMe.md'],
  ]);
});

test('findCollisions pairs each later spelling with the first', () => {
  assert.deepEqual(findCollisions(['a', 'A', 'a.', 'b']), [
    ['a', 'A'],
    ['a', 'a.'],
  ]);
});

test('findCollisions finds a path that is an alias of a folder', () => {
  assert.deepEqual(findCollisions(['lib/a', 'Lib']), [['Lib', 'lib/a']]);
});

test('findCollisions is silent on repeated and on unlike paths', () => {
  assert.deepEqual(findCollisions(['a', 'a', 'b/a', 'B2/a']), []);
});

const SHOWN: readonly (readonly [string, string])[] = [
  ['src/a b.ts', 'src/a b.ts'],
  ['src/b\nc\t.ts', 'src/b\\nc\\t.ts'],
  ['docs/inv\u202edm.exe', 'docs/inv\\u202edm.exe'],
  ['.g\u200cit', '.g\\u200cit'],
  ['a\0\u001b[31m\u0085', 'a\\u0000\\u001b[31m\\u0085'],
  ['a\u2028b', 'a\\u2028b'],
  ['a\ud800b', 'a\\ud800b'],
  ['a\u{e0001}', 'a\\u{e0001}'],
  ['caf\u00e9/\u{1f600}', 'caf\u00e9/\u{1f600}'],
];

for (const [path, shown] of SHOWN) {
  test(`printPath shows ${shown}`, () => {
    assert.equal(printPath(path), shown);
  });
}

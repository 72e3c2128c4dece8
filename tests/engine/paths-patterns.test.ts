/** What allow and deny patterns cover, which pattern decides, and which patterns are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPath } from '../../src/engine/paths/path.ts';
import { caseHint, compilePatterns, isUnbounded, type PatternSet } from '../../src/engine/paths/patterns.ts';

function compiled(patterns: readonly string[], role: 'allow' | 'deny'): PatternSet {
  const result = compilePatterns(patterns, role);
  assert.ok(result.ok, JSON.stringify(result));
  return result.set;
}

type Row = {
  readonly patterns: readonly string[];
  readonly covers: readonly string[];
  readonly spares: readonly string[];
};

const DENY: readonly Row[] = [
  {
    patterns: ['.env'],
    covers: ['.env', '.ENV', '.env.', '.env ', 'svc/.Env', 'a/.env/b'],
    spares: ['env', '.env2', 'a.env'],
  },
  { patterns: ['**/.env'], covers: ['.ENV', 'svc/.Env'], spares: ['docs/environment.md'] },
  {
    patterns: ['**/.ssh/**', '**/authorized_keys'],
    covers: ['home/.SSH/x', '.ssh', 'Authorized_Keys'],
    spares: ['ssh/x'],
  },
  {
    patterns: ['.git/**'],
    covers: ['.git', '.Git/config', '.g\u200cit/config'],
    spares: ['digit/config', 'sub/.git/config'],
  },
  { patterns: ['**/.git/**'], covers: ['.git/config', 'sub/.GIT/config'], spares: ['.github/x'] },
  { patterns: ['.git/*'], covers: ['.git/config', '.git/hooks/pre-push'], spares: ['.git', '.gitignore'] },
  {
    patterns: ['**/.aws/**', 'keys/**'],
    covers: ['cfg/.aws./credentials', 'keys./root.txt'],
    spares: ['cfg/aws'],
  },
  { patterns: ['/.env'], covers: ['.env', '.env/x'], spares: ['apps/a/.env'] },
  { patterns: ['./.env'], covers: ['.env'], spares: ['apps/a/.env'] },
  { patterns: ['secrets/'], covers: ['secrets/a/b.txt', 'x/secrets/y', 'secrets'], spares: ['secrets2/a'] },
  { patterns: ['/secrets/'], covers: ['secrets/a'], spares: ['x/secrets/y'] },
  { patterns: ['config/*'], covers: ['config/.secret', 'config/a/b'], spares: ['config', 'x/config/a'] },
  {
    patterns: ['*.pem'],
    covers: ['deep/er/key.pem', '.pem', 'k.PEM', 'd.pem/x'],
    spares: ['pem', 'a.pem.txt'],
  },
  {
    patterns: ['*.env', '!example.env'],
    covers: ['a.env', 'EXAMPLE.env', 'x/b.env'],
    spares: ['example.env', 'x/example.env'],
  },
  { patterns: ['!example.env', '*.env'], covers: ['example.env'], spares: [] },
  {
    patterns: ['vault', '!vault/open/**'],
    covers: ['vault', 'vault/open', 'vault/x', 'Vault/open/x'],
    spares: ['vault/open/x'],
  },
  {
    patterns: ['*.{pem,key}', '@(a|b)/**'],
    covers: ['x.key', 'y/x.pem', 'b/c', 'a'],
    spares: ['x.ke', 'c/b/c'],
  },
  { patterns: ['vault/**'], covers: ['vault', 'vault/k1'], spares: ['vaults/k1'] },
  { patterns: ['src/update/**'], covers: ['src/update/installer.c'], spares: ['src/misc/helper.c'] },
  {
    patterns: ['.agent/settings.json'],
    covers: ['.agent/settings.json'],
    spares: ['.agent/settings.local.json'],
  },
  {
    patterns: ['app/[id]/page.tsx'],
    covers: ['app/[id]/page.tsx', 'app/i/page.tsx', 'app/D/page.tsx'],
    spares: ['app/x/page.tsx', 'app/id/page.tsx'],
  },
  { patterns: ['app/[id]/*.tsx'], covers: ['app/[ID]/a.tsx'], spares: ['app/[id]/a.ts'] },
  { patterns: ['log-[0-9][0-9].txt'], covers: ['a/log-07.txt'], spares: ['log-7.txt', 'log-ab.txt'] },
  { patterns: ['[!a]x'], covers: ['bx', 'Bx', '.x'], spares: ['ax', 'Ax'] },
  {
    patterns: ['id_rsa*', '*_secret'],
    covers: ['h/id_rsa.pub', 'id_rsa', 'my_SECRET'],
    spares: ['xid_rsa', 'secret'],
  },
  { patterns: ['a/**/b'], covers: ['a/b', 'a/x/y/b', 'a/b/c'], spares: ['a/x', 'x/a/b'] },
  { patterns: ['**/x/**/*.key'], covers: ['x/k.key', 'p/x/q/r/k.KEY'], spares: ['y/k.key'] },
  { patterns: ['?.txt'], covers: ['d/a.txt', '\u{1f600}.txt', '\u00df.txt'], spares: ['ab.txt', '.txt'] },
  { patterns: ['stra\u00dfe*'], covers: ['STRASSE.cfg', 'stra\u00dfe'], spares: ['strase'] },
  { patterns: ['*.'], covers: [], spares: ['a', 'b.txt'] },
  { patterns: ['**'], covers: ['a', 'a/b', '.x'], spares: [] },
  { patterns: ['/'], covers: ['a', 'a/b'], spares: [] },
  { patterns: ['{{cookie.name}}/x'], covers: ['{{cookie.name}}/x'], spares: ['cookie.name/x'] },
  { patterns: ['part{1..3}'], covers: ['part2'], spares: ['part4', 'part'] },
  { patterns: ['(shop)/a'], covers: ['(shop)/a'], spares: ['shop/a'] },
  { patterns: ['a{,.bak}'], covers: ['a', 'x/a.bak'], spares: ['a.ba'] },
  { patterns: [], covers: [], spares: ['a'] },
];

const ALLOW: readonly Row[] = [
  {
    patterns: ['src/**'],
    covers: ['src/a.ts', 'src/.hidden', 'src/x/y', 'src/%2e%2e/x'],
    spares: ['src', 'Src/a', 'x/src/a', 'srcs/a'],
  },
  { patterns: ['src/'], covers: ['src/a', 'src/a/b'], spares: ['src', 'x/src/a'] },
  { patterns: ['/src/a.ts'], covers: ['src/a.ts'], spares: ['x/src/a.ts'] },
  { patterns: ['src'], covers: ['src'], spares: ['src/a', 'x/src'] },
  {
    patterns: ['src/Calc.py'],
    covers: ['src/Calc.py'],
    spares: ['src/calc.py', 'src/Calc.py.', 'src/C\u200calc.py'],
  },
  { patterns: ['docs/cafe\u0301.md'], covers: ['docs/caf\u00e9.md'], spares: ['docs/cafe.md'] },
  { patterns: ['./src//a.ts'], covers: ['src/a.ts'], spares: [] },
  { patterns: ['*.ts'], covers: ['a.ts', '.ts'], spares: ['src/a.ts', 'a.tsx'] },
  { patterns: ['**/*.ts'], covers: ['a.ts', 'x/y/a.ts'], spares: ['a.ts/b', 'a.TS'] },
  {
    patterns: ['src/**/*.test.ts'],
    covers: ['src/a.test.ts', 'src/x/a.test.ts'],
    spares: ['src/a.ts', 'a.test.ts'],
  },
  { patterns: ['**/gen/**'], covers: ['gen/a', 'x/gen/y/z'], spares: ['gen', 'x/gen'] },
  {
    patterns: ['packages/*/src/**'],
    covers: ['packages/a/src/b'],
    spares: ['packages/a/src', 'packages/a/b/src/c'],
  },
  {
    patterns: ['app/[id]/page.tsx'],
    covers: ['app/[id]/page.tsx', 'app/i/page.tsx'],
    spares: ['app/I/page.tsx', 'app/[ID]/page.tsx'],
  },
  {
    patterns: ['app/(shop)/[...slug]/*'],
    covers: ['app/(shop)/[...slug]/page.tsx'],
    spares: ['app/shop/[...slug]/page.tsx'],
  },
  { patterns: ['app/[product-id]/a'], covers: ['app/[product-id]/a'], spares: ['app/p/a'] },
  {
    patterns: ['src/**', '!src/gen/**'],
    covers: ['src/a.ts'],
    spares: ['src/gen/b.ts', 'src/Gen/b.ts', 'src/gen', 'docs/readme.md'],
  },
  {
    patterns: ['src/**', '!*.key', 'src/open.key'],
    covers: ['src/a', 'src/open.key'],
    spares: ['src/x/b.key', 'src/b.KEY'],
  },
  { patterns: ['!src/gen/**', 'src/**'], covers: ['src/gen/b.ts'], spares: [] },
  { patterns: ['!src/gen/**'], covers: [], spares: ['docs/readme.md', 'src/a', 'src/gen/b'] },
  { patterns: ['./!name'], covers: ['!name'], spares: ['name'] },
  {
    patterns: ['{src,lib}/**/*.{ts,js}'],
    covers: ['src/a.ts', 'lib/x/a.js'],
    spares: ['src/a.tsx', 'src/a'],
  },
  { patterns: ['a-{b,c}.txt'], covers: ['a-b.txt', 'a-{b,c}.txt'], spares: ['a-d.txt'] },
  { patterns: ['**/*.md'], covers: ['docs/a.md'], spares: ['docs/inv.exe'] },
  { patterns: ['[[:digit:]]*'], covers: ['1', '2x'], spares: ['a', ''] },
  { patterns: ['[\u{1f600}a]'], covers: ['\u{1f600}', 'a'], spares: ['b'] },
  { patterns: ['a[', 'b]'], covers: ['a[', 'b]'], spares: ['a', 'b'] },
  { patterns: [], covers: [], spares: ['a'] },
];

for (const [role, rows] of [
  ['deny', DENY],
  ['allow', ALLOW],
] as const) {
  for (const { patterns, covers, spares } of rows) {
    test(`compilePatterns as ${role} reads ${JSON.stringify(patterns)}`, () => {
      const set = compiled(patterns, role);
      for (const path of covers) assert.ok(set.matches(path), `should cover ${JSON.stringify(path)}`);
      for (const path of spares) assert.ok(!set.matches(path), `should spare ${JSON.stringify(path)}`);
      for (const path of [...covers, ...spares])
        assert.equal(set.find(path) !== undefined, set.matches(path));
      assert.equal(set.size, patterns.length);
    });
  }
}

test('compilePatterns lets an allow list gain nothing from folding', () => {
  const set = compiled(['src/a.ts', 'Doc/**', '*.md'], 'allow');
  for (const path of ['SRC/a.ts', 'src/a.ts ', 'doc/x', 'x.MD']) assert.ok(!set.matches(path), path);
});

test('compilePatterns finds the last pattern that matches, as it was written', () => {
  const set = compiled(['*.pem', './keys//', '{a,key}.pem', '!old.pem', '**/*.PEM'], 'deny');
  assert.equal(set.find('x.pem'), '**/*.PEM');
  assert.equal(set.find('keys/x'), './keys//');
  assert.equal(set.find('x.txt'), undefined);
});

test('compilePatterns does not change when its list is changed afterwards', () => {
  const list = ['a'];
  const set = compiled(list, 'deny');
  list[0] = 'b';
  assert.equal(set.find('a'), 'a');
});

const FAULTS: readonly (readonly [string, RegExp])[] = [
  ['', /is empty/],
  ['!', /is empty/],
  ['{,a}', /empty alternative/],
  ['config\\**', /backslash/],
  ['secrets\\prod\\*', /backslash/],
  ['a\0b', /NUL/],
  ['a/../b', /`\.\.` segment/],
  ['.{.,x}/b', /`\.\.` segment/],
  ['a'.repeat(1001), /longer than 1000/],
  ['+(+(a|aa)|+(a))b', /repeating or negating group/],
  ['*(a)', /repeating or negating group/],
  ['?(a)', /repeating or negating group/],
  ['!(a)', /repeating or negating group/],
  ['x!(a)', /repeating or negating group/],
  ['(a|b)', /bare parentheses/],
  ['{a,b', /unbalanced/],
  ['a}', /unbalanced/],
  ['@(a|b', /unbalanced/],
  ['{a,@(b}', /unbalanced/],
  ['{a,b,{c,{d,{e,f}}}}/{1..200000}', /more than 64/],
  ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', /more than 64/],
  ['{a..z}', /range/],
  ['{01..10}', /range/],
  ['!!a', /two exclamation marks/],
  ['a\ud800', /surrogate/],
];

for (const [pattern, why] of FAULTS) {
  const shown = pattern.length > 60 ? `${pattern.length} characters` : JSON.stringify(pattern);
  test(`compilePatterns refuses ${shown}`, () => {
    for (const role of ['allow', 'deny'] as const) {
      const result = compilePatterns(['ok', pattern], role);
      assert.ok(!result.ok);
      assert.equal(result.faults.length, 1);
      assert.equal(result.faults[0]?.index, 1);
      assert.equal(result.faults[0]?.pattern, pattern);
      assert.match(result.faults[0]?.why ?? '', why);
    }
  });
}

test('compilePatterns gives every fault at once and says what to write', () => {
  const result = compilePatterns(['config\\**', 'ok/**', 'secrets\\prod\\*', '{a'], 'deny');
  assert.ok(!result.ok);
  assert.deepEqual(
    result.faults.map((fault) => fault.index),
    [0, 2, 3],
  );
  assert.equal(result.faults[0]?.help, 'Use / in patterns');
});

test('compilePatterns takes 64 alternatives', () => {
  const set = compiled(['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'], 'allow');
  assert.ok(set.matches('ababab'));
  assert.ok(!set.matches('ababa'));
});

const DEEP_NESTS = [
  '['.repeat(1000),
  '('.repeat(1000),
  `${'{a,'.repeat(249)}b${'}'.repeat(249)}`,
  '@('.repeat(500),
];

test('compilePatterns answers on deep nests', () => {
  for (const pattern of DEEP_NESTS) assert.equal(typeof compilePatterns([pattern], 'deny').ok, 'boolean');
});

for (const pattern of [
  '**',
  '*',
  '.',
  './',
  '/',
  '**/*',
  './**',
  '**/**',
  '*/**',
  '***',
  '*.*',
  '**/*.*',
  '?*',
  '{**,x}',
  '@(*|x)',
  '{.,x}',
]) {
  test(`isUnbounded sees that ${pattern} allows everything`, () => assert.ok(isUnbounded(pattern)));
}

for (const pattern of [
  '',
  'src/**',
  '*.ts',
  '**/*.md',
  '.*',
  '.env',
  '???',
  '!**',
  'a*',
  '*a',
  '{a,b}',
  '{a',
  '*/src/**',
  '[a]*',
]) {
  test(`isUnbounded takes ${JSON.stringify(pattern)} for a bound`, () => assert.ok(!isUnbounded(pattern)));
}

test('caseHint names the entry that differs by case, normalisation or trailing dots only', () => {
  const allow = ['src/*.py', './src/Calc.py', 'docs/stra\u00dfe'];
  assert.equal(caseHint('src/calc.py', allow), './src/Calc.py');
  assert.equal(caseHint('docs/STRASSE', allow), 'docs/stra\u00dfe');
  assert.equal(caseHint('src/other.py', allow), undefined);
  assert.equal(caseHint('src/Calc.py', allow), undefined);
});

test('a spelling of an allowed path is allowed once it is normalised', () => {
  const set = compiled(['src/a.ts', 'src/sub/**'], 'allow');
  for (const raw of ['./src//a.ts', 'src/./a.ts', 'src/sub/./b/']) {
    const checked = checkPath(raw);
    assert.ok(checked.ok && set.matches(checked.path), raw);
  }
});

/** Known traps of paths, patterns, trees, lock files and budgets, asked of the gates end to end. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type CompiledRuleset,
  compile,
  evaluate,
  type JsonObject,
  loadRuleset,
  readSnapshot,
} from '../../src/engine/mod.ts';
import { sha256 } from '../sha256.ts';

function rulesOf(name: string, text: string): CompiledRuleset {
  const loaded = loadRuleset([{ name, text }], { sha256 });
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return compile(loaded.value);
}

const FENCE = 'rules/write-fence.yaml';
const writeFence = rulesOf(
  FENCE,
  readFileSync(fileURLToPath(new URL(`../../${FENCE}`, import.meta.url)), 'utf8'),
);
const gateOf = (gate: JsonObject) =>
  rulesOf('g.yaml', JSON.stringify({ version: 1, policy: 'p', gates: [{ id: 'g', ...gate }] }));

/** `code:subject` of every reason, in order; nothing for a release. */
function reasons(rules: CompiledRuleset, action: string, evidence: JsonObject): readonly string[] {
  const snapshot = readSnapshot(
    JSON.stringify({ schema: 'holdpoint/snapshot@1', action, evidence }),
    's.json',
  );
  assert.ok(snapshot.ok, JSON.stringify(snapshot));
  const verdict = evaluate(rules, snapshot.value, { sha256 });
  const told = verdict.policies.flatMap(({ gates }) =>
    gates.flatMap((gate) =>
      gate.reasons.map(({ code, subject }) => (subject === undefined ? code : `${code}:${subject}`)),
    ),
  );
  assert.equal(verdict.decision, told.length === 0 ? 'release' : 'hold');
  return told;
}

type Plan = {
  readonly says: string;
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
  readonly writes: readonly string[];
  readonly told: readonly string[];
};
const outside = (...paths: readonly string[]) => paths.map((path) => `outside-fence:${path}`);
const unsafe = (...paths: readonly string[]) => paths.map((path) => `unsafe-path:${path}`);

const PLANS: readonly Plan[] = [
  {
    says: 'dot-dot that stays inside',
    allow: ['src/a.ts'],
    writes: ['src/x/../a.ts'],
    told: unsafe('src/x/../a.ts'),
  },
  {
    says: 'harmless spellings of one file',
    allow: ['src/a.ts'],
    writes: ['./src//a.ts', 'src/./a.ts'],
    told: [],
  },
  { says: 'another case', allow: ['src/Calc.py'], writes: ['src/calc.py'], told: outside('src/calc.py') },
  { says: 'NFC and NFD', allow: ['docs/caf\u00e9.md'], writes: ['docs/cafe\u0301.md'], told: [] },
  {
    says: 'backslashes',
    allow: ['src/**'],
    writes: ['src\\..\\..\\.env', 'src\\a.ts'],
    told: unsafe('src\\..\\..\\.env', 'src\\a.ts'),
  },
  {
    says: 'drives, shares, home and URLs',
    allow: ['**/*.ts', 'src/**'],
    writes: [
      'C:/repo/a.ts',
      '//host/share/a.ts',
      '~/src/a.ts',
      'file:///w/src/a.ts',
      '/src/a.ts',
      '',
      '../src/a.ts',
    ],
    told: unsafe(
      'C:/repo/a.ts',
      '//host/share/a.ts',
      '~/src/a.ts',
      'file:///w/src/a.ts',
      '/src/a.ts',
      '',
      '../src/a.ts',
    ),
  },
  { says: 'NUL', allow: ['src/**'], writes: ['src/a\0.ts'], told: unsafe('src/a\0.ts') },
  { says: 'a newline, which is legal', allow: ['src/**'], writes: ['src/b\nc.ts'], told: [] },
  { says: 'percent signs, which are literal', allow: ['src/**'], writes: ['src/%2e%2e/x'], told: [] },
  { says: 'the folder itself', allow: ['src/**'], writes: ['src'], told: outside('src') },
  {
    says: 'names that begin with two dots',
    allow: ['*.md', 'a/**'],
    writes: ['..notes.md', 'a/..b/c.txt'],
    told: [],
  },
  {
    says: 'a bidi override',
    allow: ['**/*.md'],
    writes: ['docs/inv\u202edm.exe'],
    told: unsafe('docs/inv\u202edm.exe'),
  },
  {
    says: 'an allow glob that reaches far',
    allow: ['**/*.ts'],
    deny: ['*.pem'],
    writes: ['deep/er/key.pem'],
    told: outside('deep/er/key.pem'),
  },
  {
    says: 'deny patterns without a slash at any depth',
    allow: ['deep/**'],
    deny: ['*.pem'],
    writes: ['deep/er/key.pem', 'deep/er/key.txt'],
    told: outside('deep/er/key.pem'),
  },
  {
    says: 'an anchored deny pattern',
    allow: ['apps/**', '.env'],
    deny: ['/.env'],
    writes: ['apps/a/.env'],
    told: [],
  },
  {
    says: 'dot files under a star',
    allow: ['config/**'],
    deny: ['config/*'],
    writes: ['config/.secret'],
    told: outside('config/.secret'),
  },
  {
    says: 'a folder with all below',
    allow: ['secrets/**'],
    deny: ['secrets/'],
    writes: ['secrets/a/b.txt'],
    told: outside('secrets/a/b.txt'),
  },
  {
    says: 'a negated deny entry',
    allow: ['*.env'],
    deny: ['*.env', '!example.env'],
    writes: ['example.env', 'b.env'],
    told: outside('b.env'),
  },
  {
    says: 'braces and groups',
    allow: ['*.key', 'b/**'],
    deny: ['*.{pem,key}', '@(a|b)/**'],
    writes: ['x.key', 'b/c'],
    told: outside('x.key', 'b/c'),
  },
  {
    says: 'a literal name with brackets',
    allow: ['app/[id]/page.tsx'],
    writes: ['app/[id]/page.tsx'],
    told: [],
  },
  {
    says: 'a denied name with brackets, also read as a class',
    allow: ['app/**'],
    deny: ['app/[id]/page.tsx'],
    writes: ['app/[id]/page.tsx', 'app/i/page.tsx', 'app/x/page.tsx'],
    told: outside('app/[id]/page.tsx', 'app/i/page.tsx'),
  },
  {
    says: 'a negated allow entry, which only takes away',
    allow: ['src/**', '!src/gen/**'],
    writes: ['src/a.ts', 'src/gen/b.ts', 'docs/readme.md'],
    told: outside('src/gen/b.ts', 'docs/readme.md'),
  },
  {
    says: 'a literal allow entry beside a deny pattern',
    allow: ['a/k.pem'],
    deny: ['*.pem'],
    writes: ['a/k.pem'],
    told: [],
  },
  {
    says: 'an allow glob beside a deny pattern',
    allow: ['a/*.pem'],
    deny: ['*.pem'],
    writes: ['a/k.pem'],
    told: outside('a/k.pem'),
  },
  {
    says: 'a fence around everything',
    allow: ['src/a', '**/*'],
    writes: ['a'],
    told: ['unbounded-allowlist'],
  },
  { says: 'a fence around nothing', allow: [], writes: ['a'], told: ['empty-allowlist'] },
  { says: 'a plan without writes', allow: ['a'], writes: [], told: ['plan-has-no-writes'] },
  {
    says: 'aliases of denied names that only some disks know',
    allow: ['cfg/**', 'home/**', 'svc/**', 'keys./**', '.*', '*.txt', 'docs/*'],
    deny: ['**/.env', '**/.aws/**', 'keys/**', '**/.ssh/**'],
    writes: [
      '.ENV',
      'home/.SSH/config',
      'svc/.Env',
      '.env.',
      'cfg/.aws./credentials',
      '.env ',
      'keys./root.txt',
      'docs/environment.md',
      'ok.name.txt',
    ],
    told: [
      ...outside(
        '.ENV',
        'home/.SSH/config',
        'svc/.Env',
        '.env.',
        'cfg/.aws./credentials',
        '.env ',
        'keys./root.txt',
      ),
      'collision:.env.',
      'collision:.env ',
    ],
  },
  {
    says: 'streams and devices',
    allow: ['**/*.txt', '*.log', 'CON', 'secrets.yaml'],
    deny: ['secrets.yaml'],
    writes: ['secrets.yaml::$DATA', 'notes.txt:hidden', 'CON', 'aux.log'],
    told: unsafe('secrets.yaml::$DATA', 'notes.txt:hidden', 'CON', 'aux.log'),
  },
  {
    says: 'the many names of a version-control folder',
    allow: ['.Git/**', 'g*/**', 'sub/**', 'digit/**', '.g\u200cit/**', 'GIT~1/**', 'gi7eba~1'],
    deny: ['.git/**'],
    writes: [
      '.Git/config',
      '.g\u200cit/config',
      'GIT~1/hooks/post-checkout',
      'sub/.GIT/config',
      'gi7eba~1',
      'digit/config',
    ],
    told: unsafe(
      '.Git/config',
      '.g\u200cit/config',
      'GIT~1/hooks/post-checkout',
      'sub/.GIT/config',
      'gi7eba~1',
    ),
  },
  {
    says: 'two names that become one file, and a name beside a folder',
    allow: ['out/**'],
    writes: [
      'out/stra\u00dfe.cfg',
      'out/strasse.cfg',
      'out/README.md',
      'out/ReadMe.md',
      'out/Lib',
      'out/lib/a',
    ],
    told: ['collision:out/strasse.cfg', 'collision:out/ReadMe.md', 'collision:out/lib/a'],
  },
  { says: 'one path written twice', allow: ['a'], writes: ['a', './a', 'a'], told: [] },
  { says: 'one bad path written twice', allow: ['a'], writes: ['b', './b'], told: outside('b') },
];

for (const { says, allow, deny = [], writes, told } of PLANS) {
  test(`the write fence judges a plan with ${says}`, () => {
    const evidence = {
      fence: { allow, deny_globs: deny },
      plan: { writes: writes.map((path) => ({ path })) },
    };
    assert.deepEqual(reasons(writeFence, 'write', evidence), told);
  });
}

test('a pattern from evidence that cannot be used holds and is named, whatever else is planned', () => {
  for (const pattern of ['config\\**', '+(+(a|aa)|+(a))b', '{a,b,{c,{d,{e,f}}}}/{1..200000}', 'a/../b', '']) {
    const evidence = {
      fence: { allow: ['src/**'], deny_globs: [pattern] },
      plan: { writes: [{ path: `${'a'.repeat(60)}!` }] },
    };
    const told = reasons(writeFence, 'write', evidence);
    assert.ok(told.length === 1 && told[0] === `bad-pattern:${pattern}`, told.join());
  }
});

test('a path is shown with its hidden characters escaped, and its message names both of a collision', () => {
  const rules = gateOf({ kind: 'paths', paths: { from: 'plan.paths' }, allow: ['src/**'] });
  const evidence = { plan: { paths: ['x/\u202eb\nc', 'src/A', 'src/a'] } };
  const messages = rules
    .inForce('send')[0]!
    .gates[0]!.answer(evidence)
    .verdict.reasons.map((r) => r.message);
  assert.deepEqual(messages, [
    'x/\\u202eb\\nc has a character that reorders text',
    'src/A and src/a can become one file',
  ]);
});

test('a path that is near an allowed one gets a hint, for each of them', () => {
  const rules = gateOf({ kind: 'paths', paths: { from: 'plan.paths' }, allow: ['src/Calc.py', 'B'] });
  const { notes } = rules
    .inForce('send')[0]!
    .gates[0]!.answer({ plan: { paths: ['src/calc.py', 'b', 'c'] } }).verdict;
  assert.deepEqual(
    notes.map(({ code, subject }) => `${code}:${subject}`),
    ['case-mismatch:src/calc.py', 'case-mismatch:b'],
  );
});

const file = (more: JsonObject): JsonObject => ({
  status: 'M',
  added: 1,
  removed: 1,
  binary: false,
  ...more,
});
const CHANGES: readonly (readonly [says: string, files: readonly JsonObject[], told: readonly string[]])[] = [
  [
    'a rename out of a protected folder',
    [file({ status: 'R', old_path: 'src/update/i.c', path: 'src/misc/h.c' })],
    ['denied:src/update/i.c'],
  ],
  [
    'a rename into one',
    [file({ status: 'R', path: 'src/update/i.c', old_path: 'src/misc/h.c' })],
    ['denied:src/update/i.c'],
  ],
  ['a deletion', [file({ status: 'D', path: 'src/update/i.c' })], ['denied:src/update/i.c']],
  [
    'a copy out of it',
    [file({ status: 'C', old_path: 'src/update/i.c', path: 'src/c' })],
    ['denied:src/update/i.c'],
  ],
  [
    'a rename that does not say from where',
    [file({ status: 'R', path: 'src/c' })],
    ['missing-evidence:change.files'],
  ],
  ['a rename by case only', [file({ status: 'R', old_path: 'src/Readme', path: 'src/README' })], []],
  [
    'a new file under a deleted name of another case',
    [file({ status: 'D', path: 'src/a' }), file({ status: 'A', path: 'src/A' })],
    [],
  ],
  [
    'a copy beside its source in another case',
    [file({ status: 'C', old_path: 'src/a', path: 'src/A' })],
    ['collision:src/a'],
  ],
  [
    'a file that becomes a link, by kind',
    [file({ status: 'T', path: 'src/c', kind: 'symlink', old_kind: 'file' })],
    ['link:src/c'],
  ],
  [
    'a file that becomes a link, by mode',
    [file({ status: 'T', path: 'src/c', mode: '120000', old_mode: '100644' })],
    ['link:src/c'],
  ],
  ['a new link', [file({ status: 'A', path: 'src/c', kind: 'symlink' })], ['link:src/c']],
  [
    'a link that is pointed elsewhere',
    [file({ path: 'src/c', kind: 'symlink', old_kind: 'symlink', blob: 'a', old_blob: 'b' })],
    ['link:src/c'],
  ],
  [
    'a link of which nobody knows where it pointed',
    [file({ path: 'src/c', kind: 'symlink', old_kind: 'symlink' })],
    ['link:src/c'],
  ],
  [
    'a link that is moved as it was',
    [
      file({
        status: 'R',
        old_path: 'src/b',
        path: 'src/c',
        kind: 'symlink',
        old_kind: 'symlink',
        blob: 'a',
        old_blob: 'a',
      }),
    ],
    [],
  ],
  [
    'a link that becomes a file',
    [file({ status: 'T', path: 'src/c', kind: 'file', old_kind: 'symlink' })],
    [],
  ],
  ['a link that is deleted', [file({ status: 'D', path: 'src/c', old_kind: 'symlink' })], []],
  ['no files', [], ['no-paths']],
];

for (const [says, files, told] of CHANGES) {
  test(`a paths gate judges a change with ${says}`, () => {
    const rules = gateOf({
      kind: 'paths',
      paths: { from: 'change.files' },
      allow: ['src/**'],
      deny: ['src/update/**'],
    });
    assert.deepEqual(reasons(rules, 'merge', { change: { files } }), told);
  });
}

test('a paths gate takes no record of a change without its status', () => {
  const rules = gateOf({ kind: 'paths', paths: { from: 'change.files' }, allow: ['src/**'] });
  assert.equal(rules.decide('merge', { change: { files: [{ path: 'src/a' }] } }), 'hold');
  assert.equal(rules.decide('merge', { change: { files: ['src/a'] } }), 'hold');
});

const stamp = (text: string, more: JsonObject = {}) => ({ sha256: sha256(text), size: text.length, ...more });
const TREES: readonly (readonly [
  says: string,
  before: JsonObject,
  after: JsonObject,
  told: readonly string[],
])[] = [
  ['nothing moved', { 'a/k': stamp('1') }, { 'a/k': stamp('1') }, []],
  ['an allowed file changed', { 'src/a': stamp('1') }, { 'src/a': stamp('2') }, []],
  [
    'a missing protected file is made',
    { '.agent/local.json': stamp('x') },
    { '.agent/local.json': stamp('x'), '.agent/settings.json': stamp('{}') },
    ['denied-path-moved:.agent/settings.json'],
  ],
  [
    'a file becomes a link to a folder',
    { 'vault/k1': stamp('1') },
    { vault: stamp('/tmp', { kind: 'symlink' }) },
    ['denied-path-moved:vault', 'denied-path-moved:vault/k1'],
  ],
  [
    'an allowed file becomes a link',
    { 'src/a': stamp('1') },
    { 'src/a': stamp('/etc/passwd', { kind: 'symlink' }) },
    ['link:src/a'],
  ],
  [
    'an allowed link is pointed elsewhere',
    { 'src/a': stamp('x', { kind: 'symlink' }) },
    { 'src/a': stamp('y', { kind: 'symlink' }) },
    ['link:src/a'],
  ],
  ['a new link in an allowed folder', {}, { 'src/a': stamp('y', { kind: 'symlink' }) }, ['link:src/a']],
  [
    'an allowed link that stays',
    { 'src/a': stamp('x', { kind: 'symlink' }) },
    { 'src/a': stamp('x', { kind: 'symlink' }) },
    [],
  ],
  ['an allowed link that is removed', { 'src/a': stamp('x', { kind: 'symlink' }) }, {}, []],
  [
    'only a mode changed',
    { 'run.sh': stamp('1', { mode: '100644' }) },
    { 'run.sh': stamp('1', { mode: '100755' }) },
    ['denied-path-moved:run.sh'],
  ],
  [
    'only the case of a name changed',
    { 'src/a': stamp('1') },
    { 'SRC/a': stamp('1') },
    ['denied-path-moved:SRC/a'],
  ],
  [
    'ignored files moved like any other',
    { '.env': stamp('A=1') },
    { '.env': stamp('A=2'), 'node_modules/.bin/tsc': stamp('#!') },
    ['denied-path-moved:.env', 'denied-path-moved:node_modules/.bin/tsc'],
  ],
  ['a name that every object has', {}, { toString: stamp('1') }, ['denied-path-moved:toString']],
  ['a name that every object has, gone', { valueOf: stamp('1') }, {}, ['denied-path-moved:valueOf']],
];

for (const [says, before, after, told] of TREES) {
  test(`the write fence judges a tree in which ${says}`, () => {
    const evidence = {
      fence: { allow: ['src/**'], deny_globs: ['vault/**'] },
      tree_before: { files: before },
      tree: { files: after },
    };
    assert.deepEqual(reasons(writeFence, 'merge', evidence), told);
  });
}

test('a tree with only a deny list is frozen only there, for additions and removals as well', () => {
  const rules = gateOf({ kind: 'frozen', of: 'tree', deny: ['.agent/settings.json'] });
  const judge = (before: JsonObject, after: JsonObject) =>
    reasons(rules, 'merge', { tree_before: { files: before }, tree: { files: after } });
  assert.deepEqual(judge({}, { '.agent/settings.json': stamp('1') }), ['moved:.agent/settings.json']);
  assert.deepEqual(judge({ '.agent/settings.json': stamp('1') }, {}), ['moved:.agent/settings.json']);
  assert.deepEqual(judge({}, { '.Agent/Settings.json': stamp('1') }), ['moved:.Agent/Settings.json']);
  assert.deepEqual(judge({}, { 'other.json': stamp('1') }), []);
});

test('what was not stamped holds unless it may move or was left out on purpose, which is noted', () => {
  const rules = gateOf({ kind: 'frozen', of: 'tree', allow: ['src/**'] });
  const told = (skipped: JsonObject['skipped']) => {
    const evidence = { tree_before: { files: {} }, tree: { files: {}, skipped: skipped ?? null } };
    const { verdict } = rules.inForce('merge')[0]!.gates[0]!.answer(evidence);
    return [...verdict.reasons, ...verdict.notes].map(
      ({ code, subject }) => `${verdict.decision} ${code}:${subject}`,
    );
  };
  assert.deepEqual(told([{ path: 'lib', why: 'permission denied' }]), ['hold not-stamped:lib']);
  assert.deepEqual(told([{ path: 'src/x', why: 'permission denied' }]), []);
  for (const why of ['excluded by the caller', "excluded: Holdpoint's own file"])
    assert.deepEqual(told([{ path: 'lib', why }]), ['release not-stamped:lib']);
  for (const why of ['excluded by default', 'excluded', 'excluded by the caller, they say'])
    assert.deepEqual(told([{ path: 'lib', why }]), ['hold not-stamped:lib']);
  assert.deepEqual(told([{ path: 'lib' }]), ['hold not-stamped:lib']);
  assert.deepEqual(told([{ why: 'permission denied' }]), ['hold not-stamped:a path that is not named']);
  assert.deepEqual(told('all of it'), ['hold missing-evidence:tree.skipped']);
});

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const LOCKS: readonly (readonly [says: string, locks: JsonObject, told: readonly string[]])[] = [
  ['the same bytes', { 'package-lock.json': { before_sha256: A, after_sha256: A } }, []],
  [
    'other bytes, if only in their form',
    { 'package-lock.json': { before_sha256: A, after_sha256: B } },
    ['moved:package-lock.json'],
  ],
  [
    'a second lock file that came',
    {
      'package-lock.json': { before_sha256: A, after_sha256: A },
      'npm-shrinkwrap.json': { before_sha256: null, after_sha256: A },
    },
    ['moved:npm-shrinkwrap.json'],
  ],
  [
    'a lock file that was renamed away',
    {
      'package-lock.json': { before_sha256: A, after_sha256: null },
      'package-lock.json.bak': { before_sha256: null, after_sha256: A },
    },
    ['moved:package-lock.json', 'moved:package-lock.json.bak'],
  ],
  ['a required one that is nowhere', {}, ['moved:package-lock.json']],
  [
    'a required one that was never there',
    { 'package-lock.json': { before_sha256: null, after_sha256: null } },
    ['moved:package-lock.json'],
  ],
];

for (const [says, locks, told] of LOCKS) {
  test(`a frozen gate over lock files finds ${says}`, () => {
    const rules = gateOf({ kind: 'frozen', of: 'locks', require: ['package-lock.json'] });
    assert.deepEqual(reasons(rules, 'merge', { locks }), told);
  });
}

const lines = { measure: 'lines', max: 40 };
const BUDGETS: readonly (readonly [
  says: string,
  limit: JsonObject,
  files: readonly JsonObject[],
  told: readonly string[],
])[] = [
  [
    'files without lines count as files',
    { measure: 'files', max: 2 },
    [
      file({ path: 'run.sh', added: 0, removed: 0 }),
      file({ path: 'moved', old_path: 'plain', status: 'R', added: 0, removed: 0 }),
      file({ path: 'empty', status: 'A', added: 0, removed: 0 }),
    ],
    ['over'],
  ],
  [
    'a mode that changed is a change',
    { measure: 'changes', min: 1 },
    [file({ path: 'run.sh', added: 0, removed: 0, mode: '100755', old_mode: '100644' })],
    [],
  ],
  ['an empty change is too little', { measure: 'changes', min: 1 }, [], ['under']],
  [
    'a binary file is a change',
    { measure: 'changes', min: 1 },
    [file({ path: 'i.png', binary: true, added: 0, removed: 0 })],
    [],
  ],
  [
    'a binary file has no lines',
    lines,
    [file({ path: 'i.png', binary: true, added: 0, removed: 0 })],
    ['binary-file:i.png'],
  ],
  [
    'a binary file that the rule lets be',
    { ...lines, allow_binary: true },
    [file({ path: 'i.png', binary: true, added: 0, removed: 0 })],
    [],
  ],
  ['the last line that is allowed', lines, [file({ path: 'a', added: 20, removed: 20 })], []],
  [
    'one line more',
    lines,
    [file({ path: 'a', added: 20, removed: 20 }), file({ path: 'b', added: 1, removed: 0 })],
    ['over'],
  ],
];

for (const [says, limit, files, told] of BUDGETS) {
  test(`a budget knows: ${says}`, () => {
    assert.deepEqual(
      reasons(gateOf({ kind: 'budget', limits: [limit] }), 'merge', { change: { files } }),
      told,
    );
  });
}

test('a budget that lets binaries be still wants the lines of every other file', () => {
  for (const measure of ['lines', 'changes']) {
    const rules = gateOf({ kind: 'budget', limits: [{ measure, max: 40, allow_binary: true }] });
    const judge = (more: JsonObject) =>
      rules.decide('merge', { change: { files: [{ ...file({ path: 'a' }), ...more }] } });
    assert.equal(judge({}), 'release');
    for (const odd of [
      { added: null },
      { removed: null },
      { binary: null },
      { binary: 'yes' },
      { added: '1' },
      { added: -50 },
    ])
      assert.equal(judge(odd), 'hold', `${measure} ${JSON.stringify(odd)}`);
  }
});

test('a scan that says what it skipped in no list says that something was skipped', () => {
  const rules = gateOf({ kind: 'secrets', canary: 'off' });
  const scan = { detectors: [{ id: 'x' }], findings: [], scanned_files: 3 };
  assert.equal(rules.decide('send', { secrets: scan }), 'release');
  for (const skipped of ['all', 1, true, {}])
    assert.equal(rules.decide('send', { secrets: { ...scan, skipped } }), 'hold');
});

test('a scan by no detector at all is no scan', () => {
  const rules = gateOf({ kind: 'secrets', canary: 'off' });
  const scan = { detectors: [], findings: [], scanned_files: 3 };
  assert.deepEqual(reasons(rules, 'send', { secrets: scan }), ['detector-missing']);
  assert.deepEqual(reasons(rules, 'send', { secrets: { ...scan, detectors: [{ id: 'x' }] } }), []);
  for (const odd of [
    { scanned_files: 0 },
    { findings: undefined },
    { skipped: [{ path: 'main.tf', why: 'parse error' }] },
  ])
    assert.equal(
      reasons(rules, 'send', {
        secrets: { ...scan, detectors: [{ id: 'x' }], ...odd } as unknown as JsonObject,
      }).length,
      1,
    );
});

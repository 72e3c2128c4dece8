/** Laws of paths and patterns, tried on random input against a reference that does one pattern at a time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEEP, readEntry, type Step } from '../../src/engine/paths/entry.ts';
import { checkPath, findCollisions, foldPath, printPath } from '../../src/engine/paths/path.ts';
import { compilePatterns } from '../../src/engine/paths/patterns.ts';
import { compileSegment } from '../../src/engine/paths/segment.ts';
import { walks } from '../../src/engine/paths/walk.ts';
import { lastMatch, type Role } from './paths-reference.ts';

const RUNS = { seed: 20_261_013, numRuns: 400 };

const name = fc.constantFrom(
  'a',
  'b',
  'A',
  'ab',
  '.a',
  'a.b',
  'b.a',
  '.a.b',
  'a.',
  '\u00df',
  'SS',
  '[a]',
  'x',
);
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));
const piece = fc.constantFrom(
  'a',
  'b',
  'A',
  'ab',
  'x',
  '*',
  '**',
  '*.b',
  '*.a.b',
  'a*',
  '*b',
  '?',
  'a?',
  '*a*',
  '.*',
  '[a]',
  '[!a]',
  '[a-b]*',
  '\u00df',
  's?',
  '{a,b}',
  '{a,*.b}',
  '@(a|x)',
  'a.',
  '.',
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', './', '!/'),
    fc.array(piece, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '/', '/**'),
  )
  .map(([front, pieces, back]) => front + pieces.join('/') + back);

for (const role of ['allow', 'deny'] as const satisfies readonly Role[]) {
  test(`compilePatterns as ${role} agrees with one pattern at a time`, () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { maxLength: 6 }),
        fc.array(path, { minLength: 1, maxLength: 8 }),
        (patterns, paths) => {
          const compiled = compilePatterns(patterns, role);
          assert.ok(compiled.ok);
          for (const one of paths) {
            const expected = lastMatch(patterns, role, one);
            assert.equal(compiled.set.find(one), expected, one);
            assert.equal(compiled.set.matches(one), expected !== undefined, one);
          }
        },
      ),
      RUNS,
    );
  });
}

test('adding a positive pattern never takes a path out of a set', () => {
  const positive = pattern.filter((text) => !text.startsWith('!'));
  fc.assert(
    fc.property(
      fc.array(pattern, { maxLength: 5 }),
      positive,
      path,
      fc.constantFrom<Role>('allow', 'deny'),
      (list, more, one, role) => {
        const before = compilePatterns(list, role);
        const after = compilePatterns([...list, more], role);
        assert.ok(before.ok && after.ok);
        assert.ok(!before.set.matches(one) || after.set.matches(one));
      },
    ),
    RUNS,
  );
});

test('a deny list covers every path that the same list allows', () => {
  const plain = pattern.filter((text) => !text.startsWith('!') && !text.includes('[!'));
  fc.assert(
    fc.property(fc.array(plain, { maxLength: 5 }), path, (list, one) => {
      const allow = compilePatterns(list, 'allow');
      const deny = compilePatterns(list, 'deny');
      assert.ok(allow.ok && deny.ok);
      assert.ok(!allow.set.matches(one) || deny.set.matches(one));
    }),
    RUNS,
  );
});

test('a path that is spelt like a pattern matches it', () => {
  const spelling = fc
    .array(fc.constantFrom(...'abA[]{},!^-:().@', '/'), { minLength: 1, maxLength: 12 })
    .map((chars) => chars.join(''));
  fc.assert(
    fc.property(spelling, (text) => {
      const checked = checkPath(text);
      if (!checked.ok || checked.path !== text || text.startsWith('!')) return;
      for (const role of ['allow', 'deny'] as const) {
        const compiled = compilePatterns([text], role);
        assert.ok(!compiled.ok || compiled.set.matches(text), role);
      }
    }),
    { ...RUNS, numRuns: 1500 },
  );
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'A',
        '.',
        ' ',
        '/',
        '..',
        '~',
        ':',
        '\\',
        '\u200d',
        '\u0301',
        'e',
        '\u00df',
        '\u1e9e',
        '\u03a3',
        'con',
        '\n',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

test('checkPath gives a path that it takes as it is', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const once = checkPath(raw);
      if (once.ok) assert.deepEqual(checkPath(once.path), once);
    }),
    { ...RUNS, numRuns: 3000 },
  );
});

test('checkPath gives no segment that leaves the tree, whatever is dropped from it', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const checked = checkPath(raw);
      if (!checked.ok) return;
      for (const segment of foldPath(checked.path).split('/')) assert.ok(!/^\.*$/.test(segment), raw);
    }),
    { ...RUNS, numRuns: 3000 },
  );
});

test('foldPath folds its own result to itself', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const checked = checkPath(raw);
      if (checked.ok) assert.equal(foldPath(foldPath(checked.path)), foldPath(checked.path));
    }),
    { ...RUNS, numRuns: 3000 },
  );
});

test('foldPath folds every character with case to one key in both cases', () => {
  for (let code = 0x21; code < 0x20000; code++) {
    if ((code >= 0xd800 && code <= 0xdfff) || code === 0x2f) continue;
    const char = `x${String.fromCodePoint(code)}x`;
    assert.equal(foldPath(char.toUpperCase()), foldPath(char), code.toString(16));
    assert.equal(foldPath(char.toLowerCase()), foldPath(char), code.toString(16));
  }
});

test('findCollisions gives only pairs of different paths with one alias', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 8 }), (paths) => {
      for (const [one, other] of findCollisions(paths)) {
        assert.notEqual(one, other);
        const [a, b] = [foldPath(one), foldPath(other)];
        assert.ok(a === b || b.startsWith(`${a}/`));
      }
    }),
    RUNS,
  );
});

test('printPath leaves nothing that a terminal could obey', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(printPath(text), /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    }),
    RUNS,
  );
});

/** Counts the characters that a segment looks at, by handing it a name that says when it is read. */
function countReads(match: (name: string) => boolean, text: string): number {
  let reads = 0;
  const counted = new Proxy(Array.from(text), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  match(counted as unknown as string);
  return reads;
}

test('a segment with many stars reads a long name a bounded number of times', () => {
  const stars = compileSegment(`${'*a'.repeat(40)}*b`, 'exact', true);
  const long = 'a'.repeat(4096);
  const reads = countReads((chars) => stars.matches(chars), long);
  assert.ok(reads > 0 && reads <= 2 * 4096 * 83, String(reads));
});

test('a pattern with many ** meets each name at most once at each step', () => {
  let meetings = 0;
  const counting = (wanted: string): Step => ({
    any: false,
    needs: '',
    matches(text) {
      meetings++;
      return text === wanted;
    },
  });
  const steps: Step[] = Array.from({ length: 100 }).flatMap(() => [DEEP, counting('a')]);
  steps.push(DEEP, counting('b'));
  const names = Array.from({ length: 2048 }, () => 'a');
  assert.ok(!walks({ steps, reach: 'self', index: 0, needs: '' }, names, 0));
  assert.ok(meetings > 0 && meetings <= 101 * names.length, String(meetings));
});

test('an accepted pattern never becomes more than 65 plain ones in each of two spellings', () => {
  const parts = fc.array(
    fc.constantFrom('{a,b}', '{a,{b,c}}', '@(a|b)', '{1..9}', 'x', '/', '*', '[ab]', '{', '}'),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(parts, (texts) => {
      const entry = readEntry(texts.join(''), 'deny');
      assert.ok(!entry.ok || entry.alternatives.length <= 130);
    }),
    RUNS,
  );
});

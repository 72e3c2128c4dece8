/** Opening: what can go wrong says so in one line, and migrations come out the same whoever applies them. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Client, createClient } from '@libsql/client';
import { migrationsFolder, openHistory, StoreError, type StoreErrorKind } from '../../src/store/mod.ts';
import { libsqlErrorOf, toStoreError } from '../../src/store/store-error.ts';
import { entries, entryOf, inFolder } from './sample.ts';

async function refused(work: Promise<unknown>, kind: StoreErrorKind, says: RegExp): Promise<void> {
  const error = await work.then(
    () => assert.fail('it was accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof StoreError, String(error));
  assert.equal(error.kind, kind, error.message);
  assert.match(error.message, says);
  for (const line of [error.message, error.help])
    assert.match(line, /^["A-Z][^\n]*[^\n.]$/, 'one line, sentence case, no full stop');
}

async function withClient(path: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = createClient({ url: pathToFileURL(path).href, timeout: 1000 });
  await work(client);
  client.close();
}

async function newHistory(path: string, count = 1): Promise<void> {
  const history = await openHistory({ url: path });
  await history.recordAll(entries(count));
  await history.close();
}

test('openHistory takes a path, and a file URL with or without slashes', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'ä %41#?.db');
    for (const [i, url] of [
      path,
      pathToFileURL(path).href,
      `file:${encodeURI(path).replace('#', '%23').replace('?', '%3F')}`,
    ].entries()) {
      const history = await openHistory({ url });
      assert.equal(await history.head(), i, url);
      await history.record(entryOf({ n: i }));
      await history.close();
    }
    assert.ok(existsSync(path));
  }));

test('openHistory refuses what names no file', async () => {
  for (const url of ['', ':memory:', 'file::memory:', 'a\0b', 'file:%E0%A4%A']) {
    await refused(openHistory({ url }), 'unreachable', /no place for a history|no file URL/);
  }
});

test('openHistory refuses a folder, and a path that leads through a file', () =>
  inFolder(async (folder) => {
    await refused(openHistory({ url: folder }), 'unreachable', /is a folder, not a history/);
    writeFileSync(join(folder, 'plain'), 'x');
    await refused(
      openHistory({ url: join(folder, 'plain', 'history.db') }),
      'unreachable',
      /cannot be opened/,
    );
    await refused(
      openHistory({ url: join(folder, 'plain', 'in', 'history.db') }),
      'unreachable',
      /cannot be opened/,
    );
  }));

test('openHistory for reading creates neither file nor folder', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'new', 'history.db');
    await refused(openHistory({ url: path }, { readOnly: true }), 'unreachable', /There is no history/);
    assert.equal(existsSync(join(folder, 'new')), false);
    writeFileSync(join(folder, 'empty.db'), '');
    await refused(
      openHistory({ url: join(folder, 'empty.db') }, { readOnly: true }),
      'unreachable',
      /is empty/,
    );
    assert.equal(readFileSync(join(folder, 'empty.db')).length, 0);
  }));

test('openHistory refuses a file that is no database and leaves it as it was', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'notes.txt');
    const text = 'Not a database. '.repeat(500);
    writeFileSync(path, text);
    for (const readOnly of [false, true])
      await refused(openHistory({ url: path }, { readOnly }), 'corrupt', /is not a history/);
    assert.equal(readFileSync(path, 'utf8'), text);
  }));

test('openHistory refuses a database of somebody else and leaves it as it was', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'other.db');
    for (const statements of [
      ['CREATE TABLE verdicts (a)'],
      ['CREATE VIEW v AS SELECT 1'],
      ['CREATE TABLE __drizzle_migrations (id, hash, created_at)', 'CREATE TABLE mine (a)'],
      ['CREATE TABLE __drizzle_migrations (id, hash, created_at)', 'CREATE VIEW v AS SELECT 1'],
    ]) {
      rmSync(path, { force: true });
      await withClient(path, (client) => client.batch(statements, 'write'));
      const before = readFileSync(path);
      await refused(openHistory({ url: path }), 'corrupt', /is a database, but not a history/);
      assert.deepEqual(readFileSync(path), before, statements.join('; '));
    }
  }));

test('a damaged page is told as damage, in questions and in writing', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    await newHistory(path, 300);
    const bytes = readFileSync(path);
    // The header and the schema stay; the rest is noise.
    writeFileSync(
      path,
      Buffer.concat([bytes.subarray(0, 131_072), Buffer.alloc(bytes.length - 131_072, 0xa5)]),
    );
    const history = await openHistory({ url: path });
    await refused(history.list({}, {}), 'corrupt', /is damaged/);
    await refused(history.record(entryOf({ n: 1000 })), 'corrupt', /is damaged/);
    await history.close();
  }));

test('a table that is gone is told as damage', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    await newHistory(path);
    await withClient(path, (client) => client.execute('DROP TABLE days'));
    const history = await openHistory({ url: path });
    await refused(history.overview({ days: 1, now: 0 }), 'corrupt', /lacks a table or column/);
    await refused(history.record(entryOf({ n: 1000 })), 'corrupt', /lacks a table or column/);
    assert.equal(await history.head(), 1);
    await history.close();
  }));

test('a full disk is told as such, without what was to be written', () =>
  inFolder(async (folder) => {
    await withClient(join(folder, 'small.db'), async (client) => {
      await client.execute('CREATE TABLE t (a)');
      await client.execute('PRAGMA max_page_count = 4');
      const thrown: unknown = await client
        .batch([{ sql: 'INSERT INTO t VALUES (?)', args: ['private'.repeat(9000)] }], 'write')
        .catch((e) => e);
      assert.equal(libsqlErrorOf(thrown)?.code, 'SQLITE_FULL');
      const error = toStoreError(thrown, 'small.db');
      await refused(Promise.reject(error), 'full', /No room is left for the history "small.db"/);
      assert.equal(JSON.stringify([error.message, String(error)]).includes('private'), false);
    });
  }));

test('a file that may not be written is told as such', () =>
  inFolder(async (folder) => {
    await withClient(join(folder, 'history.db'), async (client) => {
      await client.execute('CREATE TABLE t (a)');
      await client.execute('PRAGMA query_only = ON');
      const thrown: unknown = await client.execute('INSERT INTO t VALUES (1)').catch((e) => e);
      await refused(Promise.reject(toStoreError(thrown, 'h.db')), 'unreachable', /cannot be written/);
    });
  }));

test('a server that is not there is told without its token', async () => {
  const secret = ['to', 'ken', '123'].join('-');
  for (const url of ['http://127.0.0.1:9', `http://user:${secret}@127.0.0.1:9/db?authToken=${secret}`]) {
    const opened = openHistory({ url, authToken: secret }, { patience: 100 });
    const error = await opened.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof StoreError, String(error));
    assert.equal(error.kind, 'unreachable');
    assert.equal(`${error.message} ${error.help}`.includes(secret), false);
  }
});

test('a locked history says so after its patience, keeps nothing half, and works again afterwards', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    await newHistory(path);
    const history = await openHistory({ url: path }, { busyTimeout: 10, patience: 150 });
    const other = createClient({ url: `file:${path}` });
    const lock = await other.transaction('write');
    await refused(history.recordAll(entries(3, 50)), 'unreachable', /stayed locked by another program/);
    assert.equal(await history.head(), 1, 'questions are answered meanwhile');
    await lock.rollback();
    assert.equal((await history.record(entryOf({ n: 50 }))).seq, 2);
    assert.equal((await history.verifyChain()).ok, true);
    await history.close();
    // What a connection that had met the lock wrote must be seen by all others.
    const seen = await other.execute('SELECT count(*) AS n FROM verdicts');
    assert.equal(seen.rows[0]?.['n'], 2);
    other.close();
  }));

test('openHistory of a locked new file says so after its patience', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    const other = createClient({ url: `file:${path}` });
    await other.execute('CREATE TABLE t (a)');
    await other.execute('DROP TABLE t');
    const lock = await other.transaction('write');
    await refused(
      openHistory({ url: path }, { busyTimeout: 10, patience: 100 }),
      'unreachable',
      /stayed locked/,
    );
    await lock.rollback();
    other.close();
    await newHistory(path);
  }));

test('many that open one new file at once all find the same tables', () =>
  inFolder(async (folder) => {
    const url = join(folder, 'history.db');
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => openHistory({ url }, { busyTimeout: 20 })),
    );
    await Promise.all(opened.map((history, i) => history.record(entryOf({ n: i }))));
    assert.deepEqual(await Promise.all(opened.map((history) => history.head())), [6, 6, 6, 6, 6, 6]);
    for (const history of opened) await history.close();
    await withClient(url, async (client) => {
      const applied = await client.execute('SELECT count(*) AS n FROM __drizzle_migrations');
      const journal = JSON.parse(readFileSync(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')) as {
        entries: unknown[];
      };
      assert.equal(applied.rows[0]?.['n'], journal.entries.length);
    });
  }));

/** A copy of the migrations with one more: a table of notes. */
function laterMigrations(folder: string): string {
  const later = join(folder, 'migrations');
  mkdirSync(later);
  cpSync(migrationsFolder(), later, { recursive: true });
  const path = join(later, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number; tag: string }[] };
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1;
  journal.entries.push({ ...(journal.entries[0] as { when: number }), when, tag: '9999_notes' });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(
    join(later, '9999_notes.sql'),
    'CREATE TABLE `notes` (`a` text);\n--> statement-breakpoint\nCREATE INDEX `notes_a` ON `notes` (`a`);',
  );
  return later;
}

test('an older file is brought up to date with all that it holds, and is then too new for the older version', () =>
  inFolder(async (folder) => {
    const url = join(folder, 'history.db');
    await newHistory(url, 5);
    const migrations = laterMigrations(folder);
    await refused(openHistory({ url }, { migrations, readOnly: true }), 'unreachable', /older version/);
    const history = await openHistory({ url }, { migrations });
    assert.equal(await history.head(), 5);
    assert.equal((await history.verifyChain()).ok, true);
    await history.close();
    await withClient(url, (client) => client.execute('SELECT a FROM notes'));
    for (const readOnly of [false, true])
      await refused(openHistory({ url }, { readOnly }), 'newer', /newer version/);
  }));

test('a migration that was edited after it was applied is noticed, one whose line ends changed is not', () =>
  inFolder(async (folder) => {
    const url = join(folder, 'history.db');
    await newHistory(url);
    const migrations = join(folder, 'migrations');
    cpSync(migrationsFolder(), migrations, { recursive: true });
    const journal = JSON.parse(readFileSync(join(migrations, 'meta', '_journal.json'), 'utf8')) as {
      entries: { tag: string }[];
    };
    const first = join(migrations, `${journal.entries[0]?.tag}.sql`);
    const sql = readFileSync(first, 'utf8');
    writeFileSync(first, sql.replaceAll('\n', '\r\n'));
    await (await openHistory({ url }, { migrations })).close();
    writeFileSync(first, `${sql}\n`);
    await refused(
      openHistory({ url }, { migrations }),
      'corrupt',
      new RegExp(`step "${journal.entries[0]?.tag}" differs`),
    );
  }));

test('a migration that fails leaves the file as it was', () =>
  inFolder(async (folder) => {
    const url = join(folder, 'history.db');
    await newHistory(url);
    const migrations = laterMigrations(folder);
    writeFileSync(
      join(migrations, '9999_notes.sql'),
      'CREATE TABLE `notes` (`a` text);\n--> statement-breakpoint\nCREATE INDEX nonsense;',
    );
    await assert.rejects(openHistory({ url }, { migrations }));
    await withClient(url, async (client) => {
      const tables = await client.execute(`SELECT name FROM sqlite_master WHERE name = 'notes'`);
      assert.deepEqual(tables.rows, []);
    });
    await (await openHistory({ url })).close();
  }));

/**
 * Brings a file to the tables of this version, whichever process comes first, and refuses what it cannot know.
 *
 * Drizzle's own migrator reads and then applies without a lock and never compares hashes; this one keeps the same
 * table (`__drizzle_migrations`), so that its tools still read the file, and applies in one immediate transaction.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client, InStatement } from '@libsql/client';
import { sha256 } from './chain.ts';
import { ChainMoved, isConstraint, libsqlErrorOf, StoreError } from './store-error.ts';

type Migration = {
  readonly tag: string;
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
};
type Journal = { readonly entries: readonly { readonly tag: string; readonly when: number }[] };

const TABLE = '__drizzle_migrations';
const BREAK = '--> statement-breakpoint';

/** The folder of migrations: beside this file when run from source, in the package when bundled into `dist`. */
export function migrationsFolder(): string {
  const beside = fileURLToPath(new URL('./migrations', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../src/store/migrations', import.meta.url));
}

/** Reads the folder that drizzle-kit wrote. Line ends do not count, since a checkout may change them. */
export function readMigrations(folder: string): readonly Migration[] {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
  const journal = JSON.parse(text(join('meta', '_journal.json'))) as Journal;
  return journal.entries.map(({ tag, when }) => {
    const body = text(`${tag}.sql`);
    return { tag, when, hash: sha256(body), statements: body.split(BREAK) };
  });
}

/**
 * Applies what is missing; safe to repeat, and for several processes at once. With `readOnly` it only compares.
 * Throws StoreError `newer` or `corrupt`, and ChainMoved when another process was first.
 */
export async function migrate(
  client: Client,
  name: string,
  migrations: readonly Migration[],
  readOnly: boolean,
): Promise<void> {
  const applied = await appliedHashes(client, name);
  compare(applied, migrations, name);
  const pending = migrations.slice(applied.length);
  if (pending.length === 0) return;
  if (readOnly) {
    const what = applied.length === 0 ? 'is empty' : 'was written by an older version of Holdpoint';
    throw new StoreError(
      'unreachable',
      `The history "${name}" ${what}`,
      'Record a verdict in it first, which brings it up to date',
    );
  }
  await apply(client, applied.length, pending);
}

/** Only looks. Throws StoreError `newer` or `corrupt` for a file that `migrate` would refuse. */
export async function inspect(client: Client, name: string, migrations: readonly Migration[]): Promise<void> {
  compare(await appliedHashes(client, name), migrations, name);
}

async function appliedHashes(client: Client, name: string): Promise<readonly string[]> {
  const found = await client.execute(
    `SELECT type, name FROM sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'`,
  );
  if (found.rows.length === 0) return [];
  const ours = found.rows.some((row) => row['type'] === 'table' && row['name'] === TABLE);
  if (!ours) throw notOurs(name);
  const rows = await client.execute(`SELECT hash FROM ${TABLE} ORDER BY created_at, id`);
  if (rows.rows.length === 0 && found.rows.length > 1) throw notOurs(name);
  return rows.rows.map((row) => String(row['hash']));
}

function notOurs(name: string): StoreError {
  const message = `"${name}" is a database, but not a history`;
  return new StoreError('corrupt', message, 'Name another file, or move this one away to begin a new one');
}

function compare(applied: readonly string[], migrations: readonly Migration[], name: string): void {
  const odd = migrations.findIndex((migration, i) => i < applied.length && applied[i] !== migration.hash);
  if (odd !== -1) {
    const message = `The history "${name}" was not made by this version of Holdpoint: step "${migrations[odd]?.tag}" differs`;
    throw new StoreError('corrupt', message, 'Use the version that made it, or name another file');
  }
  if (applied.length > migrations.length) {
    const message = `The history "${name}" was written by a newer version of Holdpoint`;
    throw new StoreError('newer', message, 'Upgrade Holdpoint, or name another file');
  }
}

async function apply(client: Client, from: number, pending: readonly Migration[]): Promise<void> {
  const batch: InStatement[] = [
    `CREATE TABLE IF NOT EXISTS ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
    // Ahead of the statements: its key fails when another process has applied the same step since it was read.
    ...pending.map((migration, i) => ({
      sql: `INSERT INTO ${TABLE} (id, hash, created_at) VALUES (?, ?, ?)`,
      args: [from + i + 1, migration.hash, migration.when],
    })),
    ...pending.flatMap((migration) => migration.statements),
  ];
  try {
    await client.batch(batch, 'write');
  } catch (error) {
    if (isConstraint(error) || /already exists/.test(libsqlErrorOf(error)?.message ?? ''))
      throw new ChainMoved();
    throw error;
  }
}

/** The committed migrations make the tables that the schema describes. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { openHistory } from '../../src/store/mod.ts';
import * as schema from '../../src/store/schema.ts';
import { inFolder } from './sample.ts';

test('the migrations make the tables, columns, keys and indexes of the schema, and no others', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.db');
    await (await openHistory({ url: path })).close();
    const client = createClient({ url: pathToFileURL(path).href });
    const names = async (sql: string): Promise<string[]> =>
      (await client.execute(sql)).rows.map((row) => String(row[0]));
    const tables = Object.values(schema)
      .filter((value) => value instanceof SQLiteTable)
      .map((table) => getTableConfig(table));
    assert.deepEqual(
      await names(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY name`,
      ),
      tables.map((table) => table.name).toSorted(),
    );
    for (const table of tables) {
      const columns = await client.execute(
        `SELECT name, lower(type), "notnull" FROM pragma_table_info('${table.name}')`,
      );
      assert.deepEqual(
        columns.rows.map((row) => [row[0], row[1], row[2]]),
        table.columns.map((column) => [column.name, column.getSQLType(), column.notNull ? 1 : 0]),
        table.name,
      );
      assert.deepEqual(
        await names(`SELECT name FROM pragma_table_info('${table.name}') WHERE pk > 0 ORDER BY pk`),
        table.primaryKeys[0]?.columns.map((column) => column.name) ??
          table.columns.filter((column) => column.primary).map((column) => column.name),
      );
      assert.deepEqual(
        await names(`SELECT name FROM pragma_index_list('${table.name}') WHERE origin = 'c' ORDER BY name`),
        table.indexes.map((index) => index.config.name).toSorted(),
      );
    }
    client.close();
  }));

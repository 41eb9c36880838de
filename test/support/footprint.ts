import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';

/** The size and rows of a service's data. */
export interface Footprint {
  /** The size of the folder's files and of the database, in bytes. */
  readonly bytes: number;
  /** The number of rows in each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Measures a folder and a database. An SQLite file in the folder counts once. */
export async function footprintOf(folder: string, databaseUrl: string): Promise<Footprint> {
  const { bytes, rows } = databaseUrl.startsWith('sqlite:')
    ? { bytes: 0, rows: rowsInSqlite(databaseUrl.slice('sqlite:'.length)) }
    : await postgresFootprint(databaseUrl);
  return { bytes: bytes + (await sizeOfFolder(folder)), rows };
}

async function sizeOfFolder(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function rowsInSqlite(file: string): Footprint['rows'] {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db.prepare(`select name from sqlite_master where type = 'table'`).pluck().all() as string[];
    const rows = tables.map((name) => [name, db.prepare(`select count(*) from "${name}"`).pluck().get() as number]);
    return Object.fromEntries(rows);
  } finally {
    db.close();
  }
}

async function postgresFootprint(url: string): Promise<Footprint> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const size = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    const tables = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema()',
    );
    const rows: Record<string, number> = {};
    for (const { name } of tables.rows) {
      const counted = await client.query<{ count: string }>(`select count(*) from "${name}"`);
      rows[name] = Number(counted.rows[0]?.count);
    }
    return { bytes: Number(size.rows[0]?.bytes), rows };
  } finally {
    await client.end();
  }
}

/** The number of added rows in each table. Tables without added rows are left out. */
export const rowsGained = (before: Footprint, after: Footprint): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(after.rows)
      .map(([table, count]): [string, number] => [table, count - (before.rows[table] ?? 0)])
      .filter(([, gained]) => gained > 0),
  );

import type { Knex } from 'knex';
import { folded, foldedCode } from '../../../core/kernel/folding.ts';
import type { Step } from './step.ts';

type Row = Readonly<Record<string, string | number>> & { readonly id: number };

/** The most rows that are read at once. */
const ROWS = 2_000;

/** Folds a search text line by line. Each of its parts is a line of its own. */
const foldedLines = (text: string): string => text.split('\n').map(folded).join('\n');

async function refoldTexts(db: Knex, table: string, column: string): Promise<void> {
  for (let after = 0; ;) {
    const rows: readonly Row[] = await db(table).select('id', column).where('id', '>', after).orderBy('id').limit(ROWS);
    for (const row of rows) {
      const text = String(row[column]);
      if (foldedLines(text) !== text) await db(table).where({ id: row.id }).update(column, foldedLines(text));
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

interface Keyed {
  readonly id: number;
  readonly key: string;
  /** The key that the row should have. */
  readonly wanted: string;
  /** Separates rows that may have the same key, such as buses of two companies. */
  readonly group: number;
}

/**
 * The keys of rows, of which no two in a group may be equal. Of rows that have become twins, the one that had the key
 * already keeps it, else the oldest. The key of each other twin ends with a line break and its id, which no folded text
 * contains. So twins stay, and nothing new can take their place.
 */
function newKeys(rows: readonly Keyed[]): readonly { readonly id: number; readonly key: string }[] {
  const first = new Map<string, number>();
  const places = [...rows].sort(
    (one, other) => Number(one.key !== one.wanted) - Number(other.key !== other.wanted) || one.id - other.id,
  );
  for (const { id, wanted, group } of places) {
    const place = `${group} ${wanted}`;
    if (!first.has(place)) first.set(place, id);
  }
  return rows.flatMap(({ id, key, wanted, group }) => {
    const next = first.get(`${group} ${wanted}`) === id ? wanted : `${wanted}\n${id}`;
    return next === key ? [] : [{ id, key: next }];
  });
}

async function rekey(db: Knex, table: string, column: string, rows: readonly Keyed[]): Promise<void> {
  const changes = newKeys(rows);
  // Twins leave first, so that their keys are free.
  for (const { id, key } of [...changes].sort(
    (one, other) => Number(other.key.includes('\n')) - Number(one.key.includes('\n')),
  ))
    await db(table).where({ id }).update(column, key);
}

async function rekeyCities(db: Knex): Promise<void> {
  const cities = await db<{ id: number; city_name: string; name_key: string }>('cities').select(
    'id',
    'city_name',
    'name_key',
  );
  const rows = cities.map(({ id, city_name: name, name_key: key }) => ({ id, key, wanted: folded(name), group: 0 }));
  await rekey(db, 'cities', 'name_key', rows);
}

async function rekeyBuses(db: Knex): Promise<void> {
  const buses = await db<{ id: number; registration_no: string; registration_key: string; operator_id: number }>(
    'buses',
  ).select('id', 'registration_no', 'registration_key', 'operator_id');
  const rows = buses.map(({ id, registration_no: number, registration_key: key, operator_id: group }) => ({
    id,
    key,
    wanted: foldedCode(number),
    group,
  }));
  await rekey(db, 'buses', 'registration_key', rows);
}

/** Folds the keys and search texts of existing rows as new rows are folded: without invisible characters, in NFKC. */
export const foldedKeysStep: Step = {
  async up(db) {
    await rekeyCities(db);
    await rekeyBuses(db);
    await refoldTexts(db, 'operators', 'name_key');
    await refoldTexts(db, 'users', 'search_key');
    await refoldTexts(db, 'buses', 'search_key');
    await refoldTexts(db, 'bookings', 'search_key');
  },

  // The keys stay: earlier versions fold their queries less, and find as much in them.
  down: () => Promise.resolve(),
  losses: () => Promise.resolve([]),
  beside: true,
};

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
  /** Groups of rows in which each key stands once, such as the buses of a company. */
  readonly groups: readonly string[];
  /** True if other rows depend on this row's key, as a bus on the market reserves its number. */
  readonly comesFirst: boolean;
}

/**
 * The keys of rows, of which no two in a group may be equal. Of rows that have become twins, one that comes first gets
 * the key, else the one that had it already, else the oldest. The key of each other twin ends with a line break and its
 * id, which no folded text contains. So twins stay, and nothing new can take their place.
 */
function newKeys(rows: readonly Keyed[]): readonly { readonly id: number; readonly key: string }[] {
  const taken = new Set<string>();
  const inTurn = [...rows].sort(
    (one, other) =>
      Number(other.comesFirst) - Number(one.comesFirst) ||
      Number(one.key !== one.wanted) - Number(other.key !== other.wanted) ||
      one.id - other.id,
  );
  return inTurn.flatMap(({ id, key, wanted, groups }) => {
    const places = groups.map((group) => `${group} ${wanted}`);
    const next = places.some((place) => taken.has(place)) ? `${wanted}\n${id}` : wanted;
    for (const place of places) taken.add(place);
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
  const rows = cities.map(({ id, city_name: name, name_key: key }) => ({
    id,
    key,
    wanted: folded(name),
    groups: ['cities'],
    comesFirst: false,
  }));
  await rekey(db, 'cities', 'name_key', rows);
}

interface KeyedBus {
  readonly id: number;
  readonly registration_no: string;
  readonly registration_key: string;
  readonly operator_id: number;
  readonly approval_status: string;
}

/** Two indexes compare the keys of buses: one within a company, one among the APPROVED buses of all companies. */
async function rekeyBuses(db: Knex): Promise<void> {
  const buses = await db<KeyedBus>('buses').select(
    'id',
    'registration_no',
    'registration_key',
    'operator_id',
    'approval_status',
  );
  const rows = buses.map((bus) => {
    const isApproved = bus.approval_status === 'APPROVED';
    return {
      id: bus.id,
      key: bus.registration_key,
      wanted: foldedCode(bus.registration_no),
      groups: [String(bus.operator_id), ...(isApproved ? ['approved'] : [])],
      comesFirst: isApproved,
    };
  });
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

import { memoryAuditReader } from '../../adapters/memory/audit.ts';
import type { State } from '../../adapters/memory/state.ts';
import { toLine } from '../../core/audit/invariants.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import { calendar } from './catalogue.ts';
import { allOf, type Books, type Change, type Row } from './corrupting.ts';
import { KNOWN } from './known-gateways.ts';

type Item = Record<string, unknown>;
type Value = Row[string];

/** Column names that differ from the property's name, by table and property. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bookings: {
    leastFee: 'least_fee_bp',
    status: 'booking_status',
    total: 'total_amount_paisa',
    commission: 'commission_amount_paisa',
    operatorEarning: 'operator_earning_paisa',
  },
  booking_changes: {
    fee: 'change_fee_paisa',
    credit: 'credit_paisa',
    oldId: 'old_booking_id',
    role: 'asked_by_role',
    userId: 'asked_by',
  },
  cancellations: { by: 'cancelled_by', at: 'cancelled_at', fee: 'cancellation_fee_paisa' },
  statements: { from: 'from_day', until: 'until_day' },
};
const MONEY = [
  ...['amount', 'fee', 'gross', 'commission', 'net', 'cashHeld', 'openingBalance', 'total'],
  ...['amountDue', 'oldTotal', 'newTotal', 'toPay', 'toRefund', 'left'],
];

const columnOf = (table: string, property: string): string =>
  NAMES[table]?.[property] ??
  `${property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}${MONEY.includes(property) ? '_paisa' : ''}`;

/**
 * A row of a table: the object and the property that hold each column. In memory a row may be split over several
 * objects.
 */
type Stored = ReadonlyMap<string, { readonly item: Item; readonly property: string }>;

const stored = (...parts: readonly (readonly [table: string, item: object | undefined])[]): Stored =>
  new Map(
    parts.flatMap(([table, item]) =>
      Object.entries(item ?? {})
        .filter(([, value]) => typeof value !== 'object' || value === null)
        .map(([property]) => [columnOf(table, property), { item: item as Item, property }] as const),
    ),
  );

const rowOf = (row: Stored): Row =>
  Object.fromEntries([...row].map(([column, { item, property }]) => [column, (item[property] ?? null) as Value]));

/** Functions that read the rows of a table, add a row, and remove a row. */
interface Table {
  readonly rows: () => readonly Stored[];
  readonly add?: (row: Item) => void;
  readonly remove?: (row: Row) => void;
}

function tablesOf(state: State): Readonly<Record<string, Table>> {
  const keyed = (table: string, items: () => ReadonlyMap<number, object>): readonly [string, Table] => [
    table,
    { rows: () => [...items().values()].map((item) => stored([table, item])) },
  ];
  const removeFrom = (items: { readonly id?: number }[], isMeant: (item: never) => boolean): void => {
    const kept = items.filter((item) => !isMeant(item as never));
    items.splice(0, items.length, ...kept);
  };
  return {
    ...Object.fromEntries([
      keyed('operators', () => state.operators),
      keyed('payments', () => state.payments),
      keyed('refunds', () => state.refunds),
      keyed('adjustments', () => state.adjustments),
      keyed('receipts', () => state.receipts),
      keyed('statements', () => state.statements),
    ]),
    bookings: {
      rows: () =>
        [...state.bookings.values()].map((booking) =>
          stored(['cancellations', state.cancellations.get(booking.id)], ['bookings', booking]),
        ),
    },
    booking_changes: {
      rows: () =>
        [...state.changes.values()].map((item) => stored(['booking_changes', item], ['booking_changes', item.askedBy])),
      remove: ({ booking_id: made }) => state.changes.delete(made as BookingId),
    },
    settlements: { rows: () => state.settlements.map((item) => stored(['settlements', item])) },
    ledger_entries: {
      rows: () => state.ledger.map((item) => stored(['ledger_entries', item])),
      add: (row) => state.ledger.push(row as never),
      remove: ({ id }) => removeFrom(state.ledger, (row: { id: number }) => row.id === id),
    },
    statement_lines: {
      rows: () => state.statementLines.map((item) => stored(['', item], ['', item.line])),
      remove: ({ statement_id: id }) =>
        removeFrom(state.statementLines as never[], (row: { statementId: number }) => row.statementId === id),
    },
    statement_entries: {
      rows: () => [...state.stated].map(([entryId, statementId]) => stored(['', { entryId, statementId }])),
      add: ({ entryId, statementId }) => state.stated.set(entryId as never, statementId as never),
      remove: ({ entry_id: id }) => state.stated.delete(id as never),
    },
  };
}

export function memoryBooks(state: State): Books {
  const tables = tablesOf(state);
  const tableOf = (name: string): Table => {
    const table = tables[name];
    if (!table) throw new Error(`Memory keeps no ${name}.`);
    return table;
  };

  function apply({ table: name, where, set = {}, add = {}, isGone, copiedAs }: Change): void {
    const table = tableOf(name);
    const meant = table.rows().filter((row) => {
      const values = rowOf(row);
      return Object.entries(where).every(([column, value]) => values[column] === value);
    });
    for (const row of meant) {
      const values = rowOf(row);
      const changed = Object.entries(add).map(([column, more]) => [column, Number(values[column]) + more] as const);
      if (isGone) table.remove?.(values);
      else if (copiedAs !== undefined) table.add?.({ ...[...row.values()][0]?.item, id: copiedAs });
      else
        for (const [column, value] of [...Object.entries(set), ...changed]) {
          const place = row.get(column);
          if (!place) throw new Error(`Memory keeps no ${column} of ${name}.`);
          place.item[place.property] = value;
        }
      // The rows of statement_entries are copies of values in a map. So the changed row is written back to the map.
      if (name === 'statement_entries' && !isGone) table.add?.([...row.values()][0]?.item ?? {});
    }
  }

  return {
    rowsOf: async (table) =>
      tableOf(table)
        .rows()
        .map(rowOf)
        .sort((one, other) => Number(one['id']) - Number(other['id'])),

    async linesAfter(clock, changes) {
      const audit = runAudit({ gateways: KNOWN, clock, calendar, auditReader: memoryAuditReader(state) });
      const healthy = structuredClone(state);
      const all: (readonly string[])[] = [];
      for (const change of changes) {
        allOf(change).forEach(apply);
        all.push((await audit()).findings.map(toLine));
        Object.assign(state, structuredClone(healthy));
      }
      return all;
    },
  };
}

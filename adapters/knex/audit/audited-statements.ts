import type { StatementAuditReader, StatementOnRecord } from '../../../core/audit/statement-on-record.ts';
import type { BookingId, LedgerEntryId, OperatorId, StatementId } from '../../../core/kernel/ids.ts';
import { type Paisa, minus } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Account, EntryKind } from '../../../core/ledger/entry.ts';
import { type LineKind, statedMoney, type StatementStatus } from '../../../core/ledger/statement.ts';
import { DEPARTS } from '../trips/section-times.ts';
import { type Fragment, type Sql, jsonRows, raw } from '../engine/sql.ts';
import { type EntryColumns, ENTRY_COLUMNS, entriesWhere, toEntries, toEntry } from './audited-ledger.ts';

interface Row {
  readonly id: StatementId;
  readonly operator_id: OperatorId;
  readonly year: number;
  readonly sequence: number;
  readonly from_day: string;
  readonly until_day: string;
  readonly opening_balance_paisa: Paisa;
  readonly net_paisa: Paisa;
  readonly cash_held_paisa: Paisa;
  readonly total_paisa: Paisa;
  readonly status: StatementStatus;
  readonly paid_at: Instant | null;
  readonly carried_to: StatementId | null;
  readonly is_followed: boolean;
  /** Arrays as JSON, with the row types below. */
  readonly lines: string | null;
  readonly entries: string | null;
  readonly payouts: string | null;
  readonly carried: string | null;
}

type Line = [position: number, BookingId | null, LineKind, gross: Paisa, net: Paisa];
type Entry = [LedgerEntryId, Instant, EntryKind, Account, Account, Paisa, OperatorId | null, ...Booking];
type Booking = [
  ...[BookingId | null, code: string, departsAt: Instant, total: Paisa, fee: Paisa | null],
  ...[cancelledAt: Instant | null, parts: string | null],
];
type Carried = [StatementId, OperatorId, total: Paisa];

const columns = (table: string, names: string): readonly Fragment[] =>
  names.split(' ').map((name) => raw(`${table}.${name}`));

/** Condition for ledger rows that belong on statements. */
const IS_STATED = `ledger_entries.kind <> 'PAYOUT' and ledger_entries.operator_id is not null
  and (ledger_entries.debit in ('OPERATOR', 'CASH') or ledger_entries.credit in ('OPERATOR', 'CASH'))`;

/** True if a row of `unstated_entries` has the company, group, id and moment of its ledger row. */
const IS_LISTED = `unstated_entries.operator_id = ledger_entries.operator_id
  and unstated_entries.line_group = coalesce(ledger_entries.booking_id, -ledger_entries.id)
  and unstated_entries.entry_id = ledger_entries.id and unstated_entries.at = ledger_entries.at`;

/** Reads each batch in one statement, so that all facts about a statement are of one moment. */
export const auditedStatements = (sql: Sql): StatementAuditReader => {
  const lines = jsonRows(
    sql.dialect,
    columns('statement_lines', 'position booking_id kind gross_paisa net_paisa'),
    raw('statement_lines where statement_lines.statement_id = statements.id'),
  );
  const entries = jsonRows(
    sql.dialect,
    [
      ...columns('ledger_entries', 'id at kind debit credit amount_paisa operator_id'),
      ...columns('bookings', 'id booking_code'),
      DEPARTS,
      ...columns('bookings', 'total_amount_paisa cancellation_fee_paisa cancelled_at cancelled_parts'),
    ],
    raw(`statement_entries join ledger_entries on ledger_entries.id = statement_entries.entry_id
      left join bookings on bookings.id = ledger_entries.booking_id left join schedules on schedules.id = bookings.schedule_id
      where statement_entries.statement_id = statements.id`),
  );
  const payouts = entriesWhere(sql, 'ledger_entries.statement_id = statements.id');
  const carried = jsonRows(
    sql.dialect,
    columns('earlier', 'id operator_id total_paisa'),
    raw('statements as earlier where earlier.carried_to = statements.id'),
  );

  return {
    async statements(after, limit) {
      const rows = await sql.rows<Row>`
        select id, operator_id, year, sequence, from_day, until_day, opening_balance_paisa, net_paisa, cash_held_paisa, total_paisa,
          status, paid_at, carried_to, ${lines} as lines, ${entries} as entries, ${payouts} as payouts, ${carried} as carried,
          exists (select 1 from statements as later
            where later.operator_id = statements.operator_id and later.id > statements.id) as is_followed
        from statements where id > ${after} order by id limit ${limit}`;
      return rows.map(toRecord);
    },

    numberedYears: () => sql.rows`
      select numbers.year, numbers.last, count(statements.id) as count, coalesce(max(statements.sequence), 0) as highest
      from statement_numbers as numbers left join statements on statements.year = numbers.year
      group by numbers.year, numbers.last order by numbers.year`,

    async unstatedEntries(after, limit) {
      const rows = await sql.rows<EntryColumns>`
        select ${ENTRY_COLUMNS} from ledger_entries
        where ${raw(IS_STATED)} and not exists (select 1 from unstated_entries where ${raw(IS_LISTED)})
          and not exists (select 1 from statement_entries as taken where taken.entry_id = ledger_entries.id
            and (exists (select 1 from statements where statements.id = taken.statement_id)
              or exists (select 1 from statement_drafts where statement_drafts.id = taken.statement_id)))
          and id > ${after} order by id limit ${limit}`;
      return rows.map(toEntry);
    },

    async wronglyListed() {
      const rows = await sql.rows<{ readonly operator_id: OperatorId; readonly entry_id: LedgerEntryId }>`
        select operator_id, entry_id from unstated_entries
        where not exists (select 1 from ledger_entries where ${raw(IS_LISTED)} and ${raw(IS_STATED)})
          or exists (select 1 from statement_entries where statement_entries.entry_id = unstated_entries.entry_id)
        order by entry_id`;
      return rows.map(({ operator_id: operatorId, entry_id: entryId }) => ({ operatorId, entryId }));
    },
  };
};

const parsed = <Item extends readonly [number, ...unknown[]]>(json: string | null): readonly Item[] =>
  (JSON.parse(json ?? '[]') as Item[]).sort(([one], [other]) => one - other);

const toRecord = (row: Row): StatementOnRecord => ({
  id: row.id,
  operatorId: row.operator_id,
  year: row.year,
  sequence: row.sequence,
  from: row.from_day,
  until: row.until_day,
  openingBalance: row.opening_balance_paisa,
  net: row.net_paisa,
  cashHeld: row.cash_held_paisa,
  total: row.total_paisa,
  status: row.status,
  paidAt: row.paid_at,
  carriedTo: row.carried_to,
  isFollowed: row.is_followed,
  lines: parsed<Line>(row.lines).map(([, bookingId, kind, gross, net]) => ({
    bookingId,
    kind,
    gross,
    commission: minus(gross, net),
    net,
  })),
  entries: parsed<Entry>(row.entries).map(([id, at, kind, debit, credit, amount, operatorId, ...booking]) => ({
    id,
    at,
    kind,
    debit,
    credit,
    amount,
    operatorId,
    booking: toBooking(booking),
  })),
  payouts: toEntries(row.payouts),
  carried: parsed<Carried>(row.carried).map(([id, operatorId, total]) => ({ id, operatorId, total })),
});

const toBooking = ([id, code, departsAt, total, cancellationFee, cancelledAt, json]: Booking) => {
  if (id === null) return null;
  const parts = JSON.parse(json ?? '[]') as Parameters<typeof statedMoney>[0]['parts'];
  return { id, code, departsAt, ...statedMoney({ total, parts, cancelledAt, cancellationFee }) };
};

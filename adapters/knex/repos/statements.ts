import type { BookingId, LedgerEntryId, StatementId } from '../../../core/kernel/ids.ts';
import { NOTHING, plus } from '../../../core/kernel/money.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { StatementRepo } from '../../../core/statements/ports.ts';
import type { StatedEntry } from '../../../core/statements/statement.ts';
import { powersOfTwo, raw, tuples } from '../engine/sql.ts';
import type { Sql } from '../engine/sql.ts';

interface EntryRow {
  readonly id: LedgerEntryId;
  readonly at: Instant;
  readonly kind: StatedEntry['kind'];
  readonly debit: StatedEntry['debit'];
  readonly credit: StatedEntry['credit'];
  readonly amount_paisa: Paisa;
  readonly booking_id: BookingId;
  readonly booking_code: string;
  readonly departure_time: Instant;
  readonly total_amount_paisa: Paisa;
  readonly cancellation_fee_paisa: Paisa | null;
}

const toEntry = (row: EntryRow): StatedEntry => ({
  ...{ id: row.id, at: row.at, kind: row.kind, debit: row.debit, credit: row.credit, amount: row.amount_paisa },
  booking: {
    ...{ id: row.booking_id, code: row.booking_code, departsAt: row.departure_time },
    ...{ total: row.total_amount_paisa, fee: row.cancellation_fee_paisa },
  },
});

/** Rows of the ledger that statements are made of, as far as no other condition is about them. */
const IS_STATED = raw(`
  kind <> 'PAYOUT' and (debit in ('OPERATOR', 'CASH') or credit in ('OPERATOR', 'CASH'))`);

/**
 * Rows of `statements`, and of `statement_entries`: its key is that of the row of the ledger, so that two statements
 * that want the same row wait for each other, and one of them goes without.
 */
export const knexStatements = (sql: Sql): StatementRepo => ({
  async nextNumber(year) {
    const row = await sql.one<{ last: number }>`
      insert into statement_numbers (year, last) values (${year}, 1)
      on conflict (year) do update set last = statement_numbers.last + 1 returning last`;
    if (!row) throw new Error(`There is no number for a statement of ${year}.`);
    return { year, sequence: row.last };
  },

  async add({ operatorId, year, sequence, companyName, panNo, until, madeAt }) {
    const row = await sql.one<{ id: StatementId }>`
      insert into statements (operator_id, year, sequence, company_name, pan_no, from_day, until_day, made_at)
      values (${operatorId}, ${year}, ${sequence}, ${companyName}, ${panNo}, ${until}, ${until}, ${madeAt}) returning id`;
    if (!row) throw new Error('The statement was not added.');
    return row.id;
  },

  async takeUp(id, operatorId, end) {
    await sql.changes`
      insert into statement_entries (entry_id, statement_id)
      select ledger_entries.id, ${id} from ledger_entries
      where operator_id = ${operatorId} and at < ${end} and ${IS_STATED}
        and not exists (select 1 from statement_entries as taken where taken.entry_id = ledger_entries.id)
      order by ledger_entries.id
      on conflict (entry_id) do nothing`;
    const rows = await sql.rows<EntryRow>`
      select entries.id, entries.at, entries.kind, entries.debit, entries.credit, entries.amount_paisa,
        bookings.id as booking_id, bookings.booking_code, schedules.departure_time, bookings.total_amount_paisa,
        bookings.cancellation_fee_paisa
      from statement_entries join ledger_entries as entries on entries.id = statement_entries.entry_id
        join bookings on bookings.id = entries.booking_id join schedules on schedules.id = bookings.schedule_id
      where statement_entries.statement_id = ${id}`;
    return rows.map(toEntry);
  },

  async carryOver(id, operatorId) {
    const rows = await sql.rows<{ total_paisa: Paisa }>`
      update statements set carried_to = ${id}
      where operator_id = ${operatorId} and total_paisa < 0 and carried_to is null and id <> ${id}
      returning total_paisa`;
    return rows.reduce((sum, row) => plus(sum, row.total_paisa), NOTHING);
  },

  async drawUp(id, { from, openingBalance, net, cashHeld, total, lines }) {
    sql.post`
      update statements set from_day = ${from}, opening_balance_paisa = ${openingBalance}, net_paisa = ${net},
        cash_held_paisa = ${cashHeld}, total_paisa = ${total}
      where id = ${id}`;
    const rows = lines.map((line, index) => [
      ...[id, index + 1, line.bookingId, line.departsAt, line.kind, line.gross, line.net],
    ]);
    for (const batch of powersOfTwo(rows))
      sql.post`
        insert into statement_lines (statement_id, position, booking_id, departure_time, kind, gross_paisa, net_paisa)
        values ${tuples(batch)}`;
  },

  async pay(id, { reference, paidAt }) {
    const paid = await sql.changes`
      update statements set status = 'PAID', reference = ${reference}, paid_at = ${paidAt}
      where id = ${id} and status = 'OPEN'`;
    return paid === 1;
  },
});

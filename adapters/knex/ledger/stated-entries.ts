import type { BookingId, LedgerEntryId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { statedMoney, type StatedEntry } from '../../../core/ledger/statement.ts';
import { DEPARTS } from '../trips/section-times.ts';
import { type Sql, inBatches, list, padded } from '../engine/sql.ts';

interface EntryRow {
  readonly id: LedgerEntryId;
  readonly at: Instant;
  readonly kind: StatedEntry['kind'];
  readonly debit: StatedEntry['debit'];
  readonly credit: StatedEntry['credit'];
  readonly amount_paisa: Paisa;
  readonly booking_id: BookingId | null;
  readonly booking_code: string;
  readonly departure_time: Instant;
  readonly total_amount_paisa: Paisa;
  readonly cancellation_fee_paisa: Paisa | null;
  readonly cancelled_at: Instant | null;
  /** The price and the shares of each cancelled part of the booking: an array of Parts in JSON. */
  readonly cancelled_parts: string | null;
}

type Parts = Parameters<typeof statedMoney>[0]['parts'];

const toEntry = (row: EntryRow): StatedEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  debit: row.debit,
  credit: row.credit,
  amount: row.amount_paisa,
  booking:
    row.booking_id === null
      ? null
      : {
          id: row.booking_id,
          code: row.booking_code,
          departsAt: row.departure_time,
          ...statedMoney({
            total: row.total_amount_paisa,
            parts: JSON.parse(row.cancelled_parts ?? '[]') as Parts,
            cancelledAt: row.cancelled_at,
            cancellationFee: row.cancellation_fee_paisa,
          }),
        },
});

/** Reads ledger rows by their ids, with their bookings. */
export const statedEntries = (sql: Sql, ids: readonly LedgerEntryId[]): Promise<readonly StatedEntry[]> =>
  inBatches(ids, async (batch) => {
    const rows = await sql.rows<EntryRow>`
      select entries.id, entries.at, entries.kind, entries.debit, entries.credit, entries.amount_paisa,
        bookings.id as booking_id, bookings.booking_code, ${DEPARTS} as departure_time, bookings.total_amount_paisa,
        bookings.cancellation_fee_paisa, bookings.cancelled_at, bookings.cancelled_parts
      from ledger_entries as entries left join bookings on bookings.id = entries.booking_id
        left join schedules on schedules.id = bookings.schedule_id
      where entries.id in ${list(padded(batch))}`;
    return rows.map(toEntry);
  });

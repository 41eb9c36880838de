import type { ShiftFilter, ShiftViews, ShownShift } from '../../../core/counter/ports.ts';
import type { CancelledPart } from '../../../core/bookings/cancelled-part.ts';
import type { BookingId, OperatorId, ShiftId, StaffId, UserId } from '../../../core/kernel/ids.ts';
import { type Paisa, sum } from '../../../core/kernel/money.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Shift } from '../../../core/counter/shift.ts';
import { UNUSED } from '../../../core/payments/refund.ts';
import { type Fragment, type Sql, fragment, list, raw } from '../engine/sql.ts';
import { behind, where } from '../engine/keyset.ts';

export interface ShiftRow {
  readonly id: ShiftId;
  readonly operator_id: OperatorId;
  readonly user_id: UserId;
  readonly staff_id: StaffId;
  readonly opened_at: Instant;
  readonly closed_at: Instant | null;
  readonly opening_cash_paisa: Paisa;
  readonly sales_paisa: Paisa;
  readonly refunds_paisa: Paisa;
  readonly counted_cash_paisa: Paisa | null;
  readonly note: string | null;
}

export const SHIFT_COLUMNS = raw(`
  shifts.id, shifts.operator_id, shifts.user_id, shifts.staff_id, shifts.opened_at, shifts.closed_at, shifts.opening_cash_paisa,
  shifts.sales_paisa, shifts.refunds_paisa, shifts.counted_cash_paisa, shifts.note`);

export const toShift = (row: ShiftRow): Shift => ({
  id: row.id,
  operatorId: row.operator_id,
  userId: row.user_id,
  staffId: row.staff_id,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  openingCash: row.opening_cash_paisa,
  sales: row.sales_paisa,
  refunds: row.refunds_paisa,
  countedCash: row.counted_cash_paisa,
  note: row.note,
});

type ShownRow = ShiftRow & { readonly full_name: string; readonly blind_count: boolean };

const SHOWN = raw(`shifts join users on users.id = shifts.user_id join operators on operators.id = shifts.operator_id`);

const toShownShift = (row: ShownRow): ShownShift => ({
  ...toShift(row),
  staffName: row.full_name,
  isCountedBlind: row.blind_count,
});

interface TakenRow {
  readonly booking_id: BookingId;
  readonly gateway: string;
  readonly amount_paisa: Paisa;
  readonly seats_count: number;
  readonly cancelled_parts: string | null;
  /** Whether a change made the booking. */
  readonly is_changed: boolean;
  /** The amount that the company itself returned of a payment by its own QR code. */
  readonly returned: Paisa;
}

/** The number of tickets that were sold with these bookings, also of those that were cancelled since. */
function ticketsOf(rows: readonly TakenRow[]): number {
  const byBooking = new Map(rows.map((row) => [row.booking_id, row]));
  return [...byBooking.values()].reduce((tickets, { seats_count: kept, cancelled_parts: written }) => {
    const parts = JSON.parse(written ?? '[]') as readonly Pick<CancelledPart, 'seats'>[];
    return tickets + kept + parts.reduce((count, { seats }) => count + seats.length, 0);
  }, 0);
}

const KEY = raw('shifts.opened_at, shifts.id');

/**
 * A filter by person uses the index of shifts by person. The unary plus keeps SQLite from using the index by company.
 */
const conditions = (
  { dialect }: Pick<Sql, 'dialect'>,
  { operatorId, userId, staffId, status }: ShiftFilter,
): readonly Fragment[] => [
  fragment`${raw(dialect === 'sqlite' && userId !== undefined ? '+shifts.operator_id' : 'shifts.operator_id')} = ${operatorId}`,
  ...(userId === undefined ? [] : [fragment`shifts.user_id = ${userId}`]),
  ...(staffId === undefined ? [] : [fragment`shifts.staff_id = ${staffId}`]),
  ...(status === undefined ? [] : [raw(`shifts.closed_at is ${status === 'OPEN' ? '' : 'not '}null`)]),
];

export const knexShiftViews = (read: Sql): ShiftViews => ({
  async list(filter, page) {
    const rows = await read.rows<ShownRow>`
      select ${SHIFT_COLUMNS}, users.full_name, operators.blind_count from ${SHOWN}
      ${where([...conditions(read, filter), ...behind(KEY, page.after, 'desc')])}
      order by shifts.opened_at desc, shifts.id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toShownShift), page, ({ openedAt, id }) => [openedAt, id]);
  },

  async find(id) {
    const row = await read.one<ShownRow>`
      select ${SHIFT_COLUMNS}, users.full_name, operators.blind_count from ${SHOWN} where shifts.id = ${id}`;
    return row && toShownShift(row);
  },

  async takings({ id, userId, operatorId, openedAt, closedAt, refunds }) {
    const until = closedAt ?? Number.MAX_SAFE_INTEGER;
    // Cash belongs to the shift. Other payments belong to the person who sold while the shift was open. A payment that
    // came late or a second time paid for no seat.
    const rows = await read.rows<TakenRow>`
      with taken as (
        select payments.id from payments where payments.shift_id = ${id} and payments.shift_id is not null
        union
        select payments.id from bookings join payments on payments.booking_id = bookings.id
        where bookings.user_id = ${userId} and bookings.booked_at >= ${openedAt} and bookings.booked_at < ${until}
          and bookings.operator_id = ${operatorId} and bookings.channel = 'COUNTER'
          and payments.gateway not in ('CASH', 'CREDIT')
          and payments.status in ('COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND')
          and not exists (
            select 1 from refunds where refunds.payment_id = payments.id and refunds.reason in ${list(UNUSED)}))
      select payments.booking_id, payments.gateway, payments.amount_paisa,
        bookings.seats_count, bookings.cancelled_parts,
        exists (select 1 from booking_changes where booking_changes.booking_id = bookings.id) as is_changed,
        (select cast(coalesce(sum(refunds.amount_paisa), 0) as bigint) from refunds
          where refunds.payment_id = payments.id and refunds.status = 'PAID' and refunds.method = 'QR') as returned
      from taken join payments on payments.id = taken.id join bookings on bookings.id = payments.booking_id`;
    const paid = (isMeant: (gateway: string) => boolean): Paisa =>
      sum(rows.filter(({ gateway }) => isMeant(gateway)).map((row) => row.amount_paisa));
    return {
      // A booking that a change made is no new ticket.
      tickets: ticketsOf(rows.filter((row) => !row.is_changed)),
      cash: paid((gateway) => gateway === 'CASH'),
      qr: paid((gateway) => gateway === 'QR'),
      codes: paid((gateway) => gateway !== 'CASH' && gateway !== 'QR'),
      refunded: sum([refunds, ...rows.map(({ returned }) => returned)]),
    };
  },
});

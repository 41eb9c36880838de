import type { BookingChange, BookingChanges, OpenChange } from '../../../core/bookings/changes.ts';
import type { ChangedBooking, ChangedBookings } from '../../../core/bookings/ports.ts';
import { type BookingId, NOBODY, type PaymentId, type UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { BookingRow } from './booking-rows.ts';
import { type Fragment, type Sql, fragment, jsonRows, list, padded, raw } from '../engine/sql.ts';

interface Row {
  readonly booking_id: BookingId;
  readonly old_booking_id: BookingId;
  readonly old_total_paisa: Paisa;
  readonly change_fee_paisa: Paisa;
  readonly credit_paisa: Paisa;
  readonly new_total_paisa: Paisa;
  readonly to_pay_paisa: Paisa;
  readonly to_refund_paisa: Paisa;
  readonly left_paisa: Paisa;
  readonly asked_by_role: BookingChange['askedBy']['role'];
  readonly asked_by: UserId | null;
  readonly asked_at: Instant;
  readonly old_departs_at: Instant | null;
  readonly done_at: Instant | null;
  readonly credit_uuid: string;
  readonly credit_payment_id: PaymentId | null;
}

const toChange = (row: Row): BookingChange => ({
  bookingId: row.booking_id,
  oldId: row.old_booking_id,
  oldTotal: row.old_total_paisa,
  fee: row.change_fee_paisa,
  credit: row.credit_paisa,
  newTotal: row.new_total_paisa,
  toPay: row.to_pay_paisa,
  toRefund: row.to_refund_paisa,
  left: row.left_paisa,
  askedBy: { role: row.asked_by_role, userId: row.asked_by ?? NOBODY },
  askedAt: row.asked_at,
  oldDepartsAt: row.old_departs_at,
  doneAt: row.done_at,
  creditUuid: row.credit_uuid,
  creditPaymentId: row.credit_payment_id,
});

const CHANGE_NAMES = [
  ...['booking_id', 'old_booking_id', 'old_total_paisa', 'change_fee_paisa', 'credit_paisa', 'new_total_paisa'],
  ...['to_pay_paisa', 'to_refund_paisa', 'left_paisa', 'asked_by_role', 'asked_by', 'asked_at'],
  'old_departs_at',
  ...['done_at', 'credit_uuid', 'credit_payment_id'],
] as const satisfies readonly (keyof Row)[];

/** Changes that meet the condition `isMeant`, as JSON, for audits. */
export const changesWhere = ({ dialect }: Pick<Sql, 'dialect'>, isMeant: string): Fragment =>
  jsonRows(
    dialect,
    CHANGE_NAMES.map((name) => raw(`booking_changes.${name}`)),
    raw(`booking_changes where ${isMeant}`),
  );

/** Parses the first change of the JSON; null if there is none. */
export function toChangeOnRecord(json: string | null): BookingChange | null {
  const [values] = JSON.parse(json ?? '[]') as Row[keyof Row][][];
  if (!values) return null;
  return toChange(Object.fromEntries(CHANGE_NAMES.map((name, index) => [name, values[index]])) as unknown as Row);
}

/** The first booking of the chain of changes that a booking belongs to. `booking` is an SQL expression. */
export const firstOf = (booking: Fragment): Fragment => fragment`
  coalesce((select first_booking_id from booking_changes where booking_changes.booking_id = ${booking}), ${booking})`;

/** The ids of all bookings of the chain of changes that a booking belongs to. `booking` is an SQL expression. */
export const joinedWith = (booking: Fragment): Fragment => fragment`
  select ${firstOf(booking)} as id
  union all
  select booking_id from booking_changes where first_booking_id = ${firstOf(booking)}`;

/** The columns of a ChangedRow, for queries of `bookings`. */
export const CHANGED_COLUMNS = raw(`
  (select old.booking_code from booking_changes join bookings old on old.id = booking_changes.old_booking_id
    where booking_changes.booking_id = bookings.id) as changed_from_code,
  (select booking_id from booking_changes where old_booking_id = bookings.id and done_at is not null) as changed_to,
  (select later.booking_code from booking_changes join bookings later on later.id = booking_changes.booking_id
    where booking_changes.old_booking_id = bookings.id and booking_changes.done_at is not null) as changed_to_code`);

export interface ChangedRow extends Pick<BookingRow, 'changed_from'> {
  readonly changed_from_code: string | null;
  readonly changed_to: BookingId | null;
  readonly changed_to_code: string | null;
}

export const toChangedBookings = (row: ChangedRow): ChangedBookings => ({
  from: linkTo(row.changed_from, row.changed_from_code),
  to: linkTo(row.changed_to, row.changed_to_code),
});

export const linkTo = (id: BookingId | null | undefined, code: string | null | undefined): ChangedBooking | null =>
  typeof id === 'number' && typeof code === 'string' ? { id, code } : null;

/**
 * The ids of the earlier bookings whose money the change that made a booking takes, done or not. Completed changes form
 * one chain of bookings, whose ids ascend. `booking` is an SQL expression.
 */
export const payersOf = (booking: Fragment, isMeant = raw('')): Fragment => fragment`
  select own.first_booking_id as id from booking_changes own where own.booking_id = ${booking} ${isMeant}
  union all
  select earlier.booking_id
  from booking_changes own join booking_changes earlier on earlier.first_booking_id = own.first_booking_id
  where own.booking_id = ${booking} ${isMeant}
    and earlier.done_at is not null and earlier.booking_id <= own.old_booking_id`;

/** The ids of the earlier bookings whose money a booking got by a completed change. `booking` is an SQL expression. */
const earlierOf = (booking: Fragment): Fragment => payersOf(booking, raw('and own.done_at is not null'));

/**
 * The status of the newest payment of the earlier bookings whose money paid for a changed booking. `booking` is an SQL
 * expression.
 */
export const earlierStatusOf = (booking: Fragment): Fragment => fragment`(
  select status from payments where gateway <> 'CREDIT' and booking_id in (${earlierOf(booking)})
  order by booking_id desc, id desc limit 1)`;

/** Stores changes in `booking_changes`. All changes of one chain of bookings store the chain's first booking. */
export const knexBookingChanges = (sql: Sql): BookingChanges => ({
  async add({ bookingId, oldId, askedBy, askedAt, oldDepartsAt, creditUuid, ...money }) {
    await sql.changes`
      insert into booking_changes (booking_id, old_booking_id, first_booking_id, old_total_paisa, change_fee_paisa, credit_paisa,
        new_total_paisa, to_pay_paisa, to_refund_paisa, left_paisa, asked_by_role, asked_by, asked_at, old_departs_at, credit_uuid)
      values (${bookingId}, ${oldId}, ${firstOf(fragment`cast(${oldId} as integer)`)}, ${money.oldTotal}, ${money.fee}, ${money.credit},
        ${money.newTotal}, ${money.toPay}, ${money.toRefund}, ${money.left}, ${askedBy.role}, ${askedBy.userId === NOBODY ? null : askedBy.userId}, ${askedAt}, ${oldDepartsAt}, ${creditUuid})`;
  },

  async find(booking) {
    const row = await sql.one<Row>`select * from booking_changes where booking_id = ${booking}`;
    return row && toChange(row);
  },

  async complete(booking, { at, creditPaymentId }) {
    const done = await sql.changes`
      update booking_changes set done_at = ${at}, credit_payment_id = ${creditPaymentId}
      where booking_id = ${booking} and done_at is null`;
    if (done !== 1) throw new Error(`Booking ${booking} is not made by an open change.`);
  },

  async open(olds, now) {
    if (olds.length === 0) return [];
    return opened(sql, fragment`changes.old_booking_id in ${list(padded(olds))}`, now, raw(''));
  },

  openAfterDeparture: (now, limit) =>
    opened(
      sql,
      fragment`exists (
        select 1 from bookings old join schedules on schedules.id = old.schedule_id
        where old.id = changes.old_booking_id and (
          coalesce(old.section_departs, schedules.departure_time) <= ${now}
          or (old.from_stop = 0 and schedules.departed_at is not null) or (old.from_stop > 0 and ${isPast(sql)})))`,
      now,
      fragment`limit ${limit}`,
    ),

  async chain(booking) {
    const rows = await sql.rows<{ id: BookingId }>`
      select id from (${earlierOf(fragment`cast(${booking} as integer)`)}) as earlier order by id desc`;
    return [booking, ...rows.map(({ id }) => id)];
  },

  async heir(booking) {
    const first = firstOf(fragment`cast(${booking} as integer)`);
    const row = await sql.one<{ id: BookingId | null }>`
      select max(booking_id) as id from booking_changes
      where first_booking_id = ${first} and done_at is not null and booking_id > ${booking}
        and not exists (select 1 from booking_changes own where own.booking_id = ${booking} and own.done_at is null)`;
    return row?.id ?? booking;
  },

  async joined(booking) {
    const rows = await sql.rows<{ id: BookingId }>`
      select id from (${joinedWith(fragment`cast(${booking} as integer)`)}) as others order by id`;
    return rows.map(({ id }) => id);
  },
});

/** Condition that the crew has reported that the bus has left the first stop of the booking `old`, or a later stop. */
const isPast = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  raw(
    dialect === 'sqlite'
      ? `exists (select 1 from json_each(schedules.stops_left) as tap where json_extract(tap.value, '$[0]') >= old.from_stop)`
      : `exists (
          select 1 from jsonb_array_elements(schedules.stops_left::jsonb) as tap where (tap ->> 0)::integer >= old.from_stop)`,
  );

async function opened(sql: Sql, isMeant: Fragment, now: Instant, end: Fragment): Promise<readonly OpenChange[]> {
  const rows = await sql.rows<Pick<Row, 'booking_id' | 'old_booking_id'>>`
    select changes.booking_id, changes.old_booking_id
    from booking_changes changes join bookings on bookings.id = changes.booking_id
    where bookings.booking_status = 'PENDING_PAYMENT' and bookings.payment_deadline > ${now} and ${isMeant}
    order by changes.booking_id ${end}`;
  return rows.map((row) => ({ oldId: row.old_booking_id, bookingId: row.booking_id }));
}

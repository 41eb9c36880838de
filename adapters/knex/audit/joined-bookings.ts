import type { BookingOnRecord } from '../../../core/audit/ports.ts';
import type { BookingStatus } from '../../../core/bookings/booking.ts';
import { NOBODY, type OperatorId, type UserId } from '../../../core/kernel/ids.ts';
import type { BasisPoints, Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { toTiers } from '../companies/companies.ts';
import { firstOf, payersOf } from '../bookings/booking-changes.ts';

type Dialect = Pick<Sql, 'dialect'>;

/** The booking before a change, as JSON. Only for queries in which `bookings` is the booking after the change. */
export const oldBooking = ({ dialect }: Dialect): Fragment =>
  jsonRows(
    dialect,
    [
      ...[raw('old.operator_id'), raw('old.least_fee_bp'), raw('old.total_amount_paisa + old.parts_amount_paisa')],
      ...[raw('old.booked_departure'), raw('old.booked_bus_type'), raw('old_trip.status')],
      ...[raw('coalesce(old.section_departs, old_trip.departure_time)'), raw('old_bus.bus_type')],
      ...[raw('old.user_id'), raw('old.commission_rate_bp'), raw('old.cancellation_tiers')],
    ],
    raw(`booking_changes made join bookings old on old.id = made.old_booking_id
      join schedules old_trip on old_trip.id = old.schedule_id join buses old_bus on old_bus.id = old_trip.bus_id
      where made.booking_id = bookings.id`),
  );

/**
 * The newest booking in the chain of completed changes of a booking, as JSON. Empty if no change replaced the booking.
 */
export const heirOf = ({ dialect }: Dialect): Fragment =>
  jsonRows(
    dialect,
    [raw('heir.booking_status'), raw('heir.cancelled_at')],
    fragment`bookings heir where heir.id = (
      select max(later.booking_id) from booking_changes later
      where later.first_booking_id = ${firstOf(raw('bookings.id'))} and later.done_at is not null)
    and exists (
      select 1 from booking_changes own where own.old_booking_id = bookings.id and own.done_at is not null)`,
  );

/**
 * The fees that changes and partial cancellations kept before the change that made a booking, as JSON rows of a fee and
 * its moment. Each row of parts holds the parts of one earlier booking.
 */
export const earlierFees = ({ dialect }: Dialect): Fragment =>
  jsonRows(
    dialect,
    [raw('fee_paisa'), raw('at'), raw('parts')],
    fragment`(
      select kept.change_fee_paisa as fee_paisa, kept.done_at as at, null as parts
      from booking_changes made join booking_changes kept on kept.first_booking_id = made.first_booking_id
      where made.booking_id = bookings.id and kept.done_at is not null and kept.booking_id <= made.old_booking_id
      union all
      select 0, 0, earlier.cancelled_parts from bookings earlier
      where earlier.cancelled_parts is not null and earlier.id in (${payersOf(raw('bookings.id'))})) as kept_fees`,
  );

type FeeRow = [fee: Paisa, at: Instant, parts: string | null];

export const toEarlierFees = (json: string | null): BookingOnRecord['earlierFees'] =>
  (JSON.parse(json ?? '[]') as FeeRow[]).flatMap(([fee, at, parts]) =>
    parts === null
      ? [{ fee, at }]
      : (JSON.parse(parts) as BookingOnRecord['parts']).map((part) => ({ fee: part.fee, at: part.at })),
  );

const first = <Row>(json: string | null): Row | undefined => (JSON.parse(json ?? '[]') as Row[])[0];

type OldRow = [
  ...[OperatorId, leastFee: BasisPoints, madeFor: Paisa, booked: Instant | null, bookedType: string | null],
  ...[
    TripStatus,
    departsAt: Instant,
    busType: string,
    UserId | null,
    commissionRate: BasisPoints,
    tiers: string | null,
  ],
];

export function toOldBooking(json: string | null): BookingOnRecord['oldBooking'] {
  const row = first<OldRow>(json);
  if (!row) return null;
  const [operatorId, leastFee, madeFor, booked, bookedType, status, departsAt, busType, ...sold] = row;
  const [userId, commissionRate, tiers] = sold;
  const bookedFor = booked === null || bookedType === null ? null : { departsAt: booked, busType: bookedType };
  return {
    operatorId,
    leastFee,
    madeFor,
    bookedFor,
    trip: { status, departsAt, busType },
    userId: userId ?? NOBODY,
    commissionRate,
    cancellationTiers: toTiers(tiers),
  };
}

export function toHeir(json: string | null): BookingOnRecord['heir'] | undefined {
  const row = first<[BookingStatus, Instant | null]>(json);
  return row && { status: row[0], cancelledAt: row[1] };
}

import type { BookingViews, PassengerBooking, RefundOfBooking } from '../../../core/bookings/ports.ts';
import { boardingPlaceOn, placesOn } from '../../../core/bookings/journey.ts';
import { shownSince } from '../../../core/bookings/shown-bookings.ts';
import type { OperatorId, RefundId, SeatNumber } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { SeatPassenger } from '../../../core/seats/sold-passenger.ts';
import { bySeat } from '../../../core/seats/seat-map.ts';
import type { Points } from '../../../core/trips/points.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { type ChangedRow, CHANGED_COLUMNS, earlierStatusOf, toChangedBookings } from './booking-changes.ts';
import { type BookingRow, BOOKING_COLUMNS, ownedBy, toBooking } from './booking-rows.ts';
import { departedAt, JOURNEY_COLUMNS, JOURNEY_JOINS, type JourneyRow, toJourney } from './journey.ts';
import { knexBookingsOfNumber, shownTo } from './shown-bookings.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { toPoints } from '../trips/planned-trips.ts';
import { byName, placesInCity, placeTuples } from '../trips/point-places.ts';

interface Row extends BookingRow, JourneyRow, ChangedRow {
  readonly cancel_reason: string | null;
  readonly cancelled_by: string | null;
  readonly cancelled_at: Instant | null;
  readonly cancellation_fee_paisa: Paisa | null;
  readonly trip_status: TripStatus;
  readonly departed_at: Instant | null;
  readonly boarding_points: string;
  readonly dropping_points: string;
  readonly stops_left: string;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly bus_type: string;
  readonly trip_operator_id: OperatorId;
  readonly company_name: string;
  readonly company_phone: string | null;
  /** An array of SeatRow as JSON. */
  readonly seats: string | null;
  /** An array of PlaceTuple as JSON: the places where the passengers may get on. */
  readonly places: string | null;
  readonly payment_status: string | null;
  /** An array of RefundRow as JSON. */
  readonly refunds: string | null;
  readonly stars: number | null;
  readonly review: string | null;
  readonly issue_flag: boolean | null;
}

export type SeatRow = [SeatNumber, string, number | null, SeatPassenger['gender'], string, string, Instant | null];

export type RefundRow = [
  ...[RefundId, Paisa, string, string, Instant, Instant | null, string | null],
  ...[gateway: string, kind: string | null, number: string],
];

/** The columns of a RefundRow, read from refunds and their payments. */
export const REFUND_COLUMNS: readonly Fragment[] = [
  ...['id', 'amount_paisa', 'reason', 'status', 'due_at', 'paid_at', 'reference'].map((name) => `refunds.${name}`),
  ...['payments.gateway', 'refunds.account_kind', 'refunds.account_number'],
].map((column) => raw(column));

const refundsOf = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  jsonRows(
    dialect,
    REFUND_COLUMNS,
    raw('refunds join payments on payments.id = refunds.payment_id where refunds.booking_id = bookings.id'),
  );

/** The columns of a SeatRow, read from sales and their seats. */
export const SEAT_COLUMNS: readonly Fragment[] = [
  'bus_seats.seat_number',
  'booking_seats.passenger_name',
  'booking_seats.passenger_age',
  'booking_seats.passenger_gender',
  'booking_seats.boarding_point',
  'booking_seats.dropping_point',
  'booking_seats.boarded_at',
].map((column) => raw(column));

/** A booking's seats as one JSON text, so that each booking is one row. `more` are columns after those of a SeatRow. */
export const seatsOf = ({ dialect }: Pick<Sql, 'dialect'>, more: readonly Fragment[] = []): Fragment =>
  jsonRows(
    dialect,
    [...SEAT_COLUMNS, ...more],
    raw(`booking_seats join bus_seats on bus_seats.id = booking_seats.seat_id
      where booking_seats.booking_id = bookings.id`),
  );

/** The places where the passengers of a booking may get on, in statements with JOURNEY_JOINS. */
export const boardingPlacesOf = (sql: Pick<Sql, 'dialect'>): Fragment =>
  placesInCity(sql, raw('source.id'), raw('bookings.operator_id'));

const columns = (sql: Sql): Fragment => fragment`
  ${BOOKING_COLUMNS}, bookings.cancel_reason, bookings.cancelled_by, bookings.cancelled_at, bookings.cancellation_fee_paisa,
  ${JOURNEY_COLUMNS}, schedules.status as trip_status, schedules.departed_at, schedules.stops_left,
  schedules.boarding_points, schedules.dropping_points,
  buses.bus_name, buses.registration_no, buses.bus_type, operators.id as trip_operator_id, operators.company_name, operators.contact_phone as company_phone,
  ${seatsOf(sql)} as seats, ${boardingPlacesOf(sql)} as places, ${refundsOf(sql)} as refunds,
  ${PAYMENT_STATUS} as payment_status, ${CHANGED_COLUMNS},
  ratings.stars, ratings.review, ratings.issue_flag`;

/**
 * The status of the newest payment. A CREDIT payment, which moves money from an old booking to its new booking, does
 * not count.
 */
const PAYMENT_STATUS = fragment`coalesce(
  (select status from payments where booking_id = bookings.id and gateway <> 'CREDIT' order by id desc limit 1),
  ${earlierStatusOf(raw('bookings.id'))})`;

const JOINS = fragment`${JOURNEY_JOINS}
  join buses on buses.id = schedules.bus_id
  join operators on operators.id = buses.operator_id
  left join ratings on ratings.booking_id = bookings.id`;

/**
 * Condition that at least one unpaid booking is overdue. Reads one index entry. The order tells Postgres which index to
 * read: if no booking was unpaid when it analysed the table, it takes all indexes of unpaid bookings for equally small.
 */
export const isAnyOverdue = (now: Instant): Fragment => fragment`(
  select payment_deadline from bookings where booking_status = 'PENDING_PAYMENT' and payment_deadline <= ${now}
  order by payment_deadline limit 1) is not null`;

export const knexBookingViews = (sql: Sql): Omit<BookingViews, 'list'> => ({
  async find(id, owner) {
    const row =
      await sql.one<Row>`select ${columns(sql)} from bookings ${JOINS} where bookings.id = ${id} and ${ownedBy(owner)}`;
    return row && toView(row);
  },

  async findShown(id, user, now) {
    const row = await sql.one<Row>`
      select ${columns(sql)} from bookings ${JOINS}
      where bookings.id = ${id} and (${ownedBy(user)} or ${shownTo(user, shownSince(now))})`;
    return row && toView(row);
  },

  ...knexBookingsOfNumber(sql),

  async anyOverdue(now) {
    const row = await sql.one<{ is_any_overdue: boolean }>`select ${isAnyOverdue(now)} as is_any_overdue`;
    return row?.is_any_overdue === true;
  },
});

const toView = (row: Row): PassengerBooking => ({
  ...toBooking(row),
  isOwn: row.channel === 'ONLINE',
  ...placedIn(row),
  trip: {
    status: row.trip_status,
    ...toJourney(row),
    departedAt: departedAt(row),
    busName: row.bus_name,
    registrationNo: row.registration_no,
    busType: row.bus_type,
    operatorId: row.trip_operator_id,
    companyName: row.company_name,
    companyPhone: row.company_phone,
  },
  seats: (JSON.parse(row.seats ?? '[]') as SeatRow[]).map(toSeat).sort(bySeat),
  paymentStatus: row.payment_status,
  cancelReason: row.cancel_reason,
  cancelledBy: row.cancelled_by,
  cancelledAt: row.cancelled_at,
  cancellationFee: row.cancellation_fee_paisa,
  refunds: toRefunds(JSON.parse(row.refunds ?? '[]') as RefundRow[]),
  changed: toChangedBookings(row),
  rating:
    row.stars === null ? null : { stars: row.stars, review: row.review ?? '', issueFlag: row.issue_flag ?? false },
});

/** Refunds, oldest first. */
export const toRefunds = (rows: readonly RefundRow[]): readonly RefundOfBooking[] =>
  rows
    .toSorted(([one], [other]) => one - other)
    .map(([, amount, reason, status, dueAt, paidAt, reference, gateway, kind, number]) => ({
      gateway,
      amount,
      reason,
      status,
      dueAt,
      paidAt,
      reference,
      account: kind === null ? null : { kind, number },
    }));

/**
 * The points where a booking's first passenger gets on and off. The row has the trip's points and, as JSON, the seats.
 */
export const placesIn = (
  row: BookingRow & JourneyRow & Pick<Row, 'seats' | 'boarding_points' | 'dropping_points'>,
): ReturnType<typeof placesOn> =>
  placesOn(toBooking(row), firstIn(row.seats), toJourney(row), pointsIn(row.boarding_points, row.dropping_points));

/** The columns that tell where a booking's first passenger gets on and off. */
export type PlacedRow = Parameters<typeof placesIn>[0] & Pick<Row, 'places'>;

/** The points where a booking's first passenger gets on and off, the first of them with its place. */
export function placedIn(row: PlacedRow): Pick<PassengerBooking, 'gettingOn' | 'gettingOff'> {
  const { gettingOn, gettingOff } = placesIn(row);
  const points = pointsIn(row.boarding_points, row.dropping_points);
  const places = byName(placeTuples(row.places));
  const place = boardingPlaceOn(toBooking(row), firstIn(row.seats), toJourney(row), points, places);
  return { gettingOn: { ...gettingOn, place }, gettingOff };
}

/** The passenger on the first of the seats. */
const firstIn = (seats: string | null): SeatPassenger | undefined =>
  (JSON.parse(seats ?? '[]') as SeatRow[]).map(toSeat).sort(bySeat)[0];

/** Parses stored boarding and dropping points. */
export const pointsIn = (boardingPoints: string, droppingPoints: string): Points => ({
  boardingPoints: toPoints(boardingPoints),
  droppingPoints: toPoints(droppingPoints),
});

export const toSeat = ([seat, name, age, gender, boardingPoint, droppingPoint]: readonly [
  ...SeatRow,
  ...unknown[],
]): SeatPassenger => ({
  seat,
  name,
  age,
  gender,
  boardingPoint,
  droppingPoint,
});

import { boardingPlaceOn, placesOn } from '../../../core/bookings/journey.ts';
import { shownSince } from '../../../core/bookings/shown-bookings.ts';
import type { BookingStatus, Channel } from '../../../core/bookings/booking.ts';
import type { BookingViews, ListedBooking } from '../../../core/bookings/ports.ts';
import type { RouteId } from '../../../core/catalogue/catalogue.ts';
import type { BookingId, BusId, OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import type { BasisPoints, Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { bySeat } from '../../../core/seats/seat-map.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { bookedForOf, ownedBy } from './booking-rows.ts';
import { shownTo } from './shown-bookings.ts';
import { earlierStatusOf, linkTo } from './booking-changes.ts';
import {
  type RefundRow,
  type SeatRow,
  isAnyOverdue,
  pointsIn,
  REFUND_COLUMNS,
  SEAT_COLUMNS,
  toRefunds,
  toSeat,
} from './bookings-view.ts';
import { type Fragment, type Sql, fragment, jsonBoolean, jsonRows, raw } from '../engine/sql.ts';
import { type Catalogue, known } from '../trips/catalogue.ts';
import { placesAtEnds, placesByEnd } from '../trips/point-places.ts';
import type { ByCatalogue, UnderRevision } from '../trips/kept-catalogue.ts';

/*
 * A passenger's list of bookings, in one statement. The statement picks one page of bookings from an index. Seats,
 * payments and other rows of these bookings are read table by table. A subquery for each booking would cost several
 * times as much. Buses, companies and cities come from the cached catalogue.
 */

const BOOKING = [
  ...['id', 'booking_code', 'booking_status', 'schedule_id', 'seats_count', 'total_amount_paisa', 'amount_due_paisa'],
  ...['payment_deadline', 'booked_at', 'cancelled_parts', 'least_fee_bp', 'booked_departure', 'booked_bus_type'],
  ...['from_stop', 'to_stop', 'section_route_id', 'section_departs', 'section_arrives'],
  ...['cancel_reason', 'cancelled_by', 'cancelled_at', 'cancellation_fee_paisa', 'channel'],
];

const TRIP = ['status', 'route_id', 'bus_id', 'departure_time', 'arrival_time', 'boarding_points', 'dropping_points'];

type SectionRow = [
  from: number,
  to: number,
  route: RouteId | null,
  departsAt: Instant | null,
  arrivesAt: Instant | null,
];
type CancellationRow = [reason: string | null, by: string | null, at: Instant | null, fee: Paisa | null];
type TripRow = [
  ...[status: TripStatus, route: RouteId, bus: BusId, departsAt: Instant, arrivesAt: Instant],
  ...[boardingPoints: string, droppingPoints: string, companyPhone: string | null, company: OperatorId],
];
type BookingRow = [
  ...[
    id: BookingId,
    code: string,
    status: BookingStatus,
    trip: TripId,
    seatsCount: number,
    total: Paisa,
    due: Paisa | null,
  ],
  ...[paymentDeadline: Instant, bookedAt: Instant, parts: string | null],
  ...[leastFee: BasisPoints, bookedDeparture: Instant | null, bookedBusType: string | null],
  ...SectionRow,
  ...CancellationRow,
  channel: Channel,
  ...TripRow,
];
type PaymentRow = [id: number, status: string];
type ChangeRow = [status: string | null, from: BookingId, code: string];
type LaterRow = [to: BookingId, code: string];
type RatingRow = [stars: number, review: string, issueFlag: boolean];

/** Arrays of rows in JSON. Postgres answers null instead of an empty array. */
interface Answer extends UnderRevision {
  readonly is_any_overdue: boolean;
  readonly bookings: string | null;
  readonly seats: string | null;
  /** The places where passengers may get on, each after the company whose trip it is. */
  readonly places: string | null;
  readonly payments: string | null;
  readonly refunds: string | null;
  readonly ratings: string | null;
  readonly changes: string | null;
  readonly later: string | null;
}

const rowsIn = <Row>(json: string | null): readonly Row[] => (json === null ? [] : (JSON.parse(json) as Row[]));

const named = (table: string, names: readonly string[]): readonly Fragment[] =>
  names.map((name) => raw(`${table}.${name}`));

type Page = Parameters<BookingViews['list']>[1];

/** The page's bookings: the newest of the own ones and of the shown ones, each read from an index of its own. */
function pageOf(owner: UserId, { limit, before }: Page, now: Instant): Fragment {
  const [own, shown] = [ownedBy(owner), shownTo(owner, shownSince(now))];
  const older =
    before === undefined
      ? raw('')
      : fragment`and (booked_at, id) < (select booked_at, id from bookings where id = ${before} and (${own} or ${shown}))`;
  const newest = raw('order by booked_at desc, id desc');
  const part = (whose: Fragment): Fragment => fragment`select * from (
    select ${raw(BOOKING.join(', '))}, operator_id from bookings where ${whose} ${older} ${newest} limit ${limit}) as part`;
  return fragment`select * from (${part(own)} union all ${part(shown)}) as parts ${newest} limit ${limit}`;
}

function statement({ dialect }: Pick<Sql, 'dialect'>, page: Fragment, now: Instant): Fragment {
  // A cross join makes SQLite start from the page's bookings instead of from all sales and payments.
  const join = dialect === 'sqlite' ? 'cross join' : 'join';
  const ofPage = (columns: readonly Fragment[], tables: string): Fragment =>
    jsonRows(dialect, [raw('page.id'), ...columns], raw(`page ${join} ${tables}`));
  return fragment`
    with page as materialized (${page})
    select revision, ${isAnyOverdue(now)} as is_any_overdue,
      ${ofPage(
        [
          ...named('page', BOOKING.slice(1)),
          ...named('schedules', TRIP),
          raw('operators.contact_phone'),
          raw('page.operator_id'),
        ],
        `schedules on schedules.id = page.schedule_id ${join} operators on operators.id = page.operator_id`,
      )} as bookings,
      ${ofPage(
        SEAT_COLUMNS,
        'booking_seats on booking_seats.booking_id = page.id join bus_seats on bus_seats.id = booking_seats.seat_id',
      )} as seats,
      ${placesAtEnds(
        { dialect },
        fragment`(select distinct page.operator_id, routes.source_city_id as city_id from page
          ${raw(join)} schedules on schedules.id = page.schedule_id
          ${raw(join)} routes on routes.id = coalesce(page.section_route_id, schedules.route_id))`,
      )} as places,
      ${ofPage(
        named('payments', ['id', 'status']),
        `payments on payments.booking_id = page.id and payments.gateway <> 'CREDIT'`,
      )} as payments,
      ${ofPage(
        [earlierStatusOf(raw('page.id')), ...named('old', ['id', 'booking_code'])],
        'booking_changes on booking_changes.booking_id = page.id join bookings old on old.id = booking_changes.old_booking_id',
      )} as changes,
      ${ofPage(
        named('later', ['id', 'booking_code']),
        `booking_changes on booking_changes.old_booking_id = page.id and booking_changes.done_at is not null
          join bookings later on later.id = booking_changes.booking_id`,
      )} as later,
      ${ofPage(
        REFUND_COLUMNS,
        'refunds on refunds.booking_id = page.id join payments on payments.id = refunds.payment_id',
      )} as refunds,
      ${ofPage(
        [...named('ratings', ['stars', 'review']), jsonBoolean(dialect, raw('ratings.issue_flag'))],
        'ratings on ratings.booking_id = page.id',
      )} as ratings
    from catalogue_revision`;
}

/** Groups rows by their first value, which is the booking's id. The grouped rows do not contain the id. */
function byBooking<Row extends readonly unknown[]>(json: string | null): ReadonlyMap<BookingId, Row[]> {
  const groups = new Map<BookingId, Row[]>();
  for (const [booking, ...row] of rowsIn<[BookingId, ...Row]>(json)) {
    const group = groups.get(booking);
    if (group) group.push(row);
    else groups.set(booking, [row]);
  }
  return groups;
}

/** The empty list, for a booking without rows. */
const NONE: readonly never[] = [];

function toList(answer: Answer, { buses, routes }: Catalogue): readonly ListedBooking[] {
  const seats = byBooking<SeatRow>(answer.seats);
  const payments = byBooking<PaymentRow>(answer.payments);
  const refunds = byBooking<RefundRow>(answer.refunds);
  const ratings = byBooking<RatingRow>(answer.ratings);
  const changes = byBooking<ChangeRow>(answer.changes);
  const later = byBooking<LaterRow>(answer.later);
  const placesFor = placesByEnd(answer.places);
  return rowsIn<BookingRow>(answer.bookings)
    .map((row): ListedBooking => {
      const [
        id,
        code,
        status,
        tripId,
        seatsCount,
        total,
        due,
        paymentDeadline,
        bookedAt,
        parts,
        leastFee,
        bookedDeparture,
        bookedBusType,
        from,
        to,
        sectionRoute,
        sectionDeparts,
        sectionArrives,
        cancelReason,
        cancelledBy,
        cancelledAt,
        cancellationFee,
        channel,
        tripStatus,
        route,
        bus,
        departsAt,
        arrivesAt,
        boardingPoints,
        droppingPoints,
        companyPhone,
        company,
      ] = row;
      const { shown } = known(buses, bus);
      const { sourceCity, destinationCity, sourceCityId } = known(routes, sectionRoute ?? route);
      const sitting = (seats.get(id) ?? NONE).map(toSeat).sort(bySeat);
      const [rating] = ratings.get(id) ?? NONE;
      const [[earlierStatus, oldId, oldCode] = NONE] = changes.get(id) ?? NONE;
      const [[laterId, laterCode] = NONE] = later.get(id) ?? NONE;
      const whole = { departsAt, arrivesAt };
      const sectionTimes =
        sectionDeparts === null || sectionArrives === null
          ? null
          : { departsAt: sectionDeparts, arrivesAt: sectionArrives };
      const section = { from, to };
      const journey = { sourceCity, destinationCity, ...(sectionTimes ?? whole), whole };
      const points = pointsIn(boardingPoints, droppingPoints);
      const { gettingOn, gettingOff } = placesOn({ section }, sitting[0], journey, points);
      const place = boardingPlaceOn({ section }, sitting[0], journey, points, placesFor(company, sourceCityId));
      return {
        id,
        code,
        isOwn: channel === 'ONLINE',
        status,
        tripId,
        seatsCount,
        total,
        amountDue: due ?? total,
        paymentDeadline,
        bookedAt,
        leastFee,
        bookedFor: bookedForOf(bookedDeparture, bookedBusType),
        section,
        sectionTimes,
        parts: parts === null ? [] : (JSON.parse(parts) as ListedBooking['parts']),
        trip: {
          status: tripStatus,
          sourceCity,
          destinationCity,
          ...(sectionTimes ?? whole),
          whole,
          busName: shown.bus.name,
          registrationNo: shown.bus.registrationNo,
          busType: shown.bus.type,
          companyName: shown.operator.companyName,
          companyPhone,
        },
        gettingOn: { ...gettingOn, place },
        gettingOff,
        seats: sitting,
        paymentStatus: newestStatus(payments.get(id) ?? NONE) ?? earlierStatus ?? null,
        cancelReason,
        cancelledBy,
        cancelledAt,
        cancellationFee,
        refunds: toRefunds(refunds.get(id) ?? NONE),
        changed: { from: linkTo(oldId, oldCode), to: linkTo(laterId, laterCode) },
        rating: rating ? { stars: rating[0], review: rating[1], issueFlag: rating[2] } : null,
      };
    })
    .sort((one, other) => other.bookedAt - one.bookedAt || other.id - one.id);
}

const newestStatus = (payments: readonly PaymentRow[]): string | null => {
  let newest: PaymentRow | undefined;
  for (const payment of payments) if (!newest || payment[0] > newest[0]) newest = payment;
  return newest?.[1] ?? null;
};

export const knexBookingList = (read: Sql, byCatalogue: ByCatalogue): Pick<BookingViews, 'list'> => ({
  async list(owner, page, now) {
    const { found, catalogue } = await byCatalogue(async () => {
      const answer = await read.one<Answer>`${statement(read, pageOf(owner, page, now), now)}`;
      if (!answer) throw new Error('The catalogue has no revision.');
      return answer;
    });
    return { bookings: toList(found, catalogue), isAnyOverdue: found.is_any_overdue };
  },
});

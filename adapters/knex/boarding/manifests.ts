import { FIRST_REVISION } from '../../../core/boarding/manifest-revision.ts';
import type {
  ManifestBooking,
  ManifestFacts,
  ManifestRoad,
  ManifestSeat,
  ManifestViews,
} from '../../../core/boarding/manifest.ts';
import type { BookingStatus } from '../../../core/bookings/booking.ts';
import type { BookingId, CityId, OperatorId, SeatNumber, SoldSeatId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Need, SeatPassenger } from '../../../core/seats/sold-passenger.ts';
import { toRoad, toTaps } from '../trips/road.ts';
import { toWishedSeat, wishColumns, type WishRow } from '../trips/wished-seats.ts';
import { withStopCities } from '../trips/stop-cities.ts';
import { toPoints } from '../trips/planned-trips.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { type CrewTripRow, CREW_TRIP_COLUMNS, CREW_TRIP_JOINS, TICKETED, toCrewTrip } from './crew-trips.ts';

interface Row extends CrewTripRow {
  readonly revision: number;
  readonly boarding_points: string;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
  readonly stops: string;
  readonly stops_left: string;
  /** Arrays of BookingRow, SeatRow and TicketRow as JSON. */
  readonly bookings: string | null;
  readonly ended: string | null;
  readonly seats: string | null;
  readonly former_seats: string | null;
  readonly revoked: string | null;
}

type BookingRow = [
  BookingId,
  string,
  Instant,
  BookingStatus,
  number,
  string,
  string | null,
  string | null,
  number,
  number,
  number,
];
type SeatRow = [
  BookingId,
  SoldSeatId,
  SeatNumber,
  string,
  number | null,
  SeatPassenger['gender'],
  string,
  string,
  Instant | null,
  Need | null,
  ...WishRow,
];
type TicketRow = [BookingId, string, Instant];

const REVISION = raw(`coalesce(manifest.revision, ${FIRST_REVISION}) as revision`);
const WITH_REVISION = raw('left join manifests manifest on manifest.schedule_id = s.id');

/**
 * Bookings `b` of the trip. The sale of a counter or an agent shows the buyer's name; an online booking shows the
 * account's name.
 */
const bookingsOf = ({ dialect }: Pick<Sql, 'dialect'>, condition: Fragment): Fragment =>
  jsonRows(
    dialect,
    [
      'b.id',
      'b.booking_code',
      'b.booked_at',
      'b.booking_status',
      'b.seats_count',
      'case when b.contact_name is null then account.full_name else b.contact_name end',
      'case when b.contact_name is null then account.phone else b.contact_phone end',
      `case b.channel when 'COUNTER' then account.full_name when 'AGENT' then (select name from agents where agents.id = b.agent_id) end`,
      '(select count(*) from booking_places place where place.booking_id = b.id and place.boarded_at is not null)',
      'b.from_stop',
      'b.to_stop',
    ].map(raw),
    fragment`bookings b left join users account on account.id = b.user_id where ${condition}`,
  );

/** Condition for bookings that ended with the trip: its cancellation is the newest change, and concerned them. */
const ENDED = raw(`b.schedule_id = s.id and s.status = 'CANCELLED' and b.booking_status in ('REFUNDED', 'CANCELLED')
  and b.id in (select booking_id from trip_notices where schedule_id = s.id)`);

/** The active seats of all bookings of a trip, including unpaid bookings, found by the trip's id. */
const ACTIVE = raw('seat.schedule_id = s.id and seat.active');

/** The former seats of bookings that ended with the trip. */
const FORMER = raw(`s.status = 'CANCELLED' and not seat.active
  and seat.booking_id in (select booking_id from trip_notices where schedule_id = s.id)`);

const seatsOf = ({ dialect }: Pick<Sql, 'dialect'>, condition: Fragment): Fragment =>
  jsonRows(
    dialect,
    [
      'seat.booking_id',
      'seat.id',
      'bus_seats.seat_number',
      'seat.passenger_name',
      'seat.passenger_age',
      'seat.passenger_gender',
      'seat.boarding_point',
      'seat.dropping_point',
      'seat.boarded_at',
      'seat.need',
    ]
      .map((column) => raw(column))
      .concat(wishColumns('seat')),
    fragment`booking_seats seat join bus_seats on bus_seats.id = seat.seat_id where ${condition}`,
  );

const revokedOf = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  jsonRows(
    dialect,
    ['b.id', 'b.booking_code', 'b.booked_at'].map(raw),
    raw('bookings b where b.schedule_id = s.id and b.ticket_revoked'),
  );

/** Reads manifests. A manifest and its revision are read in one statement, so that both are of the same moment. */
export const knexManifests = (read: Sql): ManifestViews => ({
  async find(id) {
    const row = await read.one<Row>`
      select ${CREW_TRIP_COLUMNS}, ${REVISION}, s.boarding_points, s.stops, s.stops_left,
        routes.source_city_id, routes.destination_city_id,
        ${bookingsOf(read, TICKETED)} as bookings, ${bookingsOf(read, ENDED)} as ended, ${seatsOf(read, ACTIVE)} as seats,
        ${seatsOf(read, FORMER)} as former_seats, ${revokedOf(read)} as revoked
      from schedules s ${CREW_TRIP_JOINS} ${WITH_REVISION} where s.id = ${id}`;
    if (!row) return undefined;
    const [road] = await withStopCities(read, [toRoadOf(row)]);
    const cities = road?.stopCities.map(({ name }) => name) ?? [];
    return toFacts(row, { stops: road?.stops ?? [], cities, left: toTaps(row.stops_left) });
  },

  async revision(id) {
    const row = await read.one<{ operator_id: OperatorId; departure_time: Instant; revision: number }>`
      select s.operator_id, s.departure_time, ${REVISION} from schedules s ${WITH_REVISION} where s.id = ${id}`;
    return row && { operatorId: row.operator_id, departsAt: row.departure_time, revision: row.revision };
  },
});

const parsed = <Item>(json: string | null): readonly Item[] => JSON.parse(json ?? '[]') as readonly Item[];

const toRoadOf = (row: Row) => ({
  stops: toRoad({ stops: row.stops, fares: '[]' }).stops,
  sourceCityId: row.source_city_id,
  destinationCityId: row.destination_city_id,
  source: { id: row.source_city_id, name: row.source_city },
  destination: { id: row.destination_city_id, name: row.destination_city },
});

function toFacts(row: Row, road: ManifestRoad): ManifestFacts {
  const seats = new Map<BookingId, ManifestSeat[]>();
  for (const [booking, ...seat] of [row.seats, row.former_seats].flatMap(parsed<SeatRow>))
    seats.set(booking, [...(seats.get(booking) ?? []), toSeat(seat)]);
  const toBookings = (json: string | null): readonly ManifestBooking[] =>
    parsed<BookingRow>(json).map((booking) => toBooking(booking, seats.get(booking[0]) ?? []));
  return {
    trip: toCrewTrip(row),
    revision: row.revision,
    road,
    boardingPoints: toPoints(row.boarding_points),
    bookings: toBookings(row.bookings),
    ended: toBookings(row.ended),
    revoked: parsed<TicketRow>(row.revoked)
      .map(([bookingId, code, bookedAt]) => ({ id: bookingId, code, bookedAt }))
      .sort((one, other) => one.id - other.id),
  };
}

type SeatColumns = SeatRow extends [unknown, ...infer Columns] ? Columns : never;

const toSeat = ([
  id,
  seat,
  name,
  age,
  gender,
  boardingPoint,
  droppingPoint,
  boardedAt,
  need,
  ...wish
]: SeatColumns): ManifestSeat => ({
  id,
  seat,
  name,
  age,
  gender,
  boardingPoint,
  droppingPoint,
  boardedAt,
  need,
  ...toWishedSeat(wish),
});

const toBooking = (
  [id, code, bookedAt, status, places, name, phone, soldBy, boardedPlaces, from, to]: BookingRow,
  seats: readonly ManifestSeat[],
): ManifestBooking => ({
  id,
  code,
  bookedAt,
  status,
  name,
  phone,
  soldBy,
  places,
  section: { from, to },
  seats,
  boardedPlaces: seats.length > 0 ? seats.filter(({ boardedAt }) => boardedAt !== null).length : boardedPlaces,
});

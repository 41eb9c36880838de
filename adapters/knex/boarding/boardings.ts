import { TICKETED_STATUSES } from '../../../core/bookings/booking.ts';
import type { Boardings, NewScan, PassengerMark, ScannedTrip } from '../../../core/boarding/ports.ts';
import type { ScanAnswer } from '../../../core/boarding/scan.ts';
import type { Sender } from '../../../core/platform/idempotency.ts';
import type {
  BookingId,
  CityId,
  DeviceId,
  OperatorId,
  ScanId,
  SeatNumber,
  SoldSeatId,
  TripId,
  UserId,
} from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import type { City } from '../../../core/trips/city.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import {
  type Fragment,
  type Sql,
  type SqlValue,
  forKeyShare,
  forNoKeyUpdate,
  forUpdate,
  fragment,
  powersOfTwo,
  list,
  padded,
  raw,
  tuples,
} from '../engine/sql.ts';
import { toRoad } from '../trips/road.ts';
import { withStopCities } from '../trips/stop-cities.ts';
import { type BookingRow, BOOKING_COLUMNS, toBooking } from '../bookings/booking-rows.ts';

const deviceOf = (sender: Sender): DeviceId | null => ('deviceId' in sender ? sender.deviceId : null);
const userOf = (sender: Sender): UserId | null => ('userId' in sender ? sender.userId : null);

interface TripRow {
  readonly id: TripId;
  readonly operator_id: OperatorId;
  readonly status: TripStatus;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly source_city: string;
  readonly destination_city: string;
  readonly source_city_id: CityId;
  readonly destination_city_id: CityId;
  readonly stops: string;
}

const toRoadOf = (row: TripRow) => ({
  row,
  stops: toRoad({ stops: row.stops, fares: '[]' }).stops,
  sourceCityId: row.source_city_id,
  destinationCityId: row.destination_city_id,
  source: { id: row.source_city_id, name: row.source_city },
  destination: { id: row.destination_city_id, name: row.destination_city },
});

interface TripWithCities extends ReturnType<typeof toRoadOf> {
  readonly stopCities: readonly City[];
}

const toTrip = ({ row, stops, stopCities }: TripWithCities): ScannedTrip => ({
  id: row.id,
  operatorId: row.operator_id,
  status: row.status,
  departsAt: row.departure_time,
  arrivesAt: row.arrival_time,
  sourceCity: row.source_city,
  destinationCity: row.destination_city,
  stops,
  cities: stopCities.map(({ name }) => name),
});

interface MarkRow {
  readonly booking_id: BookingId;
  readonly schedule_id: TripId;
  readonly sold_seat_id: SoldSeatId | null;
  readonly seat_number: SeatNumber | null;
  readonly place: number | null;
  readonly boarded_at: Instant | null;
  readonly no_show_at: Instant | null;
  readonly scan_id: ScanId | null;
  readonly device_id: DeviceId | null;
  readonly user_id: UserId | null;
  readonly by_name: string | null;
}

const MARK_COLUMNS = raw(`marked.boarded_at, marked.no_show_at, scans.id as scan_id, scans.device_id, scans.user_id,
  coalesce(devices.name, users.full_name) as by_name`);

const BY_WHOM = raw(`
  left join scans on scans.id = marked.boarded_by_scan
  left join devices on devices.id = scans.device_id
  left join users on users.id = scans.user_id`);

function toMark(row: MarkRow): PassengerMark {
  const { sold_seat_id: seatId, seat_number: number, boarded_at: at, scan_id: scan } = row;
  return {
    bookingId: row.booking_id,
    tripId: row.schedule_id,
    at: seatId !== null && number !== null ? { seatId, number } : { place: row.place ?? 0 },
    boarding: at === null || scan === null ? null : { at, scan, sender: senderOf(row), by: row.by_name ?? '' },
    noShowAt: row.no_show_at,
  };
}

function senderOf({ device_id: deviceId, user_id: userId }: MarkRow): Sender {
  if (deviceId !== null) return { deviceId };
  if (userId !== null) return { userId };
  throw new Error('A scan is nobody’s.');
}

/** Default values of fields that earlier releases did not store with their answers. */
const UNKNOWN_BEFORE = { seatTakenUntil: null, boarded: null, changedTo: null };

/**
 * Stores scans in `scans`, unique by sender and nonce, conflicts in `boarding_conflicts`, and marks in `booking_seats`
 * and `booking_places`. Batches of any length use the same few statements, which stay prepared.
 */
export const knexBoardings = (sql: Sql, { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>): Boardings => ({
  async lockSender(sender) {
    const row =
      'deviceId' in sender
        ? await sql.one<{ name: string }>`
            select name from devices where id = ${sender.deviceId} and revoked_at is null ${forNoKeyUpdate(sql)}`
        : await sql.one<{ name: string }>`
            select full_name as name from users where id = ${sender.userId} and status = 'ACTIVE' ${forNoKeyUpdate(sql)}`;
    return row?.name;
  },

  async answers(sender, nonces) {
    const mine = fragment`${ownerColumn(sender)} = ${deviceOf(sender) ?? userOf(sender)}`;
    const rows: { nonce: string; answer: string }[] = [];
    for (const batch of powersOfTwo(nonces))
      rows.push(
        ...(await sql.rows<{ nonce: string; answer: string }>`
          select nonce, answer from scans where ${mine} and nonce in ${list(batch)}`),
      );
    return new Map(
      rows.map(({ nonce, answer }) => [nonce, { ...UNKNOWN_BEFORE, ...(JSON.parse(answer) as ScanAnswer) }]),
    );
  },

  async lockBookings(ids, of) {
    const rows = await sql.rows<BookingRow>`
      select ${BOOKING_COLUMNS} from bookings where id in ${list(padded(ids))} and operator_id = ${of} order by payment_deadline, id ${forUpdate(sql)}`;
    return rows.map(toBooking);
  },

  async trips(ids, of) {
    if (ids.length === 0) return [];
    const rows = await sql.rows<TripRow>`
      select schedules.id, schedules.operator_id, schedules.status, schedules.departure_time, schedules.arrival_time,
        source.city_name as source_city, destination.city_name as destination_city, routes.source_city_id,
        routes.destination_city_id, schedules.stops
      from schedules join routes on routes.id = schedules.route_id
        join cities as source on source.id = routes.source_city_id
        join cities as destination on destination.id = routes.destination_city_id
      where schedules.id in ${list(padded(ids))} and schedules.operator_id = ${of} order by schedules.id ${forKeyShare(sql, 'schedules')}`;
    return (await withStopCities(sql, rows.map(toRoadOf))).map(toTrip);
  },

  async marks(bookings) {
    const ids = list(padded(bookings));
    const [seats, places] = await Promise.all([
      sql.rows<MarkRow>`
        select marked.booking_id, marked.schedule_id, marked.id as sold_seat_id, bus_seats.seat_number, null as place, ${MARK_COLUMNS}
        from booking_seats as marked join bus_seats on bus_seats.id = marked.seat_id ${BY_WHOM}
        where marked.booking_id in ${ids} order by marked.id`,
      sql.rows<MarkRow>`
        select marked.booking_id, bookings.schedule_id, null as sold_seat_id, null as seat_number, marked.place, ${MARK_COLUMNS}
        from booking_places as marked join bookings on bookings.id = marked.booking_id ${BY_WHOM}
        where marked.booking_id in ${ids} order by marked.booking_id, marked.place`,
    ]);
    return [...seats, ...places].map(toMark);
  },

  async seatsTakenUntil(bookings) {
    const rows = await sql.rows<{ id: SoldSeatId; stop: number }>`
      select mine.id, max(earlier.to_stop) as stop
      from booking_seats as mine
        join booking_seats as earlier on earlier.schedule_id = mine.schedule_id and earlier.seat_id = mine.seat_id
          and earlier.active and earlier.to_stop <= mine.from_stop
        join bookings on bookings.id = earlier.booking_id and bookings.booking_status in ${list(TICKETED_STATUSES)}
      where mine.booking_id in ${list(padded(bookings))} and mine.active group by mine.id`;
    return new Map(rows.map(({ id, stop }) => [id, stop]));
  },

  async addScans(sender, scans, receivedAt) {
    const rows: { id: ScanId; nonce: string }[] = [];
    for (const batch of powersOfTwo(scans))
      rows.push(
        ...(await sql.rows<{ id: ScanId; nonce: string }>`
          insert into scans (device_id, user_id, nonce, schedule_id, booking_id, action, mode, scanned_at, received_at, answer)
          values ${tuples(batch.map((scan) => scanRow(sender, scan, receivedAt)))}
          returning id, nonce`),
      );
    const keys = new Map(rows.map(({ id, nonce }) => [nonce, id]));
    return scans.flatMap(({ nonce }) => keys.get(nonce) ?? []);
  },

  async saveMarks(marks) {
    const seats = marks.flatMap((mark) => ('seatId' in mark.at ? [[mark.at.seatId, ...columnsOf(mark)]] : []));
    const places = marks.flatMap((mark) =>
      'place' in mark.at ? [[mark.bookingId, mark.at.place, ...columnsOf(mark)]] : [],
    );
    for (const batch of powersOfTwo(seats))
      await sql.changes`
        update booking_seats set boarded_at = given.at, boarded_by_scan = given.scan, no_show_at = given.missing
        from (select cast(column1 as integer) as seat, cast(column2 as bigint) as at, cast(column3 as integer) as scan,
            cast(column4 as bigint) as missing
          from (values ${tuples(batch)}) as rows) as given
        where booking_seats.id = given.seat`;
    for (const batch of powersOfTwo(places))
      await sql.changes`
        insert into booking_places (booking_id, place, boarded_at, boarded_by_scan, no_show_at) values ${tuples(batch)}
        on conflict (booking_id, place) do update set
          boarded_at = excluded.boarded_at, boarded_by_scan = excluded.boarded_by_scan, no_show_at = excluded.no_show_at`;
    for (const { tripId: id } of marks) manifestChanged({ of: 'trip', id });
  },

  async closeRanks(booking) {
    await sql.changes`delete from booking_places where booking_id = ${booking} and boarded_at is null`;
    const rows = await sql.rows<{ place: number }>`
      select place from booking_places where booking_id = ${booking} order by place`;
    // The places get their new numbers in ascending order, because (booking, place) must be unique after every update.
    for (const [index, { place }] of rows.entries())
      if (place !== index + 1)
        await sql.changes`
          update booking_places set place = ${index + 1} where booking_id = ${booking} and place = ${place}`;
  },

  async addConflicts(conflicts, receivedAt) {
    const rows = conflicts.map(({ tripId, bookingId, scan, first, seats, reason }): readonly SqlValue[] => [
      ...[tripId, bookingId, scan, first?.scan ?? null, first?.at ?? null],
      ...[JSON.stringify(seats), reason, receivedAt],
    ]);
    for (const batch of powersOfTwo(rows))
      await sql.changes`
        insert into boarding_conflicts (schedule_id, booking_id, scan_id, first_scan_id, first_at, seats, reason, received_at)
        values ${tuples(batch)}`;
  },

  async pruneScans(before, limit) {
    const rows = await sql.rows<{ id: ScanId }>`
      select id from scans where received_at < ${before} order by received_at, id limit ${limit}`;
    if (rows.length === 0) return 0;
    const gone = list(rows.map(({ id }) => id));
    await sql.changes`update booking_seats set boarded_by_scan = null where boarded_by_scan in ${gone}`;
    await sql.changes`update booking_places set boarded_by_scan = null where boarded_by_scan in ${gone}`;
    await sql.changes`delete from boarding_conflicts where scan_id in ${gone}`;
    await sql.changes`delete from boarding_conflicts where first_scan_id in ${gone}`;
    await sql.changes`delete from scans where id in ${gone}`;
    return rows.length;
  },
});

const ownerColumn = (sender: Sender): Fragment => raw('deviceId' in sender ? 'device_id' : 'user_id');

const scanRow = (sender: Sender, scan: NewScan, receivedAt: Instant): readonly SqlValue[] => [
  ...[deviceOf(sender), userOf(sender), scan.nonce, scan.tripId, scan.bookingId],
  ...[scan.action, scan.mode, scan.scannedAt, receivedAt, JSON.stringify(scan.answer)],
];

const columnsOf = ({ boarding, noShowAt }: PassengerMark): readonly SqlValue[] => [
  boarding?.at ?? null,
  boarding?.scan ?? null,
  noShowAt,
];

import { dialledDigits, mobileNumberOf } from '../../../core/kernel/phone.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import type { Instant, Span } from '../../../core/kernel/time.ts';
import { type Buyer, type DoorSeats, type TakenSeats } from '../../../core/seats/door-limits.ts';
import { type Fragment, type Sql, forNoKeyUpdate, fragment, list, raw } from '../engine/sql.ts';
import { overlapEachOther, placesOffered, stillBlocked, stillSold } from '../trips/seat-rows.ts';
import { PRESENT_SEAT } from './seat-locks.ts';

/** Statuses of bookings that take seats. */
const TAKEN = raw(`('PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED')`);

/** Condition on a row of bookings: it takes seats. Overdue unpaid bookings do not. */
export const isTaken = (now: Instant): Fragment => fragment`bookings.booking_status in ${TAKEN}
  and not (bookings.booking_status = 'PENDING_PAYMENT' and bookings.payment_deadline <= ${now})`;

/**
 * Condition on a row of schedules: the trip departs within a day, and its door is not CLEAR. A subquery for one value,
 * because Postgres would join all trips of all doors otherwise.
 */
const onDay = ({ start, end }: Span): Fragment => fragment`
  schedules.departure_time >= ${start} and schedules.departure_time < ${end}
  and (select doors.cleared_at is null from doors where doors.opens_at = schedules.sale_opens_at)`;

/** A buyer as the database knows the person. */
interface Identity {
  /** Accounts, of which several may have one verified number: a passenger's and a member of staff's. */
  readonly users: readonly UserId[];
  /** The 10 digits of the person's number; undefined for none. */
  readonly mobile: string | undefined;
}

async function identityOf(sql: Sql, buyer: Buyer): Promise<Identity> {
  if ('userId' in buyer) {
    const user = buyer.userId as UserId;
    const row = await sql.one<{ phone: string }>`
      select phone from users where id = ${user} and phone_verified = ${true} and phone is not null`;
    return { users: [user], mobile: row?.phone };
  }
  const mobile = mobileNumberOf(buyer.phone);
  if (mobile === undefined) return { users: [], mobile };
  const rows = await sql.rows<{ id: UserId }>`
    select id from users where phone = ${mobile} and phone_verified = ${true} order by id`;
  return { users: rows.map(({ id }) => id), mobile };
}

/** The bookings of a day that were sold at counters to a number that is no mobile number. */
async function soldToLandline(sql: Sql, phone: string, day: Span): Promise<Fragment> {
  const trips = await sql.rows<{ id: TripId }>`select id from schedules where ${onDay(day)}`;
  const onTrips = fragment`bookings.schedule_id in ${list(trips.map(({ id }) => id))} and bookings.contact_mobile is null`;
  const typed = await sql.rows<{ phone: string }>`
    select distinct contact_phone as phone from bookings
    where ${onTrips} and bookings.channel = 'COUNTER' and bookings.contact_phone is not null`;
  const same = typed.filter((one) => dialledDigits(one.phone) === dialledDigits(phone)).map((one) => one.phone);
  return fragment`${onTrips} and bookings.contact_phone in ${list(same)}`;
}

const NOTHING_MORE = raw('');

/** Condition on a row of seat_locks: it holds no former seat of a booking that has ended. */
const isNotFormer = (booking: BookingId): Fragment => fragment`and not exists (
  select 1 from booking_seats as freed
  where freed.booking_id = ${booking} and not freed.active and freed.schedule_id = seat_locks.schedule_id
    and ${overlapEachOther('freed', 'seat_locks')} and seat_locks.seat_id = ${PRESENT_SEAT})`;

/** Reads the seats that count for the limits of doors: bookings, holds, offers and blocks. */
export const knexDoorSeats = (sql: Sql): DoorSeats => ({
  async lockBuyer(buyer, trip) {
    if (sql.dialect !== 'postgres') return;
    const atDoor = fragment`from schedules where id = ${trip} and sale_opens_at is not null`;
    if ('userId' in buyer) {
      sql.post`select pg_advisory_xact_lock(0, ${buyer.userId}) ${atDoor}`;
      return;
    }
    const { users, mobile = dialledDigits(buyer.phone) } = await identityOf(sql, buyer);
    for (const user of users) sql.post`select pg_advisory_xact_lock(0, ${user}) ${atDoor}`;
    if (users.length === 0) sql.post`select pg_advisory_xact_lock(hashtextextended(${mobile}, 0)) ${atDoor}`;
  },

  async tryLockBuyer(user) {
    if (sql.dialect !== 'postgres') return true;
    const row = await sql.one<{ locked: boolean }>`select pg_try_advisory_xact_lock(0, ${user}) as locked`;
    return row?.locked === true;
  },

  async taken(buyer, day, now, retaking) {
    const { users, mobile } = await identityOf(sql, buyer);
    const isOwn = (column: string): Fragment => fragment`${raw(column)} in ${list(users)}`;
    const isContact =
      mobile === undefined && 'phone' in buyer
        ? await soldToLandline(sql, buyer.phone, day)
        : fragment`bookings.contact_mobile = ${mobile ?? null}`;
    const booked = (which: Fragment): Fragment => fragment`
      select schedules.id as "tripId", bookings.seats_count as seats, 'booked' as kind, bookings.id as booking
      from bookings join schedules on schedules.id = bookings.schedule_id
      where ${which} and ${isTaken(now)} and ${onDay(day)}`;
    return sql.rows<TakenSeats>`
      ${booked(fragment`${isOwn('bookings.user_id')} and bookings.channel = 'ONLINE'`)}
      union all
      ${booked(fragment`bookings.channel = 'COUNTER' and ${isContact}`)}
      union all
      select schedules.id, count(distinct seat_id), case when wait_id is null then 'held' else 'offered' end, null
      from seat_locks join schedules on schedules.id = seat_locks.schedule_id
      where ${isOwn('locked_by')} and expires_at > ${now} and ${onDay(day)}
        ${retaking === undefined ? NOTHING_MORE : isNotFormer(retaking)}
      group by schedules.id, wait_id is null, case when wait_id is null then 'held' else 'offered' end
      union all
      select schedules.id, waits.seats, 'offered', null
      from waits join schedules on schedules.id = waits.schedule_id
      where ${isOwn('waits.user_id')} and ${placesOffered(now)} and ${onDay(day)}`;
  },

  async lockShare(trip) {
    await sql.rows`select id from schedules where id = ${trip} ${forNoKeyUpdate(sql)}`;
  },

  async share(trip, now) {
    const row = await sql.one<ShareRow>`
      select buses.has_seat_map, buses.active_seats, buses.total_seats, ${seatsTaken(now)} as seats_taken
      from schedules join buses on buses.id = schedules.bus_id where schedules.id = ${trip}`;
    if (!row) throw new Error(`Trip ${trip} is gone.`);
    if (row.has_seat_map) return { seats: row.active_seats, taken: row.seats_taken };
    return { seats: row.total_seats, taken: await placesTaken(sql, trip, now) };
  },
});

interface ShareRow {
  readonly has_seat_map: boolean;
  readonly active_seats: number;
  readonly total_seats: number;
  readonly seats_taken: number;
}

/** Condition on a row of bookings: sold at a counter, or brought onto its trip by an office. */
export const BY_OFFICE = fragment`(bookings.channel = 'COUNTER' or exists (
  select 1 from booking_changes
  where booking_changes.booking_id = bookings.id and booking_changes.asked_by_role = 'OPERATOR'))`;

/** The number of a trip's seats, a row of schedules joined with its bus, that are blocked or sold at counters. */
const seatsTaken = (now: Instant): Fragment => fragment`(
  select count(*) from (
    select blocked.seat_id from seat_blocks as blocked join bus_seats on bus_seats.id = blocked.seat_id
    where blocked.schedule_id = schedules.id and ${stillBlocked(now)} and bus_seats.is_active
      and bus_seats.bus_id = schedules.bus_id
    union
    select sold.seat_id from booking_seats as sold join bookings on bookings.id = sold.booking_id
    where sold.schedule_id = schedules.id and ${stillSold(now)} and ${BY_OFFICE}) as shared)`;

/** Places that are taken on a section of a trip. */
export interface PlacesOnSection {
  readonly places: number;
  readonly from_stop: number;
  readonly to_stop: number;
}

/** The number of places that are taken on the fullest part of a trip. */
export function onFullestPart(rows: readonly PlacesOnSection[]): number {
  const onPart = (part: number): number =>
    rows.reduce((sum, row) => (row.from_stop <= part && row.to_stop > part ? sum + row.places : sum), 0);
  return Math.max(0, ...rows.map((row) => onPart(row.from_stop)));
}

/** The number of blocked places and places sold at counters on the fullest part of a trip. */
async function placesTaken(sql: Sql, trip: TripId, now: Instant): Promise<number> {
  const rows = await sql.rows<PlacesOnSection>`
    select places, from_stop, to_stop from seat_blocks as blocked
    where schedule_id = ${trip} and places is not null and ${stillBlocked(now)}
    union all
    select seats_count, from_stop, to_stop from bookings
    where schedule_id = ${trip} and ${isTaken(now)} and ${BY_OFFICE}`;
  return onFullestPart(rows);
}

import {
  type Booking,
  type BookingMove,
  type Contact,
  ACTIVE_STATUSES,
  concernsManifest,
  MOVES,
  revokesTicket,
  TICKETED_STATUSES,
} from '../../../core/bookings/booking.ts';
import type { BookingRepo, Cancellation } from '../../../core/bookings/ports.ts';
import { searchKeyOf } from '../../../core/bookings/booking-code.ts';
import { type BookingId, NOBODY, type TripId } from '../../../core/kernel/ids.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { BookingHappening } from '../../../core/listening/happening.ts';
import { mobileNumberOf } from '../../../core/kernel/phone.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { fromTiers } from '../companies/companies.ts';
import { ARRIVES, DEPARTS } from '../trips/section-times.ts';
import { BOOKING_COLUMNS, type BookingRow, ownedBy, toBooking } from './booking-rows.ts';
import { followSections } from './followed-sections.ts';
import { lockPassenger } from '../seats/holdings.ts';
import { lockSales, withSalesFree } from '../seats/sale-locks.ts';
import {
  type Fragment,
  type Sql,
  forNoKeyUpdateSkipLocked,
  forUpdate,
  forUpdateSkipLocked,
  fragment,
  inBatches,
  list,
  padded,
  raw,
} from '../engine/sql.ts';

/** The 10 digits of the customer's number, by which an account with this number finds the sale. */
const contactMobileOf = (contact: Contact | null): string | null => mobileNumberOf(contact?.phone ?? '') ?? null;

/** Deletes the links by which passengers shared journeys that they do not make. */
function endLiveLinks(sql: Sql, ids: readonly BookingId[]): void {
  if (ids.length > 0) sql.post`delete from live_links where booking_id in ${list(padded(ids))}`;
}

/**
 * Stores bookings in `bookings`, with a unique code. Searches look into `search_key`.
 *
 * Unpaid bookings are in the partial indexes `bookings_waiting` and `bookings_waiting_by_trip`. Paid, unfinished
 * bookings are in `bookings_ahead`, by trip, and in `bookings_to_complete`, by `completes_at`. Paid, unearned bookings
 * are in `bookings_to_earn`, by `earns_at`.
 *
 * `completes_at` is never later than the arrival, and `earns_at` is never later than the departure.
 */
export const knexBookings = (
  sql: Sql,
  { recordChange, manifestChanged, happened }: Pick<TransactionNeeds, 'recordChange' | 'manifestChanged' | 'happened'>,
): BookingRepo => ({
  async add(booking, passengerNames) {
    const { contact, section, agent } = booking;
    const { from, to } = section;
    const row = await sql.one<{ id: BookingId }>`
      insert into bookings (booking_code, user_id, schedule_id, operator_id, channel, contact_name, contact_phone, contact_mobile, contact_email,
        agent_id, agent_rate_bp, agent_reference, agent_key_id, agent_seller, agent_messages,
        language, seats_count, total_amount_paisa, commission_rate_bp, commission_amount_paisa, operator_earning_paisa, cancellation_tiers, change_tiers, least_fee_bp, amount_due_paisa,
        booking_status, payment_deadline, booked_at, search_key,
        from_stop, to_stop, section_route_id, section_departs, section_arrives, booked_departure, booked_bus_type)
      select ${booking.code}, ${booking.userId === NOBODY ? null : booking.userId}, ${booking.tripId}, ${booking.operatorId}, ${booking.channel},
        ${contact?.name ?? null}, ${contact?.phone ?? null}, ${contactMobileOf(contact)}, ${contact?.email ?? null},
        ${agent?.agentId ?? null}, ${agent?.rate ?? null}, ${agent?.reference ?? null}, ${agent?.keyId ?? null}, ${agent?.seller ?? null}, ${agent?.messages ?? null},
        ${booking.language}, ${booking.seatsCount}, ${booking.total}, ${booking.commissionRate}, ${booking.commission}, ${booking.operatorEarning}, ${fromTiers(booking.cancellationTiers)},
        ${fromTiers(booking.changeTiers ?? null)}, ${booking.leastFee ?? 0}, ${booking.amountDue ?? booking.total},
        'PENDING_PAYMENT', ${booking.paymentDeadline}, ${booking.bookedAt}, ${searchKeyOf(booking, passengerNames)},
        cast(${from} as integer), cast(${to} as integer), part.route_id, part.departure_time, part.arrival_time,
        coalesce(part.departure_time, trip.departure_time), buses.bus_type
      from schedules as trip join buses on buses.id = trip.bus_id
        left join trip_sections as part on part.schedule_id = trip.id and part.from_stop = ${from} and part.to_stop = ${to}
      where trip.id = ${booking.tripId}
      on conflict (booking_code) do nothing
      returning id`;
    if (row) recordChange({ thing: 'booking', state: 'PENDING_PAYMENT' });
    return row?.id;
  },

  async find(id) {
    const row = await sql.one<BookingRow>`select ${BOOKING_COLUMNS} from bookings where id = ${id}`;
    return row && toBooking(row);
  },

  async findOwned(id, owner) {
    const row =
      await sql.one<BookingRow>`select ${BOOKING_COLUMNS} from bookings where id = ${id} and ${ownedBy(owner)}`;
    return row && toBooking(row);
  },

  lock: (id) => lockWhere(sql, fragment`id = ${id}`),
  lockPaidBy: (uuid) =>
    lockWhere(sql, fragment`id = (select booking_id from payments where transaction_uuid = ${uuid})`),
  lockOwned: (id, owner) => lockWhere(sql, fragment`id = ${id} and ${ownedBy(owner)}`),

  async move(id, move, cancellation) {
    const { from, to } = MOVES[move];
    const moved = cancellation
      ? await sql.one<Pick<BookingRow, 'schedule_id'>>`
          update bookings set booking_status = ${to}, cancel_reason = ${cancellation.reason}, cancelled_by = ${cancellation.by},
            cancelled_at = ${cancellation.at}, cancellation_fee_paisa = ${cancellation.fee}, ticket_revoked = ${revokesTicket(move)}
          where id = ${id} and booking_status in ${list(from)} returning schedule_id`
      : await sql.one<Pick<BookingRow, 'schedule_id'>>`
          update bookings set booking_status = ${to}, ticket_revoked = ${revokesTicket(move)},
            (completes_at, earns_at) = (select ${ARRIVES}, ${DEPARTS} from schedules where schedules.id = bookings.schedule_id)
          where id = ${id} and booking_status in ${list(from)} returning schedule_id`;
    if (!moved) return false;
    if (revokesTicket(move)) endLiveLinks(sql, [id]);
    recordChange({ thing: 'booking', state: to });
    const happening = happeningOf(id, move, cancellation);
    if (happening) happened(happening);
    if (concernsManifest(move)) manifestChanged({ of: 'trip', id: moved.schedule_id });
    return true;
  },

  async moveAll(ids, move) {
    const { from, to } = MOVES[move];
    if (ids.length === 0) return;
    const moved = await sql.rows<Pick<BookingRow, 'id'>>`
      update bookings set booking_status = ${to}
      where id in ${list(padded(ids))} and booking_status in ${list(from)} returning id`;
    if (revokesTicket(move))
      endLiveLinks(
        sql,
        moved.map(({ id }) => id),
      );
    for (const { id } of moved) {
      recordChange({ thing: 'booking', state: to });
      const happening = happeningOf(id, move);
      if (happening) happened(happening);
    }
  },

  async overdue(now, limit) {
    const waiting = fragment`bookings.booking_status = 'PENDING_PAYMENT' and bookings.payment_deadline <= ${now}`;
    const hasSeats = raw('exists (select 1 from booking_seats where booking_seats.booking_id = bookings.id)');
    // The trip is locked, too, because an expired booking without seat numbers gives its places back to the trip's row.
    // Trips that another transaction has locked are skipped.
    const batchAfter = (last: Pick<BookingRow, 'payment_deadline' | 'id'>) => sql.rows<BookingRow>`
      with counted as materialized (
        select id from schedules
        where id in (select bookings.schedule_id from bookings where ${waiting} and not ${hasSeats})
        limit ${limit} ${forNoKeyUpdateSkipLocked(sql)})
      select ${BOOKING_COLUMNS} from bookings
      where ${waiting} and (bookings.payment_deadline, bookings.id) > (${last.payment_deadline}, ${last.id})
        and (${hasSeats} or bookings.schedule_id in (select id from counted))
      order by bookings.payment_deadline, bookings.id limit ${limit} ${forUpdateSkipLocked(sql, 'bookings')}`;
    let rows = await batchAfter({ payment_deadline: 0 as Instant, id: 0 as BookingId });
    let free = await withSalesFree(sql, rows);
    // Reads the next batch if other transactions have locked all bookings of this batch.
    for (let last = rows.at(-1); last && free.length === 0 && rows.length === limit; last = rows.at(-1)) {
      rows = await batchAfter(last);
      free = await withSalesFree(sql, rows);
    }
    return free.map(toBooking);
  },

  async overdueOn(trip, now, limit) {
    const rows = await sql.rows<BookingRow>`
      select ${BOOKING_COLUMNS} from bookings
      where schedule_id = ${trip} and booking_status = 'PENDING_PAYMENT' and payment_deadline <= ${now}
      order by payment_deadline, id limit ${limit} ${forUpdate(sql)}`;
    if (rows.length > 0) await lockSales(sql, list(padded(rows.map(({ id }) => id))));
    return rows.map(toBooking);
  },

  async lockActive(trip) {
    const rows = await sql.rows<BookingRow>`
      select ${BOOKING_COLUMNS} from bookings where ${activeOn(trip)} order by payment_deadline, id ${forUpdate(sql)}`;
    return rows.map(toBooking);
  },

  async lockAllActive(trips) {
    const rows = await inBatches(
      trips,
      (batch) => sql.rows<BookingRow>`
        select ${BOOKING_COLUMNS} from bookings
        where schedule_id in ${list(padded(batch))} and booking_status in ${list(ACTIVE_STATUSES)}
        order by payment_deadline, id ${forUpdate(sql)}`,
    );
    return rows.map(toBooking);
  },

  async countActive(trip) {
    const row = await sql.one<{ count: number }>`select count(*) as count from bookings where ${activeOn(trip)}`;
    return row?.count ?? 0;
  },

  async follow(trip, now) {
    const { id, departsAt, arrivesAt } = trip;
    sql.post`
      update bookings set completes_at = ${arrivesAt}, earns_at = ${departsAt}
      where schedule_id = ${id} and section_departs is null and booking_status in ('CONFIRMED', 'CHECKED_IN')`;
    if (trip.stops.length > 0) await followSections(sql, trip, now);
  },

  async unpaid(passenger, now) {
    lockPassenger(sql, passenger);
    const rows = await sql.rows<Pick<BookingRow, 'seats_count' | 'payment_deadline'>>`
      select seats_count, payment_deadline from bookings
      where user_id = ${passenger} and booking_status = 'PENDING_PAYMENT' and payment_deadline > ${now} and channel = 'ONLINE'`;
    return rows.map((row) => ({ seatsCount: row.seats_count, paymentDeadline: row.payment_deadline }));
  },

  async arrived(now, limit) {
    const rows = await sql.rows<{ id: BookingId }>`
      select bookings.id from bookings join schedules on schedules.id = bookings.schedule_id
      where bookings.booking_status in ('CONFIRMED', 'CHECKED_IN') and bookings.completes_at <= ${now} and ${ARRIVES} <= ${now}
        and ${IS_MADE}
      order by bookings.completes_at limit ${limit} ${forUpdateSkipLocked(sql, 'bookings')}`;
    return rows.map(({ id }) => id);
  },

  async departed(now, limit) {
    const rows = await sql.rows<BookingRow>`
      select ${BOOKING_COLUMNS} from bookings join schedules on schedules.id = bookings.schedule_id
      where bookings.earned_at is null and bookings.booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')
        and bookings.earns_at <= ${now} and ${DEPARTS} <= ${now} and ${IS_MADE}
      order by bookings.earns_at limit ${limit} ${forUpdateSkipLocked(sql, 'bookings')}`;
    return rows.map(toBooking);
  },

  async toRemind({ start, end }, bookedBefore, limit) {
    const rows = await sql.rows<{ id: BookingId }>`
      select bookings.id from bookings join schedules on schedules.id = bookings.schedule_id
      where bookings.earned_at is null and bookings.booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')
        and bookings.booking_status = 'CONFIRMED' and bookings.reminded_at is null
        and bookings.earns_at < ${end} and ${DEPARTS} >= ${start} and ${DEPARTS} < ${end}
        and bookings.booked_at < ${bookedBefore} and ${IS_MADE}
      order by bookings.earns_at limit ${limit} ${forUpdateSkipLocked(sql, 'bookings')}`;
    return rows.map(({ id }) => id);
  },

  async markReminded(ids, at) {
    sql.post`update bookings set reminded_at = ${at} where id in ${list(padded(ids))}`;
  },

  earn: (ids, at) => sql.changes`
    update bookings set earned_at = ${at}
    where id in ${list(padded(ids))} and earned_at is null and booking_status in ${list(TICKETED_STATUSES)}`,
});

/** The moves that are events of a booking. A cancellation is one, too. */
const TOLD_MOVES: Partial<Record<BookingMove, 'confirmed' | 'expired' | 'completed'>> = {
  confirm: 'confirmed',
  revive: 'confirmed',
  expire: 'expired',
  complete: 'completed',
};

/** The event that a move lets companies hear of; undefined if none. */
function happeningOf(id: BookingId, move: BookingMove, cancellation?: Cancellation): BookingHappening | undefined {
  if (cancellation) {
    const { by, fee, refund = NOTHING } = cancellation;
    return { of: 'booking', id, did: 'cancelled', by, fee, refund };
  }
  const did = TOLD_MOVES[move];
  return did && { of: 'booking', id, did };
}

/**
 * Condition that the journey of a booking took place. If a trip is cancelled on the way, sections that were already
 * travelled still count.
 */
const IS_MADE = raw(`(schedules.status = 'ACTIVE' or bookings.section_arrives is not null)`);

const activeOn = (trip: TripId): Fragment =>
  fragment`schedule_id = ${trip} and booking_status in ${list(ACTIVE_STATUSES)}`;

/** Finds a booking and locks its row and its sales. */
async function lockWhere(sql: Sql, isMeant: Fragment): Promise<Booking | undefined> {
  const [row] = await Promise.all([
    sql.one<BookingRow>`select ${BOOKING_COLUMNS} from bookings where ${isMeant} ${forUpdate(sql)}`,
    lockSales(sql, fragment`(select id from bookings where ${isMeant})`),
  ]);
  return row && toBooking(row);
}

import type { SeatId, SeatNumber, TripId, UserId, WaitId } from '../../../core/kernel/ids.ts';
import type { WaitStore } from '../../../core/line/ports.ts';
import type { FreedSeat } from '../../../core/seats/ports.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { WITHOUT_STOPS } from '../../../core/trips/sections.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import {
  type Sql,
  forNoKeyUpdate,
  forNoKeyUpdateSkipLocked,
  forUpdateSkipLocked,
  fragment,
  inBatches,
  list,
  padded,
} from '../engine/sql.ts';
import { lockPassenger } from '../seats/holdings.ts';
import { type FreedRow, SEAT_NUMBER, returningFreed, toFreedSeats } from '../trips/seat-rows.ts';
import { lockTrips } from '../trips/trips.ts';
import { WAIT_COLUMNS, type WaitRow, standing, toWait } from './wait-rows.ts';

interface SeatRow {
  readonly seat_id: SeatId;
  readonly seat_number: SeatNumber;
}

const numbersOf = (rows: readonly SeatRow[]): ReadonlySet<SeatNumber> =>
  new Set(rows.map(({ seat_number: number }) => number));

/**
 * Stores waits in `waits`. The unique index `waits_once` lets a person wait once on a trip. A trip's `has_waits` is
 * false only if nobody waits for it; the flag may still be true after the last wait ended.
 */
export const knexWaits = (sql: Sql, { lineChanged }: Pick<TransactionNeeds, 'lineChanged'>): WaitStore => {
  /** Deletes the holds of an offer. */
  const endHolds = async (wait: WaitId, now: Instant): Promise<readonly FreedSeat[]> =>
    toFreedSeats(await sql.rows<FreedRow>`delete from seat_locks where wait_id = ${wait} ${returningFreed(now)}`);

  return {
    lockTrip: (trip) => lockTrips(sql, [trip]),

    async lockLine(trip) {
      await sql.rows`select id from schedules where id = ${trip} ${forNoKeyUpdate(sql)}`;
    },

    async awaited(trips) {
      // Locked, because a person who is adding a wait has not seen yet what this transaction has freed.
      const locked = sql.dialect === 'postgres' ? fragment`for key share` : fragment``;
      const rows = await inBatches(
        [...trips].sort((one, other) => one - other),
        (batch) => sql.rows<{ id: TripId; has_waits: boolean }>`
          select id, has_waits from schedules where id in ${list(padded(batch))} order by id ${locked}`,
      );
      return rows.flatMap(({ id, has_waits: isAwaited }) => (isAwaited ? [id] : []));
    },

    async tripsOf(user, now) {
      lockPassenger(sql, user);
      const which = now === undefined ? fragment`ended_at is null` : standing('waits', now);
      const rows = await sql.rows<{ schedule_id: TripId }>`
        select schedule_id from waits where user_id = ${user} and ${which} order by schedule_id`;
      return rows.map(({ schedule_id: trip }) => trip);
    },

    async add({ userId, tripId, section, count, anyOf, keptFor, until, createdAt }) {
      const row = await sql.one<{ id: WaitId }>`
        insert into waits (user_id, schedule_id, from_stop, to_stop, seats, any_of, kept_for, created_at, ends_at)
        values (${userId}, ${tripId}, ${section.from}, ${section.to}, ${count}, ${anyOf && JSON.stringify(anyOf)},
          ${keptFor && JSON.stringify(keptFor)}, ${createdAt}, ${until})
        on conflict (user_id, schedule_id) where ended_at is null do nothing
        returning id`;
      if (row) sql.post`update schedules set has_waits = ${true} where id = ${tripId} and not has_waits`;
      return row?.id;
    },

    async find(id) {
      const row = await sql.one<WaitRow>`select ${WAIT_COLUMNS} from waits where id = ${id} and ended_at is null`;
      return row && toWait(row);
    },

    async ofTrip(trip) {
      const rows = await sql.rows<WaitRow>`
        select ${WAIT_COLUMNS} from waits where schedule_id = ${trip} and ended_at is null order by id`;
      return rows.map(toWait);
    },

    async over(trip, now) {
      const rows = await sql.rows<WaitRow>`
        select ${WAIT_COLUMNS} from waits join users on users.id = waits.user_id
        where waits.schedule_id = ${trip} and waits.ended_at is null
          and (waits.ends_at <= ${now} and waits.offered_until is null or waits.offered_until <= ${now} or users.status <> 'ACTIVE')
        order by waits.id`;
      return rows.map(toWait);
    },

    async sections(trip) {
      const rows = await sql.rows<Pick<WaitRow, 'from_stop' | 'to_stop'>>`
        select distinct from_stop, to_stop from waits
        where schedule_id = ${trip} and ended_at is null and offered_until is null order by from_stop, to_stop`;
      return rows.map((row) => ({ from: row.from_stop, to: row.to_stop }));
    },

    async inLine(trip, most, after = 0 as WaitId, limit) {
      const rows = await sql.rows<WaitRow>`
        select ${WAIT_COLUMNS} from waits
        where schedule_id = ${trip} and ended_at is null and offered_until is null and seats <= ${most} and id > ${after}
        order by id limit ${limit}`;
      return rows.map(toWait);
    },

    async held(trip, now) {
      const rows = await sql.rows<{ locked_by: UserId; seats: number }>`
        select locked_by, count(distinct seat_id) as seats from seat_locks
        where schedule_id = ${trip} and expires_at > ${now} group by locked_by`;
      return new Map(rows.map(({ locked_by: user, seats }) => [user, seats]));
    },

    async lapsed(trip, now) {
      const freed = await sql.rows<FreedRow>`
        with over as materialized (
          select seat_id, from_stop from seat_locks where schedule_id = ${trip} and expires_at <= ${now}
          order by seat_id, from_stop ${forUpdateSkipLocked(sql)})
        delete from seat_locks
        where schedule_id = ${trip} and (seat_id, from_stop) in (select seat_id, from_stop from over)
        ${returningFreed(now)}`;
      const overdue = fragment`schedule_id = ${trip} and active and taken_until <= ${now}`;
      const [held, locked, sold] = await Promise.all([
        sql.rows<SeatRow>`
          select seat_id, ${SEAT_NUMBER} from seat_locks where schedule_id = ${trip} and expires_at <= ${now}`,
        sql.rows<SeatRow>`
          select seat_id, ${SEAT_NUMBER} from booking_seats where ${overdue}
          order by seat_id ${forNoKeyUpdateSkipLocked(sql)}`,
        sql.rows<SeatRow>`select seat_id, ${SEAT_NUMBER} from booking_seats where ${overdue}`,
      ]);
      const own = new Set(locked.map(({ seat_id: seat }) => seat));
      return {
        freed: toFreedSeats(freed),
        busy: numbersOf([...held, ...sold.filter(({ seat_id: seat }) => !own.has(seat))]),
      };
    },

    async offer({ id, userId, tripId, section }, { seats, until }) {
      if (seats.length > 0) {
        const { from, to } = section;
        const held = await sql.changes`
          insert into seat_locks (schedule_id, seat_id, locked_by, expires_at, from_stop, to_stop, wait_id)
          select ${tripId}, bus_seats.id, ${userId}, ${until}, ${from}, ${to}, ${id}
          from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
          where schedules.id = ${tripId} and bus_seats.seat_number in ${list(seats)} and bus_seats.in_map
          order by bus_seats.id`;
        if (held !== seats.length) throw new Error(`Seats of trip ${tripId} that were to be offered are gone.`);
      }
      sql.post`update waits set offered = ${JSON.stringify(seats)}, offered_until = ${until} where id = ${id}`;
    },

    async takeBack({ id }, now) {
      const freed = await endHolds(id, now);
      sql.post`update waits set offered = null, offered_until = null where id = ${id}`;
      return freed;
    },

    async end({ id, tripId }, now) {
      const freed = await endHolds(id, now);
      await sql.changes`update waits set ended_at = ${now}, kept_for = null where id = ${id} and ended_at is null`;
      sql.post`
        update schedules set has_waits = ${false} where id = ${tripId} and has_waits and not exists (
          select 1 from waits where waits.schedule_id = schedules.id and waits.ended_at is null)`;
      return freed;
    },

    async save({ id, until, anyOf }) {
      await sql.changes`
        update waits set ends_at = ${until}, any_of = ${anyOf && JSON.stringify(anyOf)} where id = ${id}`;
    },

    async redeemPlaces({ user, tripId, count, section = WITHOUT_STOPS }, now) {
      // The offer ends by the clock at once, so that its places no longer count as taken.
      const rows = await sql.rows<{ id: WaitId }>`
        update waits set offered_until = ${now}
        where user_id = ${user} and schedule_id = ${tripId} and ended_at is null and offered_until > ${now}
          and offered = '[]' and seats >= ${count} and from_stop = ${section.from} and to_stop = ${section.to}
        returning id`;
      for (const { id: waitId } of rows) lineChanged({ of: 'offer', waitId, tripId, at: now });
    },

    async seatsHeld(wait) {
      const row = await sql.one<{ seats: number }>`select count(*) as seats from seat_locks where wait_id = ${wait}`;
      return row?.seats ?? 0;
    },

    async trips(after, limit) {
      const rows = await sql.rows<{ schedule_id: TripId }>`
        select distinct schedule_id from waits where ended_at is null and schedule_id > ${after}
        order by schedule_id limit ${limit}`;
      return rows.map(({ schedule_id: trip }) => trip);
    },

    prune: (before, limit) => sql.changes`
      delete from waits where id in (
        select id from waits where ended_at < ${before} order by ended_at limit ${limit})`,
  };
};

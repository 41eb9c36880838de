import { bySeat } from '../../core/seats/seat-map.ts';
import type { SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { RefusedBecause, SeatLockStore, Selection, SeatPassenger } from '../../core/seats/ports.ts';
import { forUpdate, forUpdateSkipLocked, fragment, list, raw, tuples } from './sql.ts';
import type { Fragment, Sql } from './sql.ts';

/*
 * Rows of `seat_locks` (holds: primary key schedule and seat) and of `booking_seats` (sales: unique schedule and seat while active).
 * Rows are taken in the order of seat ids, by everybody: two passengers after the same seats in opposite order would else wait for each other.
 */

/** For a row of booking_seats called `sold`: it takes its seat, being paid or not yet at its payment deadline. */
export const stillSold = (now: Instant): Fragment => fragment`sold.active and (sold.taken_until is null or sold.taken_until > ${now})`;

/** SQLite's booleans are numbers. */
type Flag = boolean | 0 | 1;

interface HeldRow {
  readonly seat_id: number;
  readonly seat_number: SeatNumber;
}

interface ChosenRow extends HeldRow {
  readonly expires_at: Instant;
}

/** What came of a selection. */
interface Choice {
  /** Holds that were dropped, to be let go of. */
  readonly over: readonly HeldRow[];
  readonly taken: readonly HeldRow[];
  readonly why: ReadonlyMap<SeatNumber, RefusedBecause>;
}

/** A hold that is being let go of. */
const OVER = 0;
const NOTHING = raw('');

interface StandingRow {
  readonly seat_number: SeatNumber;
  readonly is_active: Flag;
  readonly is_sold: Flag;
}

export const knexSeatLocks = (sql: Sql): SeatLockStore => {
  /**
   * What one passenger does on one trip happens one after the other: on Postgres by a lock that lasts as long as the transaction; SQLite has
   * one writer. The statements are sent right behind it, so that they see what the turn before has left.
   */
  function inTurn<Result>(trip: TripId, passenger: UserId, statements: () => Promise<Result>): Promise<Result> {
    if (sql.dialect === 'postgres') sql.post`select pg_advisory_xact_lock(${trip}, ${passenger})`;
    return statements();
  }

  const holdsToDrop = ({ tripId, passenger, wanted }: Selection, now: Instant): Fragment => fragment`
    union all
    select seat_locks.seat_id, ${OVER} from seat_locks join bus_seats on bus_seats.id = seat_locks.seat_id
    where seat_locks.schedule_id = ${tripId} and seat_locks.locked_by = ${passenger} and seat_locks.expires_at > ${now}
      and bus_seats.seat_number not in ${list(wanted)}`;

  /**
   * Takes or renews each wanted seat that is free, and ends the holds to be dropped: one statement, which goes through the seats in order.
   * Of any number who ask for a seat at once, the key lets one through.
   */
  const insertHolds = ({ tripId, passenger, wanted, expiresAt }: Selection, now: Instant, drops: Fragment): Promise<readonly ChosenRow[]> =>
    sql.rows<ChosenRow>`
      insert into seat_locks (schedule_id, seat_id, locked_by, expires_at)
      select ${tripId}, chosen.seat_id, ${passenger}, chosen.until from (
        select bus_seats.id as seat_id, cast(${expiresAt} as bigint) as until
        from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
        where schedules.id = ${tripId} and bus_seats.seat_number in ${list(wanted)} and bus_seats.is_active and not exists (
          select 1 from booking_seats as sold
          where sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id and ${stillSold(now)})
        ${drops}
      ) as chosen where true
      order by chosen.seat_id
      on conflict (schedule_id, seat_id) do update set locked_by = excluded.locked_by, expires_at = excluded.expires_at
      where seat_locks.locked_by = excluded.locked_by or (seat_locks.expires_at <= ${now} and excluded.expires_at > ${OVER})
      returning seat_id, expires_at, (select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number`;

  const letGo = (trip: TripId, holds: readonly HeldRow[]): readonly SeatNumber[] => {
    if (holds.length === 0) return [];
    sql.post`delete from seat_locks where schedule_id = ${trip} and seat_id in ${list(holds.map(({ seat_id: seat }) => seat))}`;
    return holds.map(({ seat_number: number }) => number).sort();
  };

  const standing = (trip: TripId, seats: readonly SeatNumber[], now: Instant): Promise<readonly StandingRow[]> =>
    sql.rows<StandingRow>`
      select bus_seats.seat_number, bus_seats.is_active, exists (
        select 1 from booking_seats as sold
        where sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id and ${stillSold(now)}) as is_sold
      from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
      where schedules.id = ${trip} and bus_seats.seat_number in ${list(seats)}`;

  /**
   * Takes what can be had of the wanted seats, and tells of the others why not. On Postgres a sale may have been committed while the insert
   * waited for the seat's hold to go, which only a statement after it sees: what turns out to be sold is let go of again.
   */
  async function choose(selection: Selection, now: Instant, drops: Fragment): Promise<Choice> {
    const { tripId, wanted } = selection;
    const [rows, seats] = await Promise.all([insertHolds(selection, now, drops), standing(tripId, wanted, now)]);
    const [over, taken] = [rows.filter(({ expires_at: until }) => until === OVER), rows.filter(({ expires_at: until }) => until !== OVER)];
    const [standings, numbers] = [new Map(seats.map((row) => [row.seat_number, row])), new Set(taken.map((hold) => hold.seat_number))];
    const why = new Map<SeatNumber, RefusedBecause>();
    for (const number of wanted) {
      const seat = standings.get(number);
      if (!seat?.is_active) why.set(number, 'unknown');
      else if (seat.is_sold) why.set(number, 'booked');
      else if (!numbers.has(number)) why.set(number, 'held');
    }
    letGo(tripId, taken.filter(({ seat_number: number }) => why.has(number)));
    return { over, taken, why };
  }

  const release = async (trip: TripId, passenger: UserId, now: Instant): Promise<readonly SeatNumber[]> => {
    const rows = await inTurn(trip, passenger, () => sql.rows<HeldRow>`
      with mine as materialized (
        select seat_id from seat_locks where schedule_id = ${trip} and locked_by = ${passenger} and expires_at > ${now}
        order by seat_id ${forUpdate(sql)})
      delete from seat_locks where schedule_id = ${trip} and seat_id in (select seat_id from mine)
      returning seat_id, (select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number`);
    return rows.map(({ seat_number: number }) => number).sort();
  };

  return {
    async select(selection, now) {
      const { tripId, passenger, wanted } = selection;
      if (wanted.length === 0) return { held: [], dropped: await release(tripId, passenger, now), refused: [] };

      const { over, why } = await inTurn(tripId, passenger, () => choose(selection, now, holdsToDrop(selection, now)));
      return {
        held: wanted.filter((seat) => !why.has(seat)),
        dropped: letGo(tripId, over),
        refused: wanted.flatMap((seat) => { const because = why.get(seat); return because ? [{ seat, because }] : []; }),
      };
    },

    release,

    async sell({ tripId, passenger, booking, seats, paymentDeadline }, now) {
      const passengers = new Map(seats.map((seat) => [seat.seat, seat]));
      const holds = await inTurn(tripId, passenger, () => sql.rows<HeldRow>`
        with mine as materialized (
          select seat_locks.seat_id from seat_locks join bus_seats on bus_seats.id = seat_locks.seat_id
          where seat_locks.schedule_id = ${tripId} and seat_locks.locked_by = ${passenger} and seat_locks.expires_at > ${now}
            and bus_seats.seat_number in ${list([...passengers.keys()])}
          order by seat_locks.seat_id ${forUpdate(sql, 'seat_locks')})
        delete from seat_locks where schedule_id = ${tripId} and seat_id in (select seat_id from mine)
        returning seat_id, (select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number`);
      if (holds.length === 0) return [];

      const sales = holds.flatMap(({ seat_id: seat, seat_number: number }) => {
        const who = passengers.get(number);
        return who ? [[booking, tripId, seat, ...written(who), true, paymentDeadline]] : [];
      });
      const sold = await sql.rows<HeldRow>`
        insert into booking_seats (booking_id, schedule_id, seat_id,
          passenger_name, passenger_age, passenger_gender, boarding_point, dropping_point, active, taken_until)
        values ${tuples(sales)}
        on conflict (schedule_id, seat_id) where active do nothing
        returning seat_id, (select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number`;
      return sold.map(({ seat_number: number }) => number).sort();
    },

    async keep(booking) {
      sql.post`update booking_seats set taken_until = null where booking_id = ${booking} and active`;
    },

    async free(booking, now) {
      const rows = await sql.rows<HeldRow & { readonly is_held: Flag }>`
        update booking_seats set active = ${false} where booking_id = ${booking} and active
        returning seat_id, (select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number, exists (
          select 1 from seat_locks
          where seat_locks.schedule_id = booking_seats.schedule_id and seat_locks.seat_id = booking_seats.seat_id
            and seat_locks.expires_at > ${now}) as is_held`;
      return rows.map((row) => ({ seat: row.seat_number, isHeld: Boolean(row.is_held) })).sort(bySeat);
    },

    async retake(booking, passenger, now) {
      const seats = await sql.rows<HeldRow & { readonly trip: TripId; readonly is_sold: Flag }>`
        select freed.schedule_id as trip, freed.seat_id, bus_seats.seat_number, exists (
          select 1 from booking_seats as sold
          where sold.schedule_id = freed.schedule_id and sold.seat_id = freed.seat_id and sold.active) as is_sold
        from booking_seats as freed join bus_seats on bus_seats.id = freed.seat_id
        where freed.booking_id = ${booking} and not freed.active`;
      const [first] = seats;
      if (!first) return [];
      if (seats.some((seat) => seat.is_sold)) return undefined;

      // Held first, like every seat that is sold, so that nobody else can be on the way to it.
      const { trip } = first;
      const mine = await inTurn(trip, passenger, () => sql.rows<ChosenRow>`
        select seat_id, expires_at from seat_locks where schedule_id = ${trip} and locked_by = ${passenger} and expires_at > ${now}`);
      const wanted = seats.map(({ seat_number: number }) => number);
      const selection = { tripId: trip, passenger, wanted, expiresAt: mine[0]?.expires_at ?? ((now + 1) as Instant) };
      const { taken, why } = await choose(selection, now, NOTHING);
      if (why.size > 0) {
        const held = new Set(mine.map(({ seat_id: seat }) => seat));
        letGo(trip, taken.filter(({ seat_id: seat, seat_number: number }) => !why.has(number) && !held.has(seat)));
        return undefined;
      }
      await sql.changes`update booking_seats set active = ${true}, taken_until = null where booking_id = ${booking} and not active`;
      return letGo(trip, seats);
    },

    async sweep(now, limit) {
      const rows = await sql.rows<{ readonly trip: TripId; readonly free_seat: SeatNumber | null }>`
        with lapsed as materialized (
          select schedule_id, seat_id from seat_locks where expires_at <= ${now} order by expires_at limit ${limit} ${forUpdateSkipLocked(sql)})
        delete from seat_locks where (schedule_id, seat_id) in (select schedule_id, seat_id from lapsed)
        returning schedule_id as trip, (
          select seat_number from bus_seats where bus_seats.id = seat_id and bus_seats.is_active and not exists (
            select 1 from booking_seats as sold
            where sold.schedule_id = seat_locks.schedule_id and sold.seat_id = bus_seats.id and ${stillSold(now)})) as free_seat`;
      const trips = new Map<TripId, SeatNumber[]>();
      for (const { trip, free_seat: seat } of rows) trips.set(trip, [...(trips.get(trip) ?? []), ...(seat === null ? [] : [seat])]);
      return [...trips].map(([tripId, seats]) => ({ tripId, seats: seats.sort() }));
    },
  };
};

const written = ({ name, age, gender, boardingPoint, droppingPoint }: SeatPassenger) => [name, age, gender, boardingPoint, droppingPoint] as const;

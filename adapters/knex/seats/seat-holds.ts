import type { SeatId, SeatNumber, TripId, SeatHolder } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { FreedSeat, HoldRefusal, SeatLockStore, Selection } from '../../../core/seats/ports.ts';
import type { Section } from '../../../core/trips/sections.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, type Sql, forUpdate, forUpdateSkipLocked, fragment, list, raw } from '../engine/sql.ts';
import { type OfferedRow, isOffer, reportOffers } from './offered-holds.ts';
import { holdOnSection } from './section-holds.ts';
import {
  type FreedRow,
  type FreeSeatRow,
  byTrip,
  isBlocked,
  overlapEachOther,
  overlapping,
  returningFreed,
  SEAT_NUMBER,
  sectionOf,
  stillBlocked,
  stillSold,
  toFreedSeats,
} from '../trips/seat-rows.ts';

export interface HeldRow {
  readonly seat_id: SeatId;
  readonly seat_number: SeatNumber;
}

interface ChosenRow extends HeldRow, OfferedRow {
  readonly expires_at: Instant;
}

interface SeatRow {
  readonly seat_number: SeatNumber;
  readonly is_active: boolean;
  readonly is_sold: boolean;
  readonly is_blocked: boolean;
}

/** The rows that a selection affects: holds to delete, new holds, and the reasons why other seats are refused. */
interface Choice {
  readonly toDrop: readonly HeldRow[];
  readonly taken: readonly HeldRow[];
  readonly refused: ReadonlyMap<SeatNumber, HoldRefusal>;
}

/** An expiry that marks a hold to be deleted. */
const TO_DROP = 0;
const NONE = raw('');
const NO_OFFER = raw('and wait_id is null');
/** Makes Postgres run the query `also`: it runs a part of a query only if another part reads it. */
const ALSO_RUN = raw('(select count(*) from also) >= 0 and');

/** Condition on a row of bus_seats joined with its trip: the company keeps the seat from sale. */
const seatIsBlocked = (now: Instant): Fragment => fragment`(schedules.has_blocks and exists (
  select 1 from seat_blocks as blocked
  where blocked.schedule_id = schedules.id and blocked.seat_id = bus_seats.id and ${stillBlocked(now)}))`;

/** Stores holds in `seat_locks`. A sale also holds its seats first. */
export const seatHolds = (sql: Sql, { lineChanged }: Pick<TransactionNeeds, 'lineChanged'>) => {
  /**
   * Makes the actions of one passenger on one trip run one after another. Meanwhile nobody can exchange the trip's bus.
   * On Postgres it takes two locks until the transaction ends. The first is a shared lock on the trip: changes of the
   * trip wait for it (see `lockTrips` in trips.ts). The second is on the passenger and the trip. A trip with stops is
   * locked for this transaction alone, because overlapping sections have no common row to wait for. So is a trip that
   * somebody waits for, because whoever serves its line must see every hold. The statements are
   * sent after the locks, so that they see the changes of the last holder. SQLite has a single writer.
   */
  function inTurn<Result>(
    trip: TripId,
    passenger: SeatHolder,
    statements: () => Promise<Result>,
    alsoLocked?: Fragment,
  ): Promise<Result> {
    if (sql.dialect === 'postgres') {
      sql.post`
        with shared as materialized (select id from schedules where id = ${trip} for key share),
          alone as materialized (select id from schedules where id = ${trip} and (stops <> '[]' or has_waits) for no key update)
        ${alsoLocked ? fragment`, also as materialized (${alsoLocked})` : NONE}
        select pg_advisory_xact_lock(id, ${passenger}) from shared
        where ${alsoLocked ? ALSO_RUN : NONE} (select count(*) from alone) >= 0`;
    }
    return statements();
  }

  /**
   * Locks the overdue sales of the wanted seats, as the transaction that ends such a sale does. So a seat is never
   * published as free after it was published as held again. The lock is exclusive: on Postgres, shared locks would
   * overtake the transaction that ends the sale.
   */
  const overdueSales = ({ tripId, wanted, section }: Selection, now: Instant): Fragment => fragment`
    select sold.id from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
      join booking_seats as sold on sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id
    where schedules.id = ${tripId} and bus_seats.seat_number in ${list(wanted)} and bus_seats.in_map
      and sold.active and sold.taken_until <= ${now} ${section ? fragment`and ${overlapping('sold', section)}` : NONE}
    order by sold.seat_id for no key update of sold`;

  /**
   * The passenger's other holds, except offers. The insert below writes them, too, so that all rows are locked in the
   * same order.
   */
  const holdsToDrop = ({ tripId, passenger, wanted }: Selection, now: Instant): Fragment => fragment`
    union all
    select seat_locks.seat_id, ${TO_DROP} from seat_locks join bus_seats on bus_seats.id = seat_locks.seat_id
    where seat_locks.schedule_id = ${tripId} and seat_locks.locked_by = ${passenger} and seat_locks.expires_at > ${now}
      and seat_locks.wait_id is null and bus_seats.seat_number not in ${list(wanted)}`;

  /**
   * Takes or renews a hold on each wanted seat that is free, and marks the holds to be deleted. A single statement
   * writes all rows in the order of the seats. When several passengers want a seat at once, the primary key accepts
   * only one. An offer to the passenger stays as it is.
   */
  const insertHolds = (
    { tripId, passenger, wanted, expiresAt }: Selection,
    now: Instant,
    drops: Fragment,
  ): Promise<readonly ChosenRow[]> =>
    sql.rows<ChosenRow>`
      insert into seat_locks (schedule_id, seat_id, locked_by, expires_at)
      select ${tripId}, chosen.seat_id, ${passenger}, chosen.until from (
        select bus_seats.id as seat_id, cast(${expiresAt} as bigint) as until
        from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
        where schedules.id = ${tripId} and bus_seats.seat_number in ${list(wanted)} and bus_seats.in_map
          and bus_seats.is_active and not exists (
          select 1 from booking_seats as sold
          where sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id and ${stillSold(now)})
          and not ${seatIsBlocked(now)}
        ${drops}
      ) as chosen where true
      order by chosen.seat_id
      on conflict (schedule_id, seat_id, from_stop) do update set locked_by = excluded.locked_by,
        expires_at = case when ${isOffer(now)} then seat_locks.expires_at else excluded.expires_at end,
        wait_id = case when ${isOffer(now)} then seat_locks.wait_id end
      where seat_locks.locked_by = excluded.locked_by or (seat_locks.expires_at <= ${now} and excluded.expires_at > ${TO_DROP})
      returning seat_id, expires_at, wait_id, ${SEAT_NUMBER}`;

  const deleteHolds = (trip: TripId, holds: readonly HeldRow[]): readonly SeatNumber[] => {
    if (holds.length === 0) return [];
    sql.post`delete from seat_locks where schedule_id = ${trip} and seat_id in ${list(holds.map(({ seat_id: seat }) => seat))}`;
    return holds.map(({ seat_number: number }) => number).sort();
  };

  /** Reports seats that are no longer held. */
  const freedOn = (tripId: TripId, freed: readonly FreedSeat[], now: Instant): readonly FreedSeat[] => {
    if (freed.length > 0) lineChanged({ of: 'freed', tripId, at: now });
    return freed;
  };

  const drop = async (trip: TripId, holds: readonly HeldRow[], now: Instant): Promise<readonly FreedSeat[]> => {
    if (holds.length === 0) return [];
    const rows = await sql.rows<FreedRow>`
      delete from seat_locks where schedule_id = ${trip} and seat_id in ${list(holds.map(({ seat_id: seat }) => seat))}
      ${returningFreed(now)}`;
    return freedOn(trip, toFreedSeats(rows), now);
  };

  const seatsOf = (trip: TripId, seats: readonly SeatNumber[], now: Instant): Promise<readonly SeatRow[]> =>
    sql.rows<SeatRow>`
      select bus_seats.seat_number, bus_seats.is_active, exists (
        select 1 from booking_seats as sold
        where sold.schedule_id = schedules.id and sold.seat_id = bus_seats.id and ${stillSold(now)}) as is_sold,
        ${seatIsBlocked(now)} as is_blocked
      from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
      where schedules.id = ${trip} and bus_seats.seat_number in ${list(seats)} and bus_seats.in_map`;

  /**
   * Takes the wanted seats that are free, and finds out why the other seats are refused. On Postgres, the insert may
   * wait for a transaction that turns its hold on a seat into a sale. Only a later statement sees that sale, so the
   * hold on such a seat is then released again.
   */
  async function choose(selection: Selection, now: Instant, drops: Fragment): Promise<Choice> {
    const { tripId, wanted } = selection;
    const [rows, seats] = await Promise.all([insertHolds(selection, now, drops), seatsOf(tripId, wanted, now)]);
    const [toDrop, taken] = [
      rows.filter(({ expires_at: until }) => until === TO_DROP),
      rows.filter(({ expires_at: until }) => until !== TO_DROP),
    ];
    const [known, numbers] = [
      new Map(seats.map((row) => [row.seat_number, row])),
      new Set(taken.map((hold) => hold.seat_number)),
    ];
    const refused = new Map<SeatNumber, HoldRefusal>();
    for (const number of wanted) {
      const seat = known.get(number);
      if (!seat?.is_active) refused.set(number, 'unknown');
      else if (seat.is_sold) refused.set(number, 'booked');
      else if (seat.is_blocked) refused.set(number, 'unknown');
      else if (!numbers.has(number)) refused.set(number, 'held');
    }
    deleteHolds(
      tripId,
      taken.filter(({ seat_number: number, wait_id: wait }) => wait === null && refused.has(number)),
    );
    return { toDrop, taken, refused };
  }

  /** Ends the passenger's holds that meet a condition. */
  const end = async (
    trip: TripId,
    passenger: SeatHolder,
    now: Instant,
    which: Fragment,
  ): Promise<readonly FreedSeat[]> => {
    const rows = await inTurn(
      trip,
      passenger,
      () => sql.rows<FreedRow & OfferedRow>`
      with mine as materialized (
        select seat_id, from_stop from seat_locks
        where schedule_id = ${trip} and locked_by = ${passenger} and expires_at > ${now}
          ${which}
        order by seat_id, from_stop ${forUpdate(sql)})
      delete from seat_locks where schedule_id = ${trip} and (seat_id, from_stop) in (select seat_id, from_stop from mine)
      ${returningFreed(now)}, wait_id`,
    );
    reportOffers(lineChanged, rows, trip, now);
    return freedOn(trip, toFreedSeats(rows), now);
  };

  const heldBy = (trip: TripId, passenger: SeatHolder, now: Instant): Promise<readonly (ChosenRow & Section)[]> =>
    sql.rows<ChosenRow & Section>`
      select seat_id, expires_at, wait_id, from_stop as "from", to_stop as "to" from seat_locks
      where schedule_id = ${trip} and locked_by = ${passenger} and expires_at > ${now}`;

  const store: Pick<SeatLockStore, 'hold' | 'release' | 'offers' | 'endSooner' | 'sweep'> = {
    async hold(selection, now) {
      const { tripId, passenger, wanted, section } = selection;
      if (wanted.length === 0) return { held: [], dropped: await end(tripId, passenger, now, NO_OFFER), refused: [] };
      if (section) {
        const held = () => holdOnSection(sql, { ...selection, section }, now);
        const outcome = await inTurn(tripId, passenger, held, overdueSales(selection, now));
        freedOn(tripId, [...outcome.dropped, ...(outcome.lapsed ?? [])], now);
        return outcome;
      }

      const chosen = () => choose(selection, now, holdsToDrop(selection, now));
      const { toDrop, refused } = await inTurn(tripId, passenger, chosen, overdueSales(selection, now));
      return {
        held: wanted.filter((seat) => !refused.has(seat)),
        dropped: await drop(tripId, toDrop, now),
        refused: wanted.flatMap((seat) => {
          const reason = refused.get(seat);
          return reason ? [{ seat, reason }] : [];
        }),
      };
    },

    release: (trip, passenger, now, section) =>
      end(trip, passenger, now, section ? fragment`and from_stop = ${section.from} and to_stop = ${section.to}` : NONE),

    async offers(trip, passenger, now) {
      // Reads all holds of the passenger on the trip, which are few: asked for offers alone, Postgres would read the
      // offers of all trips.
      const rows = await sql.rows<HeldRow & { readonly expires_at: Instant; readonly wait_id: number | null }>`
        select seat_id, expires_at, wait_id, ${SEAT_NUMBER} from seat_locks
        where schedule_id = ${trip} and locked_by = ${passenger} and expires_at > ${now}`;
      return rows
        .filter((row) => row.wait_id !== null)
        .map((row) => ({ seat: row.seat_number, until: row.expires_at }));
    },

    async endSooner(tripId, passenger, seat, until) {
      sql.post`
        update seat_locks set expires_at = ${until}
        where schedule_id = ${tripId} and locked_by = ${passenger} and expires_at > ${until} and seat_id in (
          select bus_seats.id from schedules join bus_seats on bus_seats.bus_id = schedules.bus_id
          where schedules.id = ${tripId} and bus_seats.seat_number = ${seat} and bus_seats.in_map)`;
    },

    async sweep(now, limit) {
      const rows = await sql.rows<FreeSeatRow>`
        with lapsed as materialized (
          select schedule_id, seat_id, from_stop from seat_locks
          where expires_at <= ${now} and (
            select count(*) from waits where waits.schedule_id = seat_locks.schedule_id and waits.ended_at is null) = 0
          order by expires_at limit ${limit} ${forUpdateSkipLocked(sql)})
        delete from seat_locks
        where (schedule_id, seat_id, from_stop) in (select schedule_id, seat_id, from_stop from lapsed)
        returning schedule_id as trip, ${sectionOf('seat_locks')}, (
          select seat_number from bus_seats where bus_seats.id = seat_id and bus_seats.is_active and not exists (
            select 1 from booking_seats as sold
            where sold.schedule_id = seat_locks.schedule_id and sold.seat_id = bus_seats.id
              and ${overlapEachOther('sold', 'seat_locks')} and ${stillSold(now)})
            and not ${isBlocked('seat_locks', now)}) as free_seat`;
      // Reports no change to the line: that would lock trips after their holds. Other transactions lock them before.
      return byTrip(rows);
    },
  };

  return {
    store,
    inTurn,
    heldBy,
    /** Holds the free seats of a selection, and ends no other holds. */
    take: (selection: Selection, now: Instant) => choose(selection, now, NONE),
    deleteHolds,
  };
};

import type { BookingId, SeatId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { RedeemedSeat, Sale, SeatLockStore } from '../../../core/seats/ports.ts';
import type { SoldPassenger } from '../../../core/seats/sold-passenger.ts';
import { overlaps } from '../../../core/trips/sections.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, forUpdate, fragment, list, raw, tuples } from '../engine/sql.ts';
import { endHolds } from './holds-let-go.ts';
import { type OfferedRow, reportOffers } from './offered-holds.ts';
import { type HeldRow, seatHolds } from './seat-holds.ts';
import { endOverlapping, type SectionSeatRow, seatsOnSection, takenSections } from './section-holds.ts';
import {
  type FreedRow,
  isFreeAfterSale,
  overlapEachOther,
  SEAT_NUMBER,
  sectionOf,
  toFreedSeats,
} from '../trips/seat-rows.ts';

/**
 * The seat that a booking lost when its sale ended; on another bus, the seat of the same number. Says whether the seat
 * is in use, and whether another booking has it. All fields are null or false if there is no such seat.
 */
interface FormerRow {
  readonly seat_id: SeatId | null;
  readonly seat_number: SeatNumber;
  readonly is_aboard: boolean;
  readonly is_sold: boolean;
}

/** The seat of the trip's present bus that replaces the seat of `freed`, a row of booking_seats. */
export const PRESENT_SEAT = raw(`(
  select case when former.bus_id = schedules.bus_id then former.id else (
    select same.id from bus_seats as same
    where same.bus_id = schedules.bus_id and same.seat_number = former.seat_number and same.in_map) end
  from bus_seats as former join schedules on schedules.id = freed.schedule_id where former.id = freed.seat_id)`);

/** Stores holds (see seat-holds.ts), and sales in `booking_seats`. */
export const knexSeatLocks = (sql: Sql, needs: Pick<TransactionNeeds, 'lineChanged'>): SeatLockStore => {
  const { lineChanged } = needs;
  const { store, inTurn, heldBy, take, deleteHolds } = seatHolds(sql, needs);

  /** The seats that a booking lost when its sale ended. */
  const formerSeats = (booking: BookingId): Promise<readonly FormerRow[]> =>
    sql.rows<FormerRow>`
      select present.id as seat_id, present.seat_number,
        coalesce(present.is_active and buses.status = 'ACTIVE', ${false}) as is_aboard, exists (
        select 1 from booking_seats as sold
        where sold.schedule_id = freed.schedule_id and sold.seat_id = present.id and sold.active
          and ${overlapEachOther('sold', 'freed')}) as is_sold
      from booking_seats as freed join schedules on schedules.id = freed.schedule_id
        join buses on buses.id = schedules.bus_id left join bus_seats as present on present.id = ${PRESENT_SEAT}
      where freed.booking_id = ${booking} and not freed.active`;

  /** Sells a booking its former seats again, without a deadline, on the trip's present bus. */
  const activate = (booking: BookingId): Promise<number> => sql.changes`
    update booking_seats as freed set active = ${true}, taken_until = null, seat_id = ${PRESENT_SEAT}
    where booking_id = ${booking} and not active`;

  /** Adds sales of held seats. Returns the numbers of the added seats, sorted. */
  async function addSales({
    tripId,
    booking,
    redeemed,
    seats,
    takenUntil,
    lent = [],
    section,
  }: Omit<Sale, 'paymentDeadline'> & {
    takenUntil: Instant | null;
    lent?: readonly SeatNumber[];
  }): Promise<readonly SeatNumber[]> {
    const passengers = new Map(seats.map((seat) => [seat.seat, seat]));
    const sales = redeemed.flatMap(({ id, seat }) => {
      const who = passengers.get(seat);
      return who ? [[booking, tripId, id, ...columnsOf(who), true, lent.includes(seat) ? null : takenUntil]] : [];
    });
    if (sales.length === 0) return [];
    const columns = raw(`booking_id, schedule_id, seat_id,
      passenger_name, passenger_age, passenger_gender, boarding_point, dropping_point, need, wish, active, taken_until`);
    // The unique index does not find all overlaps on a trip with stops.
    const sold = section
      ? await sql.rows<HeldRow>`
      insert into booking_seats (${columns}, from_stop, to_stop)
      values ${tuples(sales.map((sale) => [...sale, section.from, section.to]))}
      on conflict do nothing
      returning seat_id, ${SEAT_NUMBER}`
      : await sql.rows<HeldRow>`
      insert into booking_seats (${columns})
      values ${tuples(sales)}
      on conflict (schedule_id, seat_id, from_stop) where active do nothing
      returning seat_id, ${SEAT_NUMBER}`;
    return sold.map(({ seat_number: number }) => number).sort();
  }

  return {
    ...store,

    async redeem({ tripId, passenger, seats, section }, now) {
      const holds = await inTurn(
        tripId,
        passenger,
        () => sql.rows<HeldRow & OfferedRow>`
        with mine as materialized (
          select seat_locks.seat_id, seat_locks.from_stop from seat_locks join schedules on schedules.id = seat_locks.schedule_id
            join bus_seats on bus_seats.id = seat_locks.seat_id and bus_seats.bus_id = schedules.bus_id
            join buses on buses.id = schedules.bus_id and buses.status = 'ACTIVE'
          where seat_locks.schedule_id = ${tripId} and seat_locks.locked_by = ${passenger} and seat_locks.expires_at > ${now}
            and bus_seats.seat_number in ${list(seats)} and bus_seats.is_active
            ${section ? fragment`and seat_locks.from_stop = ${section.from} and seat_locks.to_stop = ${section.to}` : NONE}
          order by seat_locks.seat_id ${forUpdate(sql, 'seat_locks')})
        delete from seat_locks where schedule_id = ${tripId} and (seat_id, from_stop) in (select seat_id, from_stop from mine)
        returning seat_id, ${SEAT_NUMBER}, wait_id`,
      );
      reportOffers(lineChanged, holds, tripId, now);
      return holds.map(toRedeemed);
    },

    sell: ({ paymentDeadline, ...sale }) => addSales({ ...sale, takenUntil: paymentDeadline }),

    async sellAtCounter({ tripId, seller, booking, seats, paymentDeadline: takenUntil, lent, section }, now) {
      const wanted = seats.map(({ seat }) => seat);
      if (section) {
        const asked = { tripId, passenger: seller, wanted, section };
        const rows = await inTurn(tripId, seller, () => seatsOnSection(sql, asked, now));
        const redeemed = rows.filter((seat) => isForSale(seat) && !seat.is_own).map(toRedeemed);
        const sold = await addSales({ tripId, booking, redeemed, seats, takenUntil, lent, section });
        return wanted.filter((seat) => !sold.includes(seat)).sort();
      }
      // The seats are held before they are sold, so that no other transaction takes them at the same time.
      const selection = { tripId, passenger: seller, wanted, expiresAt: (now + 1) as Instant };
      const [mine, { taken, refused }] = await inTurn(tripId, seller, () =>
        Promise.all([heldBy(tripId, seller, now), take(selection, now)]),
      );
      const own = new Set(mine.map(({ seat_id: seat }) => seat));
      const free = taken.filter(({ seat_id: seat, seat_number: number }) => !refused.has(number) && !own.has(seat));
      const sold = await addSales({ tripId, booking, redeemed: free.map(toRedeemed), seats, takenUntil, lent });
      deleteHolds(tripId, free);
      return wanted.filter((seat) => !sold.includes(seat)).sort();
    },

    async finalize(booking) {
      sql.post`update booking_seats set taken_until = null where booking_id = ${booking} and active`;
    },

    async releaseBooking(booking, now) {
      const rows = await sql.rows<FreedRow & { readonly schedule_id: TripId }>`
        update booking_seats set active = ${false} where booking_id = ${booking} and active
        returning schedule_id, ${SEAT_NUMBER}, ${sectionOf('booking_seats')}, ${isFreeAfterSale(now)} as is_free`;
      if (rows[0]) lineChanged({ of: 'freed', tripId: rows[0].schedule_id, at: now });
      return toFreedSeats(rows);
    },

    async reclaim({ tripId, passenger, booking, seatsCount, section, busy }, now) {
      const [seats, mine] = await inTurn(tripId, passenger, () =>
        Promise.all([formerSeats(booking), heldBy(tripId, passenger, now)]),
      );
      if (seats.length === 0) return [];
      const present = seats.flatMap(({ seat_id: id, ...seat }) =>
        id !== null && seat.is_aboard && !seat.is_sold && !busy?.has(seat.seat_number)
          ? [{ ...seat, seat_id: id }]
          : [],
      );
      if (seats.length !== seatsCount || new Set(present.map(({ seat_id: id }) => id)).size !== seatsCount)
        return undefined;

      const isPresent = ({ seat_id: id }: { readonly seat_id: SeatId }): boolean =>
        present.some((seat) => seat.seat_id === id);
      // The seats are held before they are sold, so that no other transaction takes them at the same time.
      const wanted = present.map(({ seat_number: number }) => number);
      if (section) {
        const asked = { tripId, passenger, wanted, section };
        const rows = await seatsOnSection(sql, asked, now);
        if (rows.filter(isForSale).length < seatsCount) return undefined;
        // An offer of the same seat on another section stays.
        const ended = mine.filter((hold) => isPresent(hold) && overlaps(hold, section));
        reportOffers(lineChanged, ended, tripId, now);
        await endOverlapping(sql, asked, fragment`locked_by = ${passenger}`, now);
        await activate(booking);
        return wanted.sort();
      }
      const selection = { tripId, passenger, wanted, expiresAt: mine[0]?.expires_at ?? ((now + 1) as Instant) };
      const { taken, refused } = await take(selection, now);
      if (refused.size > 0) {
        const held = new Set(mine.map(({ seat_id: seat }) => seat));
        deleteHolds(
          tripId,
          taken.filter(({ seat_id: seat, seat_number: number }) => !refused.has(number) && !held.has(seat)),
        );
        return undefined;
      }
      reportOffers(lineChanged, mine.filter(isPresent), tripId, now);
      await activate(booking);
      return deleteHolds(tripId, present);
    },

    endAllHolds(trips, now) {
      for (const tripId of trips) lineChanged({ of: 'trip', tripId, letGo: true, at: now });
      return endHolds(sql, trips, now);
    },

    takenSections: (trip, seats) => takenSections(sql, trip, seats),
  };
};

const NONE = raw('');

/**
 * Whether a seat can be sold on a section to the passenger who asks for it. An overdue sale must be ended before the
 * seat is sold again.
 */
const isForSale = (seat: SectionSeatRow): boolean =>
  seat.is_active && !seat.is_in_sale && !seat.is_blocked && !seat.is_held;

const toRedeemed = ({ seat_id: id, seat_number: seat }: HeldRow): RedeemedSeat => ({ id, seat });

const columnsOf = ({ name, age, gender, boardingPoint, droppingPoint, need, wish }: SoldPassenger) =>
  [name, age, gender, boardingPoint, droppingPoint, need ?? null, wish ?? null] as const;

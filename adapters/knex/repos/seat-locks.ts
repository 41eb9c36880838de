import type { BookingId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { SeatLockStore, SeatPassenger } from '../../../core/seats/ports.ts';
import { forUpdate, list, tuples } from '../engine/sql.ts';
import type { Sql } from '../engine/sql.ts';
import { seatHolds } from './seat-holds.ts';
import type { HeldRow } from './seat-holds.ts';
import { isAboard, SEAT_NUMBER, toFreedSeats } from './seat-rows.ts';
import type { FreedRow } from './seat-rows.ts';

/** A seat that a booking has given up: whether it is on the trip's bus, and whether another booking has it now. */
interface FormerRow extends HeldRow {
  readonly is_aboard: boolean;
  readonly is_sold: boolean;
}

/** Holds (see seat-holds.ts), and sales: rows of `booking_seats`. */
export const knexSeatLocks = (sql: Sql): SeatLockStore => {
  const { store, inTurn, heldBy, take, deleteHolds } = seatHolds(sql);

  /** The seats that a booking has given up. */
  const formerSeats = (booking: BookingId): Promise<readonly FormerRow[]> =>
    sql.rows<FormerRow>`
      select freed.seat_id, bus_seats.seat_number, 
        bus_seats.bus_id = schedules.bus_id and bus_seats.is_active and buses.status = 'ACTIVE' as is_aboard, exists (
        select 1 from booking_seats as sold
        where sold.schedule_id = freed.schedule_id and sold.seat_id = freed.seat_id and sold.active) as is_sold
      from booking_seats as freed join bus_seats on bus_seats.id = freed.seat_id
        join schedules on schedules.id = freed.schedule_id join buses on buses.id = schedules.bus_id
      where freed.booking_id = ${booking} and not freed.active`;

  return {
    ...store,

    async sell({ tripId, passenger, booking, seats, paymentDeadline }, now) {
      const passengers = new Map(seats.map((seat) => [seat.seat, seat]));
      const holds = await inTurn(
        tripId,
        passenger,
        () => sql.rows<HeldRow>`
        with mine as materialized (
          select seat_locks.seat_id from seat_locks join schedules on schedules.id = seat_locks.schedule_id
            join bus_seats on bus_seats.id = seat_locks.seat_id and bus_seats.bus_id = schedules.bus_id
            join buses on buses.id = schedules.bus_id and buses.status = 'ACTIVE'
          where seat_locks.schedule_id = ${tripId} and seat_locks.locked_by = ${passenger} and seat_locks.expires_at > ${now}
            and bus_seats.seat_number in ${list([...passengers.keys()])} and bus_seats.is_active
          order by seat_locks.seat_id ${forUpdate(sql, 'seat_locks')})
        delete from seat_locks where schedule_id = ${tripId} and seat_id in (select seat_id from mine)
        returning seat_id, ${SEAT_NUMBER}`,
      );
      if (holds.length === 0) return [];

      const sales = holds.flatMap(({ seat_id: seat, seat_number: number }) => {
        const who = passengers.get(number);
        return who ? [[booking, tripId, seat, ...columnsOf(who), true, paymentDeadline]] : [];
      });
      const sold = await sql.rows<HeldRow>`
        insert into booking_seats (booking_id, schedule_id, seat_id,
          passenger_name, passenger_age, passenger_gender, boarding_point, dropping_point, active, taken_until)
        values ${tuples(sales)}
        on conflict (schedule_id, seat_id) where active do nothing
        returning seat_id, ${SEAT_NUMBER}`;
      return sold.map(({ seat_number: number }) => number).sort();
    },

    async finalize(booking) {
      sql.post`update booking_seats set taken_until = null where booking_id = ${booking} and active`;
    },

    async releaseBooking(booking, now) {
      return toFreedSeats(
        await sql.rows<FreedRow>`
        update booking_seats set active = ${false} where booking_id = ${booking} and active
        returning ${SEAT_NUMBER}, ${isAboard('booking_seats')} and not exists (
          select 1 from seat_locks
          where seat_locks.schedule_id = booking_seats.schedule_id and seat_locks.seat_id = booking_seats.seat_id
            and seat_locks.expires_at > ${now}) as is_free`,
      );
    },

    async reclaim({ tripId, passenger, booking, seatsCount }, now) {
      const [seats, mine] = await inTurn(tripId, passenger, () =>
        Promise.all([formerSeats(booking), heldBy(tripId, passenger, now)]),
      );
      if (seats.length === 0) return [];
      if (seats.length !== seatsCount || seats.some((seat) => !seat.is_aboard || seat.is_sold)) return undefined;

      // Held first, like every seat that is sold, so that nobody else is about to take it.
      const wanted = seats.map(({ seat_number: number }) => number);
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
      await sql.changes`update booking_seats set active = ${true}, taken_until = null where booking_id = ${booking} and not active`;
      return deleteHolds(tripId, seats);
    },
  };
};

const columnsOf = ({ name, age, gender, boardingPoint, droppingPoint }: SeatPassenger) =>
  [name, age, gender, boardingPoint, droppingPoint] as const;

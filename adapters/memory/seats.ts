import type { SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type {
  FreedSeat,
  Holdings,
  RefusedBecause,
  SeatLockStore,
  SeatMaps,
  Selection,
} from '../../core/seats/ports.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import { busOf } from './state.ts';
import type { Hold, StoredRun, StoredSale, State, TakenSeat } from './state.ts';

/** Whether the sale takes its seat, because it is final or not overdue yet. */
const stillSold = ({ active, takenUntil }: StoredSale, now: Instant): boolean =>
  active && (takenUntil === null || takenUntil > now);

/** A seat of the bus that the trip has now. */
const seatOf = (state: State, tripId: TripId, seat: SeatNumber): TakenSeat | undefined => {
  const trip = state.trips.get(tripId);
  return trip && { tripId, busId: trip.busId, seat };
};

const isSame = (one: TakenSeat, other: TakenSeat): boolean =>
  one.tripId === other.tripId && one.busId === other.busId && one.seat === other.seat;

/** Whether the seat is in use, and on the bus that its trip has now. */
const isAboard = (state: State, { tripId, busId, seat }: TakenSeat): boolean => {
  const trip = state.trips.get(tripId);
  return trip?.busId === busId && busOf(state, trip).seats.some(({ number, isActive }) => number === seat && isActive);
};

const soldBy = (state: State, seat: TakenSeat, now: Instant): StoredSale | undefined =>
  state.sales.find((sale) => isSame(sale, seat) && stillSold(sale, now));

const heldWith = (state: State, seat: TakenSeat, now: Instant): Hold | undefined =>
  state.holds.find((hold) => isSame(hold, seat) && hold.expiresAt > now);

/**
 * Deletes holds. For each of their trips, returns which of the seat numbers anybody may take now, on the bus that the
 * trip has now.
 */
export function deleteHolds(
  state: State,
  gone: readonly Hold[],
  now: Instant,
): Awaited<ReturnType<SeatLockStore['sweep']>> {
  state.holds = state.holds.filter((hold) => !gone.includes(hold));
  const isFree = ({ tripId, seat: number }: Hold): boolean => {
    const seat = seatOf(state, tripId, number);
    return seat !== undefined && isAboard(state, seat) && !soldBy(state, seat, now) && !heldWith(state, seat, now);
  };
  return [...new Set(gone.map(({ tripId }) => tripId))].map((tripId) => ({
    tripId,
    seats: gone
      .filter((hold) => hold.tripId === tripId && isFree(hold))
      .map(({ seat }) => seat)
      .sort(),
  }));
}

export const memorySeatLocks = (state: State): SeatLockStore => {
  const releaseHolds = (gone: readonly Hold[]): void => {
    state.holds = state.holds.filter((hold) => !gone.includes(hold));
  };

  const drop = (gone: readonly Hold[], now: Instant): readonly FreedSeat[] => {
    releaseHolds(gone);
    const isFree = (hold: Hold): boolean => isAboard(state, hold) && !soldBy(state, hold, now);
    return gone.map((hold) => ({ seat: hold.seat, isFree: isFree(hold) })).sort(bySeat);
  };

  const heldBy = (trip: TripId, passenger: UserId, now: Instant): readonly Hold[] =>
    state.holds.filter((hold) => hold.tripId === trip && hold.passenger === passenger && hold.expiresAt > now);

  const why = ({ tripId, passenger }: Selection, number: SeatNumber, now: Instant): RefusedBecause | undefined => {
    const seat = seatOf(state, tripId, number);
    if (!seat || !isAboard(state, seat)) return 'unknown';
    if (soldBy(state, seat, now)) return 'booked';
    const hold = heldWith(state, seat, now);
    return hold && hold.passenger !== passenger ? 'held' : undefined;
  };

  return {
    async hold(selection, now) {
      const { tripId, passenger, wanted, expiresAt } = selection;
      const unwanted = heldBy(tripId, passenger, now).filter(({ seat }) => !wanted.includes(seat));
      const dropped = drop(unwanted, now);
      const refused = wanted.flatMap((seat) => {
        const because = why(selection, seat, now);
        return because ? [{ seat, because }] : [];
      });
      const held = wanted.filter((seat) => !refused.some((refusal) => refusal.seat === seat));
      const taken = held.flatMap((number) => seatOf(state, tripId, number) ?? []);
      releaseHolds(state.holds.filter((hold) => taken.some((seat) => isSame(hold, seat))));
      state.holds = [...state.holds, ...taken.map((seat) => ({ ...seat, passenger, expiresAt }))];
      return { held, dropped, refused };
    },

    async endSooner(trip, passenger, seat, until) {
      const isMeant = (hold: Hold): boolean => heldBy(trip, passenger, until).includes(hold) && hold.seat === seat;
      state.holds = state.holds.map((hold) => (isMeant(hold) ? { ...hold, expiresAt: until } : hold));
    },

    release: async (trip, passenger, now) => drop(heldBy(trip, passenger, now), now),

    async sell({ tripId, passenger, booking, seats, paymentDeadline }, now) {
      const mine = heldBy(tripId, passenger, now).filter(
        (hold) => isAboard(state, hold) && seats.some(({ seat }) => seat === hold.seat),
      );
      releaseHolds(mine);
      const sold = mine.filter((hold) => !state.sales.some((sale) => isSame(sale, hold) && sale.active));
      state.sales.push(
        ...seats.flatMap((who) =>
          sold
            .filter(({ seat }) => seat === who.seat)
            .map(({ busId }) => ({
              ...who,
              bookingId: booking,
              tripId,
              busId,
              active: true,
              takenUntil: paymentDeadline,
            })),
        ),
      );
      return sold.map(({ seat }) => seat).sort();
    },

    async finalize(booking) {
      for (const sale of state.sales) if (sale.bookingId === booking && sale.active) sale.takenUntil = null;
    },

    async releaseBooking(booking, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && sale.active);
      for (const sale of sales) sale.active = false;
      const isFree = (sale: StoredSale): boolean => isAboard(state, sale) && !heldWith(state, sale, now);
      return sales.map((sale) => ({ seat: sale.seat, isFree: isFree(sale) })).sort(bySeat);
    },

    async reclaim({ passenger, booking, seatsCount }, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && !sale.active);
      if (sales.length === 0) return [];
      const isInTheWay = (sale: StoredSale): boolean =>
        !isAboard(state, sale) ||
        state.sales.some((other) => isSame(other, sale) && other.active) ||
        (heldWith(state, sale, now)?.passenger ?? passenger) !== passenger;
      if (sales.length !== seatsCount || sales.some(isInTheWay)) return undefined;
      releaseHolds(state.holds.filter((hold) => sales.some((sale) => isSame(hold, sale))));
      for (const sale of sales) Object.assign(sale, { active: true, takenUntil: null });
      return sales.map(({ seat }) => seat).sort();
    },

    async sweep(now, limit) {
      const lapsed = state.holds
        .filter(({ expiresAt }) => expiresAt <= now)
        .sort((one, other) => one.expiresAt - other.expiresAt)
        .slice(0, limit);
      return deleteHolds(state, lapsed, now);
    },
  };
};

export const memoryHoldings = (state: State): Holdings => {
  const isOf = (run: StoredRun, passenger: UserId, trip: TripId, seats: readonly SeatNumber[] = [run.seat]): boolean =>
    run.passenger === passenger && run.tripId === trip && seats.includes(run.seat);

  return {
    async trips(passenger, now) {
      const until = new Map<TripId, Instant>();
      for (const hold of state.holds.filter((held) => held.passenger === passenger && held.expiresAt > now)) {
        until.set(hold.tripId, Math.max(hold.expiresAt, until.get(hold.tripId) ?? 0) as Instant);
      }
      return [...until].map(([tripId, last]) => ({ tripId, until: last }));
    },

    runs: async (passenger, trip, endedAfter) =>
      state.runs
        .filter((run) => isOf(run, passenger, trip) && run.until > endedAfter)
        .map(({ seat, since }) => ({ seat, since })),

    async extend(passenger, tripId, runs) {
      const seats = runs.map(({ seat }) => seat);
      const others = state.runs.filter((run) => !isOf(run, passenger, tripId, seats));
      state.runs = [...others, ...runs.map((run) => ({ ...run, passenger, tripId }))];
    },

    async end(passenger, trip, seats, at) {
      const ends = (run: StoredRun): boolean => isOf(run, passenger, trip, seats) && run.until > at;
      state.runs = state.runs.map((run) => (ends(run) ? { ...run, until: at } : run));
    },

    async prune(before, limit) {
      const over = state.runs.filter(({ until }) => until <= before).slice(0, limit);
      state.runs = state.runs.filter((run) => !over.includes(run));
      return over.length;
    },
  };
};

export const memorySeatMaps = (state: State): SeatMaps => ({
  async view(tripId, viewer, now) {
    const trip = state.trips.get(tripId);
    if (!trip) return undefined;
    const bus = busOf(state, trip);
    if (!bus.seatMap) {
      const lapsed = [...state.bookings.values()]
        .filter(
          (booking) =>
            booking.tripId === tripId && booking.status === 'PENDING_PAYMENT' && booking.paymentDeadline <= now,
        )
        .reduce((sum, { seatsCount }) => sum + seatsCount, 0);
      return {
        hasSeatMap: false,
        fare: trip.fare,
        totalSeats: bus.totalSeats,
        seatsLeft: Math.max(0, bus.totalSeats - trip.placesTaken + lapsed),
      };
    }
    const { rows, cols, deckCount } = bus.seatMap;
    const seats = bus.seats.map((seat) => {
      const taken = { tripId, busId: trip.busId, seat: seat.number };
      const hold = heldWith(state, taken, now);
      return {
        ...seat,
        number: seat.number,
        isBooked: soldBy(state, taken, now) !== undefined,
        heldBy:
          hold === undefined ? ('nobody' as const) : hold.passenger === viewer ? ('me' as const) : ('another' as const),
      };
    });
    seats.sort((one, other) => one.deck - other.deck || one.row - other.row || one.col - other.col);
    return { hasSeatMap: true, fare: trip.fare, rows, cols, deckCount, seats };
  },
});

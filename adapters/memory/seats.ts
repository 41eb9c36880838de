import { isOverdue } from '../../core/bookings/booking.ts';
import type { FreedOnTrip } from '../../core/fleet/ports.ts';
import { byPlace } from '../../core/fleet/seat-layout.ts';
import type { SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { FreedSeat, Holdings, HoldRefusal, SeatLockStore, SeatMaps, Selection } from '../../core/seats/ports.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import { busOf, isInService, seatOf, seatsOnMap } from './relations.ts';
import type { Hold, StoredBlock, StoredRun, StoredSale, State, TakenSeat } from './state.ts';

/** Whether the sale takes its seat, because it is final or not overdue yet. */
export const stillSold = ({ active, takenUntil }: StoredSale, now: Instant): boolean =>
  active && (takenUntil === null || takenUntil > now);

/** Whether a block still counts. */
export const stillBlocked = ({ until }: Pick<StoredBlock, 'until'>, now: Instant): boolean =>
  until === null || until > now;

/** The seat with this number on the map of the trip's present bus. */
export const seatNumbered = (state: State, tripId: TripId, number: SeatNumber): TakenSeat | undefined => {
  const trip = state.trips.get(tripId);
  const seat = trip && seatsOnMap(state, trip.busId).find((one) => one.number === number);
  return seat && { tripId, seatId: seat.id };
};

/** The seat that a booking has given up. If the trip has another bus by now, the seat of its number there. */
const presentSeat = (state: State, sale: StoredSale): TakenSeat | undefined => {
  const { busId, number } = seatOf(state, sale);
  return state.trips.get(sale.tripId)?.busId === busId ? sale : seatNumbered(state, sale.tripId, number);
};

const numberOf = (state: State, taken: TakenSeat): SeatNumber => seatOf(state, taken).number;

export const isSame = (one: TakenSeat, other: TakenSeat): boolean =>
  one.tripId === other.tripId && one.seatId === other.seatId;

/** Whether the seat is in use, and belongs to the trip's present bus. */
export const isAboard = (state: State, taken: TakenSeat): boolean => {
  const { busId, isActive } = seatOf(state, taken);
  return isActive && state.trips.get(taken.tripId)?.busId === busId;
};

export const soldBy = (state: State, seat: TakenSeat, now: Instant): StoredSale | undefined =>
  state.sales.find((sale) => isSame(sale, seat) && stillSold(sale, now));

export const heldWith = (state: State, seat: TakenSeat, now: Instant): Hold | undefined =>
  state.holds.find((hold) => isSame(hold, seat) && hold.expiresAt > now);

export const isBlocked = (state: State, { tripId, seatId }: TakenSeat, now: Instant): boolean =>
  state.blocks.some((block) => block.tripId === tripId && block.seatId === seatId && stillBlocked(block, now));

/** Deletes holds. Returns for each of their trips the seat numbers that anybody may take now on the present bus. */
export function deleteHolds(state: State, gone: readonly Hold[], now: Instant): readonly FreedOnTrip[] {
  state.holds = state.holds.filter((hold) => !gone.includes(hold));
  const isFree = (hold: Hold): boolean => {
    const seat = seatNumbered(state, hold.tripId, numberOf(state, hold));
    if (!seat || !isAboard(state, seat)) return false;
    return !soldBy(state, seat, now) && !heldWith(state, seat, now) && !isBlocked(state, seat, now);
  };
  return [...new Set(gone.map(({ tripId }) => tripId))].map((tripId) => ({
    tripId,
    seats: gone
      .filter((hold) => hold.tripId === tripId && isFree(hold))
      .map((hold) => numberOf(state, hold))
      .sort(),
  }));
}

export const memorySeatLocks = (state: State): SeatLockStore => {
  const releaseHolds = (gone: readonly Hold[]): void => {
    state.holds = state.holds.filter((hold) => !gone.includes(hold));
  };

  const drop = (gone: readonly Hold[], now: Instant): readonly FreedSeat[] => {
    releaseHolds(gone);
    const isFree = (hold: Hold): boolean =>
      isAboard(state, hold) && !soldBy(state, hold, now) && !isBlocked(state, hold, now);
    return gone.map((hold) => ({ seat: numberOf(state, hold), isFree: isFree(hold) })).sort(bySeat);
  };

  const heldBy = (trip: TripId, passenger: UserId, now: Instant): readonly Hold[] =>
    state.holds.filter((hold) => hold.tripId === trip && hold.passenger === passenger && hold.expiresAt > now);

  const why = ({ tripId, passenger }: Selection, number: SeatNumber, now: Instant): HoldRefusal | undefined => {
    const seat = seatNumbered(state, tripId, number);
    if (!seat || !isAboard(state, seat)) return 'unknown';
    if (soldBy(state, seat, now)) return 'booked';
    if (isBlocked(state, seat, now)) return 'unknown';
    const hold = heldWith(state, seat, now);
    return hold && hold.passenger !== passenger ? 'held' : undefined;
  };

  return {
    async hold(selection, now) {
      const { tripId, passenger, wanted, expiresAt } = selection;
      const unwanted = heldBy(tripId, passenger, now).filter((hold) => !wanted.includes(numberOf(state, hold)));
      const dropped = drop(unwanted, now);
      const refused = wanted.flatMap((seat) => {
        const reason = why(selection, seat, now);
        return reason ? [{ seat, reason }] : [];
      });
      const held = wanted.filter((seat) => !refused.some((refusal) => refusal.seat === seat));
      const taken = held.flatMap((number) => seatNumbered(state, tripId, number) ?? []);
      releaseHolds(state.holds.filter((hold) => taken.some((seat) => isSame(hold, seat))));
      state.holds = [...state.holds, ...taken.map((seat) => ({ ...seat, passenger, expiresAt }))];
      return { held, dropped, refused };
    },

    async endSooner(trip, passenger, seat, until) {
      const isMeant = (hold: Hold): boolean =>
        heldBy(trip, passenger, until).includes(hold) && numberOf(state, hold) === seat;
      state.holds = state.holds.map((hold) => (isMeant(hold) ? { ...hold, expiresAt: until } : hold));
    },

    release: async (trip, passenger, now) => drop(heldBy(trip, passenger, now), now),

    async redeem({ tripId, passenger, seats }, now) {
      if (!isInService(state, tripId)) return [];
      const mine = heldBy(tripId, passenger, now).filter(
        (hold) => isAboard(state, hold) && seats.includes(numberOf(state, hold)),
      );
      releaseHolds(mine);
      return mine.map((hold) => ({ id: hold.seatId, seat: numberOf(state, hold) }));
    },

    async sell({ tripId, booking, redeemed, seats, paymentDeadline }) {
      const active = state.sales.filter((sale) => sale.tripId === tripId && sale.active);
      const sold = redeemed.filter(({ id }) => !active.some(({ seatId }) => seatId === id));
      for (const { seat, ...who } of seats) {
        const seatId = sold.find((one) => one.seat === seat)?.id;
        if (seatId === undefined) continue;
        state.sales.push({ ...who, tripId, seatId, bookingId: booking, active: true, takenUntil: paymentDeadline });
      }
      return sold.map(({ seat }) => seat).sort();
    },

    async sellAtCounter({ tripId, booking, seats, paymentDeadline, lent }, now) {
      const isFree = (taken: TakenSeat | undefined): taken is TakenSeat =>
        taken !== undefined &&
        isInService(state, tripId) &&
        isAboard(state, taken) &&
        !state.sales.some((sale) => isSame(sale, taken) && sale.active) &&
        !heldWith(state, taken, now);
      const gone = seats.map(({ seat }) => seat).filter((seat) => !isFree(seatNumbered(state, tripId, seat)));
      if (gone.length > 0) return gone.sort();
      for (const { seat, ...who } of seats) {
        const taken = seatNumbered(state, tripId, seat);
        if (!taken) continue;
        releaseHolds(state.holds.filter((hold) => isSame(hold, taken)));
        const takenUntil = lent.includes(seat) ? null : paymentDeadline;
        state.sales.push({ ...who, ...taken, bookingId: booking, active: true, takenUntil });
      }
      return [];
    },

    async finalize(booking) {
      for (const sale of state.sales) if (sale.bookingId === booking && sale.active) sale.takenUntil = null;
    },

    async releaseBooking(booking, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && sale.active);
      for (const sale of sales) sale.active = false;
      const isFree = (sale: StoredSale): boolean =>
        isAboard(state, sale) && !heldWith(state, sale, now) && !isBlocked(state, sale, now);
      return sales.map((sale) => ({ seat: numberOf(state, sale), isFree: isFree(sale) })).sort(bySeat);
    },

    async reclaim({ passenger, booking, seatsCount }, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && !sale.active);
      if (sales.length === 0) return [];
      const isFree = (seat: TakenSeat): boolean =>
        isAboard(state, seat) &&
        isInService(state, seat.tripId) &&
        !isBlocked(state, seat, now) &&
        !state.sales.some((other) => isSame(other, seat) && other.active) &&
        (heldWith(state, seat, now)?.passenger ?? passenger) === passenger;
      const seats = sales.flatMap((sale) => presentSeat(state, sale) ?? []).filter(isFree);
      if (sales.length !== seatsCount || new Set(seats.map(({ seatId }) => seatId)).size !== seatsCount)
        return undefined;
      releaseHolds(state.holds.filter((hold) => seats.some((seat) => isSame(hold, seat))));
      for (const [index, sale] of sales.entries())
        Object.assign(sale, { active: true, takenUntil: null, seatId: seats[index]?.seatId });
      return sales.map((sale) => numberOf(state, sale)).sort();
    },

    async sweep(now, limit) {
      const lapsed = state.holds
        .filter(({ expiresAt }) => expiresAt <= now)
        .sort((one, other) => one.expiresAt - other.expiresAt)
        .slice(0, limit);
      return deleteHolds(state, lapsed, now);
    },

    async endAllHolds(trips, now) {
      const gone = state.holds.filter(({ tripId }) => trips.includes(tripId));
      endRuns(state, gone, now);
      return deleteHolds(state, gone, now);
    },
  };
};

/** The holding period ends with its hold. */
export function endRuns(state: State, gone: readonly Hold[], at: Instant): void {
  const isOf = (run: StoredRun, hold: Hold): boolean =>
    hold.tripId === run.tripId && hold.passenger === run.passenger && numberOf(state, hold) === run.seat;
  const ends = (run: StoredRun): boolean => run.until > at && gone.some((hold) => isOf(run, hold));
  state.runs = state.runs.map((run) => (ends(run) ? { ...run, until: at } : run));
}

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

/** The number of places on a trip that overdue bookings still occupy. A booking with seats took none. */
export const lapsedPlaces = (state: State, trip: TripId, now: Instant): number =>
  [...state.bookings.values()]
    .filter((booking) => booking.tripId === trip && isOverdue(booking, now))
    .filter(({ id }) => !state.sales.some(({ bookingId }) => bookingId === id))
    .reduce((sum, { seatsCount }) => sum + seatsCount, 0);

/** The number of places on a trip that its company keeps from sale. */
export const blockedPlaces = (state: State, trip: TripId, now: Instant): number =>
  state.blocks
    .filter((block) => block.tripId === trip && stillBlocked(block, now))
    .reduce((sum, { places }) => sum + (places ?? 0), 0);

export const memorySeatMaps = (state: State): SeatMaps => ({
  async view(tripId, viewer, now) {
    const trip = state.trips.get(tripId);
    if (!trip) return undefined;
    const bus = busOf(state, trip);
    if (!bus.seatMap) {
      const lapsed = lapsedPlaces(state, tripId, now);
      return {
        hasSeatMap: false,
        fare: trip.fare,
        totalSeats: bus.totalSeats,
        seatsLeft: Math.max(0, bus.totalSeats - trip.placesTaken + lapsed - blockedPlaces(state, tripId, now)),
      };
    }
    const { rows, cols, deckCount } = bus.seatMap;
    const seats = seatsOnMap(state, bus.id).map(({ id: seatId, number, deck, row, col, type, isActive }) => {
      const hold = heldWith(state, { tripId, seatId }, now);
      return {
        number,
        deck,
        row,
        col,
        type,
        isActive,
        isBooked: soldBy(state, { tripId, seatId }, now) !== undefined,
        isBlocked: isBlocked(state, { tripId, seatId }, now),
        heldBy:
          hold === undefined ? ('nobody' as const) : hold.passenger === viewer ? ('me' as const) : ('another' as const),
      };
    });
    seats.sort(byPlace);
    return { hasSeatMap: true, fare: trip.fare, rows, cols, deckCount, seats };
  },
});

import type { SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { RefusedBecause, SeatLockStore, Selection } from '../../core/seats/ports.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import { busOf } from './state.ts';
import type { Hold, KeptSale, State } from './state.ts';

/** It takes its seat: paid, or not yet at its payment deadline. */
export const stillSold = ({ active, takenUntil }: KeptSale, now: Instant): boolean => active && (takenUntil === null || takenUntil > now);

export const seatsOf = (state: State, trip: TripId): ReturnType<typeof busOf>['seats'] => {
  const kept = state.trips.get(trip);
  return kept ? busOf(state, kept).seats : [];
};

const hasSeat = (state: State, trip: TripId, seat: SeatNumber): boolean =>
  seatsOf(state, trip).some(({ number, isActive }) => number === seat && isActive);

export const memorySeatLocks = (state: State): SeatLockStore => {
  const isSold = (trip: TripId, seat: SeatNumber, now: Instant): boolean =>
    state.sales.some((sale) => sale.tripId === trip && sale.seat === seat && stillSold(sale, now));

  const letGo = (gone: readonly Hold[]): readonly SeatNumber[] => {
    state.holds = state.holds.filter((hold) => !gone.includes(hold));
    return gone.map(({ seat }) => seat).sort();
  };

  const heldBy = (trip: TripId, passenger: UserId, now: Instant): readonly Hold[] =>
    state.holds.filter((hold) => hold.tripId === trip && hold.passenger === passenger && hold.expiresAt > now);

  const why = ({ tripId, passenger }: Selection, seat: SeatNumber, now: Instant): RefusedBecause | undefined => {
    if (!hasSeat(state, tripId, seat)) return 'unknown';
    if (isSold(tripId, seat, now)) return 'booked';
    const hold = state.holds.find((other) => other.tripId === tripId && other.seat === seat);
    return hold && hold.passenger !== passenger && hold.expiresAt > now ? 'held' : undefined;
  };

  return {
    async select(selection, now) {
      const { tripId, passenger, wanted, expiresAt } = selection;
      const dropped = letGo(heldBy(tripId, passenger, now).filter(({ seat }) => !wanted.includes(seat)));
      const refused = wanted.flatMap((seat) => { const because = why(selection, seat, now); return because ? [{ seat, because }] : []; });
      const held = wanted.filter((seat) => !refused.some((refusal) => refusal.seat === seat));
      letGo(state.holds.filter((hold) => hold.tripId === tripId && held.includes(hold.seat)));
      state.holds = [...state.holds, ...held.map((seat) => ({ tripId, seat, passenger, expiresAt }))];
      return { held, dropped, refused };
    },

    release: async (trip, passenger, now) => letGo(heldBy(trip, passenger, now)),

    async sell({ tripId, passenger, booking, seats, paymentDeadline }, now) {
      const numbers = letGo(heldBy(tripId, passenger, now).filter(({ seat }) => seats.some((sold) => sold.seat === seat)));
      const taken = (seat: SeatNumber): boolean => state.sales.some((sale) => sale.tripId === tripId && sale.seat === seat && sale.active);
      const sold = seats.filter(({ seat }) => numbers.includes(seat) && !taken(seat));
      state.sales.push(...sold.map((seat) => ({ ...seat, bookingId: booking, tripId, active: true, takenUntil: paymentDeadline })));
      return sold.map(({ seat }) => seat).sort();
    },

    async keep(booking) {
      for (const sale of state.sales) if (sale.bookingId === booking && sale.active) sale.takenUntil = null;
    },

    async free(booking, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && sale.active);
      for (const sale of sales) sale.active = false;
      const isHeld = ({ tripId, seat }: KeptSale): boolean =>
        state.holds.some((hold) => hold.tripId === tripId && hold.seat === seat && hold.expiresAt > now);
      return sales.map((sale) => ({ seat: sale.seat, isHeld: isHeld(sale) })).sort(bySeat);
    },

    async retake(booking, passenger, now) {
      const sales = state.sales.filter((sale) => sale.bookingId === booking && !sale.active);
      const inTheWay = sales.some(({ tripId, seat }) =>
        !hasSeat(state, tripId, seat)
        || state.sales.some((other) => other.tripId === tripId && other.seat === seat && other.active)
        || state.holds.some((hold) => hold.tripId === tripId && hold.seat === seat && hold.passenger !== passenger && hold.expiresAt > now));
      if (inTheWay) return undefined;
      letGo(state.holds.filter((hold) => sales.some(({ tripId, seat }) => hold.tripId === tripId && hold.seat === seat)));
      for (const sale of sales) Object.assign(sale, { active: true, takenUntil: null });
      return sales.map(({ seat }) => seat).sort();
    },

    async sweep(now, limit) {
      const lapsed = state.holds.filter(({ expiresAt }) => expiresAt <= now).sort((one, other) => one.expiresAt - other.expiresAt).slice(0, limit);
      letGo(lapsed);
      return [...new Set(lapsed.map(({ tripId }) => tripId))].map((tripId) => ({
        tripId,
        seats: lapsed.filter((hold) => hold.tripId === tripId).map(({ seat }) => seat)
          .filter((seat) => hasSeat(state, tripId, seat) && !isSold(tripId, seat, now)).sort(),
      }));
    },
  };
};

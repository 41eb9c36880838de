import type { SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Holdings } from '../../core/seats/ports.ts';
import type { State, StoredRun } from './state.ts';

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

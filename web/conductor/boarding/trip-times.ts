import type { CrewTrip, KeptScan } from './kept.ts';

/* Sorts the company's trips by what a conductor needs now, without side effects. */

/** Milliseconds before departure from which a trip counts as next: boarding opens at that time. */
const AHEAD_MS = 12 * 3_600_000;

/** Milliseconds after the planned departure for which a trip counts as late. After that it counts as departed. */
const LATE_MS = 2 * 3_600_000;

/** Milliseconds before departure from which a trip's passengers are kept on the phone. */
export const KEPT_AHEAD_MS = 24 * 3_600_000;

/** Whether the trip is under way, or leaves within 24 hours. */
export const isAhead = ({ status, departure_time, arrival_time }: CrewTrip, now: number): boolean =>
  status === 'ACTIVE' && Date.parse(arrival_time) > now && Date.parse(departure_time) <= now + KEPT_AHEAD_MS;

interface TripsByTime {
  /** Trips to board now, and trips under way whose tickets this phone has scanned. Ordered by departure. */
  readonly next: readonly CrewTrip[];
  readonly later: readonly CrewTrip[];
  /** Departed and cancelled trips, the latest departure first. */
  readonly earlier: readonly CrewTrip[];
}

export function byTime(trips: readonly CrewTrip[], scans: readonly KeptScan[], now: number): TripsByTime {
  const departure = ({ departure_time }: CrewTrip): number => Date.parse(departure_time);
  const isMine = (trip: CrewTrip): boolean =>
    Date.parse(trip.arrival_time) > now && scans.some(({ tripId }) => tripId === trip.id);
  const hasLeft = (trip: CrewTrip): boolean =>
    trip.departed_at !== null || departure(trip) < now - LATE_MS || Date.parse(trip.arrival_time) <= now;
  const isEarlier = (trip: CrewTrip): boolean => !isMine(trip) && (hasLeft(trip) || isOver(trip, now));

  const sorted = [...trips].sort((one, other) => departure(one) - departure(other));
  const ahead = sorted.filter((trip) => !isEarlier(trip));
  return {
    next: ahead.filter((trip) => departure(trip) <= now + AHEAD_MS),
    later: ahead.filter((trip) => departure(trip) > now + AHEAD_MS),
    earlier: sorted.filter(isEarlier).reverse(),
  };
}

/** A cancelled trip stays among the next trips until its departure, because passengers may still come. */
const isOver = ({ status, departure_time }: CrewTrip, now: number): boolean =>
  status === 'CANCELLED' && Date.parse(departure_time) < now;

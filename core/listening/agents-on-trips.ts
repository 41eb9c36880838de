import { isActive } from '../bookings/booking.ts';
import type { AgentId, BookingId, TripId } from '../kernel/ids.ts';
import type { AgentsBooking } from './event.ts';
import type { BookingHappening } from './happening.ts';

/**
 * The agents that had an active booking on each trip before the transaction. The bookings are given as they are after
 * it: a cancellation of the trip has ended them, and a sale or a change may have added new ones.
 */
export function agentsBefore(
  bookings: readonly AgentsBooking[],
  happenings: readonly BookingHappening[],
): ReadonlyMap<TripId, readonly AgentId[]> {
  const moved = firstMoves(happenings);
  const agents = new Map<TripId, Set<AgentId>>();
  for (const { id, tripId, agentId, status } of bookings) {
    const move = moved.get(id);
    // An agent's booking is confirmed when it is made, so there was none before.
    const wasActive = move ? move !== 'confirmed' : isActive(status);
    if (wasActive) agents.set(tripId, (agents.get(tripId) ?? new Set()).add(agentId));
  }
  return new Map([...agents].map(([trip, ids]) => [trip, [...ids]]));
}

type Move = Exclude<BookingHappening['did'], 'changed'>;

/** The first change of each booking's status in the transaction. */
function firstMoves(happenings: readonly BookingHappening[]): ReadonlyMap<BookingId, Move> {
  const first = new Map<BookingId, Move>();
  for (const { id, did } of happenings) if (did !== 'changed' && !first.has(id)) first.set(id, did);
  return first;
}

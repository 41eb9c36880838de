import type { SeatNumber, TripId } from '../kernel/ids.ts';
import type { Section } from '../trips/sections.ts';

/** Names the trip, the section, and the seats or the number of places of a sale. Equal texts are equal sales. */
export const soldText = (trip: TripId, { from, to }: Section, seats: readonly SeatNumber[], count: number): string =>
  JSON.stringify([trip, from, to, seats.length > 0 ? [...seats].sort() : count]);

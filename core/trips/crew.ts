import type { TripId } from '../kernel/ids.ts';

export const CREW_ROLES = ['DRIVER', 'CONDUCTOR'] as const;

/** A person who works on board a trip. Passengers see the person's name and phone number on the day of travel. */
export interface CrewMember {
  readonly role: (typeof CREW_ROLES)[number];
  readonly name: string;
  readonly phone: string;
}

/** The largest crew of a trip: two drivers and two conductors, as on a night bus. */
export const MOST_CREW = 4;

/** Crews of trips, inside a transaction. The trip must be locked. */
export interface TripCrews {
  put(id: TripId, crew: readonly CrewMember[]): Promise<void>;
}

import type { TripId } from '../kernel/ids.ts';

export const CREW_ROLES = ['DRIVER', 'CONDUCTOR'] as const;

/** A person who works on board a trip. Passengers see name and phone on the day of travel. */
export interface CrewMember {
  readonly role: (typeof CREW_ROLES)[number];
  readonly name: string;
  readonly phone: string;
}

/** Two drivers and two conductors, as on a bus that drives through the night. */
export const MOST_CREW = 4;

/** Crews of trips, inside a transaction. The trip must be locked. */
export interface TripCrews {
  put(id: TripId, crew: readonly CrewMember[]): Promise<void>;
}

import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatNumber, TripId, UserId, WaitId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { type Road, type Section, type Times, departsFrom } from '../trips/sections.ts';

/** Seats or places that nobody else gets before the person who waits for them, until a moment. */
export interface Offer {
  /** The offered seats, sorted. Empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly until: Instant;
}

/** A person's wish for seats of a trip that has too few free ones. */
export interface Wait {
  readonly id: WaitId;
  readonly userId: UserId;
  readonly tripId: TripId;
  readonly section: Section;
  /** The number of seats or places. */
  readonly count: number;
  /** The only seats that will do; null means any seat. */
  readonly anyOf: readonly SeatNumber[] | null;
  /** The kinds of kept seats that the passengers may have; null means none. */
  readonly keptFor: readonly KeptFor[] | null;
  /** The moment at which the wait ends, if it has not ended before. */
  readonly until: Instant;
  /** The offered seats or places; null while the person waits. */
  readonly offer: Offer | null;
  readonly createdAt: Instant;
}

export type NewWait = Omit<Wait, 'id' | 'offer'>;

export const WAIT_STATUSES = ['WAITING', 'OFFERED'] as const;

export const statusOfWait = ({ offer }: Pick<Wait, 'offer'>): (typeof WAIT_STATUSES)[number] =>
  offer ? 'OFFERED' : 'WAITING';

/** The number of trips that an account may wait for. */
export const MOST_WAITS = 5;

/** The minutes before a section's departure at which waiting for it ends. */
const LAST_MINUTES = 30;

/** The moment at which waiting for a section of a trip ends. */
export const waitEnds = (
  trip: Pick<Road, 'stops'> & Pick<Times, 'departsAt'>,
  { from }: Pick<Section, 'from'>,
): Instant => minutesAfter(departsFrom(trip, from), -LAST_MINUTES);

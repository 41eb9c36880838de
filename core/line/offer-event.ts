import type { SeatNumber, TripId, UserId, WaitId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Section } from '../kernel/section.ts';
import type { Offer, Wait } from './wait.ts';

/** Event: seats were offered to somebody who waits, or the offer ended. Only this person may read it. */
export interface OfferChanged {
  readonly type: 'offer changed';
  readonly userId: UserId;
  readonly waitId: WaitId;
  readonly tripId: TripId;
  readonly section: Section;
  readonly seats: readonly SeatNumber[];
  /** The number of offered places; null on a bus with a seat map. */
  readonly places: number | null;
  readonly status: 'OFFERED' | 'ENDED';
  readonly until: Instant;
}

/** The number of offered places; null for an offer of seats. */
export const placesOf = ({ count }: Pick<Wait, 'count'>, { seats }: Pick<Offer, 'seats'>): number | null =>
  seats.length === 0 ? count : null;

export const offerChanged = (wait: Wait, offer: Offer, status: OfferChanged['status']): OfferChanged => ({
  type: 'offer changed',
  userId: wait.userId,
  waitId: wait.id,
  tripId: wait.tripId,
  section: wait.section,
  seats: offer.seats,
  places: placesOf(wait, offer),
  status,
  until: offer.until,
});

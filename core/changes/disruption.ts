import type { Booking } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { DisruptionReason } from '../trips/trip-cancellation.ts';
import type { Reach } from './notify-passengers.ts';

/** The company's request to cancel or change a trip that has bookings. */
export interface Disruption {
  readonly reason: DisruptionReason;
  /** The company's note to the passengers; empty if there is none. */
  readonly note: string;
  /** True for a preview: the service computes the consequences, but changes nothing and notifies nobody. */
  readonly isDryRun: boolean;
}

/** The reason in words that follow `because of`. Undefined for a reason that passengers do not see. */
const IN_WORDS: Readonly<Record<DisruptionReason, string | undefined>> = {
  BREAKDOWN: 'a breakdown',
  ROAD_CLOSED: 'a closed road',
  WEATHER: 'the weather',
  STRIKE: 'a strike',
  LOW_SALES: 'too few passengers',
  OTHER: undefined,
};

type Why = Pick<Disruption, 'reason' | 'note'>;

/**
 * Writes the company's action and reason for passengers: `The bus company cancelled this trip because of the weather.
 * We are sorry.`
 */
export function inSentences(action: string, { reason, note }: Why): string {
  const cause = IN_WORDS[reason];
  return `${action}${cause === undefined ? '' : ` because of ${cause}`}.${note === '' ? '' : ` ${note}`}`;
}

/** A passenger who gets a seat with another number. */
export interface MovedSeat {
  readonly bookingCode: string;
  readonly seat: SeatNumber;
  readonly newSeat: SeatNumber;
}

/** A passenger for whom the new bus has no seat. */
export interface UnseatedSeat {
  readonly bookingCode: string;
  /** The seat number; null on a bus without a seat map. */
  readonly seat: SeatNumber | null;
}

/** The consequences of changing a trip. A preview has the consequences that the change would have. */
export interface Consequences<Trip> {
  /** The trip after the change. */
  readonly trip: Trip;
  readonly isDryRun: boolean;
  /** The number of active bookings of the trip. `passengers` is the number of their seats. */
  readonly bookings: number;
  readonly passengers: number;
  /** The sum of all refunds that the change causes. */
  readonly refundTotal: Paisa;
  readonly moved: readonly MovedSeat[];
  readonly unseated: readonly UnseatedSeat[];
  /** The number of bookings that the service tells of the change, by each way. */
  readonly reach: Reach;
}

/** The number of bookings, and the number of their passengers. */
export const sizeOfBookings = (
  bookings: readonly Booking[],
): { readonly bookings: number; readonly passengers: number } => ({
  bookings: bookings.length,
  passengers: bookings.reduce((sum, { seatsCount }) => sum + seatsCount, 0),
});

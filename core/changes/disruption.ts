import type { Booking } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';

/** Reasons of a company to cancel or change a trip with bookings. */
export const DISRUPTION_REASONS = ['BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES', 'OTHER'] as const;

export type DisruptionReason = (typeof DISRUPTION_REASONS)[number];

/** The company's request to cancel or change a trip with bookings. */
export interface Disruption {
  readonly reason: DisruptionReason;
  /** The company's note to its passengers; empty if there is none. */
  readonly note: string;
  /** True for a preview: the consequences are computed, but nothing changes and nobody is notified. */
  readonly isDryRun: boolean;
}

/** The reason in words, to follow `because of`; undefined for a reason without words. */
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
 * The change and its reason as text for passengers: `The bus company cancelled this trip because of the weather. We are
 * sorry.`
 */
export function inSentences(action: string, { reason, note }: Why): string {
  const cause = IN_WORDS[reason];
  return `${action}${cause === undefined ? '' : ` because of ${cause}`}.${note === '' ? '' : ` ${note}`}`;
}

/** A passenger whose seat number changes. */
export interface MovedSeat {
  readonly bookingCode: string;
  readonly seat: SeatNumber;
  readonly newSeat: SeatNumber;
}

/** A passenger who gets no seat on the new bus. */
export interface UnseatedSeat {
  readonly bookingCode: string;
  /** The seat number; null on a bus without a seat map. */
  readonly seat: SeatNumber | null;
}

/** The consequences of changing a trip. In a dry run, the consequences that the change would have. */
export interface Consequences<Trip> {
  /** The trip after the change. */
  readonly trip: Trip;
  readonly isDryRun: boolean;
  /** The number of active bookings. `passengers` is the number of their seats. */
  readonly bookings: number;
  readonly passengers: number;
  /** The sum of the refunds to passengers who had paid. */
  readonly refundTotal: Paisa;
  readonly moved: readonly MovedSeat[];
  readonly unseated: readonly UnseatedSeat[];
}

/** The number of affected bookings, and the number of their passengers. */
export const sizeOfBookings = (
  bookings: readonly Booking[],
): { readonly bookings: number; readonly passengers: number } => ({
  bookings: bookings.length,
  passengers: bookings.reduce((sum, { seatsCount }) => sum + seatsCount, 0),
});

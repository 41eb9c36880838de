import type { Booking } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';

/** Reasons for changing a trip that has bookings. */
export const DISRUPTION_REASONS = ['BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES', 'OTHER'] as const;

export type DisruptionReason = (typeof DISRUPTION_REASONS)[number];

/** The request that comes with every change of a trip with bookings. */
export interface Disruption {
  readonly reason: DisruptionReason;
  /** The company's words to its passengers; empty if there are none. */
  readonly note: string;
  /** True to compute the consequences only: nothing changes, and no news is sent. */
  readonly isDryRun: boolean;
}

/** The words after `because of`; undefined for a reason without words. */
const IN_WORDS: Readonly<Record<DisruptionReason, string | undefined>> = {
  BREAKDOWN: 'a breakdown',
  ROAD_CLOSED: 'a closed road',
  WEATHER: 'the weather',
  STRIKE: 'a strike',
  LOW_SALES: 'too few passengers',
  OTHER: undefined,
};

type Why = Pick<Disruption, 'reason' | 'note'>;

/** Writes the change and its reason: `The bus company cancelled this trip because of the weather. We are sorry.` */
export function inSentences(action: string, { reason, note }: Why): string {
  const cause = IN_WORDS[reason];
  return `${action}${cause === undefined ? '' : ` because of ${cause}`}.${note === '' ? '' : ` ${note}`}`;
}

/** A passenger who sits on a seat of another number from now on. */
export interface MovedSeat {
  readonly bookingCode: string;
  readonly seat: SeatNumber;
  readonly newSeat: SeatNumber;
}

/** A passenger who gets no seat on the other bus. */
export interface UnseatedSeat {
  readonly bookingCode: string;
  /** Null where places are counted. */
  readonly seat: SeatNumber | null;
}

/** The consequences of a disruption; in a dry run those it would have. */
export interface Consequences<Trip> {
  /** The trip after the change. */
  readonly trip: Trip;
  readonly isDryRun: boolean;
  /** How many were active, and of how many seats. */
  readonly bookings: number;
  readonly passengers: number;
  /** The sum of the refunds. */
  readonly refundTotal: Paisa;
  readonly moved: readonly MovedSeat[];
  readonly unseated: readonly UnseatedSeat[];
}

/** The number of affected bookings and of their passengers. */
export const sizeOfBookings = (
  bookings: readonly Booking[],
): { readonly bookings: number; readonly passengers: number } => ({
  bookings: bookings.length,
  passengers: bookings.reduce((sum, { seatsCount }) => sum + seatsCount, 0),
});

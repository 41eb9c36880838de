import type { Booking } from '../bookings/booking.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';

/** Why a company changes what it has sold. */
export const DISRUPTION_REASONS = ['BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES', 'OTHER'] as const;

export type DisruptionReason = (typeof DISRUPTION_REASONS)[number];

/** The request that comes with every change of a trip with bookings. */
export interface Disruption {
  readonly reason: DisruptionReason;
  /** The company's words to its passengers; empty if there are none. */
  readonly note: string;
  /** Whether it is only to be seen what would come of it: nothing changes, and nobody is told. */
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

/** A passenger for whom there is no seat. */
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
  /** The sum that goes back to those who had paid. */
  readonly refundTotal: Paisa;
  readonly moved: readonly MovedSeat[];
  readonly unseated: readonly UnseatedSeat[];
}

/** How many a disruption concerns: bookings, and those who travel with them. */
export const sizeOfBookings = (
  bookings: readonly Booking[],
): { readonly bookings: number; readonly passengers: number } => ({
  bookings: bookings.length,
  passengers: bookings.reduce((sum, { seatsCount }) => sum + seatsCount, 0),
});

import type { TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** The company's possible reasons to cancel or change a trip that has bookings. */
export const DISRUPTION_REASONS = ['BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES', 'OTHER'] as const;

export type DisruptionReason = (typeof DISRUPTION_REASONS)[number];

/** The cancellation of a trip. */
export interface NewTripCancellation {
  readonly at: Instant;
  /** The member of the company who cancelled the trip, or the administration, which imports catalogues. */
  readonly by: UserId | 'ADMINISTRATION' | null;
  /** Null if nobody gave a reason: a timetable or a catalogue no longer has the trip. */
  readonly reason: DisruptionReason | null;
}

/**
 * The cancellation of a trip, as its company sees it. All is null if the trip was cancelled before this was recorded.
 */
export interface TripCancellation {
  readonly at: Instant | null;
  readonly by: { readonly id: UserId; readonly fullName: string } | 'ADMINISTRATION' | null;
  readonly reason: DisruptionReason | null;
}

export interface TripCancellations {
  /** Records the cancellation of locked trips. Replaces an earlier cancellation of a trip that was revived since. */
  record(trips: readonly TripId[], cancellation: NewTripCancellation): Promise<void>;
}

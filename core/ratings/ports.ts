import type { BookingId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** What a passenger says about a finished trip. */
export interface Rating {
  readonly bookingId: BookingId;
  readonly userId: UserId;
  readonly operatorId: OperatorId;
  /** 1 to 5. */
  readonly stars: number;
  readonly review: string;
  readonly issueFlag: boolean;
  /** Empty unless issueFlag is set. */
  readonly issueNote: string;
}

/** Ratings, at most one per booking, however many arrive at once; with them each operator's sum and count of stars. */
export interface RatingRepo {
  /**
   * Adds a rating and counts it for its operator. Answers false, and adds and counts nothing, when the booking has one
   * already.
   */
  add(rating: Rating, at: Instant): Promise<boolean>;
  find(booking: BookingId): Promise<Rating | undefined>;
}

import type { BookingId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** What a passenger says of a finished trip. */
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

/** Ratings, at most one a booking, however many ask at once; and with them each operator's sum and count of stars. */
export interface RatingRepo {
  /** Adds a rating and counts it for its operator; false, and nothing added or counted, when the booking has one already. */
  add(rating: Rating, at: Instant): Promise<boolean>;
  find(booking: BookingId): Promise<Rating | undefined>;
}

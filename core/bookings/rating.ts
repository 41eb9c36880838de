import { cut } from '../kernel/text.ts';
import type { BookingId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { BookingStatus } from './booking.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';

/** A rating as the passenger sent it. */
export interface GivenRating {
  readonly stars: unknown;
  readonly review: string;
  readonly issueFlag: unknown;
  readonly issueNote: string;
}

const LONGEST_TEXT = 1_000;

/**
 * Checks and normalises a rating. Cuts long texts, and drops a note without the issue flag. Throws a refusal if the
 * rating is invalid.
 */
export function checkRating({
  stars,
  review,
  issueFlag,
  issueNote,
}: GivenRating): Pick<Rating, 'stars' | 'review' | 'issueFlag' | 'issueNote'> {
  if (typeof stars !== 'number' || !Number.isInteger(stars) || stars < 1 || stars > 5) throw notStars();
  const isFlagged = issueFlag ?? false;
  if (typeof isFlagged !== 'boolean') throw notAFlag();
  return {
    stars,
    review: cut(review, LONGEST_TEXT),
    issueFlag: isFlagged,
    issueNote: isFlagged ? cut(issueNote, LONGEST_TEXT) : '',
  };
}

/** A passenger's rating of a finished trip. */
export interface Rating {
  readonly bookingId: BookingId;
  readonly userId: UserId;
  readonly operatorId: OperatorId;
  /** The stars, from 1 to 5. */
  readonly stars: number;
  readonly review: string;
  readonly issueFlag: boolean;
  /** The note about the issue; empty unless issueFlag is set. */
  readonly issueNote: string;
}

/**
 * Ratings, at most one per booking, even if requests arrive in parallel. Also keeps the sum and the count of each
 * company's stars.
 */
export interface RatingRepo {
  /**
   * Adds a rating and counts it for its company. Returns false, and changes nothing, if the booking is rated already.
   */
  add(rating: Rating, at: Instant): Promise<boolean>;
  find(booking: BookingId): Promise<Rating | undefined>;
}

export const notRateable = refusal(
  'conflict',
  'BOOKING_NOT_RATEABLE',
  (status: BookingStatus) => `Only a journey that was paid for can be rated; this booking's status is ${status}.`,
);

export const notArrived = refusal(
  'conflict',
  'TRIP_NOT_OVER',
  'This trip is not over yet. Please rate it once you have arrived.',
);

export const alreadyRated = refusal('conflict', 'ALREADY_RATED', 'You have rated this trip already.');

const notStars = () => invalidField('stars', 'stars must be a whole number from 1 to 5.');
const notAFlag = () => invalidField('issue_flag', 'issue_flag must be true or false.');

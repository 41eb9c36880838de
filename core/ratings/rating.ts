import { cut } from '../kernel/text.ts';
import type { Rating } from './ports.ts';
import { notAFlag, notStars } from './refusals.ts';

/** A rating as the passenger sent it. */
export interface GivenRating {
  readonly stars: unknown;
  readonly review: string;
  readonly issueFlag: unknown;
  readonly issueNote: string;
}

const LONGEST_TEXT = 1_000;

/**
 * Checks a rating and normalises it: texts are cut, and a note without the flag is dropped. Throws a refusal when it is
 * not valid.
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

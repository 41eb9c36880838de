import { w } from '../words/shared.ts';
import { digits } from '../words/digits.ts';

/** The lowest average for each word of `ratedAs`, in the same order. */
const LEAST = [4.5, 4, 3, 2, 0] as const;

/**
 * A company's rating: a star, the average, a word for it, and the number of ratings. Screen readers get a sentence
 * instead.
 */
export function Stars({ average, count }: { readonly average: number | null; readonly count: number }) {
  if (average === null || count === 0) return <span class="stars none">{w.value.unrated}</span>;
  const shown = digits(average.toFixed(1));
  const word = w.value.ratedAs[LEAST.findIndex((least) => average >= least)];
  return (
    <span class="stars">
      <span aria-hidden="true">
        <span class="star">★</span> {shown} {word} ·{' '}
        <span class="faint">{w.value.ratings(digits(count), count === 1)}</span>
      </span>
      <span class="sr-only">{`${w.value.rated(shown, digits(count))}: ${word}`}</span>
    </span>
  );
}

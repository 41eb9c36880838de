import { w } from '../words/shared.ts';
import { digits } from '../words/digits.ts';

/** A company's rating: a star and the average, with a sentence for screen readers. */
export function Stars({ average, count }: { readonly average: number | null; readonly count: number }) {
  if (average === null || count === 0) return <span class="stars none">{w.value.unrated}</span>;
  const shown = digits(average.toFixed(1));
  return (
    <span class="stars">
      <span aria-hidden="true">
        <span class="star">★</span> {shown} <span class="faint">{w.value.ratings(digits(count), count === 1)}</span>
      </span>
      <span class="sr-only">{w.value.rated(shown, digits(count))}</span>
    </span>
  );
}

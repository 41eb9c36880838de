import type { ComponentChildren } from 'preact';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';
import './list-filters.css';

/**
 * The filters of a list. Phones fold them behind one line, which tells how many filters are set, so that the list is on
 * the first screen.
 */
export function ListFilters({
  set,
  class: name = '',
  children,
}: {
  /** The number of filters that limit the list. */
  readonly set: number;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const words = w.value.lists;
  const fields = (
    <div class={`filters ${name}`} role="group" aria-label={words.filters}>
      {children}
    </div>
  );
  if (!matchMedia('(max-width: 40rem)').matches) return fields;
  return (
    <details class="list-filters">
      <summary>
        {words.filters}
        {set > 0 && <span class="badge">{digits(set)}</span>}
      </summary>
      {fields}
    </details>
  );
}

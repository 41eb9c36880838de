import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';
import './folded-filters.css';

/**
 * The filters of a list. On a phone they are folded behind a button that says how many are in use, so that the list
 * itself is on the first screen.
 */
export function FoldedFilters({
  inUse,
  children,
}: {
  /** The values of the filters; an unused filter has an empty value. */
  readonly inUse: readonly unknown[];
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const isOpen = useSignal(false);
  const count = inUse.filter(Boolean).length;
  return (
    <>
      <button
        type="button"
        class="quiet fold-filters"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {w.value.lists.filters}
        {count > 0 && ` (${digits(count)})`}
      </button>
      <div id={id} class={isOpen.value ? 'filters open' : 'filters foldable'}>
        {children}
      </div>
    </>
  );
}

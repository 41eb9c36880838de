import { w } from '../../words/seat-map.ts';
import type { KeptFor } from './grid.ts';

/** Drawings in a square of 16. Drawn here, because old phones lack such letters or show them as coloured pictures. */
const SHAPES: Readonly<Record<Exclude<KeptFor, 'ELDERLY'>, string>> = {
  WOMEN: 'M8 1.5a3.75 3.75 0 1 1 0 7.5a3.75 3.75 0 1 1 0-7.5M8 9v6M5 12h6',
  DISABLED: 'M6.5 1.5v.2M6.5 4.5v5h4l2.5 4.5M6.5 6.5h3.5M4.6 7.6a3.9 3.9 0 1 0 5.6 5',
};

/** The sign of the passengers for whom a seat is kept. Hidden from screen readers, which read the words. */
export const KeptSign = ({ kind }: { readonly kind: KeptFor }) => (
  <span class="kept-sign" aria-hidden="true">
    {kind === 'ELDERLY' ? (
      w.value.elderlySign
    ) : (
      <svg viewBox="0 0 16 16">
        <path d={SHAPES[kind]} />
      </svg>
    )}
  </span>
);

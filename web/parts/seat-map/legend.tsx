import { w } from '../../words/seat-map.ts';
import type { SeatState } from './grid.ts';

const ALWAYS = ['available', 'chosen', 'taken'] as const;
const IF_ANY = ['held', 'blocked'] as const;

/** Explains how seats of each state look. Lists rare states only when the map has such seats. */
export const Legend = ({ states }: { readonly states: ReadonlySet<SeatState> }) => (
  <ul class="seat-legend plain-list">
    {[...ALWAYS, ...IF_ANY.filter((state) => states.has(state))].map((look) => (
      <li key={look}>
        <span class={`seat ${look}`} aria-hidden="true" />
        {w.value.legend[look]}
      </li>
    ))}
  </ul>
);

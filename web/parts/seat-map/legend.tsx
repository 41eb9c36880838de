import { w } from '../../words/seat-map.ts';
import type { KeptFor, SeatState } from './grid.ts';
import { KeptSign } from './kept-sign.tsx';

const ALWAYS = ['available', 'chosen', 'taken'] as const;
const IF_ANY = ['held', 'blocked'] as const;
const KEPT = ['WOMEN', 'DISABLED', 'ELDERLY'] as const;

/** Explains how seats of each state look. Lists rare states, and seats kept for some, only when the map has them. */
export const Legend = ({
  states,
  kept,
}: {
  readonly states: ReadonlySet<SeatState>;
  readonly kept: ReadonlySet<KeptFor | null>;
}) => (
  <ul class="seat-legend plain-list">
    {[...ALWAYS, ...IF_ANY.filter((state) => states.has(state))].map((look) => (
      <li key={look}>
        <span class={`seat ${look}`} aria-hidden="true" />
        {w.value.legend[look]}
      </li>
    ))}
    {KEPT.filter((kind) => kept.has(kind)).map((kind) => (
      <li key={kind}>
        <span class="seat available" aria-hidden="true">
          <KeptSign kind={kind} />
        </span>
        {w.value.keptLegend[kind]}
      </li>
    ))}
  </ul>
);

import type { Schemas } from '../../api/operations.ts';
import { w } from './openings-words.ts';

/** Badges with the state of a door, and with a pause of it. */
export const DoorState = ({ of: { state, paused } }: { readonly of: Pick<Schemas['Door'], 'state' | 'paused'> }) => (
  <span class="row">
    <span class={state === 'OPEN' ? 'badge good' : 'badge'}>{w.value.states[state]}</span>
    {paused && state !== 'CLEAR' && <span class="badge wait">{w.value.paused}</span>}
  </span>
);

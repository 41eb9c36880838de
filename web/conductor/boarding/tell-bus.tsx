import type { CrewTrip } from './kept.ts';
import { beginTelling, hidden, stopTelling, toldTrip } from './telling.ts';
import { w } from './telling-words.ts';

/** A box by which the conductor tells where the bus is. It is off until somebody ticks it. */
export function TellBus({ trip: { id, status } }: { readonly trip: CrewTrip }) {
  const words = w.value;
  const isTelling = toldTrip.value === id;
  const problem = hidden.value;
  // Who tells already must be able to stop.
  if (status === 'CANCELLED' && !isTelling) return null;
  return (
    <div class="telling">
      <label class="choice">
        <input
          type="checkbox"
          checked={isTelling}
          onChange={({ currentTarget }) => (currentTarget.checked ? beginTelling(id) : stopTelling())}
        />{' '}
        {words.tell}
      </label>
      {!isTelling && problem !== 'denied' && <p class="hint">{words.hint}</p>}
      <div role="status">
        {(isTelling || problem === 'denied') && (
          <p class={problem === undefined ? 'notice good' : 'notice wait'}>
            {problem === undefined ? words.seen : words.hidden[problem]}
          </p>
        )}
      </div>
      {isTelling && (
        <button type="button" class="wide" onClick={stopTelling}>
          {words.stop}
        </button>
      )}
    </div>
  );
}

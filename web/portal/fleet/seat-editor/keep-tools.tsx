import type { Signal } from '@preact/signals';
import { Select } from '../../../parts/select.tsx';
import { w } from '../../words.ts';
import { type KeptFor, KEPT_FOR } from './draft.ts';

/** The button with which seats are kept for certain passengers: while it is pressed, choosing a seat marks it. */
export function KeepTools({ keeping }: { readonly keeping: Signal<KeptFor | undefined> }) {
  const words = w.value.seatEditor;
  const { value: kind } = keeping;
  return (
    <div class="editor-tools">
      <button
        type="button"
        class="quiet"
        aria-pressed={kind !== undefined}
        onClick={() => (keeping.value = kind === undefined ? 'WOMEN' : undefined)}
      >
        {words.keepSeats}
      </button>
      {kind !== undefined && (
        <>
          <Select label={words.keepFor} value={kind} onValue={(value) => (keeping.value = value as KeptFor)}>
            {KEPT_FOR.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </Select>
          <span role="status">{words.keepWhich}</span>
        </>
      )}
    </div>
  );
}

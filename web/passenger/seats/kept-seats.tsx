import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { KeptSign } from '../../parts/seat-map/kept-sign.tsx';
import type { KeptFor } from '../../parts/changing/kept-kinds.ts';
import { w } from '../words.ts';

const KINDS = ['WOMEN', 'DISABLED', 'ELDERLY'] as const;

/** The field of a request by which passengers get kept seats; nothing if they may have none. */
export const bodyFor = (kinds: readonly KeptFor[]): { readonly for?: KeptFor[] } =>
  kinds.length === 0 ? {} : { for: [...kinds] };

/** The question for whom the seats are. Passengers who say so may also have seats that the company keeps for them. */
export function KeptSeats({
  keptFor,
  onChange,
}: {
  readonly keptFor: Signal<readonly KeptFor[]>;
  readonly onChange: (kinds: readonly KeptFor[]) => void;
}) {
  const id = useId();
  const words = w.value.buying;
  const said = keptFor.value;
  return (
    <fieldset class="kept-for" aria-describedby={id}>
      <legend>{words.keptTitle}</legend>
      <p id={id} class="faint">
        {words.keptHint}
      </p>
      <div class="row">
        {KINDS.map((kind) => (
          <label key={kind} class="choice">
            <input
              type="checkbox"
              checked={said.includes(kind)}
              onChange={({ currentTarget }) =>
                onChange(KINDS.filter((one) => (one === kind ? currentTarget.checked : said.includes(one))))
              }
            />
            <KeptSign kind={kind} />
            {words.keptKinds[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

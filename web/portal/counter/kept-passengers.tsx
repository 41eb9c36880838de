import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { FieldError } from '../../parts/field-error.tsx';
import { w } from '../words.ts';
import type { SaleDraft } from './sale-draft.ts';

/** Questions about the passengers on chosen seats that are kept for some. Nothing if no such seat is chosen. */
export function KeptPassengers({
  map,
  chosen,
  draft,
  change,
  errorOf,
}: {
  readonly map: Schemas['SeatMap'];
  readonly chosen: readonly string[];
  readonly draft: SaleDraft;
  readonly change: (patch: Partial<SaleDraft>) => void;
  readonly errorOf: (field: string) => string | undefined;
}) {
  if (!map.has_seat_map) return null;
  const words = w.value.counter;
  const kept = chosen.flatMap((number, index) => {
    const kind = map.seats.find(({ seat_number }) => seat_number === number)?.kept_for;
    return kind ? [{ number, index, kind }] : [];
  });
  if (kept.length === 0) return null;
  const said = draft.kept ?? {};
  const say = (seat: string, value: string): void => change({ kept: { ...said, [seat]: value } });
  return (
    <fieldset>
      <legend>{words.keptSeats}</legend>
      {kept.map(({ number, index, kind }) =>
        kind === 'ELDERLY' ? (
          <Field
            key={number}
            label={words.ageOn(number)}
            inputMode="numeric"
            maxLength={3}
            required={false}
            hint={words.keptElderly}
            autoComplete="off"
            value={said[number] ?? ''}
            error={errorOf(`passengers[${index}].age`)}
            onValue={(age) => say(number, age)}
          />
        ) : (
          <div key={number}>
            <label class="choice">
              <input
                type="checkbox"
                checked={said[number] === kind}
                onChange={({ currentTarget }) => say(number, currentTarget.checked ? kind : '')}
              />
              {words.isFor[kind](number)}
            </label>
            <FieldError
              error={errorOf(`passengers[${index}].${kind === 'WOMEN' ? 'gender' : 'needs'}`)}
              value={said[number]}
            />
          </div>
        ),
      )}
    </fieldset>
  );
}

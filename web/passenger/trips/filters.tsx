import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { money } from '../../parts/money.ts';
import { Select } from '../../parts/select.tsx';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';
import { typeName } from './trip-card.tsx';
import { type Sort, type Trip, type Wishes, SORTS, TIMES_OF_DAY, fareSteps, isFiltered } from './wishes.ts';

const toggled = <T extends string>(chosen: readonly T[], one: T): readonly T[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];

/**
 * Filters and order of a list of trips. `onChange` gets the complete search. On a phone the filters are collapsed, so
 * that trips are on the first screen.
 */
export function Filters({
  trips,
  wishes,
  onChange,
}: {
  /** All trips of the day. The filters offer the bus types and fares of these trips. */
  readonly trips: readonly Trip[];
  readonly wishes: Wishes;
  readonly onChange: (wishes: Wishes) => void;
}) {
  const words = w.value.trips;
  const isOpen = useSignal(false);
  const choices = useId();
  const { times, types, most, sort } = wishes;
  const allTypes = [...new Set([...trips.map(({ bus }) => bus.bus_type), ...types])].toSorted();
  const chosen = times.length + types.length + (most === undefined ? 0 : 1);
  const fares = [...new Set([...fareSteps(trips), ...(most === undefined ? [] : [most])])].toSorted((a, b) => a - b);
  return (
    <div class="filters" role="group" aria-label={words.filters}>
      <div class="filter-row">
        <button
          type="button"
          class="quiet filter-button"
          aria-expanded={isOpen.value}
          aria-controls={choices}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {words.filters}
          {chosen > 0 && <span class="filter-count">{words.filtersChosen(digits(chosen))}</span>}
        </button>
        <Select label={words.sortBy} value={sort} onValue={(order) => onChange({ ...wishes, sort: order as Sort })}>
          {SORTS.map((one) => (
            <option key={one} value={one}>
              {words.sorts[one]}
            </option>
          ))}
        </Select>
      </div>
      <div id={choices} class={isOpen.value ? 'filter-choices open' : 'filter-choices'}>
        <fieldset>
          <legend>{words.timeOfDay}</legend>
          <div class="chips">
            {TIMES_OF_DAY.map((time) => (
              <label key={time} class="chip">
                <input
                  type="checkbox"
                  checked={times.includes(time)}
                  onChange={() => onChange({ ...wishes, times: toggled(times, time) })}
                />
                <span>
                  {words.times[time]} <span class="faint small">{words.timeHours[time]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {allTypes.length > 1 && (
          <fieldset>
            <legend>{words.type}</legend>
            <div class="chips">
              {allTypes.map((type) => (
                <label key={type} class="chip">
                  <input
                    type="checkbox"
                    checked={types.includes(type)}
                    onChange={() => onChange({ ...wishes, types: toggled(types, type) })}
                  />
                  <span>{typeName(type)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <Select
          label={words.price}
          value={String(most ?? '')}
          onValue={(fare) => onChange({ ...wishes, most: fare === '' ? undefined : Number(fare) })}
        >
          <option value="">{words.anyPrice}</option>
          {fares.map((fare) => (
            <option key={fare} value={String(fare)}>
              {words.upTo(money(fare))}
            </option>
          ))}
        </Select>
        {isFiltered(wishes) && (
          <button
            type="button"
            class="link"
            onClick={() => onChange({ ...wishes, times: [], types: [], most: undefined })}
          >
            {words.clear}
          </button>
        )}
      </div>
    </div>
  );
}

import { Field } from '../../parts/field.tsx';
import { FieldError } from '../../parts/field-error.tsx';
import { digits } from '../../words/digits.ts';
import { CitySelect } from '../parts/choices.tsx';
import { w } from '../words.ts';
import { type StopDraft, newStop } from './road.ts';
import { clockAfter } from './timetable-draft.ts';
import { spokenTime } from '../../parts/moment.ts';

interface Props {
  readonly stops: readonly StopDraft[];
  readonly onStops: (stops: readonly StopDraft[]) => void;
  /** Names of all stops, including the origin and the destination. */
  readonly names: readonly string[];
  /** Local time of the departure, `07:00`. */
  readonly departs: string;
  /** Minutes from departure to arrival; undefined until they are typed. */
  readonly duration: number | undefined;
  readonly errorOf: (field: string) => string | undefined;
}

/** The most stops on the way that a trip can have. */
const MOST_STOPS = 30;

/** A table of all stops. Stops on the way have fields for their minutes after departure. */
export function StopsEditor({ stops, onStops, names, departs, duration, errorOf }: Props) {
  const words = w.value.timetables.stops;
  const change = (index: number, patch: Partial<StopDraft>): void =>
    onStops(stops.map((stop, at) => (at === index ? { ...stop, ...patch } : stop)));
  const minutes = (index: number, name: 'arrives' | 'departs') => {
    const typed = stops[index]?.[name] ?? '';
    return (
      <td>
        <Field
          label={words[name](names[index + 1] ?? '')}
          type="number"
          inputMode="numeric"
          min={0}
          value={typed}
          hint={clockOf(departs, typed)}
          error={errorOf(`stops[${index}].${name}`)}
          onValue={(value) => change(index, { [name]: value })}
        />
      </td>
    );
  };
  return (
    <fieldset class="road">
      <legend>{words.title}</legend>
      <p class="hint">{words.hint}</p>
      <FieldError error={errorOf('stops')} value={stops} />
      {stops.length > 0 && (
        <div class="wide-table">
          <table class="stops" aria-label={words.title}>
            <thead>
              <tr>
                <th scope="col">{words.city}</th>
                <th scope="col">{words.arrival}</th>
                <th scope="col">{words.departure}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{names[0]}</th>
                <td />
                <td>{spokenTime(departs)}</td>
                <td />
              </tr>
              {stops.map(({ key, city }, index) => (
                <tr key={key}>
                  <td>
                    <CitySelect
                      label={words.cityOf(digits(String(index + 1)))}
                      none={w.value.timetables.chooseCity}
                      value={city}
                      error={errorOf(`stops[${index}].city_id`)}
                      onValue={(value) => change(index, { city: value })}
                    />
                  </td>
                  {minutes(index, 'arrives')}
                  {minutes(index, 'departs')}
                  <td>
                    <button
                      type="button"
                      class="quiet"
                      aria-label={w.value.timetables.points.remove(names[index + 1] ?? '')}
                      onClick={() => onStops(stops.filter((_, at) => at !== index))}
                    >
                      ✕
                    </button>
                  </td>
                </tr>
              ))}
              <tr>
                <th scope="row">{names.at(-1)}</th>
                <td>{duration !== undefined && clockOf(departs, String(duration))}</td>
                <td />
                <td />
              </tr>
            </tbody>
          </table>
        </div>
      )}
      {stops.length < MOST_STOPS && (
        <button type="button" class="quiet" onClick={() => onStops([...stops, newStop()])}>
          {words.add}
        </button>
      )}
    </fieldset>
  );
}

function clockOf(departs: string, minutes: string): string | undefined {
  const count = Number(minutes);
  if (minutes.trim() === '' || !Number.isInteger(count) || departs === '') return undefined;
  return spokenTime(clockAfter(departs, count).time);
}

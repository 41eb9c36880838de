import { Field } from '../../parts/field.tsx';
import { FieldError } from '../../parts/field-error.tsx';
import { Select } from '../../parts/select.tsx';
import { w } from '../words.ts';
import { type PointDraft, newPoint } from './points.ts';
import type { StopDraft } from './road.ts';
import { clockAfter } from './timetable-draft.ts';
import './points-editor.css';
import { spokenTime } from '../../parts/moment.ts';

interface Props {
  readonly kind: 'boarding' | 'dropping';
  readonly points: readonly PointDraft[];
  readonly onPoints: (points: readonly PointDraft[]) => void;
  /** The stops on the way. `names` has the names of all stops. */
  readonly stops: readonly StopDraft[];
  readonly names: readonly string[];
  /**
   * Local time of departure, `07:00`. The editor computes each point's clock time from this and the point's minutes.
   */
  readonly departs: string;
  readonly errorOf: (field: string) => string | undefined;
}

/** Edits boarding or dropping points, each with its minutes after departure. */
export function PointsEditor({ kind, points, onPoints, stops, names, departs, errorOf }: Props) {
  const words = w.value.timetables.points;
  const change = (index: number, patch: Partial<PointDraft>): void =>
    onPoints(points.map((point, at) => (at === index ? { ...point, ...patch } : point)));
  return (
    <fieldset class="points">
      <legend>{words[kind]}</legend>
      <p class="hint">{kind === 'boarding' ? words.boardingHint : words.droppingHint}</p>
      <FieldError error={errorOf(`${kind}_points`)} value={points} />
      {points.map(({ key, name, minutes, stop }, index) => (
        <div key={key} class={stops.length > 0 ? 'point at-stop' : 'point'}>
          <Field
            label={words.name}
            value={name}
            maxLength={150}
            error={errorOf(`${kind}_points[${index}].name`)}
            onValue={(value) => change(index, { name: value })}
          />
          <Field
            label={words.minutes}
            value={minutes}
            type="number"
            inputMode="numeric"
            hint={clockOf(departs, minutes)}
            error={errorOf(`${kind}_points[${index}].minutes`)}
            onValue={(value) => change(index, { minutes: value })}
          />
          {stops.length > 0 && (
            <Select
              label={words.stop}
              value={String(stops.find((one) => one.key === stop)?.key ?? '')}
              error={errorOf(`${kind}_points[${index}].stop`)}
              onValue={(value) => change(index, { stop: value === '' ? null : Number(value) })}
            >
              <option value="">{kind === 'boarding' ? names[0] : names.at(-1)}</option>
              {stops.map((one, at) => (
                <option key={one.key} value={one.key} selected={one.key === stop}>
                  {names[at + 1]}
                </option>
              ))}
            </Select>
          )}
          <button
            type="button"
            class="quiet"
            aria-label={words.remove(name || words.unnamed)}
            onClick={() => onPoints(points.filter((_, at) => at !== index))}
          >
            ✕
          </button>
        </div>
      ))}
      {points.length < 30 && (
        <button type="button" class="quiet" onClick={() => onPoints([...points, newPoint()])}>
          {kind === 'boarding' ? words.addBoarding : words.addDropping}
        </button>
      )}
    </fieldset>
  );
}

function clockOf(departs: string, minutes: string): string | undefined {
  const count = Number(minutes);
  if (minutes.trim() === '' || !Number.isInteger(count) || departs === '') return undefined;
  return w.value.timetables.points.at(spokenTime(clockAfter(departs, count).time));
}

import type { Signal } from '@preact/signals';
import { MomentField } from '../../parts/moment-field.tsx';
import { placeName } from '../../words/places.ts';
import { fieldOf, momentIn } from '../parts/local-time.ts';
import type { Trip } from '../parts/trip/use-trip.ts';
import { w } from '../words.ts';

type Moment = 'arrives' | 'departs';

/**
 * The times that the user has typed for stops on the way. The key has the stop's number, and `arrives` or `departs`.
 */
export type TypedTimes = Readonly<Record<string, string>>;

const keyOf = (stop: number, moment: Moment): string => `${stop} ${moment}`;

const minutesBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 60_000);

interface NewTimes {
  readonly trip: Trip;
  /** The new departure and arrival of the trip. */
  readonly departs: string | undefined;
  readonly arrives: string | undefined;
  readonly typed: TypedTimes;
}

/** The time that a stop's field shows: the typed time, otherwise the present time adapted to the trip's new times. */
function shownTime({ trip, departs, arrives, typed }: NewTimes, stop: number, moment: Moment): string {
  const key = keyOf(stop, moment);
  if (key in typed) return typed[key] ?? '';
  const at = trip.stops[stop]?.[moment === 'arrives' ? 'arrives_at' : 'departs_at'];
  if (!departs || !arrives || !at) return '';
  const [before, after] = [minutesBetween(trip.departure_time, trip.arrival_time), minutesBetween(departs, arrives)];
  const minutes = Math.floor((2 * minutesBetween(trip.departure_time, at) * after + before) / (2 * before));
  return fieldOf(Date.parse(departs) + minutes * 60_000);
}

/** The stops for the request. Empty if no time was typed, because the service then adapts the present times itself. */
export function stopsToSend(times: NewTimes): {
  readonly stops?: { city_id: number; arrives: number; departs: number }[];
} {
  const { trip, departs, typed } = times;
  if (!departs || Object.keys(typed).length === 0) return {};
  const minutesOf = (stop: number, moment: Moment): number => {
    const at = momentIn(shownTime(times, stop, moment));
    return at === undefined ? NaN : minutesBetween(departs, at);
  };
  const stops = trip.stops.slice(1, -1).map(({ city }, index) => ({
    city_id: city.id,
    arrives: minutesOf(index + 1, 'arrives'),
    departs: minutesOf(index + 1, 'departs'),
  }));
  return { stops };
}

/** Whether the times of all stops are filled in. */
export const isComplete = ({ stops = [] }: ReturnType<typeof stopsToSend>): boolean =>
  stops.every(({ arrives, departs }) => Number.isFinite(arrives) && Number.isFinite(departs));

interface Props extends Omit<NewTimes, 'typed'> {
  readonly typed: Signal<TypedTimes>;
  readonly errorOf: (field: string) => string | undefined;
}

/** Fields for the times of stops on the way. Times that the user has not edited follow the trip's new times. */
export function StopTimes({ typed, errorOf, ...times }: Props) {
  const words = w.value.trip.stopTimes;
  const { stops } = times.trip;
  if (stops.length <= 2) return null;
  return (
    <fieldset>
      <legend>{w.value.timetables.stops.title}</legend>
      {errorOf('stops') && <p class="field-error">{errorOf('stops')}</p>}
      {stops.slice(1, -1).map(({ city }, index) => (
        <div class="pairs" key={index}>
          {(['arrives', 'departs'] as const).map((moment) => (
            <MomentField
              key={moment}
              label={words[moment](placeName(city.city_name))}
              value={shownTime({ ...times, typed: typed.value }, index + 1, moment)}
              error={errorOf(`stops[${index}].${moment}`)}
              onValue={(value) => (typed.value = { ...typed.value, [keyOf(index + 1, moment)]: value })}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

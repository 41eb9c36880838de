import type { Schemas } from '../../api/operations.ts';
import { today } from '../../parts/moment.ts';
import { type Draft, clockAfter, copyOf } from './timetable-draft.ts';
import { WEEK } from './days.ts';

type Timetable = Schemas['Timetable'];
type Point = Schemas['Point'];

/** Minutes that a bus rests before it goes back, unless somebody types another departure. */
const REST = 60;

/** A draft of the way back: the same bus on the same road, an hour after it has arrived. */
export function wayBackOf(timetable: Timetable): Draft {
  const { stops, duration_minutes: duration, departs, days } = timetable;
  const last = stops.length - 1;
  const back = clockAfter(departs, duration + REST);
  const mirrored = (points: readonly Point[]): Point[] =>
    points
      .map(({ name, minutes, stop }) => ({
        name,
        minutes: duration - minutes,
        ...(stop !== undefined && { stop: last - stop }),
      }))
      .toSorted((a, b) => a.minutes - b.minutes);
  return copyOf({
    ...timetable,
    source_city: timetable.destination_city,
    destination_city: timetable.source_city,
    departs: back.time,
    days: WEEK.filter((_, day) => days.includes(WEEK[(day + 7 - (back.days % 7)) % 7]!)),
    stops: stops.toReversed().map(({ city, arrives, departs: leaves }) => ({
      city,
      arrives: leaves === null ? null : duration - leaves,
      departs: arrives === null ? null : duration - arrives,
    })),
    fares: timetable.fares.map(({ from, to, fare }) => ({ from: last - to, to: last - from, fare })),
    boarding_points: mirrored(timetable.dropping_points),
    dropping_points: mirrored(timetable.boarding_points),
  });
}

/** True if a timetable among `all` takes the bus back to the city in which this one begins. */
export const comesBack = ({ bus, source_city: home }: Timetable, all: readonly Timetable[]): boolean =>
  all.some((other) => other.bus.id === bus.id && other.destination_city.id === home.id && !isOver(other));

export const isOver = ({ valid_until: until }: Timetable): boolean => until !== null && until < today();

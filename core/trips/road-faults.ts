import type { CityId } from '../kernel/ids.ts';
import { type Paisa, toRupees } from '../kernel/money.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { City } from './city.ts';
import { type Ends, type Road, type Section, isSameSection, isWithin, lastStop, wholeRoad } from './sections.ts';

/* This file finds faults in the stops and fares of a trip or a timetable. Each fault names the API's field. */

/** The highest number of stops between the ends of a trip. */
export const MOST_STOPS = 30;

/** The highest number of fares of a trip: the number of sections between 32 stops. */
export const MOST_FARES = 496;

type Stops = Pick<Road, 'stops'>;

/** Finds stops whose city is unknown, is the trip's first or last city, or is the city of an earlier stop. */
function stopCityFaults(cities: readonly City[], { stops, ...ends }: Stops & Ends): readonly Fault[] {
  const known = new Set(cities.map(({ id }) => id));
  const places = stops.map(({ cityId }) => cityId);
  const faultOf = (city: CityId, index: number): string | undefined => {
    if (!known.has(city)) return 'must be the id of a city';
    if (isEnd(ends, city)) return 'must differ from both ends';
    return places.indexOf(city) < index ? 'must differ from the other stops' : undefined;
  };
  return places.flatMap((city, index) => faultAt(`stops[${index}].city_id`, faultOf(city, index)));
}

const isEnd = ({ sourceCityId, destinationCityId }: Ends, city: CityId): boolean =>
  city === sourceCityId || city === destinationCityId;

/** Finds stops at invalid minutes. Each stop must come after the stop before it, and before the trip's arrival. */
export const stopMinuteFaults = ({ stops }: Stops, durationMinutes: number): readonly Fault[] =>
  stops.flatMap(({ arrives, departs }, index) => {
    const least = stops[index - 1]?.departs ?? 0;
    const beforeEnd = (minutes: number): string | undefined =>
      minutes >= durationMinutes ? `must be less than ${durationMinutes}, when the bus arrives` : undefined;
    return [
      ...faultAt(
        `stops[${index}].arrives`,
        arrives <= least ? `must be more than ${least}, when the bus departs from the stop before` : beforeEnd(arrives),
      ),
      ...faultAt(`stops[${index}].departs`, departs < arrives ? 'must not be less than arrives' : beforeEnd(departs)),
    ];
  });

const faultAt = (field: string, message: string | undefined): readonly Fault[] =>
  message === undefined ? [] : [{ field, message }];

type Priced = Road & { readonly fare: Paisa };

/**
 * Finds fares for invalid sections: the whole trip, a section outside the trip, or a section that an earlier fare has.
 */
function fareSectionFaults({ stops, fares }: Road): readonly Fault[] {
  const last = lastStop({ stops });
  const faultOf = (section: Section, index: number): string | undefined => {
    const { from, to } = section;
    if (from < 0 || to > last || from >= to) return `must be a stop before to; stops are numbered from 0 to ${last}`;
    if (isSameSection(section, wholeRoad({ stops }))) return 'must not name the whole road, whose price is fare';
    const first = fares.findIndex((other) => isSameSection(other, section));
    return first < index ? `names the same section as fares[${first}]` : undefined;
  };
  return fares.flatMap((section, index) => faultAt(`fares[${index}].from`, faultOf(section, index)));
}

/**
 * Finds sections that cost more than a longer section around them. Reports at most one fault for each section, in the
 * field `fares[n].fare`.
 */
const farePriceFaults = (road: Priced): readonly Fault[] =>
  road.fares.flatMap((inner, index) => faultAt(`fares[${index}].fare`, dearer(road, inner)));

function dearer(road: Priced, inner: Road['fares'][number]): string | undefined {
  const all = [...road.fares, { ...wholeRoad(road), fare: road.fare }];
  const outer = all.find((one) => isWithin(inner, one) && !isSameSection(inner, one) && one.fare < inner.fare);
  return outer && `must be at most ${toRupees(outer.fare)}, the fare from stop ${outer.from} to stop ${outer.to}`;
}

/** Finds a section that costs more than the whole trip. Used when a change gives only the whole trip's fare. */
function wholeFareFaults(road: Priced): readonly Fault[] {
  const dearest = road.fares.find(({ fare }) => fare > road.fare);
  return dearest
    ? [
        {
          field: 'fare',
          message: `must be at least ${toRupees(dearest.fare)}, the fare from stop ${dearest.from} to stop ${dearest.to}`,
        },
      ]
    : [];
}

type GivenRoad = Partial<Road & { readonly fare: Paisa }>;

/** Finds faults in the fares of a new or changed trip. Checks only the fares that the change gives. */
export function fareFaults(road: Priced, given: GivenRoad): readonly Fault[] {
  if (given.fares === undefined) return given.fare === undefined ? [] : wholeFareFaults(road);
  const faults = fareSectionFaults(road);
  return faults.length > 0 ? faults : farePriceFaults(road);
}

/**
 * Finds faults in the stops of a new or changed trip. If a change gives only new end cities or a new duration, checks
 * them against the present stops. Each fault names a given field.
 */
export function stopFaults(
  cities: readonly City[],
  plan: Stops & Ends,
  durationMinutes: number | undefined,
  given: Partial<Stops & Ends & { readonly durationMinutes: number }>,
): readonly Fault[] {
  const minutes = durationMinutes === undefined ? [] : stopMinuteFaults(plan, durationMinutes);
  if (given.stops !== undefined) return [...stopCityFaults(cities, plan), ...minutes];
  const isStop = (city: CityId): boolean => plan.stops.some(({ cityId }) => cityId === city);
  const ends = (
    [
      ['source_city_id', given.sourceCityId],
      ['destination_city_id', given.destinationCityId],
    ] as const
  ).flatMap(([field, city]) =>
    city !== undefined && isStop(city) ? [{ field, message: 'must differ from the stops' }] : [],
  );
  const tooShort = given.durationMinutes !== undefined && minutes.length > 0;
  return [
    ...ends,
    ...(tooShort ? [{ field: 'duration_minutes', message: 'must be more than the minutes of a stop' }] : []),
  ];
}

import type { Draft } from '../kernel/draft.ts';
import type { CityId } from '../kernel/ids.ts';
import type { Fault } from '../kernel/refusal.ts';
import { minutesBetween } from '../kernel/time.ts';
import { cityKey } from '../trips/city.ts';
import { fareFaults, stopMinuteFaults } from '../trips/road-faults.ts';
import type { SectionFare, Stop } from '../trips/sections.ts';
import type { CatalogueDraft, FileSchedule, FileStop, FileTimes } from './catalogue-file.ts';

/** Faults in the stops and fares of a schedule. Ignores malformed rows, because these have their faults already. */
export function faultsOfRoad(schedule: Draft<FileSchedule>, cities: CatalogueDraft['cities'] = []): readonly Fault[] {
  const given = (schedule.stops ?? []).filter(isStop);
  if (given.length !== schedule.stops?.length) return [];
  const listed = new Set(cities.map((city) => city?.name && cityKey(city.name)));
  const named = given.flatMap(({ city }, index) => {
    const message = cityFault(schedule, given, index, listed.has(cityKey(city)));
    return message === undefined ? [] : [{ field: `stops[${index}].city`, message }];
  });
  const stops = given.map(({ arrives, departs }): Stop => ({ cityId: 0 as CityId, arrives, departs }));
  const duration = durationOf(schedule.times);
  const minutes = duration === undefined ? [] : stopMinuteFaults({ stops }, duration);
  return [...named, ...minutes, ...faultsOfFares(schedule, stops)];
}

function cityFault(
  { source = '', destination = '' }: Draft<FileSchedule>,
  stops: readonly FileStop[],
  index: number,
  isListed: boolean,
): string | undefined {
  const keys = stops.map(({ city }) => cityKey(city));
  const key = keys[index] ?? '';
  if (!isListed) return `is not among the cities of the file: ${JSON.stringify(stops[index]?.city)}`;
  if ([cityKey(source), cityKey(destination)].includes(key)) return 'is the source or the destination';
  return keys.indexOf(key) < index ? 'is listed before' : undefined;
}

function faultsOfFares({ fare, fares = [] }: Draft<FileSchedule>, stops: readonly Stop[]): readonly Fault[] {
  const priced = fares.filter(isFare);
  if (fare === undefined || priced.length !== fares.length) return [];
  return fareFaults({ stops, fares: priced, fare }, { fares: priced });
}

const isStop = (stop: Draft<FileStop> | undefined): stop is FileStop =>
  stop?.city !== undefined && stop.arrives !== undefined && stop.departs !== undefined;

const isFare = (row: Draft<SectionFare> | undefined): row is SectionFare =>
  row?.from !== undefined && row.to !== undefined && row.fare !== undefined;

/** The duration of a schedule in minutes; undefined unless the arrival is after the departure. */
function durationOf(times: Draft<FileTimes> = {}): number | undefined {
  if (times.daily) return times.daily.durationMinutes;
  const { departsAt, arrivesAt } = times;
  if (departsAt === undefined || arrivesAt === undefined || arrivesAt <= departsAt) return undefined;
  return minutesBetween(departsAt, arrivesAt);
}

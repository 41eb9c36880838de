import type { CityId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Road } from '../../../core/trips/sections.ts';
import type { Tap } from '../../../core/trips/taps.ts';

/** The columns with stops and fares, in `schedules` and `timetables`. */
export interface RoadRow {
  readonly stops: string;
  readonly fares: string;
}

/** The stored form of a trip without intermediate stops. */
export const NO_STOPS: RoadRow = { stops: '[]', fares: '[]' };

export const hasStops = ({ stops }: Pick<RoadRow, 'stops'>): boolean => stops !== NO_STOPS.stops;

/** The stored form of stops: `[[city, arrives, departs]]`. */
export const fromStops = ({ stops }: Pick<Road, 'stops'>): string =>
  JSON.stringify(stops.map(({ cityId, arrives, departs }) => [cityId, arrives, departs]));

/** The stored form of fares: `[[from, to, fare in paisa]]`. */
export const fromFares = ({ fares }: Pick<Road, 'fares'>): string =>
  JSON.stringify(fares.map(({ from, to, fare }) => [from, to, fare]));

const WITHOUT_STOPS: Road = { stops: [], fares: [] };

export function toRoad({ stops, fares }: RoadRow): Road {
  if (!hasStops({ stops })) return WITHOUT_STOPS;
  return {
    stops: (JSON.parse(stops) as [CityId, number, number][]).map(([cityId, arrives, departs]) => ({
      cityId,
      arrives,
      departs,
    })),
    fares: (JSON.parse(fares) as [number, number, Paisa][]).map(([from, to, fare]) => ({ from, to, fare })),
  };
}

/** The stored form of taps: `[[stop, moment]]`. */
export const fromTaps = (taps: readonly Tap[]): string => JSON.stringify(taps.map(({ stop, at }) => [stop, at]));

const NONE: readonly Tap[] = [];

export const toTaps = (text: string): readonly Tap[] =>
  text === '[]' ? NONE : (JSON.parse(text) as [number, Instant][]).map(([stop, at]) => ({ stop, at }));

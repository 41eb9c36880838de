import type { Schemas } from '../../api/operations.ts';
import { numberIn } from '../parts/number-in.ts';

/** A stop on the way while the user types it. Minutes count from the trip's departure. */
export interface StopDraft {
  /** Identifies the row while the user adds and removes rows. */
  readonly key: number;
  /** The city's id; empty while none is chosen. */
  readonly city: string;
  readonly arrives: string;
  readonly departs: string;
}

/** Typed fares by section (from one stop to a later one), such as `0-1`. A section without a fare is not sold. */
export type FaresDraft = Readonly<Record<string, string>>;

/** Stops and fares while the user types them. If `fares` is null, the portal's proposed fares apply. */
export interface RoadDraft {
  readonly stops: readonly StopDraft[];
  readonly fares: FaresDraft | null;
}

export const NO_STOPS: RoadDraft = { stops: [], fares: null };

/** Begins with the time, so that no new row gets the key of a row that was kept before a reload. */
let keys = Date.now();

export const newStop = (): StopDraft => ({ key: ++keys, city: '', arrives: '', departs: '' });

/** All stops of a trip or timetable as the page shows them, with their fares. */
interface Shown {
  readonly stops: readonly {
    readonly city: { readonly id: number };
    readonly arrives: number;
    readonly departs: number;
  }[];
  readonly fares: readonly Schemas['SectionFare'][];
}

export const draftOfRoad = ({ stops, fares }: Shown): RoadDraft => ({
  stops: stops.map(({ city, arrives, departs }) => ({
    key: ++keys,
    city: String(city.id),
    arrives: String(arrives),
    departs: String(departs),
  })),
  fares: Object.fromEntries(fares.map(({ from, to, fare }) => [sectionKey(from, to), String(fare)])),
});

/** A timetable's stops on the way, with their times in minutes after departure. */
export const stopsOfTimetable = ({ stops }: Pick<Schemas['Timetable'], 'stops'>): Shown['stops'] =>
  stops.slice(1, -1).map(({ city, arrives, departs }) => ({ city, arrives: arrives ?? 0, departs: departs ?? 0 }));

/** A trip's stops on the way, with their times in minutes after departure. */
export const stopsOfTrip = ({
  stops,
  departure_time,
}: Pick<Schemas['OfficeTrip'], 'stops' | 'departure_time'>): Shown['stops'] => {
  const minutes = (at: string | null): number =>
    at === null ? 0 : Math.round((Date.parse(at) - Date.parse(departure_time)) / 60_000);
  return stops
    .slice(1, -1)
    .map(({ city, arrives_at, departs_at }) => ({ city, arrives: minutes(arrives_at), departs: minutes(departs_at) }));
};

export const sectionKey = (from: number, to: number): string => `${from}-${to}`;

/** All sections (a stop and a later stop), except the whole trip. */
const sectionsOf = (last: number): readonly (readonly [from: number, to: number])[] =>
  Array.from({ length: last }, (_, from) =>
    Array.from({ length: last - from }, (_none, more) => [from, from + more + 1] as const),
  )
    .flat()
    .filter(([from, to]) => from > 0 || to < last);

export interface WholeRoad {
  /** Minutes from departure to arrival; undefined until they are typed. */
  readonly duration: number | undefined;
  /** The typed fare for the whole trip. */
  readonly fare: string;
}

/**
 * Proposes a fare for each section by its share of the trip's minutes, rounded to ten rupees. No section costs more
 * than the whole trip, or less than a section inside it. Returns no fares until all minutes are typed.
 */
export function proposedFares(stops: readonly StopDraft[], { duration, fare }: WholeRoad): FaresDraft {
  const whole = numberIn(fare);
  const arrives = [0, ...stops.map((stop) => numberIn(stop.arrives)), duration ?? NaN];
  const departs = [0, ...stops.map((stop) => numberIn(stop.departs))];
  if (![whole, ...arrives, ...departs].every(Number.isFinite)) return {};
  return Object.fromEntries(
    sectionsOf(stops.length + 1).map(([from, to]) => {
      const share = (whole * ((arrives[to] ?? 0) - (departs[from] ?? 0))) / (duration ?? 1);
      return [sectionKey(from, to), String(Math.min(whole, Math.max(10, Math.round(share / 10) * 10)))];
    }),
  );
}

/** The fares that the page shows: typed ones, otherwise proposed ones. */
export const shownFares = ({ stops, fares }: RoadDraft, whole: WholeRoad): FaresDraft =>
  fares ?? proposedFares(stops, whole);

/** Sections with a fare, in the order in which the request lists them. */
export const pricedSections = (road: RoadDraft, whole: WholeRoad) => {
  const fares = shownFares(road, whole);
  return sectionsOf(road.stops.length + 1).flatMap(([from, to]) => {
    const fare = fares[sectionKey(from, to)] ?? '';
    return fare.trim() === '' ? [] : { from, to, fare: numberIn(fare) };
  });
};

/** Stops and fares as request fields. */
export const roadOf = (road: RoadDraft, whole: WholeRoad) => ({
  stops: road.stops.map(({ city, arrives, departs }) => ({
    city_id: numberIn(city),
    arrives: numberIn(arrives),
    departs: numberIn(departs),
  })),
  fares: pricedSections(road, whole),
});

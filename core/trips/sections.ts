import type { CityId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import { type Section, isSameSection, overlaps } from '../kernel/section.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';

export { type Section, isSameSection, overlaps };

/** The two cities of a trip or a section. */
export interface Ends {
  readonly sourceCityId: CityId;
  readonly destinationCityId: CityId;
}

/** The planned departure and arrival of a trip or a section. */
export interface Times {
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
}

/** A stop between the ends of a trip. `arrives` and `departs` are minutes after the trip's departure. */
export interface Stop {
  readonly cityId: CityId;
  readonly arrives: number;
  readonly departs: number;
}

/** The fare of a section (from one stop to a later one) that passengers can buy instead of the whole trip. */
export interface SectionFare extends Section {
  readonly fare: Paisa;
}

/** A trip's stops between its ends, in the order of travel, and the fares of its sections on sale. */
export interface Road {
  readonly stops: readonly Stop[];
  readonly fares: readonly SectionFare[];
}

/** The section that covers a whole trip without stops between its ends. */
export const WITHOUT_STOPS: Section = { from: 0, to: 1 };

/** The number of the last stop, the destination. It equals the number of parts from stop to stop. */
export const lastStop = ({ stops }: Pick<Road, 'stops'>): number => stops.length + 1;

export const wholeRoad = (road: Pick<Road, 'stops'>): Section => ({ from: 0, to: lastStop(road) });

export const isWholeRoad = (road: Pick<Road, 'stops'>, section: Section): boolean =>
  isSameSection(wholeRoad(road), section);

/** Whether two sections overlap. An undefined section is the whole trip. */
export const sharePart = (one: Section | undefined, other: Section | undefined): boolean =>
  !one || !other || overlaps(one, other);

/** The parts that two overlapping sections have in common. */
export const commonPart = (one: Section, other: Section): Section => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

/** The pieces of a section that no section in `others` covers, in the order of travel. */
export const outside = (section: Section, others: readonly Section[]): readonly Section[] =>
  others.reduce<readonly Section[]>(
    (pieces, other) =>
      pieces.flatMap((piece) =>
        overlaps(piece, other)
          ? [
              { from: piece.from, to: other.from },
              { from: other.to, to: piece.to },
            ].filter(({ from, to }) => from < to)
          : [piece],
      ),
    [section],
  );

/** Whether the section `inner` lies inside `outer`. Each section lies inside itself. */
export const isWithin = (inner: Section, outer: Section): boolean => outer.from <= inner.from && inner.to <= outer.to;

/** Whether two trips have the same stops at the same minutes. */
export const hasSameStops = (one: Pick<Road, 'stops'>, other: Pick<Road, 'stops'>): boolean =>
  one.stops.length === other.stops.length &&
  one.stops.every((stop, index) => isSameStop(stop, other.stops[index] as Stop));

const isSameStop = (one: Stop, other: Stop): boolean =>
  one.cityId === other.cityId && one.arrives === other.arrives && one.departs === other.departs;

/** Whether two trips sell the same sections at the same prices. */
export const hasSameFares = (one: Pick<Road, 'fares'>, other: Pick<Road, 'fares'>): boolean =>
  one.fares.length === other.fares.length &&
  one.fares.every((fare) => other.fares.some((same) => isSameSection(same, fare) && same.fare === fare.fare));

/** The stops and fares of a trip after a change. New stops without new fares remove the old fares. */
export function changedRoad(before: Road, given: Partial<Road>): Road {
  const stops = given.stops ?? before.stops;
  const fares = given.fares ?? (hasSameStops({ stops }, before) ? before.fares : []);
  return { stops, fares };
}

/** The cities of all stops in order, from the first stop to the last. */
export const citiesOf = ({ stops, sourceCityId, destinationCityId }: Pick<Road, 'stops'> & Ends): readonly CityId[] => [
  sourceCityId,
  ...stops.map(({ cityId }) => cityId),
  destinationCityId,
];

/** A section with its own cities, times and price. */
export interface SoldSection extends Section, Ends, Times {
  readonly fare: Paisa;
}

/** The data of a trip from which its sections are computed. */
export type PlannedRoad = Road & Ends & Times & { readonly fare: Paisa };

/** Finds a section of a trip. Undefined if the section is not on sale. The whole trip is always on sale. */
export function soldSection(trip: PlannedRoad, section: Section): SoldSection | undefined {
  if (isWholeRoad(trip, section)) {
    const { sourceCityId, destinationCityId, departsAt, arrivesAt, fare } = trip;
    return { ...section, sourceCityId, destinationCityId, departsAt, arrivesAt, fare };
  }
  const priced = trip.fares.find((fare) => isSameSection(fare, section));
  return priced && { ...priced, ...endsOf(trip, section), ...timesOf(trip, section) };
}

/** All sections on sale except the whole trip, each with its cities and times. */
export const soldSections = (trip: PlannedRoad): readonly SoldSection[] =>
  trip.fares.map((priced) => ({ ...priced, ...endsOf(trip, priced), ...timesOf(trip, priced) }));

/** The cities in which a section begins and ends. */
export const endsOf = (trip: Pick<Road, 'stops'> & Ends, { from, to }: Section): Ends => ({
  sourceCityId: trip.stops[from - 1]?.cityId ?? trip.sourceCityId,
  destinationCityId: trip.stops[to - 1]?.cityId ?? trip.destinationCityId,
});

/** The planned departure and arrival of a section. */
export const timesOf = (trip: Pick<Road, 'stops'> & Times, { from, to }: Section): Times => ({
  departsAt: departsFrom(trip, from),
  arrivesAt: arrivesAt(trip, to),
});

/** The planned departure from a stop. The trip departs from stop 0. */
export function departsFrom(
  { stops, departsAt }: Pick<Road, 'stops'> & Pick<Times, 'departsAt'>,
  stop: number,
): Instant {
  const between = stops[stop - 1];
  return between ? minutesAfter(departsAt, between.departs) : departsAt;
}

/**
 * Whether passengers can still get on the trip at `now`. True until the planned departure from the last stop but one,
 * exclusive.
 */
export const isAhead = (trip: Pick<Road, 'stops'> & Pick<Times, 'departsAt'>, now: Instant): boolean =>
  departsFrom(trip, lastStop(trip) - 1) > now;

/** The planned arrival at a stop. The trip arrives at its last stop. */
export function arrivesAt({ stops, departsAt, arrivesAt: end }: Pick<Road, 'stops'> & Times, stop: number): Instant {
  const between = stops[stop - 1];
  return between ? minutesAfter(departsAt, between.arrives) : end;
}

import { npr } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import { isSameSection, type PlannedRoad, type SoldSection, soldSections } from '../trips/sections.ts';
import type { Finding } from './finding.ts';

/** A trip with stops, and the stored rows of its sections on sale, by which searches find them. */
export interface SectionedTrip extends PlannedRoad {
  readonly id: number;
  readonly sections: readonly SoldSection[];
}

export interface SectionReader {
  /** Active trips with stops or with rows of sections, ordered by id; `after` is exclusive. */
  sectionedTrips(after: number, limit: number): Promise<readonly SectionedTrip[]>;
}

/** Finds rows of sections that differ from the stops, times and fares of their trip. */
export function sectionFaults(trip: SectionedTrip): readonly Finding[] {
  const due = soldSections(trip);
  const surplus = trip.sections.filter((row) => !due.some((section) => isSameSection(section, row)));
  return [
    ...due.flatMap((section) =>
      faultsOf(
        section,
        trip.sections.find((row) => isSameSection(row, section)),
      ),
    ),
    ...surplus.map(({ from, to }) => `stops ${from} to ${to} are for sale, and the trip has no fare for them`),
  ].map((says) => ({ invariant: 'SECTION_DIFFERS', row: `trip ${trip.id}`, says }));
}

function faultsOf(due: SoldSection, found: SoldSection | undefined): readonly string[] {
  const what = `the section from stop ${due.from} to ${due.to}`;
  if (!found) return [`${what} has a fare, and is not for sale`];
  const hasSameCities = found.sourceCityId === due.sourceCityId && found.destinationCityId === due.destinationCityId;
  return [
    ...(found.fare === due.fare ? [] : [`${what} costs ${npr(found.fare)}, and by its trip ${npr(due.fare)}`]),
    ...(found.departsAt === due.departsAt && found.arrivesAt === due.arrivesAt
      ? []
      : [`${what} is from ${inWords(found)}, and by its trip from ${inWords(due)}`]),
    ...(hasSameCities ? [] : [`${what} is between other cities than by its trip`]),
  ];
}

export const inWords = ({ departsAt, arrivesAt }: Pick<SoldSection, 'departsAt' | 'arrivesAt'>): string =>
  `${toIso(departsAt)} to ${toIso(arrivesAt)}`;

import { isActive, isOverdue, isTicketed } from '../bookings/booking.ts';
import { npr } from '../kernel/money.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import {
  arrivesAt as arrivalAt,
  isSameSection,
  isWholeRoad,
  type PlannedRoad,
  type SoldSection,
  soldSections,
  timesOf,
} from '../trips/sections.ts';
import type { Finding } from './finding.ts';
import type { BookingOnRecord } from './ports.ts';

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

const inWords = ({ departsAt, arrivesAt }: Pick<SoldSection, 'departsAt' | 'arrivesAt'>): string =>
  `${toIso(departsAt)} to ${toIso(arrivesAt)}`;

/**
 * Faults of the times that an open booking copies from its trip. A section that has arrived keeps its times, whatever
 * becomes of the trip.
 */
export function bookedTimesFaults(booking: BookingOnRecord, now: Instant): readonly string[] {
  return [...openTimesFaults(booking, now), ...earningFaults(booking)];
}

function openTimesFaults(booking: BookingOnRecord, now: Instant): readonly string[] {
  const { status, section, sectionTimes, plan, trip } = booking;
  if (!isActive(status) || isOverdue(booking, now) || trip.status !== 'ACTIVE') return [];
  const due = isWholeRoad(plan, section) ? null : timesOf(plan, section);
  const ends = [sectionTimes?.arrivesAt, due?.arrivesAt].filter((at) => at !== undefined);
  if (ends.every((at) => at <= now)) return [];
  const isRight = sectionTimes?.departsAt === due?.departsAt && sectionTimes?.arrivesAt === due?.arrivesAt;
  const shown = (times: BookingOnRecord['sectionTimes']): string => (times ? inWords(times) : 'that of the whole trip');
  return isRight ? [] : [`its time is ${shown(sectionTimes)}, and by its trip ${shown(due)}`];
}

/** The job would find a booking too late that it looks for only after the arrival. */
function earningFaults({ status, earnedAt, earnsAt, section, plan, sectionTimes }: BookingOnRecord): readonly string[] {
  if (!isTicketed(status) || (status === 'COMPLETED' && earnedAt !== null)) return [];
  const arrival = sectionTimes?.arrivesAt ?? arrivalAt(plan, section.to);
  return earnsAt <= arrival ? [] : [`it is to be earned ${toIso(earnsAt)}, after its arrival ${toIso(arrival)}`];
}

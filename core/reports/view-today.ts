import type { Position } from '../accounts/membership.ts';
import type { Member } from '../companies/member.ts';
import type { ShownShift } from '../counter/ports.ts';
import { listShifts } from '../counter/view-shifts.ts';
import type { DocumentType } from '../fleet/documents.ts';
import { endingWith } from '../fleet/papers.ts';
import type { FleetBus } from '../fleet/ports.ts';
import { endsSoon } from '../fleet/reminders.ts';
import type { BusId } from '../kernel/ids.ts';
import { wholeList } from '../kernel/page.ts';
import { type ShownRefund, listRefunds } from '../refunds/view-refunds.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import type { ReportWorld } from './world.ts';

/** A bus's document that will expire soon. */
export interface EndingPaper {
  readonly busId: BusId;
  readonly registrationNo: string;
  readonly type: DocumentType;
  readonly validUntil: string;
}

/** The data of a company's working day, for its staff at the counter. */
export interface Today {
  /** The departures of the day, including cancelled trips, ordered by time. */
  readonly today: readonly OfficeTrip[];
  readonly tomorrow: readonly OfficeTrip[];
  /** Documents that expire soon, ordered by their last day. */
  readonly papers: readonly EndingPaper[];
  /** Open shifts, newest first. A CLERK sees only their own. */
  readonly openShifts: readonly ShownShift[];
  /** Refunds that the company pays at its counter, ordered by deadline. */
  readonly cashRefunds: readonly ShownRefund[];
}

export type ViewToday = ReturnType<typeof viewToday>;

export const viewToday =
  (world: ReportWorld) =>
  async (member: Member, position: Position): Promise<Today> => {
    const { clock, calendar, officeTrips, fleetViews } = world;
    const { operatorId } = member;
    const now = clock();
    const date = calendar.date(now);
    const tripsOn = (day: string): Promise<readonly OfficeTrip[]> => {
      const departs = calendar.day(day);
      if (!departs) throw new Error(`${day} is no day.`);
      return wholeList((page) => officeTrips.list({ operatorId, departs }, now, page));
    };
    const [today, tomorrow, buses, openShifts, cashRefunds] = await Promise.all([
      tripsOn(date),
      tripsOn(calendar.dateAfter(date, 1)),
      wholeList((page) => fleetViews.list({ operatorId }, page)),
      wholeList((page) => listShifts(world)(member, position, { status: 'OPEN' }, page)),
      wholeList((page) => listRefunds(world)({ operatorId, status: 'DUE', atCounter: true }, page)),
    ]);
    return { today, tomorrow, papers: endingPapers(buses, date), openShifts, cashRefunds };
  };

const endingPapers = (buses: readonly FleetBus[], today: string): readonly EndingPaper[] =>
  buses
    .flatMap(({ id: busId, registrationNo, documents }) =>
      endingWith(documents, today).flatMap(({ type, validUntil }): EndingPaper[] =>
        validUntil !== null && endsSoon(validUntil, today) ? [{ busId, registrationNo, type, validUntil }] : [],
      ),
    )
    .sort((one, other) => (one.validUntil < other.validUntil ? -1 : one.validUntil > other.validUntil ? 1 : 0));

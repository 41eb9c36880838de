import type { Calendar } from '../kernel/calendar.ts';
import type { BusId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { BusDocument } from './documents.ts';
import { completeDays } from './papers.ts';
import type { FleetStores, FleetWorld } from './world.ts';

/**
 * Opens for sale the trips of these buses on days on which all required documents are valid, and closes the others. No
 * other code opens or closes trips. Use cases that change a document, change a trip's bus or departure, or add a trip
 * must call this function in their transaction.
 */
export async function gateTrips(
  { documents, tripGate }: FleetStores,
  calendar: Calendar,
  buses: readonly BusId[],
): Promise<void> {
  const found = await documents.lockOf([...new Set(buses)]);
  await tripGate.openWithin(new Map([...found].map(([bus, all]) => [bus, completeSpans(all, calendar)])));
}

const BEGINNING = 0 as Instant;
const END = Number.MAX_SAFE_INTEGER as Instant;

/** The spans of time in which a bus may depart, because all its required documents are valid. */
export const completeSpans = (documents: readonly BusDocument[], calendar: Calendar): readonly Span[] =>
  completeDays(documents).map(({ validFrom, validUntil }) => ({
    start: validFrom === null ? BEGINNING : spanOf(validFrom, calendar).start,
    end: validUntil === null ? END : spanOf(validUntil, calendar).end,
  }));

/** Whether all required documents of a locked bus are valid on the day of a departure. */
export async function mayLeaveAt(
  { documents }: FleetStores,
  calendar: Calendar,
  bus: BusId,
  departsAt: Instant,
): Promise<boolean> {
  const found = await documents.lockOf([bus]);
  return completeSpans(found.get(bus) ?? [], calendar).some(({ start, end }) => start <= departsAt && departsAt < end);
}

function spanOf(day: string, calendar: Calendar): Span {
  const span = calendar.day(day);
  if (!span) throw new RangeError(`${day} is no day`);
  return span;
}

/** The number of buses whose trips are locked in one transaction. */
const BATCH = 20;

/**
 * Decides again for the trips of every bus whether they are open for sale. Returns the number of buses. Needed only
 * when the service's time zone has changed: `gateTrips` handles all other changes.
 */
export const gateAllTrips =
  ({ calendar, fleetViews, transact }: Pick<FleetWorld, 'calendar' | 'fleetViews' | 'transact'>) =>
  async (batch = BATCH): Promise<number> => {
    let buses = 0;
    for (let page: Page | undefined = { limit: batch }; page;) {
      const { rows, next } = await fleetViews.list({}, page);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await transact((stores) => gateTrips(stores, calendar, ids));
      buses += ids.length;
      page = next && { limit: batch, after: next };
    }
    return buses;
  };

import type { Calendar } from '../kernel/calendar.ts';
import type { BusId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { DocumentRepo } from './document-ports.ts';
import type { BusDocument } from './documents.ts';
import { completeDays } from './papers.ts';
import type { FleetViews } from './ports.ts';
import type { FleetStores } from './stores.ts';

export interface GateStores extends Pick<FleetStores, 'tripGate'> {
  readonly documents: Pick<DocumentRepo, 'lockOf'>;
}

/**
 * Opens these buses' trips on days with complete papers, and closes the others. Nothing else opens or closes trips. Use
 * cases that change a document, or a trip's bus or departure, must call this in their transaction. So must use cases
 * that add a trip.
 */
export async function gateTrips(
  { documents, tripGate }: GateStores,
  calendar: Pick<Calendar, 'day'>,
  buses: readonly BusId[],
): Promise<void> {
  const found = await documents.lockOf([...new Set(buses)]);
  await tripGate.openWithin(new Map([...found].map(([bus, all]) => [bus, completeSpans(all, calendar)])));
}

const BEGINNING = 0 as Instant;
const END = Number.MAX_SAFE_INTEGER as Instant;

/** The spans of time in which a bus may depart. */
export const completeSpans = (documents: readonly BusDocument[], calendar: Pick<Calendar, 'day'>): readonly Span[] =>
  completeDays(documents).map(({ validFrom, validUntil }) => ({
    start: validFrom === null ? BEGINNING : spanOf(validFrom, calendar).start,
    end: validUntil === null ? END : spanOf(validUntil, calendar).end,
  }));

/** Whether a locked bus has complete papers on the day of a departure. */
export async function mayLeaveAt(
  { documents }: Pick<GateStores, 'documents'>,
  calendar: Pick<Calendar, 'day'>,
  bus: BusId,
  departsAt: Instant,
): Promise<boolean> {
  const found = await documents.lockOf([bus]);
  return completeSpans(found.get(bus) ?? [], calendar).some(({ start, end }) => start <= departsAt && departsAt < end);
}

function spanOf(day: string, calendar: Pick<Calendar, 'day'>): Span {
  const span = calendar.day(day);
  if (!span) throw new RangeError(`${day} is no day`);
  return span;
}

interface Needs {
  readonly calendar: Pick<Calendar, 'day'>;
  readonly fleetViews: Pick<FleetViews, 'list'>;
  readonly transact: Transact<GateStores>;
}

/** The trips of this many buses are locked at once. */
const BATCH = 20;

/**
 * Opens and closes the trips of every bus anew. Returns the number of buses. Needed when the service's time zone has
 * changed: `gateTrips` handles all other changes.
 */
export const gateAllTrips =
  ({ calendar, fleetViews, transact }: Needs) =>
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

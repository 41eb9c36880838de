import type { Calendar } from '../kernel/calendar.ts';
import type { Page } from '../kernel/page.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type GateStores, gateTrips } from './gate-trips.ts';
import type { FleetViews } from './ports.ts';

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

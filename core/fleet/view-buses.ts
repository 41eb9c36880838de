import type { BusId, OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import { isOfAnotherCompany } from './bus.ts';
import type { BusFilter, FleetViews } from './ports.ts';
import { busUnknown } from './refusals.ts';
import type { SeatMap } from './seat-layout.ts';
import { type ShownBus, type ShowNeeds, showBus } from './shown-bus.ts';

interface Needs extends ShowNeeds {
  readonly fleetViews: FleetViews;
}

export type ListBuses = ReturnType<typeof listBuses>;

/** Buses, newest first. */
export const listBuses =
  ({ fleetViews, ...needs }: Needs) =>
  async (filter: BusFilter, page: Page): Promise<Listing<ShownBus>> => {
    const { rows, next } = await fleetViews.list(filter, page);
    return { rows: rows.map(showBus(needs)), next };
  };

export type ViewBus = ReturnType<typeof viewBus>;

/** A bus of a company. */
export const viewBus =
  ({ fleetViews, ...needs }: Needs) =>
  async (operator: OperatorId, id: BusId): Promise<ShownBus> => {
    const bus = await fleetViews.find(id);
    if (!bus || isOfAnotherCompany(bus, operator)) throw busUnknown();
    return showBus(needs)(bus);
  };

export type ViewBusSeatMap = ReturnType<typeof viewBusSeatMap>;

/** The seat map of a company's bus; null if it has none. */
export const viewBusSeatMap =
  (needs: Needs) =>
  async (operator: OperatorId, id: BusId): Promise<SeatMap | null> => {
    await viewBus(needs)(operator, id);
    return (await needs.fleetViews.seatMap(id)) ?? null;
  };

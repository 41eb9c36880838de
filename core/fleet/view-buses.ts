import type { BusId, OperatorId } from '../kernel/ids.ts';
import { type Listing, type Page, wholeList } from '../kernel/page.ts';
import { isOfAnotherCompany } from './bus.ts';
import type { DocumentOnRecord, RequiredType } from './documents.ts';
import { type Papers, papers, waitingPapers } from './papers.ts';
import type { BusFilter, FleetBus, FleetViews } from './ports.ts';
import { busUnknown } from './refusals.ts';
import type { SeatMap } from './seat-layout.ts';
import type { FleetWorld } from './world.ts';

/** A bus with the state of its documents today. */
export interface ShownBus extends FleetBus {
  readonly papers: Papers;
  /** Required document types that have no valid document, but a document that waits for a review. */
  readonly waitingPapers: readonly RequiredType[];
}

export const showBus =
  ({ clock, calendar }: FleetWorld) =>
  (bus: FleetBus): ShownBus => {
    const today = calendar.date(clock());
    return { ...bus, papers: papers(bus.documents, today), waitingPapers: waitingPapers(bus.documents, today) };
  };

export type ListBuses = ReturnType<typeof listBuses>;

/** Lists buses, newest first. */
export const listBuses =
  (world: FleetWorld) =>
  async (filter: BusFilter, page: Page): Promise<Listing<ShownBus>> => {
    const { fleetViews } = world;
    const { rows, next } = await fleetViews.list(filter, page);
    return { rows: rows.map(showBus(world)), next };
  };

export type ViewBus = ReturnType<typeof viewBus>;

/** Reads a bus. Throws BUS_UNKNOWN if it belongs to another company. */
export const viewBus =
  (world: FleetWorld) =>
  async (operator: OperatorId, id: BusId): Promise<ShownBus> => {
    const { fleetViews } = world;
    const bus = await fleetViews.find(id);
    if (!bus || isOfAnotherCompany(bus, operator)) throw busUnknown();
    return showBus(world)(bus);
  };

export type ViewBusSeatMap = ReturnType<typeof viewBusSeatMap>;

/** The seat map of the company's bus; null if the bus has none. */
export const viewBusSeatMap =
  (needs: FleetWorld) =>
  async (operator: OperatorId, id: BusId): Promise<SeatMap | null> => {
    await viewBus(needs)(operator, id);
    return (await needs.fleetViews.seatMap(id)) ?? null;
  };

/** A bus with all its documents, newest first. */
export interface BusWithDocuments extends ShownBus {
  readonly allDocuments: readonly DocumentOnRecord[];
}

export type ViewAnyBus = ReturnType<typeof viewAnyBus>;

/** Reads a bus of any company. */
export const viewAnyBus =
  (world: FleetWorld) =>
  async (id: BusId): Promise<BusWithDocuments> => {
    const { fleetViews, documentViews } = world;
    const bus = await fleetViews.find(id);
    if (!bus) throw busUnknown();
    return { ...showBus(world)(bus), allDocuments: await wholeList((page) => documentViews.list(id, page)) };
  };

export type ViewAnySeatMap = ReturnType<typeof viewAnySeatMap>;

/** The seat map of any company's bus; null if the bus has none. */
export const viewAnySeatMap =
  ({ fleetViews }: { readonly fleetViews: Pick<FleetViews, 'seatMap'> }) =>
  async (id: BusId): Promise<SeatMap | null> => {
    const map = await fleetViews.seatMap(id);
    if (map === undefined) throw busUnknown();
    return map;
  };

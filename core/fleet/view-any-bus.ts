import type { DocumentViews } from './document-ports.ts';
import type { DocumentOnRecord } from './documents.ts';
import type { FleetViews } from './ports.ts';
import { busUnknown } from './refusals.ts';
import { type ShowNeeds, type ShownBus, showBus } from './shown-bus.ts';
import type { SeatMap } from './seat-layout.ts';
import type { BusId } from '../kernel/ids.ts';
import { wholeList } from '../kernel/page.ts';

interface Needs extends ShowNeeds {
  readonly fleetViews: Pick<FleetViews, 'find'>;
  readonly documentViews: Pick<DocumentViews, 'list'>;
}

/** A bus with all its documents, newest first. */
export interface BusWithDocuments extends ShownBus {
  readonly allDocuments: readonly DocumentOnRecord[];
}

export type ViewAnyBus = ReturnType<typeof viewAnyBus>;

/** Any company's bus. */
export const viewAnyBus =
  ({ fleetViews, documentViews, ...needs }: Needs) =>
  async (id: BusId): Promise<BusWithDocuments> => {
    const bus = await fleetViews.find(id);
    if (!bus) throw busUnknown();
    return { ...showBus(needs)(bus), allDocuments: await wholeList((page) => documentViews.list(id, page)) };
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

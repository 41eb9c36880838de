import type { DocumentViews } from '../fleet/document-ports.ts';
import type { DocumentOnRecord } from '../fleet/documents.ts';
import type { FleetViews } from '../fleet/ports.ts';
import { busUnknown } from '../fleet/refusals.ts';
import { showBus } from '../fleet/shown-bus.ts';
import type { SeatMap } from '../fleet/seat-layout.ts';
import type { ShowNeeds, ShownBus } from '../fleet/shown-bus.ts';
import type { BusId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';

interface Needs extends ShowNeeds {
  readonly fleetViews: Pick<FleetViews, 'find'>;
  readonly documentViews: Pick<DocumentViews, 'list'>;
}

/** A bus with all its documents, newest first. */
export interface BusWithDocuments extends ShownBus {
  readonly allDocuments: readonly DocumentOnRecord[];
}

const AT_ONCE = 100;

export type ViewAnyBus = ReturnType<typeof viewAnyBus>;

/** A bus of whatever company. */
export const viewAnyBus =
  ({ fleetViews, documentViews, ...needs }: Needs) =>
  async (id: BusId): Promise<BusWithDocuments> => {
    const bus = await fleetViews.find(id);
    if (!bus) throw busUnknown();
    return { ...showBus(needs)(bus), allDocuments: await allOf(documentViews, id) };
  };

export type ViewAnySeatMap = ReturnType<typeof viewAnySeatMap>;

/** The seat map of a bus of whatever company; null if it has none. */
export const viewAnySeatMap =
  ({ fleetViews }: { readonly fleetViews: Pick<FleetViews, 'seatMap'> }) =>
  async (id: BusId): Promise<SeatMap | null> => {
    const map = await fleetViews.seatMap(id);
    if (map === undefined) throw busUnknown();
    return map;
  };

async function allOf(documentViews: Needs['documentViews'], id: BusId): Promise<readonly DocumentOnRecord[]> {
  const all: DocumentOnRecord[] = [];
  for (let page: Page | undefined = { limit: AT_ONCE }; page;) {
    const { rows, next }: Listing<DocumentOnRecord> = await documentViews.list(id, page);
    all.push(...rows);
    page = next && { limit: AT_ONCE, after: next };
  }
  return all;
}

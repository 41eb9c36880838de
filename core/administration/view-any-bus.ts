import type { DocumentViews } from '../fleet/document-ports.ts';
import type { DocumentOnRecord } from '../fleet/documents.ts';
import type { FleetViews } from '../fleet/ports.ts';
import { busUnknown } from '../fleet/refusals.ts';
import { showBus } from '../fleet/shown-bus.ts';
import type { ShowNeeds, ShownBus } from '../fleet/shown-bus.ts';
import type { BusId } from '../kernel/ids.ts';

interface Needs extends ShowNeeds {
  readonly fleetViews: Pick<FleetViews, 'find'>;
  readonly documentViews: Pick<DocumentViews, 'list'>;
}

/** A bus with all its documents, newest first. */
export interface BusWithDocuments extends ShownBus {
  readonly allDocuments: readonly DocumentOnRecord[];
}

/** More than any bus has. */
const EVERY = 1_000;

export type ViewAnyBus = ReturnType<typeof viewAnyBus>;

/** A bus of whatever company. */
export const viewAnyBus =
  ({ fleetViews, documentViews, ...needs }: Needs) =>
  async (id: BusId): Promise<BusWithDocuments> => {
    const bus = await fleetViews.find(id);
    if (!bus) throw busUnknown();
    const { rows } = await documentViews.list(id, { limit: EVERY });
    return { ...showBus(needs)(bus), allDocuments: rows };
  };

import type { DocumentViews } from '../fleet/document-ports.ts';
import type { DocumentOnRecord } from '../fleet/documents.ts';
import type { FleetBus, FleetViews } from '../fleet/ports.ts';
import { showBus } from '../fleet/shown-bus.ts';
import type { ShowNeeds, ShownBus } from '../fleet/shown-bus.ts';
import { LARGEST_ID } from '../kernel/ids.ts';
import type { BusId } from '../kernel/ids.ts';
import { listingOf } from '../kernel/page.ts';
import type { Listing, Page, Position } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';

interface Needs extends ShowNeeds {
  readonly fleetViews: Pick<FleetViews, 'waiting' | 'some'>;
  readonly documentViews: Pick<DocumentViews, 'waiting'>;
}

/** A bus, or one of its documents, that an administrator has to look at. */
export interface Review {
  readonly kind: 'bus' | 'document';
  readonly bus: ShownBus;
  /** Null if it is the bus that waits. */
  readonly document: DocumentOnRecord | null;
  readonly waitingSince: Instant;
}

export type ListReviews = ReturnType<typeof listReviews>;

/** What waits for a review, the longest first; at the same moment buses come before documents. */
export const listReviews =
  ({ fleetViews, documentViews, ...needs }: Needs) =>
  async (page: Page): Promise<Listing<Review>> => {
    const [buses, documents] = await Promise.all([
      fleetViews.waiting(behind(page, 'bus')),
      documentViews.waiting(behind(page, 'document')),
    ]);
    const waiting = [...buses.rows.map(ofBus), ...documents.rows.map(ofDocument)].sort(byPosition);
    const { rows, next } = listingOf(waiting, page, positionOf);
    const documented = await fleetViews.some(rows.flatMap(({ document }) => document?.busId ?? []));
    return { rows: rows.flatMap((one) => toReview(one, documented, showBus(needs))), next };
  };

type Waiting = Omit<Review, 'bus'> & { readonly id: number; readonly bus: FleetBus | undefined };

const ofBus = (bus: FleetBus): Waiting => ({
  kind: 'bus',
  id: bus.id,
  bus,
  document: null,
  waitingSince: bus.waitingSince ?? bus.createdAt,
});

const ofDocument = (document: DocumentOnRecord): Waiting => ({
  kind: 'document',
  id: document.id,
  bus: undefined,
  document,
  waitingSince: document.uploadedAt,
});

function toReview(
  { kind, bus, document, waitingSince }: Waiting,
  documented: ReadonlyMap<BusId, FleetBus>,
  show: (bus: FleetBus) => ShownBus,
): readonly Review[] {
  const found = bus ?? (document ? documented.get(document.busId) : undefined);
  return found ? [{ kind, bus: show(found), document, waitingSince }] : [];
}

const positionOf = ({ waitingSince, kind, id }: Waiting): Position => [waitingSince, kind, id];

const byPosition = (one: Waiting, other: Waiting): number =>
  one.waitingSince - other.waitingSince || (one.kind === other.kind ? one.id - other.id : one.kind === 'bus' ? -1 : 1);

/**
 * Where the page begins among those of one kind: behind all buses of a moment come its documents. One more is asked
 * for than the page holds, since it may be full of one kind.
 */
function behind({ limit, after }: Page, kind: Review['kind']): Page {
  const [since, last, id] = after ?? [];
  if (since === undefined || last === undefined || id === undefined) return { limit: limit + 1 };
  const begin = last === kind ? id : kind === 'bus' ? LARGEST_ID : 0;
  return { limit: limit + 1, after: [since, begin] };
}

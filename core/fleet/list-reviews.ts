import type { DocumentOnRecord } from './documents.ts';
import type { FleetBus } from './ports.ts';
import { type ShownBus, showBus } from './view-buses.ts';
import { type BusId, LARGEST_ID } from '../kernel/ids.ts';
import { type Listing, type Page, type Position, listingOf } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { FleetWorld } from './world.ts';

/** A bus or a document that waits for an administrator's review. */
export interface Review {
  readonly kind: 'bus' | 'document';
  readonly bus: ShownBus;
  /** The waiting document; null if the bus itself waits. */
  readonly document: DocumentOnRecord | null;
  readonly waitingSince: Instant;
}

export type ListReviews = ReturnType<typeof listReviews>;

/**
 * Lists open reviews, the longest waiting first. If a bus and a document wait since the same moment, the bus comes
 * first.
 */
export const listReviews =
  (world: FleetWorld) =>
  async (page: Page): Promise<Listing<Review>> => {
    const { fleetViews, documentViews } = world;
    const [buses, documents] = await Promise.all([
      fleetViews.waiting(behind(page, 'bus')),
      documentViews.waiting(behind(page, 'document')),
    ]);
    const waiting = [...buses.rows.map(ofBus), ...documents.rows.map(ofDocument)].sort(byPosition);
    const { rows, next } = listingOf(waiting, page, positionOf);
    const documented = await fleetViews.some(rows.flatMap(({ document }) => document?.busId ?? []));
    return { rows: rows.flatMap((one) => toReview(one, documented, showBus(world))), next };
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
 * Converts a page request for the list of buses and documents together into a page request for one `kind`. In that
 * list, buses come before documents with the same moment. The limit grows by one, to see whether more rows follow.
 */
function behind({ limit, after }: Page, kind: Review['kind']): Page {
  const [since, last, id] = after ?? [];
  if (since === undefined || last === undefined || id === undefined) return { limit: limit + 1 };
  const begin = last === kind ? id : kind === 'bus' ? LARGEST_ID : 0;
  return { limit: limit + 1, after: [since, begin] };
}

import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import type { CrewTrip } from './crew-trip.ts';
import { type ManifestBooking, inBoardingOrder } from './manifest.ts';
import { type ManifestStop, manifestStops } from './manifest-stops.ts';
import { ticketHashOf } from './find-tickets.ts';
import type { BoardingWorld } from './world.ts';

/**
 * The reader of a manifest. The crew on board may read trips of certain days only. A member of staff in the office may
 * read all of the company's trips.
 */
export interface ManifestReader {
  readonly operatorId: OperatorId;
  readonly isOnBoard: boolean;
}

export type HashedBooking = ManifestBooking & { readonly ticketHash: string };

/** The passengers with a ticket for a trip, in a form that a phone can use without a signal. */
export interface Manifest {
  readonly trip: CrewTrip;
  readonly revision: number;
  readonly generatedAt: Instant;
  /** Bookings in the order of boarding. */
  readonly bookings: readonly HashedBooking[];
  /**
   * Bookings that ended with the cancellation of the trip, in the order of boarding. Empty for readers on board.
   */
  readonly ended: readonly HashedBooking[];
  /** All stops of the trip, the first and the last included. */
  readonly stops: readonly ManifestStop[];
  /** Hashes of tickets that were valid once but are no longer valid. */
  readonly revoked: readonly string[];
}

export type ViewManifest = ReturnType<typeof viewManifest>;

/** Reads the manifest of a trip. */
export const viewManifest =
  (world: BoardingWorld) =>
  async (reader: ManifestReader, id: TripId): Promise<Manifest> => {
    const { clock, calendar, manifests } = world;
    const now = clock();
    const found = await manifests.find(id);
    if (!found || !mayRead(calendar, reader, found.trip, now)) throw noSuchTrip();
    const bookings = inBoardingOrder(found);
    const ended = reader.isOnBoard ? [] : inBoardingOrder({ ...found, bookings: found.ended });
    const hashed = (booking: ManifestBooking) => ({ ...booking, ticketHash: ticketHashOf(world, booking) });
    return {
      trip: found.trip,
      revision: found.revision,
      generatedAt: now,
      bookings: bookings.map(hashed),
      ended: ended.map(hashed),
      stops: manifestStops(found, bookings),
      revoked: found.revoked.map((booking) => ticketHashOf(world, booking)),
    };
  };

export type ViewManifestRevision = ReturnType<typeof viewManifestRevision>;

/** Reads only the revision of a manifest, for a phone that may already have the current manifest. */
export const viewManifestRevision =
  ({ clock, calendar, manifests }: BoardingWorld) =>
  async (reader: ManifestReader, id: TripId): Promise<number> => {
    const found = await manifests.revision(id);
    if (!found || !mayRead(calendar, reader, found, clock())) throw noSuchTrip();
    return found.revision;
  };

const [FIRST_DAY, LAST_DAY] = [-1, 7];

/**
 * Whether the reader may read a trip's manifest. The crew may read trips that depart between yesterday and a week
 * ahead, in local days.
 */
function mayRead(
  calendar: BoardingWorld['calendar'],
  { operatorId, isOnBoard }: ManifestReader,
  trip: Pick<CrewTrip, 'operatorId' | 'departsAt'>,
  now: Instant,
): boolean {
  if (trip.operatorId !== operatorId) return false;
  if (!isOnBoard) return true;
  const [today, day] = [calendar.date(now), calendar.date(trip.departsAt)];
  return day >= calendar.dateAfter(today, FIRST_DAY) && day <= calendar.dateAfter(today, LAST_DAY);
}

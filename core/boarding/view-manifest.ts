import type { Calendar } from '../kernel/calendar.ts';
import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import type { CrewTrip } from './crew-trip.ts';
import { type ManifestBooking, type ManifestViews, inBoardingOrder } from './manifest.ts';
import { type TicketHashing, ticketHashOf } from './find-tickets.ts';

interface Needs extends TicketHashing {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'date' | 'dateAfter'>;
  readonly manifests: ManifestViews;
}

/** A reader from a company: a crew on board, limited to the trips of these days, or a member in the office. */
export interface ManifestReader {
  readonly operatorId: OperatorId;
  readonly isOnBoard: boolean;
}

/** The passengers with a ticket for a trip, as a phone without signal needs them. */
export interface Manifest {
  readonly trip: CrewTrip;
  readonly revision: number;
  readonly generatedAt: Instant;
  /** Bookings in the order in which their passengers get on. */
  readonly bookings: readonly (ManifestBooking & { readonly ticketHash: string })[];
  /** Hashes of tickets that were good once. */
  readonly revoked: readonly string[];
}

export type ViewManifest = ReturnType<typeof viewManifest>;

/** The manifest of a trip. */
export const viewManifest =
  ({ clock, calendar, manifests, ...hashing }: Needs) =>
  async (reader: ManifestReader, id: TripId): Promise<Manifest> => {
    const now = clock();
    const found = await manifests.find(id);
    if (!found || !mayRead(calendar, reader, found.trip, now)) throw noSuchTrip();
    return {
      trip: found.trip,
      revision: found.revision,
      generatedAt: now,
      bookings: inBoardingOrder(found).map((booking) => ({ ...booking, ticketHash: ticketHashOf(hashing, booking) })),
      revoked: found.revoked.map((booking) => ticketHashOf(hashing, booking)),
    };
  };

export type ViewManifestRevision = ReturnType<typeof viewManifestRevision>;

/** Returns the revision alone, for a phone that may have this manifest already. */
export const viewManifestRevision =
  ({ clock, calendar, manifests }: Pick<Needs, 'clock' | 'calendar' | 'manifests'>) =>
  async (reader: ManifestReader, id: TripId): Promise<number> => {
    const found = await manifests.revision(id);
    if (!found || !mayRead(calendar, reader, found, clock())) throw noSuchTrip();
    return found.revision;
  };

const [FIRST_DAY, LAST_DAY] = [-1, 7];

/** Allows the crew trips from yesterday to a week ahead, by the local day of departure. */
function mayRead(
  calendar: Needs['calendar'],
  { operatorId, isOnBoard }: ManifestReader,
  trip: Pick<CrewTrip, 'operatorId' | 'departsAt'>,
  now: Instant,
): boolean {
  if (trip.operatorId !== operatorId) return false;
  if (!isOnBoard) return true;
  const [today, day] = [calendar.date(now), calendar.date(trip.departsAt)];
  return day >= calendar.dateAfter(today, FIRST_DAY) && day <= calendar.dateAfter(today, LAST_DAY);
}

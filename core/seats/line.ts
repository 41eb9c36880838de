import type { SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { TripRepo } from '../trips/ports.ts';
import type { Section } from '../trips/sections.ts';
import type { Trip } from '../trips/trip.ts';

/** The people who wait for seats. The area `line` implements it. */
export interface Line {
  /**
   * Offers what is free on a trip to those who wait, and locks the trip's line until the transaction ends. The trip
   * must be locked, at least by `findForSale`. Returns seats that nobody may take now, because another transaction is
   * about to free them for the line.
   */
  serve(trip: TripId, now: Instant): Promise<ReadonlySet<SeatNumber>>;
  /**
   * Ends the offer of places that a person has on a section, if it is for at least `count` places. The person then
   * takes them in the same transaction. Cheap if the person has none.
   */
  redeemPlaces(user: UserId, place: PlacesToRedeem, now: Instant): Promise<void>;
}

interface PlacesToRedeem {
  readonly tripId: TripId;
  readonly count: number;
  /** Undefined on a trip without intermediate stops. */
  readonly section: Section | undefined;
}

const NONE: ReadonlySet<SeatNumber> = new Set();

/**
 * Serves those who wait for a trip, before anybody else takes its seats. Whoever takes seats calls this, or
 * `findServed`, after the trip is locked and before the seats are. It costs nothing on a trip that nobody waits for.
 */
export const serveFirst = async (
  { line }: { readonly line: Pick<Line, 'serve'> },
  { id, hasWaits }: Pick<Trip, 'id' | 'hasWaits'>,
  now: Instant,
): Promise<ReadonlySet<SeatNumber>> => (hasWaits ? line.serve(id, now) : NONE);

/** A trip that is locked for a sale. */
export interface ServedTrip {
  /** Undefined if the trip does not exist. */
  readonly trip: Trip | undefined;
  /** Seats that nobody may take now, see `Line.serve`. A hold on such a seat can still be redeemed. */
  readonly busy: ReadonlySet<SeatNumber>;
}

/** Finds a trip for a sale, see `findForSale`, and serves those who wait for it. */
export async function findServed(
  stores: { readonly trips: Pick<TripRepo, 'findForSale'>; readonly line: Pick<Line, 'serve'> },
  id: TripId,
  clock: Clock,
): Promise<ServedTrip> {
  const trip = await stores.trips.findForSale(id);
  return { trip, busy: trip ? await serveFirst(stores, trip, clock()) : NONE };
}

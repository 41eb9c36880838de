import { isActive } from '../bookings/booking.ts';
import type { OperatorId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { tripUnknown } from '../trips/refusals.ts';
import { type BusPosition, positionAt } from './estimate.ts';
import type { Progress } from './evidence.ts';
import { noPosition } from './refusals.ts';
import type { Tracked } from './track-trip.ts';
import type { RoadWorld } from './world.ts';

/** A person who asks where a bus is. */
export interface Onlooker {
  /** The token of a ticket. A token that is not good counts as none. */
  readonly ticket?: string | undefined;
  /** The company in whose staff the person is. */
  readonly staffOf?: OperatorId | undefined;
}

export interface ShownPosition {
  readonly tripId: TripId;
  readonly position: BusPosition;
  /** Whether the answer has more than strangers may see. Caches must not store it. */
  readonly isPrivate: boolean;
}

/** The position as strangers see it, if the company shows positions to holders of tickets alone. */
const withoutSpot = (position: BusPosition, { evidence }: Progress): BusPosition => ({
  ...position,
  // The moment of a hidden point would tell that the bus was seen off its road.
  at: evidence?.at ?? null,
  fix: null,
  progress: null,
});

/** The state of the bus of a trip that is not cancelled. */
export const knownPosition = ({ trip, road, known }: Tracked, now: Instant): BusPosition | undefined =>
  trip.status === 'CANCELLED' ? undefined : positionAt(road, known, now);

export type ViewPosition = ReturnType<typeof viewPosition>;

/** Tells where the bus of a trip is, and when it comes to the stops ahead. */
export const viewPosition =
  (world: RoadWorld) =>
  async (id: TripId, { ticket, staffOf }: Onlooker): Promise<ShownPosition> => {
    const now = world.clock();
    const tracked = await world.findTracked(id, now);
    if (!tracked) throw tripUnknown();
    const { trip, mode } = tracked;
    const isPrivate = trip.operatorId === staffOf || (ticket !== undefined && (await isHolder(world, ticket, id, now)));
    const position = knownPosition(tracked, now);
    if (!position) throw noPosition();
    const isHidden = mode === 'TICKETS' && !isPrivate;
    return { tripId: id, position: isHidden ? withoutSpot(position, tracked.known) : position, isPrivate };
  };

/** Whether a token is that of a ticket for a trip, whose booking is active. */
async function isHolder(
  { ticketTokens, officeBookings }: RoadWorld,
  token: string,
  id: TripId,
  now: Instant,
): Promise<boolean> {
  const ticket = ticketTokens.open(token, now);
  const booking = ticket && (await officeBookings.find(ticket.bookingId));
  return booking?.code === ticket?.bookingCode && booking?.tripId === id && isActive(booking.status);
}

import { isTicketed } from '../bookings/booking.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import { type Instant, hoursAfter } from '../kernel/time.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { type BusPosition, UNKNOWN_POSITION } from '../road/estimate.ts';
import { estimatedArrival } from '../road/evidence.ts';
import { tripArrived } from '../road/refusals.ts';
import type { FindTracked, Tracked } from '../road/track-trip.ts';
import { knownPosition } from '../road/view-position.ts';
import { liveLinkUnknown, notTicketed, ticketUnknown } from './refusals.ts';
import { LINK_LETTERS } from './ticket-links.ts';
import type { TicketWorld } from './world.ts';

/** A link by which anybody may follow the bus of a booking. */
export interface LiveLink {
  readonly url: string;
  /** The link is dead from this moment on. It moves with the estimated arrival. */
  readonly until: Instant;
}

/** The journey that a live link shows. It names no passenger, seat, code or place of getting on. */
export interface LiveJourney {
  readonly position: BusPosition;
  readonly tripId: OfficeBooking['tripId'];
  /** The cities of all stops, in the order of travel. */
  readonly cities: readonly string[];
  readonly bus: { readonly name: string; readonly registrationNo: string; readonly type: string };
  readonly companyName: string;
  /** The stop at which the passengers of the booking get off. */
  readonly toStop: number;
}

const LENGTH = 16;
const isCode = new RegExp(`^[${LINK_LETTERS}]{${LENGTH}}$`);

/** A link lives for so many hours after the estimated arrival. */
const LIVES_HOURS = 3;

/** The person who shares a journey: the passenger who booked, or whoever holds the ticket. */
export type Sharer = { readonly passenger: UserId; readonly bookingId: BookingId } | { readonly ticketToken: string };

export type ShareJourney = ReturnType<typeof shareJourney>;

/** Makes the live link of a booking, or finds the one that it has. */
export const shareJourney =
  (world: TicketWorld) =>
  async (sharer: Sharer): Promise<LiveLink> => {
    const { clock, random, transact, findTracked, baseUrl } = world;
    const now = clock();
    const booking = await sharedBooking(world, sharer, now);
    if (!isTicketed(booking.status)) throw notTicketed(booking.status);
    const until = lastMoment(booking, await trackedBus(findTracked, booking, now), now);
    if (now >= until) throw tripArrived();
    const code = await transact(({ liveLinks }) => liveLinks.codeOf(booking.id, random.letters(LINK_LETTERS, LENGTH)));
    return { url: `${baseUrl}/live/${code}`, until };
  };

export type StopSharing = ReturnType<typeof stopSharing>;

/** Ends the live link of a booking. The next one has another code. */
export const stopSharing =
  (world: TicketWorld) =>
  async (sharer: Sharer): Promise<void> => {
    const { id } = await sharedBooking(world, sharer, world.clock());
    await world.transact(({ liveLinks }) => liveLinks.end(id));
  };

export type FollowJourney = ReturnType<typeof followJourney>;

/** Shows the journey of a live link. A link of a booking that has ended is as unknown as one that never was. */
export const followJourney =
  ({ clock, findLiveLink, officeBookings, findTracked }: TicketWorld) =>
  async (text: string): Promise<LiveJourney> => {
    const now = clock();
    const code = text.toLowerCase();
    const id = isCode.test(code) ? await findLiveLink(code) : undefined;
    const booking = id === undefined ? undefined : await officeBookings.find(id);
    if (!booking || !isTicketed(booking.status)) throw liveLinkUnknown();
    const tracked = await trackedBus(findTracked, booking, now);
    if (now >= lastMoment(booking, tracked, now)) throw liveLinkUnknown();
    const { trip, companyName, section } = booking;
    return {
      position: knownPosition(tracked, now) ?? UNKNOWN_POSITION,
      tripId: booking.tripId,
      cities: tracked.road.stops.map(({ city }) => city),
      bus: { name: trip.busName, registrationNo: trip.registrationNo, type: trip.busType },
      companyName,
      toStop: section.to,
    };
  };

async function sharedBooking(
  { officeBookings, ticketTokens }: TicketWorld,
  sharer: Sharer,
  now: Instant,
): Promise<OfficeBooking> {
  if ('passenger' in sharer) {
    const booking = await officeBookings.find(sharer.bookingId);
    if (booking?.userId !== sharer.passenger) throw bookingUnknown();
    return booking;
  }
  const ticket = ticketTokens.open(sharer.ticketToken, now);
  const booking = ticket && (await officeBookings.find(ticket.bookingId));
  if (!booking || booking.code !== ticket.bookingCode) throw ticketUnknown();
  return booking;
}

async function trackedBus(findTracked: FindTracked, { tripId }: OfficeBooking, now: Instant): Promise<Tracked> {
  const tracked = await findTracked(tripId, now);
  if (!tracked) throw new Error(`The trip ${tripId} of a booking is gone.`);
  return tracked;
}

const lastMoment = ({ section }: OfficeBooking, { road, known }: Tracked, now: Instant): Instant =>
  hoursAfter(estimatedArrival(road, known, now, section.to), LIVES_HOURS);

import { type BookingStatus, isOwnedBy, isTicketed } from '../bookings/booking.ts';
import type { BookingId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';
import type { CrewMember } from '../trips/crew.ts';
import type { PlacedInTime } from '../trips/points.ts';
import type { Section } from '../trips/sections.ts';
import { hasArrived } from '../trips/trip.ts';
import { ticketTokenOf } from '../bookings/ticket-token.ts';
import type { SellingAgent } from './ports.ts';
import { sellingAgent, ticketUrlOf } from './ticket.ts';
import { noSuchTicket, notTicketed, ticketUnknown } from './refusals.ts';
import type { TicketWorld } from './world.ts';

/** The public facts about a ticket, for everybody who can read its QR code. */
export interface TicketStatus {
  readonly bookingCode: string;
  readonly bookingStatus: BookingStatus;
  readonly tripId: TripId;
  /** The stops between which the ticket is good. */
  readonly section: Section;
  /** The seat numbers, ordered; empty on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  readonly sourceCity: string;
  readonly destinationCity: string;
  readonly departsAt: Instant;
  readonly busName: string;
  readonly registrationNo: string;
  /** The first passenger's boarding point; empty when not given. */
  readonly boardingPoint: string;
  /** The place and time at which the first passenger gets on. */
  readonly gettingOn: PlacedInTime;
  readonly companyName: string;
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
  /** The agent that sold the ticket; null unless an agent did. */
  readonly soldBy: SellingAgent | null;
  /** The crew on board. Given only for a valid ticket, from the day of departure on; otherwise empty. */
  readonly crew: readonly CrewMember[];
  /** The passenger's name. Null once the booking has ended without a journey, to protect the passenger's privacy. */
  readonly passengerName: string | null;
  /** Whether the ticket entitles its holder to this trip. */
  readonly isValid: boolean;
  /** The booking that replaces this one; null unless it was changed to another trip. */
  readonly changedTo: NewTicket | null;
}

/** The booking in which a chain of changes ends. */
export interface NewTicket {
  readonly bookingCode: string;
  readonly departsAt: Instant;
  /** The address of the new ticket. Null for anybody but the passenger who owns the booking. */
  readonly url: string | null;
}

const GOOD: readonly BookingStatus[] = ['CONFIRMED', 'CHECKED_IN'];

export type ViewTicketStatus = ReturnType<typeof viewTicketStatus>;

/** The status of a ticket whose QR code was read. `reader` is the signed-in user, if any. */
export const viewTicketStatus =
  (world: TicketWorld) =>
  async (token: string, reader?: UserId): Promise<TicketStatus> => {
    const { clock, calendar, officeBookings, boardingPlaces } = world;
    const now = clock();
    const ticket = world.ticketTokens.open(token, now);
    const booking = ticket && (await officeBookings.find(ticket.bookingId));
    // The code is compared, because after a restore from a backup another booking may have this id.
    if (!booking || booking.code !== ticket.bookingCode) throw ticketUnknown();
    const status = statusOf(booking, now);
    const isTheDay = calendar.date(now) >= calendar.date(booking.trip.departsAt);
    const newest = await newestOf(officeBookings, booking);
    const isOwn = newest && reader !== undefined && isOwnedBy(newest, reader);
    return {
      ...status,
      gettingOn: { ...booking.gettingOn, place: await boardingPlaces.of(booking.id) },
      crew: status.isValid && isTheDay ? booking.trip.crew : [],
      changedTo: newest && {
        bookingCode: newest.code,
        departsAt: newest.trip.departsAt,
        url: isOwn ? ticketUrlOf(world, newest) : null,
      },
    };
  };

/** Follows the changes of a booking to the newest booking. Null if the booking was never changed to another trip. */
async function newestOf(
  officeBookings: Pick<OfficeBookings, 'find'>,
  { changed }: Pick<OfficeBooking, 'changed'>,
): Promise<OfficeBooking | null> {
  const next = changed.to && (await officeBookings.find(changed.to.id));
  return next ? ((await newestOf(officeBookings, next)) ?? next) : null;
}

const statusOf = (
  { code, status, seats, trip, contact, ...booking }: OfficeBooking,
  now: Instant,
): Omit<TicketStatus, 'gettingOn' | 'crew' | 'changedTo'> => ({
  bookingCode: code,
  bookingStatus: status,
  tripId: booking.tripId,
  section: booking.section,
  seats: seats.map(({ seat }) => seat),
  sourceCity: trip.sourceCity,
  destinationCity: trip.destinationCity,
  departsAt: trip.departsAt,
  busName: trip.busName,
  registrationNo: trip.registrationNo,
  boardingPoint: seats[0]?.boardingPoint ?? '',
  companyName: booking.companyName,
  companyPhone: booking.companyPhone,
  soldBy: sellingAgent(booking),
  passengerName: isTicketed(status) ? contact.name : null,
  isValid: GOOD.includes(status) && trip.status === 'ACTIVE' && !hasArrived(trip, now),
});

export type ViewTicketToken = ReturnType<typeof viewTicketToken>;

/** The content of the QR code of a ticket that a passenger is shown. A page can show the code without the PDF. */
export const viewTicketToken =
  (world: TicketWorld) =>
  async (passenger: UserId, bookingId: BookingId): Promise<string> => {
    const { clock, bookingViews } = world;
    const booking = await bookingViews.findShown(bookingId, passenger, clock());
    if (!booking) throw noSuchTicket();
    if (!isTicketed(booking.status)) throw notTicketed(booking.status);
    return ticketTokenOf(world, booking);
  };

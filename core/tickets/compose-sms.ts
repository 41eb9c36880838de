import { bookingPageOf, isClosed, isTicketed } from '../bookings/booking.ts';
import type { CancelledPart } from '../bookings/cancelled-part.ts';
import { NOTHING } from '../kernel/money.ts';
import { moneyBackOf } from '../payments/about-booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { smsNumberOf } from '../payments/sms-number.ts';
import type { BookingSms, ComposedSms, OfferSms, QueuedSms, Sms, SmsKind } from '../platform/sms.ts';
import type { BoardingFact, BookingSmsFacts } from '../platform/sms-facts.ts';
import { partsOf } from '../platform/sms-parts.ts';
import { ticketCodeOf } from './ticket-links.ts';
import type { TicketWorld } from './world.ts';

export type ComposeSms = ReturnType<typeof composeSms>;

/**
 * Writes a queued text message from the booking's present state, so that a delayed message is still correct. Undefined
 * if the news no longer applies, or nobody gets it as a text message. Messages about a journey expire when the trip
 * arrives, reminders when it departs, and those about a late bus as they were queued.
 */
export const composeSms =
  (needs: TicketWorld) =>
  async (sms: QueuedSms): Promise<ComposedSms | undefined> => {
    if (sms.kind === 'CODE') return { sms: textOf(sms.kind, sms.to, needs.writeSms(sms)) };
    if (sms.kind === 'ACCOUNT') return { sms: textOf('ACCOUNT_CHANGED', sms.to, needs.writeSms(sms)) };
    if (sms.kind === 'DOOR') return { sms: textOf(sms.kind, sms.to, needs.writeSms(sms)) };
    if (sms.kind === 'OFFERED') return offerText(needs, sms);
    const booking = await needs.officeBookings.find(sms.bookingId);
    const to = booking && smsNumberOf(booking, sms.kind);
    if (!booking || to === undefined || !isStillNews(sms.kind, booking)) return undefined;
    const text = needs.writeSms({ ...sms, ...(await factsOf(needs, booking, sms)) });
    const { departsAt, arrivesAt } = booking.trip;
    // A late bus may still be on its way at its planned arrival, so the expiry of that message stays as it was queued.
    const endsWithTrip = ABOUT_JOURNEY.includes(sms.kind) && sms.kind !== 'LATE';
    const expiresAt = sms.kind === 'REMINDER' ? departsAt : arrivesAt;
    return { sms: textOf(sms.kind, to, text), ...(endsWithTrip && { expiresAt }) };
  };

/** The text message about an offer; undefined if the offer has ended, or the person has another one now. */
async function offerText(needs: TicketWorld, sms: OfferSms): Promise<ComposedSms | undefined> {
  const wait = await needs.waitViews.find(sms.waitId, needs.clock());
  const offer = wait?.offer;
  const isOffered = offer && needs.calendar.text(offer.until) === sms.until && offer.seats.join() === sms.seats.join();
  return isOffered ? { sms: textOf(sms.kind, sms.to, needs.writeSms(sms)) } : undefined;
}

const textOf = (kind: SmsKind, to: string, text: string): Sms => ({ kind, to, text, parts: partsOf(text) });

/**
 * Whether the text message still matters to its reader. If the booking was cancelled in the meantime, another message
 * says so.
 */
function isStillNews(kind: BookingSms['kind'], { status, trip }: OfficeBooking): boolean {
  switch (kind) {
    case 'CONFIRMED':
      return isTicketed(status);
    case 'LATE':
      return status === 'CONFIRMED' && trip.status === 'ACTIVE';
    case 'REMINDER':
    case 'RETIMED':
    case 'BUS_CHANGED':
      return !isClosed(status) && trip.status === 'ACTIVE';
    default:
      return true;
  }
}

/** Kinds of text messages about a future journey. */
const ABOUT_JOURNEY: readonly SmsKind[] = ['CONFIRMED', 'REMINDER', 'RETIMED', 'LATE', 'BUS_CHANGED'];

/** Kinds of text messages that name the place to get on. */
const TELLS_PLACE: readonly SmsKind[] = ['CONFIRMED', 'REMINDER'];

async function factsOf(needs: TicketWorld, booking: OfficeBooking, sms: BookingSms): Promise<BookingSmsFacts> {
  const { kind } = sms;
  const part = partOf(sms, booking);
  const { calendar, passengerClientBase } = needs;
  const refund = kind === 'CANCELLED' ? refundOf(booking, needs, part) : null;
  const { language, code, trip, seats, seatsCount, companyName, companyPhone } = booking;
  return {
    language,
    bookingCode: code,
    sourceCity: trip.sourceCity,
    destinationCity: trip.destinationCity,
    departure: calendar.text(trip.departsAt),
    registrationNo: trip.registrationNo,
    seats: part ? part.seats.flatMap((seat) => seat ?? []) : seats.map(({ seat }) => seat),
    seatsCount: part?.seats.length ?? seatsCount,
    boarding: TELLS_PLACE.includes(kind) ? boardingOf(needs, booking) : null,
    ticketCode: ABOUT_JOURNEY.includes(kind) ? await ticketCodeOf(needs, booking.id) : null,
    page: bookingPageOf(passengerClientBase, booking),
    isTicketValid: isValid(booking),
    companyName,
    companyPhone,
    agentName: booking.soldBy?.name ?? null,
    refund: booking.soldBy === null ? refund : null,
    agentPaysBack: booking.soldBy !== null && refund !== null,
  };
}

/** Whether passengers may still travel with the ticket. */
const isValid = ({ status, trip }: Pick<OfficeBooking, 'status' | 'trip'>): boolean =>
  isTicketed(status) && status !== 'COMPLETED' && trip.status === 'ACTIVE';

function boardingOf({ calendar }: TicketWorld, { gettingOn, seats }: OfficeBooking): BoardingFact | null {
  const point = seats[0]?.boardingPoint ?? '';
  if (point === '') return null;
  return { point, time: gettingOn.at === null ? null : calendar.text(gettingOn.at).slice(-5) };
}

/** The cancelled part of the booking that a text message is about. */
const partOf = (sms: BookingSms, { parts }: OfficeBooking): CancelledPart | undefined =>
  sms.kind === 'CANCELLED' && sms.part !== undefined ? parts[sms.part] : undefined;

function refundOf(
  booking: OfficeBooking,
  needs: TicketWorld,
  part: CancelledPart | undefined,
): BookingSmsFacts['refund'] {
  const { refund, goesTo, account } = moneyBackOf(booking, needs, part);
  return refund === NOTHING ? null : { amount: refund, asksForAccount: goesTo === 'ACCOUNT' && account === null };
}

import type { CancelledPart } from '../bookings/cancelled-part.ts';
import type { Canceller } from '../bookings/ports.ts';
import type { BookingCancelledMail } from '../platform/booking-mails.ts';
import type { BookingId } from '../kernel/ids.ts';
import { NOTHING } from '../kernel/money.ts';
import { aboutBooking, moneyBackOf } from '../payments/about-booking.ts';
import { calendarEntriesOf } from '../payments/calendar-entry.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import type { MailingWorld } from '../payments/world.ts';
import type { ChangeWorld } from './world.ts';

/**
 * The mail to a customer whose booking the company or the service cancelled. The mail also states the refund. Undefined
 * if the customer's address is unknown.
 */
export async function cancellationMail(
  world: ChangeWorld,
  bookingId: BookingId,
): Promise<BookingCancelledMail | undefined> {
  const { calendar, officeBookings, passengerClientBase } = world;
  const booking = await officeBookings.find(bookingId);
  const about = booking && aboutBooking(booking, passengerClientBase);
  if (!booking || !about) return undefined;
  return {
    kind: 'booking-cancelled',
    ...about,
    departure: calendar.text(booking.trip.departsAt),
    by: sideOf(booking.cancelledBy),
    reason: booking.cancelReason ?? '',
    money: wasPaid(booking) ? moneyBackOf(booking, world) : null,
    calendarEntries: calendarEntriesOf(world, booking, world.clock()),
  };
}

const sideOf = (by: string | null): BookingCancelledMail['by'] =>
  by === 'ADMIN' ? 'service' : by === 'AGENT' ? 'agent' : 'company';

interface TellingOfPart {
  readonly part: CancelledPart;
  readonly by: Canceller;
  readonly reason: string;
}

/** The mail to a customer who keeps a booking with fewer seats. An empty list if the customer's address is unknown. */
export function partCancelledMails(
  mailing: MailingWorld,
  booking: OfficeBooking,
  { part, by, reason }: TellingOfPart,
): readonly BookingCancelledMail[] {
  const about = aboutBooking(booking, mailing.passengerClientBase);
  if (!about) return [];
  return [
    {
      kind: 'booking-cancelled',
      ...about,
      seats: part.seats.flatMap((seat) => seat ?? []),
      seatsCount: part.seats.length,
      isPart: true,
      departure: mailing.calendar.text(booking.trip.departsAt),
      by: sideOf(by),
      reason,
      money: moneyBackOf(booking, mailing, part),
    },
  ];
}

/** Whether the booking had been paid when it was cancelled. An unpaid booking has neither a fee nor a refund. */
const wasPaid = ({ status, cancellationFee, refunds }: OfficeBooking): boolean =>
  status === 'REFUNDED' ||
  (cancellationFee ?? NOTHING) !== NOTHING ||
  refunds.some(({ reason }) => reason === 'GOODWILL');

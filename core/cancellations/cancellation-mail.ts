import { seatsInWords } from '../bookings/seats-in-words.ts';
import type { BookingCancelledMail } from '../delivery/mailer.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId } from '../kernel/ids.ts';
import { minus, NOTHING } from '../kernel/money.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';

export interface CancellationMailNeeds {
  readonly calendar: Calendar;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

/** Tells the passenger that the company or the service has cancelled their booking, and what they get back. */
export async function cancellationMail(
  { calendar, officeBookings }: CancellationMailNeeds,
  bookingId: BookingId,
): Promise<BookingCancelledMail | undefined> {
  const booking = await officeBookings.find(bookingId);
  if (!booking) return undefined;
  const { code: bookingCode, contact, trip, companyName } = booking;
  return {
    kind: 'booking-cancelled',
    to: contact.email,
    name: contact.name,
    bookingCode,
    sourceCity: trip.sourceCity,
    destinationCity: trip.destinationCity,
    departure: calendar.text(trip.departsAt),
    companyName,
    seats: seatsInWords(booking),
    by: booking.cancelledBy === 'ADMIN' ? 'service' : 'company',
    reason: booking.cancelReason ?? '',
    money: moneyOf(booking, calendar),
  };
}

function moneyOf(
  { status, total, cancellationFee, refunds }: OfficeBooking,
  calendar: Calendar,
): BookingCancelledMail['money'] {
  const fee = cancellationFee ?? NOTHING;
  // Before it is paid, a booking is cancelled without a fee and without a refund.
  if (status !== 'REFUNDED' && fee === NOTHING) return undefined;
  const due = refunds.find(({ reason }) => reason === 'OPERATOR_CANCELLATION');
  return { paid: total, refund: minus(total, fee), dueOn: due && calendar.date(due.dueAt) };
}

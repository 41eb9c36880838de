import type { CancelledPart } from '../bookings/cancelled-part.ts';
import type { Canceller } from '../bookings/ports.ts';
import type { BookingCancelledMail } from '../platform/booking-mails.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { NOTHING } from '../kernel/money.ts';
import { aboutBooking, moneyBackOf } from '../payments/about-booking.ts';
import { type CalendarEntryNeeds, calendarEntriesOf } from '../payments/calendar-entry.ts';
import type { Gateways } from '../payments/gateway.ts';
import type { OfficeBooking, OfficeBookings } from '../payments/office-booking.ts';

export interface CancellationMailNeeds extends CalendarEntryNeeds {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly gateways: Pick<Gateways, 'of'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

/**
 * The mail to a customer whose booking the company or the service cancelled. The mail also states the refund. Undefined
 * if the customer's address is unknown.
 */
export async function cancellationMail(
  needs: CancellationMailNeeds,
  bookingId: BookingId,
): Promise<BookingCancelledMail | undefined> {
  const { calendar, gateways, officeBookings, passengerClientBase } = needs;
  const booking = await officeBookings.find(bookingId);
  const about = booking && aboutBooking(booking, passengerClientBase);
  if (!booking || !about) return undefined;
  return {
    kind: 'booking-cancelled',
    ...about,
    departure: calendar.text(booking.trip.departsAt),
    by: booking.cancelledBy === 'ADMIN' ? 'service' : 'company',
    reason: booking.cancelReason ?? '',
    money: wasPaid(booking) ? moneyBackOf(booking, { calendar, gateways }) : null,
    calendarEntries: calendarEntriesOf(needs, booking, needs.clock()),
  };
}

interface TellingOfPart {
  readonly part: CancelledPart;
  readonly by: Canceller;
  readonly reason: string;
}

/** The mail to a customer who keeps a booking with fewer seats. An empty list if the customer's address is unknown. */
export function partCancelledMails(
  {
    calendar,
    gateways,
    passengerClientBase,
  }: Pick<CancellationMailNeeds, 'calendar' | 'gateways' | 'passengerClientBase'>,
  booking: OfficeBooking,
  { part, by, reason }: TellingOfPart,
): readonly BookingCancelledMail[] {
  const about = aboutBooking(booking, passengerClientBase);
  if (!about) return [];
  return [
    {
      kind: 'booking-cancelled',
      ...about,
      seats: part.seats.flatMap((seat) => seat ?? []),
      seatsCount: part.seats.length,
      isPart: true,
      departure: calendar.text(booking.trip.departsAt),
      by: by === 'ADMIN' ? 'service' : 'company',
      reason,
      money: moneyBackOf(booking, { calendar, gateways }, part),
    },
  ];
}

/** Whether the booking had been paid when it was cancelled. An unpaid booking has neither a fee nor a refund. */
const wasPaid = ({ status, cancellationFee, refunds }: OfficeBooking): boolean =>
  status === 'REFUNDED' ||
  (cancellationFee ?? NOTHING) !== NOTHING ||
  refunds.some(({ reason }) => reason === 'GOODWILL');

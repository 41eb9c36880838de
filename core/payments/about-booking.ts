import { bookingPageOf } from '../bookings/booking-page.ts';
import type { AboutBooking, MoneyBack } from '../delivery/booking-mails.ts';
import type { Calendar } from '../kernel/calendar.ts';
import { NOTHING, sum } from '../kernel/money.ts';
import type { OfficeBooking } from './office-booking.ts';
import { isPaidAtCounter } from './refund.ts';

/** What every mail about a booking says of it; undefined when nobody knows where to send one. */
export function aboutBooking(booking: OfficeBooking, clientBase: string): AboutBooking | undefined {
  const { contact, code: bookingCode, language, channel, trip, companyName, seats, seatsCount } = booking;
  if (contact.email === null) return undefined;
  return {
    ...{ to: contact.email, name: contact.name, language },
    ...{ bookingCode, channel, page: bookingPageOf(clientBase, booking) },
    ...{ sourceCity: trip.sourceCity, destinationCity: trip.destinationCity, companyName },
    ...{ seats: seats.map(({ seat }) => seat), seatsCount },
  };
}

/** What becomes of the money of a booking that was paid, and then cancelled by the company or an administrator. */
export function moneyBackOf(
  { total, channel, refunds }: Pick<OfficeBooking, 'total' | 'channel' | 'refunds'>,
  calendar: Pick<Calendar, 'date'>,
): MoneyBack {
  const due = refunds.find(({ reason }) => reason === 'OPERATOR_CANCELLATION');
  const given = refunds.filter(({ reason }) => reason === 'GOODWILL');
  return {
    paid: total,
    before: sum(given.map(({ amount }) => amount)),
    refund: due?.amount ?? NOTHING,
    dueOn: due ? calendar.date(due.dueAt) : null,
    goesTo: (due ? isPaidAtCounter(due) : channel === 'COUNTER') ? 'COUNTER' : 'WALLET',
  };
}

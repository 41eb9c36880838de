import type { BookingCancelledMail, BookingConfirmedMail } from '../../core/delivery/mailer.ts';
import { NOTHING, toRupees } from '../../core/kernel/money.ts';
import { note, paragraph } from './layout.ts';
import type { Content } from './layout.ts';
import { amountText, greeting, longDate, longDay } from './words.ts';

export const bookingConfirmedTemplate = ({
  name,
  bookingCode,
  sourceCity,
  destinationCity,
  departure,
  busName,
  registrationNo,
  companyName,
  seats,
  amount,
}: BookingConfirmedMail): Content => ({
  subject: `Booking ${bookingCode} confirmed: ${sourceCity} to ${destinationCity}`,
  heading: `${sourceCity} to ${destinationCity}: your trip is booked`,
  blocks: [
    paragraph(greeting(name)),
    paragraph(
      'Thank you, your payment has arrived. Your ticket is attached: show it when you board, on your phone or printed.',
    ),
    {
      kind: 'facts',
      facts: [
        ['Booking', bookingCode],
        ['Departure', longDate(departure)],
        ['Bus', `${busName}, ${registrationNo}`],
        ['Operator', companyName],
        ['Seats', seats],
        ['Paid', `NPR ${amountText(toRupees(amount))}`],
      ],
    },
    note(
      'Plans changed? You can cancel the booking in your account. The sooner before departure, the more of the price is paid back.',
    ),
  ],
});

export const bookingCancelledTemplate = (
  {
    name,
    bookingCode,
    sourceCity,
    destinationCity,
    departure,
    companyName,
    seats,
    by,
    reason,
    money,
  }: BookingCancelledMail,
  brand: string,
): Content => ({
  subject: `Booking ${bookingCode} cancelled: ${sourceCity} to ${destinationCity}`,
  heading: `${sourceCity} to ${destinationCity}: your booking is cancelled`,
  blocks: [
    paragraph(greeting(name)),
    paragraph(
      `${by === 'service' ? brand : companyName} has cancelled your booking.${money ? ' Its ticket is no longer good.' : ''}`,
    ),
    {
      kind: 'facts',
      facts: [
        ['Booking', bookingCode],
        ['Departure', longDate(departure)],
        ['Operator', companyName],
        ['Seats', seats],
        ['Reason', reason],
      ],
    },
    paragraph(whatComesBack(money)),
  ],
});

function whatComesBack(money: BookingCancelledMail['money']): string {
  if (!money) return 'It had not been paid, so there is nothing to pay back.';
  const [paid, refund] = [money.paid, money.refund].map((amount) => `NPR ${amountText(toRupees(amount))}`);
  if (money.refund === NOTHING) return `Of the ${paid} that you paid, nothing is paid back.`;
  const when = money.dueOn === undefined ? '' : `, by ${longDay(money.dueOn)} at the latest`;
  return `Of the ${paid} that you paid, ${refund} will be paid back to you${when}.`;
}

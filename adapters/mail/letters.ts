import type { BookingConfirmedMail, CodeMail, CodePurpose, Mail, PasswordResetMail } from '../../core/kernel/mailer.ts';
import { toRupees } from '../../core/kernel/money.ts';
import { note, paragraph } from './letter.ts';
import type { Letter } from './letter.ts';

/** Every word the service mails. `brand` is the sender's name. */
export function letterOf(mail: Mail, brand: string): Letter {
  switch (mail.kind) {
    case 'code':
      return codeLetter(mail, brand);
    case 'password-reset':
      return resetLetter(mail, brand);
    case 'booking-confirmed':
      return bookingLetter(mail);
  }
}

/** The subject never holds the code: subjects are logged, and shown on locked screens. */
const CODE_WORDS: Readonly<Record<CodePurpose, { readonly subject: string; readonly heading: string; readonly why: string; readonly unasked: string }>> = {
  LOGIN: {
    subject: 'Your sign-in code', heading: 'Your sign-in code', why: 'Enter this code to finish signing in:',
    unasked: 'If you are not signing in right now, somebody else may know your password: without the code it does not let them in.',
  },
  SIGNUP: {
    subject: 'Confirm your e-mail address', heading: 'Welcome! Please confirm your e-mail address', why: 'Enter this code to confirm that this address is yours:',
    unasked: 'If you did not open an account, you can ignore this mail: nothing happens without the code.',
  },
  RESEND: {
    subject: 'Your new code', heading: 'Your new code', why: 'Here is the new code you asked for. Codes we sent earlier no longer work.',
    unasked: 'If you did not ask for a code, you can ignore this mail: nothing happens without it.',
  },
};

function codeLetter({ name, purpose, code, minutesValid }: CodeMail, brand: string): Letter {
  const { subject, heading, why, unasked } = CODE_WORDS[purpose];
  return {
    subject: `${subject} for ${brand}`,
    heading,
    blocks: [
      paragraph(greeting(name)),
      paragraph(why),
      { kind: 'code', code },
      paragraph(`The code works once and is good for ${duration(minutesValid)}.`),
      note(`Never tell it to anybody: ${brand} will not ask you for it by phone or message. ${unasked}`),
    ],
  };
}

const resetLetter = ({ name, link, minutesValid }: PasswordResetMail, brand: string): Letter => ({
  subject: `Reset your password for ${brand}`,
  heading: 'Choose a new password',
  blocks: [
    paragraph(greeting(name)),
    paragraph('Somebody, hopefully you, asked to reset the password of your account.'),
    { kind: 'link', label: 'Choose a new password', url: link },
    paragraph(`The link is single-use and works for ${duration(minutesValid)}. A new password signs you out on all your devices.`),
    note('If it was not you, you can ignore this mail: your password stays as it is.'),
  ],
});

const bookingLetter = ({ name, bookingCode, sourceCity, destinationCity, departure, busName, registrationNo, companyName, seats, amount }: BookingConfirmedMail): Letter => ({
  subject: `Booking ${bookingCode} confirmed: ${sourceCity} to ${destinationCity}`,
  heading: `${sourceCity} to ${destinationCity}: your trip is booked`,
  blocks: [
    paragraph(greeting(name)),
    paragraph('Thank you, your payment has arrived. Your ticket is attached: show it when you board, on your phone or printed.'),
    {
      kind: 'facts',
      facts: [
        ['Booking', bookingCode], ['Departure', longDate(departure)], ['Bus', `${busName}, ${registrationNo}`], ['Operator', companyName],
        ['Seats', seats], ['Paid', `NPR ${amountText(toRupees(amount))}`],
      ],
    },
    note('Plans changed? You can cancel the booking in your account. The sooner before departure, the more of the price is paid back.'),
  ],
});

/** A name is whatever somebody typed: one that mail programs would turn into a link, or that looks like a code, is left out. */
export const isPlainName = (name: string): boolean => name !== '' && name.length <= 80 && !/[/:@<>]|\.\p{L}{2}|\p{Nd}{4}/u.test(name);

const greeting = (name: string): string => (isPlainName(name) ? `Hello ${name},` : 'Hello,');

/** `10 minutes`, `1 hour`: rounded to the unit that a person would name. */
function duration(minutes: number): string {
  if (minutes < 1) return counted(Math.max(1, Math.round(minutes * 60)), 'second');
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(Math.round(minutes), 'minute');
}

const counted = (count: number, unit: string): string => (count === 1 ? `one ${unit}` : `${count} ${unit}s`);

const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** `2026-12-01 07:00` as `Tuesday 1 December 2026, 07:00`. Put together here, since Node's versions differ on the comma. */
function longDate(local: string): string {
  const [date = '', time = ''] = local.split(' ');
  const part = Object.fromEntries(DAY.formatToParts(new Date(`${date}T00:00:00Z`)).map(({ type, value }) => [type, value]));
  return `${part['weekday']} ${part['day']} ${part['month']} ${part['year']}, ${time}`;
}

/** Grouped as in Nepal: `1,20,000`, and with paisa only where there are any. */
const amountText = (rupees: number): string =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: Number.isInteger(rupees) ? 0 : 2, maximumFractionDigits: 2 }).format(rupees);

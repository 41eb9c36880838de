import type { Calendar } from '../kernel/calendar.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';
import { folded } from '../kernel/folding.ts';
import type { Booking } from './booking.ts';

/**
 * A new booking code: `BT`, the local day as yymmdd, and six random digits. The store checks whether the code is taken.
 */
export const bookingCode = (
  { calendar, random }: { readonly calendar: Calendar; readonly random: Random },
  at: Instant,
): string => `BT${calendar.date(at).slice(2).replaceAll('-', '')}${random.digits(6)}`;

/** Whether folded search text is a complete booking code. Searching for a complete code finds at most one booking. */
export const isWholeCode = (folded: string): boolean => /^bt\d{12}$/.test(folded);

/**
 * The folded text in which searches look for a booking. It contains the code, passenger names, and a counter customer's
 * name and phone number. The number is there as typed and as digits alone. The passenger's account is searched
 * separately, because its data can change.
 */
export const searchKeyOf = (
  { code, contact }: Pick<Booking, 'code' | 'contact'>,
  passengerNames: readonly string[],
): string => {
  const customer = contact ? [contact.name, contact.phone, contact.phone.replace(/\D/g, '')] : [];
  return [code, ...customer, ...passengerNames].map(folded).join('\n');
};

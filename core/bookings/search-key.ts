import { foldCase } from '../kernel/text.ts';
import type { Booking } from './booking.ts';

/**
 * What is searched when somebody looks for a booking by a part of its code, of a passenger's name, or of the name or
 * phone of whom it was sold to at a counter; folded. An account is looked up as it is by now, and no part of this.
 */
export const searchKeyOf = (
  { code, contact }: Pick<Booking, 'code' | 'contact'>,
  passengerNames: readonly string[],
): string => foldCase([code, ...(contact ? [contact.name, contact.phone] : []), ...passengerNames].join('\n'));

import { foldCase } from '../kernel/text.ts';
import type { Booking } from './booking.ts';

/** What is searched when somebody looks for a booking by a part of its code or of a passenger's name; folded. */
export const searchKeyOf = ({ code }: Pick<Booking, 'code'>, passengerNames: readonly string[]): string =>
  foldCase([code, ...passengerNames].join('\n'));

import { account } from './passenger/account.ts';
import { bookings } from './passenger/bookings.ts';
import { buying } from './passenger/buying.ts';
import { changing } from './passenger/changing.ts';
import { paying } from './passenger/paying.ts';
import { payment } from './passenger/payment.ts';
import { trips } from './passenger/trips.ts';
import { ticket } from './passenger/ticket.ts';

/** Every sentence of the passenger's pages but the first, a file for each kind of page. */
export const en = {
  account,
  bookings,
  buying,
  changing,
  paying,
  payment,
  trips,
  ticket,
};

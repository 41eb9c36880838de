import { account } from './passenger/account.ts';
import { bookings } from './passenger/bookings.ts';
import { buying } from './passenger/buying.ts';
import { changing } from './passenger/changing.ts';
import { paying } from './passenger/paying.ts';
import { payment } from './passenger/payment.ts';
import { trips } from './passenger/trips.ts';
import { ticket } from './passenger/ticket.ts';

/** Every sentence of the passengers' pages, except those of the first page. Each kind of page has its own file. */
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

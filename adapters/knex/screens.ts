import type { Screens } from '../../core/stores.ts';
import { knexCities } from './cities.ts';
import { knexBookingViews } from './booking-views.ts';
import { knexBooks } from './books.ts';
import { knexMailQueue } from './mail-queue.ts';
import { knexOutbox } from './outbox.ts';
import { knexSeatMaps } from './seat-maps.ts';
import type { Sql } from './sql.ts';
import { knexTripSearch } from './trip-search.ts';
import { knexAccountViews } from './users.ts';

/** Every screen, each reading with single statements. */
export const knexScreens = (read: Sql): Screens => ({
  accounts: knexAccountViews(read),
  cities: knexCities(read),
  tripSearch: knexTripSearch(read),
  backlog: () => knexOutbox(read).backlog(),
  eventsWait: () => knexOutbox(read).anyWaits(),
  seatMaps: knexSeatMaps(read),
  bookingViews: knexBookingViews(read),
  books: knexBooks(read),
  mailsWait: (now) => knexMailQueue(read).anyDue(now),
});

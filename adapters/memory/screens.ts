import type { Screens } from '../../core/stores.ts';
import { memoryCities } from './cities.ts';
import { memoryBookingViews } from './booking-views.ts';
import { memoryBooks } from './books.ts';
import { memoryMailQueue } from './mail-queue.ts';
import { memoryOutbox } from './outbox.ts';
import { memorySeatMaps } from './seat-maps.ts';
import type { State } from './state.ts';
import { memoryTripSearch } from './trip-search.ts';
import { memoryAccountViews } from './users.ts';

export const memoryScreens = (state: State): Screens => ({
  accounts: memoryAccountViews(state),
  cities: memoryCities(state),
  tripSearch: memoryTripSearch(state),
  backlog: () => memoryOutbox(state).backlog(),
  eventsWait: () => memoryOutbox(state).anyWaits(),
  seatMaps: memorySeatMaps(state),
  bookingViews: memoryBookingViews(state),
  books: memoryBooks(state),
  mailsWait: (now) => memoryMailQueue(state).anyDue(now),
});

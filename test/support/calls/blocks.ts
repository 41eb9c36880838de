import type { TripBlocks } from '../../../core/seats/block.ts';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { BOOKING, type Calls, FREE, HELD, LATER, LIMIT, NOW, TRIP, TRIPS, WAITING } from './rows.ts';

/** The trip in row WAITING of the large test database. Its bus has no seat map. */
const PLACES = WAITING as TripId;

export const BLOCK_CALLS: Calls<Stores, TripBlocks> = {
  find: ({ blocks }) => blocks.find(TRIP, NOW),
  lock: async ({ blocks }) => {
    await blocks.lock(TRIP, NOW);
    await blocks.lock(PLACES, NOW);
  },
  replace: async ({ blocks }) => {
    const seats = [...FREE, HELD].map((seat) => ({ seat, reason: 'Kept', until: LATER }));
    await blocks.replace(TRIP, seats, NOW);
    await blocks.replace(TRIP, [], NOW);
  },
  fit: ({ blocks }) => blocks.fit([...TRIPS, PLACES], NOW),
  use: async ({ blocks }) => {
    await blocks.use(TRIP, [HELD, 'S2' as SeatNumber], NOW);
    await blocks.use(TRIP, [HELD, 'S2' as SeatNumber], NOW, { from: 0, to: 1 });
  },
  usePlaces: async ({ blocks }) => {
    await blocks.replace(PLACES, [{ places: 3, reason: 'Kept', until: null }], NOW);
    await blocks.usePlaces(PLACES, 2, NOW);
    await blocks.usePlaces(PLACES, 2, NOW);
  },
  lockToEnd: async ({ blocks }) => {
    await blocks.lockToEnd(TRIP, NOW);
    await blocks.lockToEnd(PLACES, NOW);
  },
  lend: ({ blocks }) => blocks.lend(BOOKING, [{ places: 2, reason: 'Kept', until: null }]),
  lentTo: ({ blocks }) => blocks.lentTo(BOOKING),
  lapsed: ({ blocks }) => blocks.lapsed(NOW, LIMIT),
  sweep: ({ blocks }) => blocks.sweep([TRIP], NOW),
};

export const BLOCK_VIEW_CALLS: Calls<Views, Views['tripBlocks']> = {
  find: ({ tripBlocks }) => tripBlocks.find(TRIP, NOW),
  lapsed: ({ tripBlocks }) => tripBlocks.lapsed(NOW, LIMIT),
};

import type { TripId, UserId, WaitId } from '../../../core/kernel/ids.ts';
import type { WaitStore, WaitViews } from '../../../core/line/ports.ts';
import type { Wait } from '../../../core/line/wait.ts';
import type { Line } from '../../../core/seats/line.ts';
import type { DoorSeats } from '../../../core/seats/door-limits.ts';
import type { SeatMaps } from '../../../core/seats/ports.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { BOOKING, type Calls, FREE, LATER, LIMIT, NOW, SINCE, TRIP, TRIPS, USER, WAITING, seldom } from './rows.ts';

/** The wait in row TRIP of the large test database, which is for the trip of the same row. */
const WAIT = TRIP as number as WaitId;

/** A person who waits for no trip. */
const NEW = 3 as UserId;

const wait: Wait = {
  id: WAIT,
  userId: USER,
  tripId: TRIP,
  section: { from: 0, to: 1 },
  count: 2,
  anyOf: null,
  keptFor: null,
  until: LATER,
  offer: null,
  createdAt: NOW,
};

export const LINE_CALLS: {
  readonly line: Calls<Stores, Line>;
  readonly doorSeats: Calls<Stores, DoorSeats>;
  readonly waits: Calls<Stores, WaitStore>;
  readonly waitViews: Calls<Stores, Pick<WaitViews, 'find'>>;
  readonly seatMaps: Calls<Stores, SeatMaps>;
} = {
  line: {
    serve: async ({ line }) => {
      await line.serve(TRIP, NOW);
      await line.serve(WAITING as TripId, NOW);
    },
    redeemPlaces: ({ line }) => line.redeemPlaces(USER, { tripId: TRIP, count: 1, section: undefined }, NOW),
  },
  doorSeats: {
    lockBuyer: async ({ doorSeats, waits }) => {
      for (const buyer of [{ userId: USER }, { phone: '9812345678' }]) await doorSeats.lockBuyer(buyer, TRIP);
      // SQLite needs no lock, and so no statement.
      await waits.find(WAIT);
    },
    tryLockBuyer: async ({ doorSeats, waits }) => {
      await doorSeats.tryLockBuyer(USER);
      await waits.find(WAIT);
    },
    taken: async ({ doorSeats }) => {
      for (const buyer of [{ userId: USER }, { phone: '9812345678' }])
        for (const retaking of [undefined, BOOKING])
          await doorSeats.taken(buyer, { start: NOW, end: LATER }, NOW, retaking);
    },
    lockShare: ({ doorSeats }) => doorSeats.lockShare(TRIP),
    share: async ({ doorSeats }) => {
      for (const trip of TRIPS) await doorSeats.share(trip, NOW);
    },
  },
  waits: {
    lockTrip: async ({ waits }) => {
      await waits.lockTrip(TRIP);
      // SQLite needs no lock, and so no statement.
      await waits.find(WAIT);
    },
    lockLine: ({ waits }) => waits.lockLine(TRIP),
    awaited: ({ waits }) => waits.awaited(TRIPS),
    tripsOf: async ({ waits }) => [await waits.tripsOf(USER), await waits.tripsOf(USER, NOW)],
    add: ({ waits }) => waits.add({ ...wait, userId: NEW }),
    find: ({ waits }) => waits.find(WAIT),
    ofTrip: ({ waits }) => waits.ofTrip(TRIP),
    over: ({ waits }) => waits.over(TRIP, NOW),
    sections: ({ waits }) => waits.sections(TRIP),
    inLine: ({ waits }) => waits.inLine(TRIP, 6, undefined, LIMIT),
    held: ({ waits }) => waits.held(TRIP, NOW),
    lapsed: ({ waits }) => waits.lapsed(TRIP, NOW),
    offer: async ({ waits }) => {
      await waits.offer(wait, { seats: FREE, until: LATER });
      await waits.offer(wait, { seats: [], until: LATER });
    },
    takeBack: ({ waits }) => waits.takeBack(wait, NOW),
    end: ({ waits }) => waits.end(wait, NOW),
    save: ({ waits }) => waits.save(wait),
    redeemPlaces: ({ waits }) => waits.redeemPlaces({ user: USER, tripId: TRIP, count: 1, section: undefined }, NOW),
    seatsHeld: ({ waits }) => waits.seatsHeld(WAIT),
    // Reads an index that holds the waits which have not ended, all of which the sweep looks at.
    trips: seldom,
    prune: ({ waits }) => waits.prune(SINCE, LIMIT),
  },
  waitViews: { find: ({ waitViews }) => waitViews.find(WAIT, NOW) },
  seatMaps: { view: ({ seatMaps }) => seatMaps.view(TRIP, USER, NOW) },
};

export const LINE_VIEW_CALLS: Calls<Views, WaitViews> = {
  own: ({ waitViews }) => waitViews.own(USER, NOW),
  find: ({ waitViews }) => waitViews.find(WAIT, NOW),
  line: ({ waitViews }) => waitViews.line(TRIP, NOW),
};

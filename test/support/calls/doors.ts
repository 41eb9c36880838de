import type { UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import type { DoorStore, DoorViews } from '../../../core/line/door-ports.ts';
import { type Calls, LATER, LIMIT, NOW, SINCE, TRIPS } from './rows.ts';

const [DOOR, USER] = [7, 7 as UserId];
const PLACE = { doorId: DOOR, userId: USER, place: 1, number: null, pass: null };
/** A moment at which no door opens, because doors open at whole minutes. */
const BETWEEN = (SINCE + 1) as Instant;
const SEED = { seed: 'ab', hash: 'cd' };

export const DOOR_CALLS: Calls<Stores, DoorStore> = {
  ensure: ({ doors }) => doors.ensure(LATER, SEED),
  recordSetting: ({ doors }) => doors.recordSetting(TRIPS, NOW),
  lock: ({ doors }) => doors.lock(LATER),
  removeUnused: ({ doors }) => doors.removeUnused(NOW),
  save: async ({ doors }) => {
    await doors.ensure(LATER, SEED);
    const door = await doors.lock(LATER);
    if (door) await doors.save({ ...door, joined: 1 });
  },
  giveNumbers: ({ doors }) => doors.giveNumbers(DOOR, [1, 2]),
  placeOf: ({ doors }) => doors.placeOf(DOOR, USER),
  addPlace: async ({ doors }) => {
    await doors.ensure(LATER, SEED);
    const door = await doors.lock(LATER);
    if (door) await doors.addPlace({ ...PLACE, doorId: door.id }, NOW);
  },
  lockPlace: ({ doors }) => doors.lockPlace(DOOR, 1),
  prunePlaces: 'seldom',
  tripsAt: ({ doors }) => doors.tripsAt(LATER),
  move: async ({ doors }) => {
    await doors.ensure(LATER, SEED);
    const door = await doors.lock(LATER);
    if (door) await doors.move(door, { opensAt: BETWEEN, reason: 'Later.' }, NOW);
  },
  untoldMove: ({ doors }) => doors.untoldMove(),
  joined: ({ doors }) => doors.joined(DOOR, 1, LIMIT),
  saveTold: ({ doors }) => doors.saveTold(1, 1, NOW),
  addRefusals: ({ doors }) => doors.addRefusals([{ opensAt: LATER, code: 'NOT_YET', refused: 2 }]),
  givePass: ({ doors }) => doors.givePass(PLACE, { from: NOW, until: LATER }),
};

type Reads = { readonly doorViews: DoorViews };

const READS = {
  current: ({ doorViews }: Reads) => doorViews.current(NOW),
  find: ({ doorViews }: Reads) => doorViews.find(LATER),
  wasMovedFrom: ({ doorViews }: Reads) => doorViews.wasMovedFrom(LATER),
  figures: ({ doorViews }: Reads) => doorViews.figures(DOOR, NOW),
  soldAtCounter: ({ doorViews }: Reads) => doorViews.soldAtCounter(TRIPS, NOW),
  open: ({ doorViews }: Reads) => doorViews.open(NOW),
  placeOf: ({ doorViews }: Reads) => doorViews.placeOf(LATER, USER),
};

export const DOOR_ANSWER_CALLS: Calls<Stores, DoorViews> = READS;
export const DOOR_VIEW_CALLS: Calls<Views, DoorViews> = READS;

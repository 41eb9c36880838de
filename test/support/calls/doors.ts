import type { UserId } from '../../../core/kernel/ids.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import type { DoorStore, DoorViews } from '../../../core/line/door-ports.ts';
import { type Calls, LATER, NOW, TRIPS } from './rows.ts';

const [DOOR, USER] = [7, 7 as UserId];
const PLACE = { doorId: DOOR, userId: USER, place: 1, number: null, pass: null };
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
  givePass: ({ doors }) => doors.givePass(PLACE, { from: NOW, until: LATER }),
};

export const DOOR_VIEW_CALLS: Calls<Views, DoorViews> = {
  current: ({ doorViews }) => doorViews.current(NOW),
  open: ({ doorViews }) => doorViews.open(NOW),
  placeOf: ({ doorViews }) => doorViews.placeOf(LATER, USER),
};

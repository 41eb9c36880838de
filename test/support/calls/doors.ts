import type { Stores } from '../../../core/stores.ts';
import type { DoorStore } from '../../../core/line/door-ports.ts';
import { type Calls, LATER, NOW, TRIPS } from './rows.ts';

export const DOOR_CALLS: Calls<Stores, DoorStore> = {
  ensure: ({ doors }) => doors.ensure(LATER, { seed: 'ab', hash: 'cd' }),
  recordSetting: ({ doors }) => doors.recordSetting(TRIPS, NOW),
  lock: ({ doors }) => doors.lock(LATER),
  removeUnused: ({ doors }) => doors.removeUnused(NOW),
};

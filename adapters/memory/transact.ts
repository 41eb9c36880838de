import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../core/stores.ts';
import { memoryCallbacks } from './callbacks.ts';
import { memoryActivities } from './activities.ts';
import { memoryBookings } from './bookings.ts';
import { memoryCatalogue } from './catalogue.ts';
import { memoryMailQueue } from './mail-queue.ts';
import { memoryIdempotency } from './idempotency.ts';
import { memoryLeases } from './leases.ts';
import { memoryOutbox, memoryRecorder } from './outbox.ts';
import { memoryPayments } from './payments.ts';
import { memoryRatings } from './ratings.ts';
import { memoryRefunds } from './refunds.ts';
import { memorySeatLocks } from './seat-locks.ts';
import type { State } from './state.ts';
import { memoryTrips } from './trips.ts';
import { memoryCodes } from './codes.ts';
import { memoryDevices } from './devices.ts';
import { memoryLoginLog } from './login-log.ts';
import { memorySessions } from './sessions.ts';
import { memoryUsedOnce } from './used-once.ts';
import { memoryUsers } from './users.ts';

const memoryStores = (state: State): Stores => ({
  users: memoryUsers(state),
  codes: memoryCodes(state),
  devices: memoryDevices(state),
  sessions: memorySessions(state),
  usedOnce: memoryUsedOnce(state),
  loginLog: memoryLoginLog(state),
  events: memoryRecorder(state),
  outbox: memoryOutbox(state),
  leases: memoryLeases(state),
  idempotency: memoryIdempotency(state),
  mailQueue: memoryMailQueue(state),
  catalogue: memoryCatalogue(state),
  trips: memoryTrips(state),
  payments: memoryPayments(state),
  refunds: memoryRefunds(state),
  callbacks: memoryCallbacks(state),
  seatLocks: memorySeatLocks(state),
  bookings: memoryBookings(state),
  ratings: memoryRatings(state),
  activities: memoryActivities(state),
});

/** The unit of work: one transaction after the other, undone by putting back a copy. */
export function memoryTransact(state: State): Transact<Stores> {
  const stores = memoryStores(state);
  let last: Promise<unknown> = Promise.resolve();

  return (work) => {
    const mine = last.then(async () => {
      const before = structuredClone(state);
      try {
        return await work(stores);
      } catch (error) {
        Object.assign(state, before);
        throw error;
      }
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}

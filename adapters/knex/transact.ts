import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../core/stores.ts';
import { knexCallbacks } from './callbacks.ts';
import { knexActivities } from './activities.ts';
import { knexBookings } from './bookings.ts';
import { knexCatalogue } from './catalogue.ts';
import type { Database } from './database.ts';
import { knexIdempotency } from './idempotency.ts';
import { knexLeases } from './leases.ts';
import { knexMailQueue } from './mail-queue.ts';
import { knexOutbox, knexRecorder } from './outbox.ts';
import { knexPayments } from './payments.ts';
import { knexRatings } from './ratings.ts';
import { knexRefunds } from './refunds.ts';
import { knexSeatLocks } from './seat-locks.ts';
import type { Sql } from './sql.ts';
import { knexTrips } from './trips.ts';
import { knexCodes } from './codes.ts';
import { knexDevices } from './devices.ts';
import { knexLoginLog } from './login-log.ts';
import { knexSessions } from './sessions.ts';
import { knexUsedOnce } from './used-once.ts';
import { knexUsers } from './users.ts';

/** Every store over one connection. */
export const knexStores = (sql: Sql): Stores => ({
  users: knexUsers(sql),
  codes: knexCodes(sql),
  devices: knexDevices(sql),
  sessions: knexSessions(sql),
  usedOnce: knexUsedOnce(sql),
  loginLog: knexLoginLog(sql),
  events: knexRecorder(sql),
  outbox: knexOutbox(sql),
  leases: knexLeases(sql),
  idempotency: knexIdempotency(sql),
  mailQueue: knexMailQueue(sql),
  catalogue: knexCatalogue(sql),
  trips: knexTrips(sql),
  payments: knexPayments(sql),
  refunds: knexRefunds(sql),
  callbacks: knexCallbacks(sql),
  seatLocks: knexSeatLocks(sql),
  bookings: knexBookings(sql),
  ratings: knexRatings(sql),
  activities: knexActivities(sql),
});

/** The unit of work. Stores are made once a connection: they hold nothing but the way to it. */
export function knexTransact(database: Database): Transact<Stores> {
  const made = new WeakMap<Sql, Stores>();
  const storesOf = (sql: Sql): Stores => {
    let stores = made.get(sql);
    if (!stores) made.set(sql, (stores = knexStores(sql)));
    return stores;
  };
  return (work) => database.transaction((sql) => work(storesOf(sql)));
}

import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { tellOfCommit } from '../../../core/stores.ts';
import type { Noted, NotingNeeds, StoreNeeds, Stores } from '../../../core/stores.ts';
import type { Database } from '../engine/database.ts';
import type { Sql } from '../engine/sql.ts';
import { knexBookingViews } from '../views/bookings.ts';
import { knexFleetViews } from '../views/fleet.ts';
import { knexCompanyDirectory } from '../views/company-directory.ts';
import { knexOfficeBookings } from '../views/office-bookings.ts';
import { knexPaymentRecords } from '../views/payment-records.ts';
import { knexTrail } from './trail.ts';
import { knexBookings } from './bookings.ts';
import { knexBuses } from './buses.ts';
import { knexCallbacks } from './callbacks.ts';
import { knexCities } from './cities.ts';
import { knexCatalogue } from './catalogue.ts';
import { knexCompanies, knexStaff } from './companies.ts';
import { knexIdempotency, knexLeases, knexOutbox, knexRecorder } from './delivery.ts';
import { knexDocuments } from './documents.ts';
import { knexHoldings } from './holdings.ts';
import { knexMailQueue } from './mail-queue.ts';
import { knexOwners } from './owners.ts';
import { knexPayments } from './payments.ts';
import { knexRatings } from './ratings.ts';
import { knexRefunds } from './refunds.ts';
import { knexSeatLocks } from './seat-locks.ts';
import { knexLoginLog } from './login-log.ts';
import { knexCodes, knexDevices, knexNonces, knexSessions } from './sign-in.ts';
import { knexTripsAhead } from './trips-ahead.ts';
import { knexTripGate } from './trip-gate.ts';
import { knexTrips } from './trips.ts';
import { knexUsers } from './users.ts';

/** Every store, over one transaction. */
export const knexStores = (sql: Sql, needs: NotingNeeds): Stores => ({
  users: knexUsers(sql, needs),
  codes: knexCodes(sql),
  devices: knexDevices(sql),
  sessions: knexSessions(sql),
  nonces: knexNonces(sql),
  loginLog: knexLoginLog(sql),
  companies: knexCompanies(sql),
  staff: knexStaff(sql),
  events: knexRecorder(sql, needs),
  outbox: knexOutbox(sql),
  leases: knexLeases(sql),
  idempotency: knexIdempotency(sql),
  mailQueue: knexMailQueue(sql),
  buses: knexBuses(sql),
  owners: knexOwners(sql),
  documents: knexDocuments(sql),
  tripGate: knexTripGate(sql),
  fleetViews: knexFleetViews(sql),
  catalogue: knexCatalogue(sql),
  cities: knexCities(sql),
  trips: knexTrips(sql),
  tripsAhead: knexTripsAhead(sql),
  payments: knexPayments(sql, needs),
  refunds: knexRefunds(sql),
  callbacks: knexCallbacks(sql),
  seatLocks: knexSeatLocks(sql),
  holdings: knexHoldings(sql),
  bookings: knexBookings(sql, needs),
  bookingViews: knexBookingViews(sql),
  officeBookings: knexOfficeBookings(sql),
  companyDirectory: knexCompanyDirectory(sql),
  paymentRecords: knexPaymentRecords(sql),
  ratings: knexRatings(sql),
  trail: knexTrail(sql),
});

/** The unit of work. Stores throw once their transaction has ended: see engine/fenced.ts. */
export const knexTransact =
  (database: Database, needs: StoreNeeds): Transact<Stores> =>
  async (work) => {
    let noted: Noted[] = [];
    const result = await database.transaction((sql) => {
      // Another try after a deadlock starts with an empty list.
      noted = [];
      return work(knexStores(sql, { ...needs, note: (one) => noted.push(one) }));
    });
    tellOfCommit(needs, noted);
    return result;
  };

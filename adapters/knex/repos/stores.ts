import { raiseRevisions } from '../../../core/boarding/manifest-revision.ts';
import type { ManifestChange } from '../../../core/boarding/manifest-revision.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { tellOfCommit } from '../../../core/stores.ts';
import type { Noted, NotingNeeds, StoreNeeds, Stores } from '../../../core/stores.ts';
import type { Database } from '../engine/database.ts';
import type { Sql } from '../engine/sql.ts';
import { knexBookingViews } from '../views/bookings.ts';
import { knexCrewTrips } from '../views/crew-trips.ts';
import { knexFleetViews } from '../views/fleet.ts';
import { knexCompanyDirectory } from '../views/company-directory.ts';
import { knexOfficeBookings } from '../views/office-bookings.ts';
import { knexOfficeTrips } from '../views/office-trips.ts';
import { knexPaymentRecords } from '../views/payment-records.ts';
import { knexRefundRecords } from '../views/refunds.ts';
import { knexShiftViews } from '../views/shifts.ts';
import { knexStatementViews } from '../views/statements.ts';
import { knexTimetableViews } from '../views/timetables.ts';
import { knexTrail } from './trail.ts';
import { knexBookings } from './bookings.ts';
import { knexBuses } from './buses.ts';
import { knexCallbacks } from './callbacks.ts';
import { knexCities } from './cities.ts';
import { knexBoardings } from './boardings.ts';
import { knexCrewDevices } from './crew-devices.ts';
import { knexCatalogue } from './catalogue.ts';
import { knexCompanies, knexStaff } from './companies.ts';
import { knexIdempotency, knexLeases, knexOutbox, knexRecorder } from './delivery.ts';
import { knexDocuments } from './documents.ts';
import { knexHoldings } from './holdings.ts';
import { knexManifestRevisions } from './manifest-revisions.ts';
import { knexMailQueue } from './mail-queue.ts';
import { knexOwners } from './owners.ts';
import { knexPayments } from './payments.ts';
import { knexPlannedTrips } from './planned-trips.ts';
import { knexRatings } from './ratings.ts';
import { knexRefunds } from './refunds.ts';
import { knexTripBlocks } from './seat-blocks.ts';
import { knexSeatLocks } from './seat-locks.ts';
import { knexShifts } from './shifts.ts';
import { knexSoldSeats } from './sold-seats.ts';
import { knexStatements } from './statements.ts';
import { knexLedger } from './ledger.ts';
import { knexSettlements } from './settlements.ts';
import { knexLoginLog } from './login-log.ts';
import { knexCodes, knexDevices, knexNonces, knexSessions } from './sign-in.ts';
import { knexTimetables } from './timetables.ts';
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
  buses: knexBuses(sql, needs),
  owners: knexOwners(sql),
  documents: knexDocuments(sql),
  tripGate: knexTripGate(sql),
  fleetViews: knexFleetViews(sql),
  catalogue: knexCatalogue(sql, needs),
  cities: knexCities(sql, needs),
  trips: knexTrips(sql),
  plannedTrips: knexPlannedTrips(sql, needs),
  officeTrips: knexOfficeTrips(sql),
  timetables: knexTimetables(sql),
  timetableViews: knexTimetableViews(sql),
  tripsAhead: knexTripsAhead(sql),
  blocks: knexTripBlocks(sql),
  manifestRevisions: knexManifestRevisions(sql),
  crewTrips: knexCrewTrips(sql),
  payments: knexPayments(sql, needs),
  refunds: knexRefunds(sql),
  refundRecords: knexRefundRecords(sql),
  callbacks: knexCallbacks(sql),
  seatLocks: knexSeatLocks(sql),
  soldSeats: knexSoldSeats(sql, needs),
  holdings: knexHoldings(sql),
  bookings: knexBookings(sql, needs),
  bookingViews: knexBookingViews(sql),
  officeBookings: knexOfficeBookings(sql),
  companyDirectory: knexCompanyDirectory(sql),
  paymentRecords: knexPaymentRecords(sql),
  ratings: knexRatings(sql),
  shifts: knexShifts(sql),
  shiftViews: knexShiftViews(sql),
  boardings: knexBoardings(sql, needs),
  crewDevices: knexCrewDevices(sql, needs),
  trail: knexTrail(sql),
  ledger: knexLedger(sql),
  settlements: knexSettlements(sql),
  statements: knexStatements(sql),
  statementViews: knexStatementViews(sql),
});

/** The unit of work. Stores throw once their transaction has ended: see engine/fenced.ts. */
export const knexTransact =
  (database: Database, needs: StoreNeeds): Transact<Stores> =>
  async (work) => {
    let noted: Noted[] = [];
    const result = await database.transaction(async (sql) => {
      // Another try after a deadlock starts with empty lists.
      noted = [];
      const changes: ManifestChange[] = [];
      const stores = knexStores(sql, {
        ...needs,
        note: (one) => noted.push(one),
        manifestChanged: (change) => changes.push(change),
      });
      const done = await work(stores);
      await raiseRevisions(stores, changes, needs.clock());
      return done;
    });
    tellOfCommit(needs, noted);
    return result;
  };

import { type ManifestChange, raiseRevisions } from '../../core/boarding/manifest-revision.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import {
  type CommittedChange,
  type TransactionNeeds,
  type StoreNeeds,
  type Stores,
  reportCommit,
} from '../../core/stores.ts';
import { memoryUsers } from './accounts.ts';
import { memoryTripBlocks } from './blocks.ts';
import { memoryBoardings } from './boardings.ts';
import { memoryCrewDevices } from './boarding.ts';
import { memoryBookedSeats } from './booked-seats.ts';
import { memoryBookingChanges } from './booking-changes.ts';
import { memoryBookings, memoryBookingViews } from './bookings.ts';
import { memoryCatalogue } from './catalogue.ts';
import { memoryDocuments, memoryTripGate } from './documents.ts';
import { memoryBuses, memoryFleetViews, memoryTripsAhead } from './fleet.ts';
import { memoryShifts, memoryShiftViews } from './counter.ts';
import {
  memoryCompanies,
  memoryCompanyDirectory,
  memoryCompanyUsage,
  memorySentInvitations,
  memoryStaff,
} from './companies.ts';
import { memoryOfficeBookings, memoryPaymentRecords } from './office.ts';
import { memoryIdempotency, memoryLeases, memoryMailQueue, memoryOutbox, memoryRecorder } from './delivery.ts';
import { memoryCrewTrips } from './manifests.ts';
import { memoryAdjustmentRecords, memoryAdjustments, memoryReceipts } from './corrections.ts';
import { memoryLedger, memorySettlements } from './ledger.ts';
import { memoryManifestRevisions } from './manifest-revisions.ts';
import { memoryOfficeTrips } from './office-trips.ts';
import { memoryOwners } from './owners.ts';
import { memoryPhoneCodes } from './phone-codes.ts';
import { memoryCallbacks, memoryPayments } from './payments.ts';
import { memoryPlannedTrips, memoryTripCrews } from './planned-trips.ts';
import { memoryRatings } from './ratings.ts';
import { memoryRefundRecords, memoryRefunds } from './refunds.ts';
import { memorySandbox } from './sandbox.ts';
import { memoryHoldings } from './holdings.ts';
import { memorySeatLocks } from './seats.ts';
import { memorySoldSeats } from './sold-seats.ts';
import { memorySignInAddresses } from './sign-in-addresses.ts';
import { memoryCodeTries, memorySecondFactors } from './second-factors.ts';
import { memoryCodes, memoryDevices, memoryLoginLog, memoryNonces, memorySessions } from './sign-in.ts';
import type { State } from './state.ts';
import { memoryTicketLinks } from './ticket-links.ts';
import { memorySmsQueue } from './sms-queue.ts';
import { memoryStatements, memoryStatementViews } from './statements.ts';
import { memoryTimetables, memoryTimetableViews } from './timetables.ts';
import { memoryTrail } from './trail.ts';
import { memoryCityStore, memoryTrips } from './trips.ts';

const memoryStores = (state: State, needs: TransactionNeeds): Stores => ({
  users: memoryUsers(state, needs),
  codes: memoryCodes(state),
  devices: memoryDevices(state),
  sessions: memorySessions(state),
  nonces: memoryNonces(state),
  loginLog: memoryLoginLog(state),
  signInAddresses: memorySignInAddresses(state),
  secondFactors: memorySecondFactors(state),
  codeTries: memoryCodeTries(state),
  phoneCodes: memoryPhoneCodes(state),
  companies: memoryCompanies(state),
  staff: memoryStaff(state),
  sentInvitations: memorySentInvitations(state),
  usage: memoryCompanyUsage(state),
  events: memoryRecorder(state, needs),
  outbox: memoryOutbox(state),
  leases: memoryLeases(state),
  idempotency: memoryIdempotency(state),
  mailQueue: memoryMailQueue(state),
  smsQueue: memorySmsQueue(state),
  ticketLinks: memoryTicketLinks(state),
  buses: memoryBuses(state, needs),
  owners: memoryOwners(state),
  documents: memoryDocuments(state),
  tripGate: memoryTripGate(state),
  fleetViews: memoryFleetViews(state),
  catalogue: memoryCatalogue(state, needs),
  cities: memoryCityStore(state, needs),
  trips: memoryTrips(state),
  plannedTrips: memoryPlannedTrips(state, needs),
  tripCrews: memoryTripCrews(state, needs),
  officeTrips: memoryOfficeTrips(state),
  timetables: memoryTimetables(state),
  timetableViews: memoryTimetableViews(state),
  tripsAhead: memoryTripsAhead(state),
  blocks: memoryTripBlocks(state),
  manifestRevisions: memoryManifestRevisions(state),
  crewTrips: memoryCrewTrips(state),
  payments: memoryPayments(state, needs),
  refunds: memoryRefunds(state),
  refundRecords: memoryRefundRecords(state),
  callbacks: memoryCallbacks(state),
  sandbox: memorySandbox(state),
  seatLocks: memorySeatLocks(state),
  soldSeats: memorySoldSeats(state, needs),
  holdings: memoryHoldings(state),
  bookings: memoryBookings(state, needs),
  bookedSeats: memoryBookedSeats(state, needs),
  changes: memoryBookingChanges(state),
  bookingViews: memoryBookingViews(state),
  officeBookings: memoryOfficeBookings(state),
  companyDirectory: memoryCompanyDirectory(state),
  paymentRecords: memoryPaymentRecords(state),
  ratings: memoryRatings(state),
  shifts: memoryShifts(state),
  shiftViews: memoryShiftViews(state),
  boardings: memoryBoardings(state, needs),
  crewDevices: memoryCrewDevices(state, needs),
  trail: memoryTrail(state),
  ledger: memoryLedger(state),
  settlements: memorySettlements(state),
  adjustments: memoryAdjustments(state),
  adjustmentRecords: memoryAdjustmentRecords(state),
  receipts: memoryReceipts(state),
  statements: memoryStatements(state),
  statementViews: memoryStatementViews(state),
});

/**
 * The stores of one transaction. After `end` the stores throw, because late work of a failed transaction would change
 * the restored state.
 */
function fenced(stores: Stores): { readonly stores: Stores; readonly end: () => void } {
  let isOver = false;
  const fence: ProxyHandler<object> = {
    get(store, name): unknown {
      if (isOver) throw new Error('A statement was sent after its transaction had ended.');
      return Reflect.get(store, name);
    },
  };
  return {
    stores: Object.fromEntries(
      Object.entries<object>({ ...stores }).map(([name, store]) => [name, new Proxy(store, fence)]),
    ) as unknown as Stores,
    end: () => {
      isOver = true;
    },
  };
}

/**
 * The unit of work. Runs one transaction at a time, and undoes a failed transaction by restoring a copy of the state.
 */
export function memoryTransact(state: State, needs: StoreNeeds): Transact<Stores> {
  let changes: CommittedChange[] = [];
  let manifestChanges: ManifestChange[] = [];
  const stores = memoryStores(state, {
    ...needs,
    recordChange: (change) => changes.push(change),
    manifestChanged: (change) => manifestChanges.push(change),
  });
  let last: Promise<unknown> = Promise.resolve();

  return (work) => {
    const mine = last.then(async () => {
      const before = structuredClone(state);
      changes = [];
      manifestChanges = [];
      const { stores: fresh, end } = fenced(stores);
      try {
        const result = await work(fresh);
        await raiseRevisions(fresh, manifestChanges, needs.clock());
        end();
        reportCommit(needs, changes);
        return result;
      } catch (error) {
        end();
        Object.assign(state, before);
        throw error;
      }
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}

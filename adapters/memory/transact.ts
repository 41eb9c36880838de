import type { Transact } from '../../core/kernel/unit-of-work.ts';
import { tellOfCommit } from '../../core/stores.ts';
import type { Noted, NotingNeeds, StoreNeeds, Stores } from '../../core/stores.ts';
import { memoryUsers } from './accounts.ts';
import { memoryBookings, memoryBookingViews, memoryMailQueue } from './bookings.ts';
import { memoryCatalogue } from './catalogue.ts';
import { memoryDocuments, memoryTripGate } from './documents.ts';
import { memoryBuses, memoryFleetViews, memoryTripsAhead } from './fleet.ts';
import { memoryCompanies, memoryStaff } from './companies.ts';
import { memoryCompanyDirectory } from './administration.ts';
import { memoryOfficeBookings, memoryPaymentRecords } from './office.ts';
import { memoryIdempotency, memoryLeases, memoryOutbox, memoryRecorder } from './delivery.ts';
import { memoryOwners } from './owners.ts';
import { memoryCallbacks, memoryPayments, memoryRefunds } from './payments.ts';
import { memoryRatings } from './ratings.ts';
import { memoryHoldings, memorySeatLocks } from './seats.ts';
import { memoryCodes, memoryDevices, memoryLoginLog, memoryNonces, memorySessions } from './sign-in.ts';
import type { State } from './state.ts';
import { memoryTrail } from './trail.ts';
import { memoryCityStore, memoryTrips } from './trips.ts';

const memoryStores = (state: State, needs: NotingNeeds): Stores => ({
  users: memoryUsers(state, needs),
  codes: memoryCodes(state),
  devices: memoryDevices(state),
  sessions: memorySessions(state),
  nonces: memoryNonces(state),
  loginLog: memoryLoginLog(state),
  companies: memoryCompanies(state),
  staff: memoryStaff(state),
  events: memoryRecorder(state, needs),
  outbox: memoryOutbox(state),
  leases: memoryLeases(state),
  idempotency: memoryIdempotency(state),
  mailQueue: memoryMailQueue(state),
  buses: memoryBuses(state),
  owners: memoryOwners(state),
  documents: memoryDocuments(state),
  tripGate: memoryTripGate(state),
  fleetViews: memoryFleetViews(state),
  catalogue: memoryCatalogue(state),
  cities: memoryCityStore(state),
  trips: memoryTrips(state),
  tripsAhead: memoryTripsAhead(state),
  payments: memoryPayments(state, needs),
  refunds: memoryRefunds(state),
  callbacks: memoryCallbacks(state),
  seatLocks: memorySeatLocks(state),
  holdings: memoryHoldings(state),
  bookings: memoryBookings(state, needs),
  bookingViews: memoryBookingViews(state),
  officeBookings: memoryOfficeBookings(state),
  companyDirectory: memoryCompanyDirectory(state),
  paymentRecords: memoryPaymentRecords(state),
  ratings: memoryRatings(state),
  trail: memoryTrail(state),
});

/** The unit of work. Runs one transaction at a time, and undoes a failed one by restoring a copy of the state. */
export function memoryTransact(state: State, needs: StoreNeeds): Transact<Stores> {
  let noted: Noted[] = [];
  const stores = memoryStores(state, { ...needs, note: (one) => noted.push(one) });
  let last: Promise<unknown> = Promise.resolve();

  return (work) => {
    const mine = last.then(async () => {
      const before = structuredClone(state);
      noted = [];
      try {
        const result = await work(stores);
        tellOfCommit(needs, noted);
        return result;
      } catch (error) {
        Object.assign(state, before);
        throw error;
      }
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}

import { type ManifestChange } from '../../core/boarding/manifest-revision.ts';
import { raiseRevisions } from '../../core/boarding/raise-revisions.ts';
import type { Happening } from '../../core/listening/happening.ts';
import { recordEvents } from '../../core/listening/record-events.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import {
  type CommittedChange,
  type TransactionNeeds,
  type StoreNeeds,
  type Stores,
  reportCommit,
} from '../../core/stores.ts';
import { type CallerCheck, actingCaller, asService, callerCheck, judgingOwner } from './acting-caller.ts';
import { knexAgentCompanies } from './agents/agent-companies.ts';
import { knexCompanyAgents } from './agents/company-agents.ts';
import { knexAgentKeys } from './agents/agent-keys.ts';
import { knexAgentPayments } from './agents/agent-account.ts';
import { knexAgentStatementViews } from './agents/agent-statement-views.ts';
import { knexAgentStatements } from './agents/agent-statements.ts';
import { knexAgentBookings } from './agents/agent-bookings.ts';
import { knexAgentHolders, knexAgentSales } from './agents/agent-sales.ts';
import { knexAgents } from './agents/agents.ts';
import type { Database } from './engine/database.ts';
import type { Sql } from './engine/sql.ts';
import { knexBookingViews } from './bookings/bookings-view.ts';
import { knexCrewTrips } from './boarding/crew-trips.ts';
import { knexFleetViews } from './fleet/fleet.ts';
import { knexCompanyDirectory } from './companies/company-directory.ts';
import { knexOfficeBookings } from './payments/office-bookings.ts';
import { knexOfficeTrips } from './trips/office-trips.ts';
import { knexPaymentRecords } from './payments/payment-records.ts';
import { knexAdjustmentRecords } from './ledger/adjustments.ts';
import { knexFoundPayments } from './refunds/found-payments.ts';
import { knexRefundRecords } from './refunds/refunds-view.ts';
import { knexShiftViews } from './counter/shifts-view.ts';
import { knexStatementViews } from './ledger/statements-view.ts';
import { knexTimetableViews } from './planning/timetables-view.ts';
import { knexTrail } from './platform/trail.ts';
import { knexBookingChanges } from './bookings/booking-changes.ts';
import { knexBookedSeats } from './bookings/booked-seats.ts';
import { knexBookings } from './bookings/bookings.ts';
import { knexBuses } from './fleet/buses.ts';
import { knexCallbacks } from './payments/callbacks.ts';
import { knexCities } from './trips/cities.ts';
import { knexBoardings } from './boarding/boardings.ts';
import { knexCrewDevices } from './boarding/crew-devices.ts';
import { knexCatalogue } from './catalogue/catalogue.ts';
import { knexCompanies, knexStaff } from './companies/companies.ts';
import { knexCompanyUsage } from './companies/company-usage.ts';
import { knexIdempotency, knexLeases, knexOutbox, knexRecorder } from './platform/delivery.ts';
import { knexDocuments } from './fleet/documents.ts';
import { knexDoorSeats } from './seats/door-seats.ts';
import { knexHoldings } from './seats/holdings.ts';
import { knexManifestRevisions } from './boarding/manifest-revisions.ts';
import { knexMailQueue } from './platform/mail-queue.ts';
import { knexProcessBeats } from './platform/process-beats.ts';
import { knexNotices } from './platform/notices.ts';
import { knexSmsQueue } from './platform/sms-queue.ts';
import { knexOwners } from './companies/owners.ts';
import { knexPlatformTerms } from './companies/platform-terms.ts';
import { knexPayments } from './payments/payments.ts';
import { knexLateNotices } from './road/late-notices.ts';
import { knexPunctuality } from './road/punctuality.ts';
import { knexFeeds } from './road/feeds.ts';
import { knexPlaces } from './road/places.ts';
import { knexTracks } from './road/tracks.ts';
import { knexPlannedTrips } from './trips/planned-trips.ts';
import { knexTripCancellations } from './trips/trip-cancellations.ts';
import { knexTripCrews } from './trips/trip-crews.ts';
import { knexSandbox } from './payments/sandbox.ts';
import { knexRatings } from './bookings/ratings.ts';
import { knexRefunds } from './refunds/refunds.ts';
import { knexTripBlocks } from './seats/seat-blocks.ts';
import { knexSeatLocks } from './seats/seat-locks.ts';
import { knexSentInvitations } from './companies/sent-invitations.ts';
import { knexShifts } from './counter/shifts.ts';
import { knexSeatMaps } from './seats/seat-maps.ts';
import { knexWaits } from './line/waits.ts';
import { knexWaitViews } from './line/wait-views.ts';
import { keepLine } from '../../core/line/keep-line.ts';
import type { LineChange } from '../../core/line/line-change.ts';
import { tellLate } from '../../core/road/tell-late.ts';
import { serveLine } from '../../core/line/serve-line.ts';
import type { Line } from '../../core/seats/line.ts';
import { knexSoldSeats } from './seats/sold-seats.ts';
import { knexStatements } from './ledger/statements.ts';
import { knexAdjustments, knexReceipts } from './ledger/corrections.ts';
import { knexDoorViews, knexDoors } from './line/doors.ts';
import { knexLedger } from './ledger/ledger.ts';
import { knexSettlements } from './ledger/settlements.ts';
import { knexLoginLog } from './accounts/login-log.ts';
import { knexPhoneCodes } from './accounts/phone-codes.ts';
import { knexCodeTries, knexSecondFactors } from './accounts/second-factors.ts';
import { knexSignInAddresses } from './accounts/sign-in-addresses.ts';
import { knexCodes, knexDevices, knexNonces, knexSessions } from './accounts/sign-in.ts';
import { knexTimetables } from './planning/timetables.ts';
import { knexTripsAhead } from './seats/trips-ahead.ts';
import { knexLiveLinks } from './tickets/live-links.ts';
import { knexTicketLinks } from './tickets/ticket-links.ts';
import { knexTripGate } from './trips/trip-gate.ts';
import { knexTrips } from './trips/trips.ts';
import { knexDeliveries } from './listening/deliveries.ts';
import { knexEventFeed } from './listening/event-feed.ts';
import { knexToldFacts } from './listening/told-facts.ts';
import { knexWebhooks } from './listening/webhooks.ts';
import { knexUsers } from './accounts/users.ts';

/** All stores of one transaction. */
export const knexStores = (
  sql: Sql,
  needs: TransactionNeeds & Pick<StoreNeeds, 'lineTerms'>,
  check?: CallerCheck,
): Stores => {
  const waits = knexWaits(sql, needs);
  const line: Line = {
    serve: (trip, now) => serveLine(stores, needs.lineTerms, trip, now),
    redeemPlaces: (user, place, now) => waits.redeemPlaces({ user, ...place }, now),
  };
  const stores = storesOf(sql, needs, { waits, line }, check);
  return stores;
};

const storesOf = (
  sql: Sql,
  needs: TransactionNeeds,
  waiting: Pick<Stores, 'waits' | 'line'>,
  check: CallerCheck | undefined,
): Stores => ({
  ...waiting,
  waitViews: knexWaitViews(sql),
  // Made anew for each look, because the seats of a bus are cached and this transaction may change them.
  seatMaps: { view: (...asked) => knexSeatMaps(sql).view(...asked) },
  users: check ? judgingOwner(knexUsers(sql, needs), check) : knexUsers(sql, needs),
  codes: knexCodes(sql),
  devices: knexDevices(sql),
  sessions: knexSessions(sql, needs),
  nonces: knexNonces(sql),
  loginLog: knexLoginLog(sql),
  signInAddresses: knexSignInAddresses(sql),
  secondFactors: knexSecondFactors(sql),
  codeTries: knexCodeTries(sql),
  phoneCodes: knexPhoneCodes(sql),
  companies: knexCompanies(sql),
  platformTerms: knexPlatformTerms(sql),
  staff: knexStaff(sql),
  sentInvitations: knexSentInvitations(sql),
  usage: knexCompanyUsage(sql),
  events: knexRecorder(sql, needs),
  outbox: knexOutbox(sql),
  leases: knexLeases(sql),
  processBeats: knexProcessBeats(sql),
  idempotency: knexIdempotency(sql),
  mailQueue: knexMailQueue(sql),
  smsQueue: knexSmsQueue(sql),
  notices: knexNotices(sql),
  ticketLinks: knexTicketLinks(sql),
  liveLinks: knexLiveLinks(sql),
  buses: knexBuses(sql, needs),
  owners: knexOwners(sql),
  documents: knexDocuments(sql),
  tripGate: knexTripGate(sql),
  fleetViews: knexFleetViews(sql),
  catalogue: knexCatalogue(sql, needs),
  cities: knexCities(sql, needs),
  trips: knexTrips(sql, needs),
  plannedTrips: knexPlannedTrips(sql, needs),
  tripCrews: knexTripCrews(sql, needs),
  tripCancellations: knexTripCancellations(sql),
  officeTrips: knexOfficeTrips(sql),
  timetables: knexTimetables(sql),
  timetableViews: knexTimetableViews(sql),
  tripsAhead: knexTripsAhead(sql, needs),
  blocks: knexTripBlocks(sql, needs),
  manifestRevisions: knexManifestRevisions(sql),
  crewTrips: knexCrewTrips(sql),
  payments: knexPayments(sql, needs),
  refunds: knexRefunds(sql, needs),
  refundRecords: knexRefundRecords(sql),
  foundPayments: knexFoundPayments(sql),
  callbacks: knexCallbacks(sql),
  sandbox: knexSandbox(sql),
  doors: knexDoors(sql),
  doorViews: knexDoorViews(sql),
  seatLocks: knexSeatLocks(sql, needs),
  soldSeats: knexSoldSeats(sql, needs),
  holdings: knexHoldings(sql),
  doorSeats: knexDoorSeats(sql),
  bookings: knexBookings(sql, needs),
  bookedSeats: knexBookedSeats(sql, needs),
  changes: knexBookingChanges(sql),
  bookingViews: knexBookingViews(sql),
  officeBookings: knexOfficeBookings(sql),
  companyDirectory: knexCompanyDirectory(sql),
  paymentRecords: knexPaymentRecords(sql),
  ratings: knexRatings(sql),
  agents: knexAgents(sql, needs),
  agentKeys: knexAgentKeys(sql),
  agentCompanies: knexAgentCompanies(sql),
  companyAgents: knexCompanyAgents(sql),
  agentSales: knexAgentSales(sql),
  agentHolders: knexAgentHolders(sql, needs),
  agentBookings: knexAgentBookings(sql),
  agentPayments: knexAgentPayments(sql),
  agentStatements: knexAgentStatements(sql, needs),
  agentStatementViews: knexAgentStatementViews(sql),
  shifts: knexShifts(sql),
  shiftViews: knexShiftViews(sql),
  boardings: knexBoardings(sql, needs),
  places: knexPlaces(sql),
  tracks: knexTracks(sql, needs),
  punctuality: knexPunctuality(sql),
  lateNotices: knexLateNotices(sql, needs),
  feeds: knexFeeds(sql),
  crewDevices: knexCrewDevices(sql, needs),
  trail: knexTrail(sql),
  ledger: knexLedger(sql),
  settlements: knexSettlements(sql),
  adjustments: knexAdjustments(sql),
  adjustmentRecords: knexAdjustmentRecords(sql),
  receipts: knexReceipts(sql),
  statements: knexStatements(sql, needs),
  statementViews: knexStatementViews(sql),
  toldFacts: knexToldFacts(sql),
  eventFeed: knexEventFeed(sql, needs),
  webhooks: knexWebhooks(sql),
  deliveries: knexDeliveries(sql, needs),
});

/** The unit of work. Stores throw once their transaction has ended: see engine/fenced.ts. */
export const knexTransact =
  (database: Database, needs: StoreNeeds): Transact<Stores> =>
  async (work) => {
    const caller = actingCaller();
    let changes: CommittedChange[] = [];
    const result = await database.transaction(async (sql) => {
      // The lists of changes are emptied first, because a transaction that is repeated after a deadlock makes its
      // changes again.
      changes = [];
      const manifestChanges: ManifestChange[] = [];
      const happenings: Happening[] = [];
      const lineChanges: LineChange[] = [];
      const estimates = new Set<TripId>();
      const check = callerCheck(sql, caller);
      // Asked before the work's first statement, and sent with it.
      const judged = check?.judge();
      const stores = knexStores(
        sql,
        {
          ...needs,
          recordChange: (change) => changes.push(change),
          manifestChanged: (change) => manifestChanges.push(change),
          happened: (happening) => happenings.push(happening),
          lineChanged: (change) => lineChanges.push(change),
          estimateChanged: (trip) => estimates.add(trip),
        },
        check,
      );
      const done = await refusingFirst(judged, work(stores));
      await keepLine(stores, needs.lineTerms, lineChanges, needs.clock());
      await tellLate(stores, needs.lateTerms, estimates, needs.clock());
      await recordEvents(stores, happenings, needs, needs.clock());
      await raiseRevisions(stores, manifestChanges, needs.clock());
      const refused = check?.refusal();
      if (refused) throw refused.reason;
      return done;
    });
    // Work that a commit sets off, such as publishing its events, is no longer the caller's doing.
    await asService(async () => reportCommit(needs, changes));
    return result;
  };

/** Waits for both. A refusal of the caller comes before any error of the work. */
async function refusingFirst<Result>(judged: Promise<void> | undefined, work: Promise<Result>): Promise<Result> {
  if (judged) {
    // The error is thrown below, unless the caller is refused.
    work.catch(() => undefined);
    await judged;
  }
  return work;
}

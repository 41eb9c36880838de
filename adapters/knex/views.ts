import type { Views } from '../../core/stores.ts';
import { knexAgentCompanies } from './agents/agent-companies.ts';
import { knexCompanyAgentViews } from './agents/company-agents.ts';
import { knexAgentKeyViews } from './agents/agent-keys.ts';
import { knexAgentAccountViews, knexAgentPaymentViews } from './agents/agent-account.ts';
import { knexAgentStatementViews } from './agents/agent-statement-views.ts';
import { knexAgentBookings } from './agents/agent-bookings.ts';
import { knexAgentHolderViews } from './agents/agent-sales.ts';
import { knexAgentViews } from './agents/agents.ts';
import { knexWebhookViews } from './listening/webhook-views.ts';
import { knexCities, knexTripSearch } from './trips/trip-search.ts';
import { knexBoardingPlaces } from './bookings/boarding-places.ts';
import { knexBookingList } from './bookings/booking-list.ts';
import { knexBookingViews } from './bookings/bookings-view.ts';
import { knexOfficeBookings } from './payments/office-bookings.ts';
import { knexOfficeTrips } from './trips/office-trips.ts';
import { knexOpenAtGateways } from './payments/open-at-gateways.ts';
import { knexPaymentRecords } from './payments/payment-records.ts';
import { knexDocumentViews } from './fleet/documents-view.ts';
import { knexAuditReader } from './audit/audit-reader.ts';
import { knexMailQueue } from './platform/mail-queue.ts';
import { knexNoticeViews } from './platform/notices.ts';
import { knexLiveLinks } from './tickets/live-links.ts';
import { knexTicketLinks } from './tickets/ticket-links.ts';
import { knexSmsQueue } from './platform/sms-queue.ts';
import { knexBoardingViews } from './boarding/boardings-view.ts';
import { knexCrewDeviceViews } from './boarding/crew-devices-view.ts';
import { knexCompanyDirectory } from './companies/company-directory.ts';
import { knexFigures } from './reports/figures.ts';
import { knexAdjustmentRecords } from './ledger/adjustments.ts';
import { knexLedgerViews } from './ledger/ledger-view.ts';
import { knexLoginLogViews } from './accounts/login-log-view.ts';
import { knexUserDirectory } from './accounts/user-directory.ts';
import { knexOutbox } from './platform/delivery.ts';
import { knexRefunds } from './refunds/refunds.ts';
import { type ByCatalogue, keptCatalogue } from './trips/kept-catalogue.ts';
import { knexCrewTrips } from './boarding/crew-trips.ts';
import { knexManifests } from './boarding/manifests.ts';
import { knexPunctualityViews } from './road/punctuality.ts';
import { knexFeedViews } from './road/feed-views.ts';
import { knexPlaceViews } from './road/places.ts';
import { knexTrackViews } from './road/tracks.ts';
import { knexTimetableViews } from './planning/timetables-view.ts';
import { knexDoorViews } from './line/doors.ts';
import { knexTripBlocks } from './seats/seat-blocks.ts';
import { knexTrailViews } from './platform/trail-view.ts';
import { knexFareViews } from './trips/fare-views.ts';
import { knexFleetViews } from './fleet/fleet.ts';
import { knexSales } from './reports/sales.ts';
import { knexWaitViews } from './line/wait-views.ts';
import { knexSeatMaps } from './seats/seat-maps.ts';
import { knexRefundRecords } from './refunds/refunds-view.ts';
import { knexShiftViews } from './counter/shifts-view.ts';
import { knexStatementViews } from './ledger/statements-view.ts';
import type { OnReplica } from './engine/replica.ts';
import type { Sql } from './engine/sql.ts';
import { knexUnpaidRefunds } from './refunds/unpaid-refunds.ts';
import { knexCompanyViews } from './companies/companies.ts';
import { knexAccountViews } from './accounts/account-views.ts';

/** All read models. Every query is a single statement. */
export const knexViews = (read: Sql): Views => viewsOn(read, keptCatalogue(read));

/**
 * All read models. Read models that may lag are read from a replica. No decision about seats or money depends on these,
 * nor a screen that shows an action just made. Trips, seat maps, bookings and lists of an office always come from the
 * primary. Every database has its own cached catalogue, because the revision of the catalogue lags on the replica.
 */
export function knexViewsWithReplica(read: Sql, replica: Sql, onReplica: OnReplica): Views {
  const sides = { primary: knexViews(read), replica: knexViews(replica) };
  const lagging = <Answer>(ask: (views: Views) => Promise<Answer>): Promise<Answer> => onReplica(sides, ask);
  return {
    ...sides.primary,
    tripSearch: {
      ...sides.primary.tripSearch,
      search: (filter, now) => lagging(({ tripSearch }) => tripSearch.search(filter, now)),
    },
    figures: {
      read: (day, openSince, now) => lagging(({ figures }) => figures.read(day, openSince, now)),
      taken: (days) => lagging(({ figures }) => figures.taken(days)),
    },
    sales: { trips: (operatorId, departs) => lagging(({ sales }) => sales.trips(operatorId, departs)) },
    trailViews: { list: (filter, page) => lagging(({ trailViews }) => trailViews.list(filter, page)) },
    loginLogViews: { list: (filter, page) => lagging(({ loginLogViews }) => loginLogViews.list(filter, page)) },
  };
}

/** Views change nothing, so there is nothing to report. */
const QUIET = { happened: () => undefined, lineChanged: () => undefined };

const viewsOn = (read: Sql, catalogue: ByCatalogue): Views => ({
  accounts: knexAccountViews(read),
  companies: knexCompanyViews(read),
  agentViews: knexAgentViews(read),
  agentKeyViews: knexAgentKeyViews(read),
  agentCompanies: knexAgentCompanies(read),
  companyAgents: knexCompanyAgentViews(read),
  agentHolderViews: knexAgentHolderViews(read),
  agentBookings: knexAgentBookings(read),
  agentAccountViews: knexAgentAccountViews(read),
  agentPaymentViews: knexAgentPaymentViews(read),
  agentStatementViews: knexAgentStatementViews(read),
  cities: knexCities(read),
  documentViews: knexDocumentViews(read),
  tripSearch: knexTripSearch(read, catalogue),
  fareViews: knexFareViews(read, catalogue),
  officeTrips: knexOfficeTrips(read),
  backlog: () => knexOutbox(read).backlog(),
  hasPendingEvents: () => knexOutbox(read).hasPending(),
  countOpenAtGateways: knexOpenAtGateways(read),
  countUnpaidRefunds: knexUnpaidRefunds(read),
  outstandingRefunds: (now) => knexRefunds(read, QUIET).outstanding(now),
  refundsToAttempt: (gateway, now, limit) => knexRefunds(read, QUIET).toAttempt(gateway, now, limit),
  fleetViews: knexFleetViews(read),
  timetableViews: knexTimetableViews(read),
  seatMaps: knexSeatMaps(read),
  tripBlocks: knexTripBlocks(read, QUIET),
  waitViews: knexWaitViews(read),
  doorViews: knexDoorViews(read),
  bookingViews: { ...knexBookingViews(read), ...knexBookingList(read, catalogue) },
  boardingPlaces: knexBoardingPlaces(read),
  officeBookings: knexOfficeBookings(read),
  paymentRecords: knexPaymentRecords(read),
  refundRecords: knexRefundRecords(read),
  shiftViews: knexShiftViews(read),
  crewTrips: knexCrewTrips(read),
  placeViews: knexPlaceViews(read),
  trackViews: knexTrackViews(read),
  punctualityViews: knexPunctualityViews(read),
  feedViews: knexFeedViews(read),
  manifests: knexManifests(read),
  trailViews: knexTrailViews(read),
  ledgerViews: knexLedgerViews(read),
  adjustmentRecords: knexAdjustmentRecords(read),
  statementViews: knexStatementViews(read),
  userDirectory: knexUserDirectory(read),
  companyDirectory: knexCompanyDirectory(read),
  loginLogViews: knexLoginLogViews(read),
  figures: knexFigures(read),
  sales: knexSales(read),
  auditReader: knexAuditReader(read),
  boardingViews: knexBoardingViews(read),
  noticeViews: knexNoticeViews(read),
  crewDeviceViews: knexCrewDeviceViews(read),
  mailsWait: (now) => knexMailQueue(read).anyDue(now),
  findTicketLink: (code) => knexTicketLinks(read).find(code),
  findLiveLink: (code) => knexLiveLinks(read).find(code),
  dueSms: (now, limit) => knexSmsQueue(read).due(now, limit),
  webhookViews: knexWebhookViews(read),
});

import type { Views } from '../../../core/stores.ts';
import { knexCities, knexTripSearch } from './trip-search.ts';
import { knexBookingViews } from './bookings.ts';
import { knexOfficeBookings } from './office-bookings.ts';
import { knexOfficeTrips } from './office-trips.ts';
import { knexPaymentRecords } from './payment-records.ts';
import { knexDocumentViews } from './documents.ts';
import { knexAuditReader } from './audit-reader.ts';
import { knexMailQueue } from '../repos/mail-queue.ts';
import { knexBoardingViews } from './boardings.ts';
import { knexCrewDeviceViews } from './crew-devices.ts';
import { knexCompanyDirectory } from './company-directory.ts';
import { knexFigures } from './figures.ts';
import { knexLedgerViews } from './ledger.ts';
import { knexLoginLogViews } from './login-log.ts';
import { knexUserDirectory } from './user-directory.ts';
import { knexOutbox } from '../repos/delivery.ts';
import { knexRefunds } from '../repos/refunds.ts';
import { keptCatalogue } from './kept-catalogue.ts';
import { knexCrewTrips } from './crew-trips.ts';
import { knexManifests } from './manifests.ts';
import { knexTimetableViews } from './timetables.ts';
import { knexTripBlocks } from '../repos/seat-blocks.ts';
import { knexTrailViews } from './trail.ts';
import { knexFleetViews } from './fleet.ts';
import { knexSales } from './sales.ts';
import { knexSeatMaps } from './seat-maps.ts';
import { knexRefundRecords } from './refunds.ts';
import { knexShiftViews } from './shifts.ts';
import { knexStatementViews } from './statements.ts';
import type { Sql } from '../engine/sql.ts';
import { knexCompanyViews } from '../repos/companies.ts';
import { knexAccountViews } from '../repos/users.ts';

/** Every read model. Each question is a single statement. */
export const knexViews = (read: Sql): Views => ({
  accounts: knexAccountViews(read),
  companies: knexCompanyViews(read),
  cities: knexCities(read),
  documentViews: knexDocumentViews(read),
  tripSearch: knexTripSearch(read, keptCatalogue(read)),
  officeTrips: knexOfficeTrips(read),
  backlog: () => knexOutbox(read).backlog(),
  hasPendingEvents: () => knexOutbox(read).hasPending(),
  outstandingRefunds: (now) => knexRefunds(read).outstanding(now),
  fleetViews: knexFleetViews(read),
  timetableViews: knexTimetableViews(read),
  seatMaps: knexSeatMaps(read),
  tripBlocks: knexTripBlocks(read),
  bookingViews: knexBookingViews(read),
  officeBookings: knexOfficeBookings(read),
  paymentRecords: knexPaymentRecords(read),
  refundRecords: knexRefundRecords(read),
  shiftViews: knexShiftViews(read),
  crewTrips: knexCrewTrips(read),
  manifests: knexManifests(read),
  trailViews: knexTrailViews(read),
  ledgerViews: knexLedgerViews(read),
  statementViews: knexStatementViews(read),
  userDirectory: knexUserDirectory(read),
  companyDirectory: knexCompanyDirectory(read),
  loginLogViews: knexLoginLogViews(read),
  figures: knexFigures(read),
  sales: knexSales(read),
  auditReader: knexAuditReader(read),
  boardingViews: knexBoardingViews(read),
  crewDeviceViews: knexCrewDeviceViews(read),
  mailsWait: (now) => knexMailQueue(read).anyDue(now),
});

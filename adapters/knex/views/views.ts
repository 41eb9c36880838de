import type { Views } from '../../../core/stores.ts';
import { knexCities, knexTripSearch } from './trip-search.ts';
import { knexBookingViews } from './bookings.ts';
import { knexOfficeBookings } from './office-bookings.ts';
import { knexPaymentRecords } from './payment-records.ts';
import { knexDocumentViews } from './documents.ts';
import { knexAuditReader } from './audit-reader.ts';
import { knexMailQueue } from '../repos/mail-queue.ts';
import { knexCompanyDirectory } from './company-directory.ts';
import { knexFigures } from './figures.ts';
import { knexLoginLogViews } from './login-log.ts';
import { knexUserDirectory } from './user-directory.ts';
import { knexOutbox } from '../repos/delivery.ts';
import { knexRefunds } from '../repos/refunds.ts';
import { knexTrailViews } from './trail.ts';
import { knexFleetViews } from './fleet.ts';
import { knexSeatMaps } from './seat-maps.ts';
import type { Sql } from '../engine/sql.ts';
import { knexCompanyViews } from '../repos/companies.ts';
import { knexAccountViews } from '../repos/users.ts';

/** Every read model. Each question is a single statement. */
export const knexViews = (read: Sql): Views => ({
  accounts: knexAccountViews(read),
  companies: knexCompanyViews(read),
  cities: knexCities(read),
  documentViews: knexDocumentViews(read),
  tripSearch: knexTripSearch(read),
  backlog: () => knexOutbox(read).backlog(),
  hasPendingEvents: () => knexOutbox(read).hasPending(),
  outstandingRefunds: (now) => knexRefunds(read).outstanding(now),
  fleetViews: knexFleetViews(read),
  seatMaps: knexSeatMaps(read),
  bookingViews: knexBookingViews(read),
  officeBookings: knexOfficeBookings(read),
  paymentRecords: knexPaymentRecords(read),
  trailViews: knexTrailViews(read),
  userDirectory: knexUserDirectory(read),
  companyDirectory: knexCompanyDirectory(read),
  loginLogViews: knexLoginLogViews(read),
  figures: knexFigures(read),
  auditReader: knexAuditReader(read),
  mailsWait: (now) => knexMailQueue(read).anyDue(now),
});

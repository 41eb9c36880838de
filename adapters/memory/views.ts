import type { Views } from '../../core/stores.ts';
import { memoryAccountViews } from './accounts.ts';
import { memoryCompanyDirectory, memoryFigures, memoryLoginLogViews, memoryUserDirectory } from './administration.ts';
import { memoryAuditReader } from './audit.ts';
import { memoryBookingViews, memoryMailQueue } from './bookings.ts';
import { memoryDocumentViews } from './documents.ts';
import { memoryFleetViews } from './fleet.ts';
import { memoryCompanyViews } from './companies.ts';
import { memoryOfficeBookings, memoryPaymentRecords } from './office.ts';
import { memoryOutbox } from './delivery.ts';
import { memoryRefunds } from './payments.ts';
import { memorySeatMaps } from './seats.ts';
import type { State } from './state.ts';
import { memoryTrailViews } from './trail.ts';
import { memoryCities, memoryTripSearch } from './trips.ts';

export const memoryViews = (state: State): Views => ({
  accounts: memoryAccountViews(state),
  companies: memoryCompanyViews(state),
  cities: memoryCities(state),
  documentViews: memoryDocumentViews(state),
  tripSearch: memoryTripSearch(state),
  backlog: () => memoryOutbox(state).backlog(),
  hasPendingEvents: () => memoryOutbox(state).hasPending(),
  outstandingRefunds: (now) => memoryRefunds(state).outstanding(now),
  fleetViews: memoryFleetViews(state),
  seatMaps: memorySeatMaps(state),
  bookingViews: memoryBookingViews(state),
  officeBookings: memoryOfficeBookings(state),
  paymentRecords: memoryPaymentRecords(state),
  trailViews: memoryTrailViews(state),
  userDirectory: memoryUserDirectory(state),
  companyDirectory: memoryCompanyDirectory(state),
  loginLogViews: memoryLoginLogViews(state),
  figures: memoryFigures(state),
  auditReader: memoryAuditReader(state),
  mailsWait: (now) => memoryMailQueue(state).anyDue(now),
});

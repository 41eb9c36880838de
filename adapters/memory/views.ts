import type { CrewDeviceViews } from '../../core/boarding/device-ports.ts';
import type { Stores, Views } from '../../core/stores.ts';
import { memoryAccountViews } from './accounts.ts';
import { memoryAuditReader } from './audit.ts';
import { memoryTripBlocks } from './blocks.ts';
import { memoryBoardingViews } from './boardings.ts';
import { memoryCrewDeviceViews } from './boarding.ts';
import { memoryBookingViews } from './bookings.ts';
import { memoryDocumentViews } from './documents.ts';
import { memoryFleetViews } from './fleet.ts';
import { memoryCompanyViews } from './companies.ts';
import { memoryShiftViews } from './counter.ts';
import { memoryOfficeBookings } from './office.ts';
import { memoryOfficeTrips } from './office-trips.ts';
import { memoryMailQueue, memoryOutbox } from './delivery.ts';
import { type MemoryLedgerViews, memoryLedgerViews } from './ledger.ts';
import { memoryManifests } from './manifests.ts';
import { memoryRefundRecords, memoryRefunds } from './refunds.ts';
import { memorySeatMaps } from './seat-maps.ts';
import type { State } from './state.ts';
import { memoryTicketLinks } from './ticket-links.ts';
import { memorySmsQueue } from './sms-queue.ts';
import { memoryStatementViews } from './statements.ts';
import { memoryTimetableViews } from './timetables.ts';
import { memoryTrailViews } from './trail.ts';
import { memoryCities, memoryTripSearch } from './trips.ts';

/** The views that tests of use cases need. Other views exist only in databases. */
export interface MemoryViews extends Omit<Views, PartlyOrAbsent> {
  readonly crewDeviceViews: Pick<CrewDeviceViews, 'find' | 'ofToken'>;
  readonly ledgerViews: MemoryLedgerViews;
  readonly officeBookings: Stores['officeBookings'];
  readonly refundRecords: Stores['refundRecords'];
  readonly shiftViews: Stores['shiftViews'];
}

/** Views that the memory stores lack, or implement only in part (see above). */
type PartlyOrAbsent =
  | 'adjustmentRecords'
  | 'companyDirectory'
  | 'countOpenAtGateways'
  | 'fareViews'
  | 'countUnpaidRefunds'
  | 'crewDeviceViews'
  | 'crewTrips'
  | 'figures'
  | 'ledgerViews'
  | 'loginLogViews'
  | 'officeBookings'
  | 'paymentRecords'
  | 'refundRecords'
  | 'sales'
  | 'shiftViews'
  | 'userDirectory';

export const memoryViews = (state: State): MemoryViews => ({
  accounts: memoryAccountViews(state),
  companies: memoryCompanyViews(state),
  cities: memoryCities(state),
  documentViews: memoryDocumentViews(state),
  tripSearch: memoryTripSearch(state),
  officeTrips: memoryOfficeTrips(state),
  backlog: () => memoryOutbox(state).backlog(),
  hasPendingEvents: () => memoryOutbox(state).hasPending(),
  outstandingRefunds: (now) => memoryRefunds(state).outstanding(now),
  refundsToAttempt: (gateway, now, limit) => memoryRefunds(state).toAttempt(gateway, now, limit),
  fleetViews: memoryFleetViews(state),
  timetableViews: memoryTimetableViews(state),
  seatMaps: memorySeatMaps(state),
  tripBlocks: memoryTripBlocks(state),
  bookingViews: memoryBookingViews(state),
  officeBookings: memoryOfficeBookings(state),
  refundRecords: memoryRefundRecords(state),
  shiftViews: memoryShiftViews(state),
  manifests: memoryManifests(state),
  trailViews: memoryTrailViews(state),
  ledgerViews: memoryLedgerViews(state),
  statementViews: memoryStatementViews(state),
  auditReader: memoryAuditReader(state),
  boardingViews: memoryBoardingViews(state),
  crewDeviceViews: memoryCrewDeviceViews(state),
  mailsWait: (now) => memoryMailQueue(state).anyDue(now),
  findTicketLink: (code) => memoryTicketLinks(state).find(code),
  dueSms: (now, limit) => memorySmsQueue(state).due(now, limit),
});

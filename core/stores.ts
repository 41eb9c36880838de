import type { PlatformStores } from './platform/stores.ts';
import type { CompanyStores } from './companies/stores.ts';
import type { FleetStores } from './fleet/stores.ts';
import type { TripStores } from './trips/stores.ts';
import type { SeatStores } from './seats/stores.ts';
import type { LedgerStores } from './ledger/stores.ts';
import type { BookingStores } from './bookings/stores.ts';
import type { PlanningStores } from './planning/stores.ts';
import type { CountOpenAtGateways, CountUnpaidRefunds } from './payments/ports.ts';
import type { PaymentStores } from './payments/stores.ts';
import type { BoardingStores } from './boarding/stores.ts';
import type { ShiftStores } from './counter/stores.ts';
import type { TicketStores } from './tickets/stores.ts';
import type { TicketLinks } from './tickets/ticket-links.ts';
import type { RefundRecordStores } from './refunds/stores.ts';
import type { CatalogueStores } from './catalogue/stores.ts';
import type { CompanyDirectory } from './companies/view-companies.ts';
import type { FiguresReader, SalesReader } from './reports/ports.ts';
import type { LoginLogViews, UserDirectory } from './accounts/view-users.ts';
import type { AuditReader } from './audit/ports.ts';
import type { TripBlocks } from './seats/block.ts';
import type { BoardingViews } from './boarding/ports.ts';
import type { CrewDeviceViews } from './boarding/device-ports.ts';
import type { CrewTripViews } from './boarding/crew-trip.ts';
import type { ManifestViews } from './boarding/manifest.ts';
import type { ManifestChange } from './boarding/manifest-revision.ts';
import type { BookingStatus } from './bookings/booking.ts';
import type { MailQueue } from './platform/mail-queue.ts';
import type { NoticeViews } from './platform/notices.ts';
import type { SmsQueue } from './platform/sms-queue.ts';
import type { AccountStores, AccountViews } from './accounts/ports.ts';
import type { BookingViews } from './bookings/ports.ts';
import type { CompanyViews } from './companies/ports.ts';
import type { AdjustmentRecords } from './ledger/corrections.ts';
import type { ShiftViews } from './counter/ports.ts';
import type { ServiceEvent } from './events.ts';
import type { DocumentViews } from './fleet/document-ports.ts';
import type { FleetViews } from './fleet/ports.ts';
import type { Announcement, Outbox, Recorder } from './platform/outbox.ts';
import type { Random } from './kernel/random.ts';
import type { LedgerViews } from './ledger/ports.ts';
import type { Clock, Instant } from './kernel/time.ts';
import type { PaymentStatus } from './payments/payment.ts';
import type { OfficeBookings } from './payments/office-booking.ts';
import type { PaymentRecords } from './payments/payment-record.ts';
import type { RefundRepo } from './payments/refund.ts';
import type { RefundRecords } from './refunds/ports.ts';
import type { SeatMaps } from './seats/ports.ts';
import type { StatementViews } from './ledger/statement-ports.ts';
import type { TimetableViews } from './planning/ports.ts';
import type { TrailViews } from './platform/trail.ts';
import type { OfficeTrips } from './trips/office-trip.ts';
import type { FareViews, TripSearch } from './trips/ports.ts';
import type { CityRepo } from './trips/city.ts';

/**
 * All stores of one transaction. Each use case asks only for the stores that it needs. Some views are included, so that
 * a use case can read its result inside the transaction.
 */
export interface Stores
  extends
    PlatformStores,
    AccountStores,
    CompanyStores,
    FleetStores,
    TripStores,
    SeatStores,
    LedgerStores,
    BookingStores,
    PlanningStores,
    PaymentStores,
    BoardingStores,
    ShiftStores,
    RefundRecordStores,
    CatalogueStores,
    TicketStores {
  readonly events: Recorder<ServiceEvent>;
}

/** A committed change that caches and open connections must react to. */
export type CommittedChange =
  | { readonly thing: 'event' }
  /** The service no longer accepts earlier tokens of a user or a device. */
  | { readonly thing: 'sign-out' }
  | { readonly thing: 'booking'; readonly state: BookingStatus }
  | { readonly thing: 'payment'; readonly state: PaymentStatus; readonly gateway: string };

/** The dependencies of the stores, other than the database. */
export interface StoreNeeds {
  /** Turns an event into the announcement that subscribers get. */
  readonly announce: (event: ServiceEvent, id: string, at: Instant) => Announcement;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Clock;
  /** Called after each commit with the changes of the transaction. Never called for changes that were rolled back. */
  readonly onCommit: (changes: readonly CommittedChange[]) => void;
  /** Called with errors that `onCommit` throws. */
  readonly report: (error: unknown) => void;
}

/**
 * Passes the changes of a committed transaction to `onCommit`. Never throws: an error here must not look as if the
 * transaction had failed.
 */
export function reportCommit(
  { onCommit, report }: Pick<StoreNeeds, 'onCommit' | 'report'>,
  changes: readonly CommittedChange[],
): void {
  if (changes.length === 0) return;
  try {
    onCommit(changes);
  } catch (error) {
    report(error);
  }
}

/** The dependencies of the stores inside one transaction. */
export interface TransactionNeeds extends Omit<StoreNeeds, 'onCommit' | 'report' | 'clock'> {
  readonly recordChange: (change: CommittedChange) => void;
  /** Called for every change to a manifest. */
  readonly manifestChanged: (change: ManifestChange) => void;
}

/** Read-only queries for screens, outside transactions. Each method is one query. */
export interface Views {
  readonly accounts: AccountViews;
  readonly companies: CompanyViews;
  readonly cities: CityRepo;
  readonly documentViews: DocumentViews;
  readonly tripSearch: TripSearch;
  readonly fareViews: FareViews;
  readonly officeTrips: OfficeTrips;
  readonly backlog: Outbox['backlog'];
  readonly hasPendingEvents: Outbox['hasPending'];
  readonly outstandingRefunds: RefundRepo['outstanding'];
  readonly countOpenAtGateways: CountOpenAtGateways;
  readonly countUnpaidRefunds: CountUnpaidRefunds;
  readonly refundsToAttempt: RefundRepo['toAttempt'];
  readonly fleetViews: FleetViews;
  readonly timetableViews: TimetableViews;
  readonly seatMaps: SeatMaps;
  readonly tripBlocks: Pick<TripBlocks, 'find' | 'lapsed'>;
  readonly bookingViews: BookingViews;
  readonly officeBookings: OfficeBookings;
  readonly paymentRecords: PaymentRecords;
  readonly refundRecords: RefundRecords;
  readonly shiftViews: ShiftViews;
  readonly boardingViews: BoardingViews;
  readonly noticeViews: NoticeViews;
  readonly crewDeviceViews: CrewDeviceViews;
  readonly crewTrips: CrewTripViews;
  readonly manifests: ManifestViews;
  readonly mailsWait: MailQueue['anyDue'];
  readonly dueSms: SmsQueue['due'];
  readonly findTicketLink: TicketLinks['find'];
  readonly trailViews: TrailViews;
  readonly ledgerViews: LedgerViews;
  readonly adjustmentRecords: AdjustmentRecords;
  readonly statementViews: StatementViews;
  readonly userDirectory: UserDirectory;
  readonly companyDirectory: CompanyDirectory;
  readonly loginLogViews: LoginLogViews;
  readonly figures: FiguresReader;
  readonly sales: SalesReader;
  readonly auditReader: AuditReader;
}

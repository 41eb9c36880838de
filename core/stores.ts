import type { CompanyDirectory } from './companies/directory.ts';
import type { FiguresReader, SalesReader } from './reports/ports.ts';
import type { LoginLogViews, UserDirectory } from './accounts/directory.ts';
import type { AuditReader } from './audit/ports.ts';
import type { TripBlocks } from './seats/block.ts';
import type { Boardings, BoardingViews } from './boarding/ports.ts';
import type { CrewDevices, CrewDeviceViews } from './boarding/device-ports.ts';
import type { CrewTripViews } from './boarding/crew-trip.ts';
import type { ManifestViews } from './boarding/manifest.ts';
import type { ManifestChange, ManifestRevisions } from './boarding/manifest-revision.ts';
import type { BookingStatus } from './bookings/booking.ts';
import type { MailQueue } from './platform/mail-queue.ts';
import type { AccountStores, AccountViews } from './accounts/ports.ts';
import type { BookingRepo, BookingViews } from './bookings/ports.ts';
import type { CompanyRepo, CompanyUsage, CompanyViews, SentInvitations, StaffRepo } from './companies/ports.ts';
import type { Owners } from './companies/owners.ts';
import type { AdjustmentRecords, AdjustmentRepo, ReceiptRepo } from './ledger/corrections.ts';
import type { ShiftRepo, ShiftViews } from './counter/ports.ts';
import type { ServiceEvent } from './events.ts';
import type { DocumentRepo, DocumentViews, TripGate } from './fleet/document-ports.ts';
import type { BusRepo, FleetViews, TripsAhead } from './fleet/ports.ts';
import type { Idempotency } from './platform/idempotency.ts';
import type { Leases } from './platform/leases.ts';
import type { Announcement, Outbox, Recorder } from './platform/outbox.ts';
import type { Random } from './kernel/random.ts';
import type { Ledger, LedgerViews, SettlementRepo } from './ledger/ports.ts';
import type { Clock, Instant } from './kernel/time.ts';
import type { PaymentStatus } from './payments/payment.ts';
import type { OfficeBookings } from './payments/office-booking.ts';
import type { PaymentRecords } from './payments/payment-record.ts';
import type { CallbackLog, PaymentRepo } from './payments/ports.ts';
import type { RefundRepo } from './payments/refund.ts';
import type { RefundRecords } from './refunds/ports.ts';
import type { RatingRepo } from './bookings/rating.ts';
import type { Holdings, SeatLockStore, SeatMaps } from './seats/ports.ts';
import type { SoldSeats } from './seats/sold-seats.ts';
import type { StatementRepo, StatementViews } from './ledger/statement-ports.ts';
import type { TimetableRepo, TimetableViews } from './planning/ports.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Trail, TrailViews } from './platform/trail.ts';
import type { OfficeTrips } from './trips/office-trip.ts';
import type { PlannedTrips } from './trips/planned-trips.ts';
import type { TripRepo, TripSearch } from './trips/ports.ts';
import type { CityRepo, CityStore } from './trips/city.ts';

/**
 * All stores of one transaction. Use cases ask for the part that they need. The views among them are read by answers
 * inside the transaction.
 */
export interface Stores extends AccountStores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly sentInvitations: SentInvitations;
  readonly usage: CompanyUsage;
  readonly events: Recorder<ServiceEvent>;
  readonly outbox: Outbox;
  readonly leases: Leases;
  readonly idempotency: Idempotency;
  readonly mailQueue: MailQueue;
  readonly buses: BusRepo;
  readonly owners: Owners;
  readonly documents: DocumentRepo;
  readonly tripGate: TripGate;
  readonly fleetViews: Pick<FleetViews, 'find'>;
  readonly catalogue: Catalogue;
  readonly cities: CityStore;
  readonly trips: TripRepo;
  readonly plannedTrips: PlannedTrips;
  readonly officeTrips: Pick<OfficeTrips, 'find'>;
  readonly timetables: TimetableRepo;
  readonly timetableViews: Pick<TimetableViews, 'find'>;
  readonly tripsAhead: TripsAhead;
  readonly blocks: TripBlocks;
  readonly manifestRevisions: ManifestRevisions;
  readonly crewTrips: Pick<CrewTripViews, 'find'>;
  readonly payments: PaymentRepo;
  readonly refunds: RefundRepo;
  readonly refundRecords: Pick<RefundRecords, 'find' | 'sharing'>;
  readonly callbacks: CallbackLog;
  readonly seatLocks: SeatLockStore;
  readonly soldSeats: SoldSeats;
  readonly holdings: Holdings;
  readonly bookings: BookingRepo;
  readonly bookingViews: Pick<BookingViews, 'find' | 'anyOverdue'>;
  readonly officeBookings: Pick<OfficeBookings, 'find' | 'findAll'>;
  readonly companyDirectory: Pick<CompanyDirectory, 'find'>;
  readonly paymentRecords: Pick<PaymentRecords, 'find'>;
  readonly ratings: RatingRepo;
  readonly shifts: ShiftRepo;
  readonly shiftViews: Pick<ShiftViews, 'find'>;
  readonly boardings: Boardings;
  readonly crewDevices: CrewDevices;
  readonly trail: Trail;
  readonly ledger: Ledger;
  readonly settlements: SettlementRepo;
  readonly adjustments: AdjustmentRepo;
  readonly adjustmentRecords: Pick<AdjustmentRecords, 'find'>;
  readonly receipts: ReceiptRepo;
  readonly statements: StatementRepo;
  readonly statementViews: Pick<StatementViews, 'find' | 'lines'>;
}

/** A committed change that caches and connections react to. */
export type Noted =
  | { readonly thing: 'event' }
  /** Tokens of a user or a device are no longer valid. */
  | { readonly thing: 'sign-out' }
  | { readonly thing: 'booking'; readonly state: BookingStatus }
  | { readonly thing: 'payment'; readonly state: PaymentStatus };

/** Dependencies of the stores other than the database. */
export interface StoreNeeds {
  /** Turns an event into the announcement that subscribers get. */
  readonly announce: (event: ServiceEvent, id: string, at: Instant) => Announcement;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Clock;
  /** Called after each commit with the transaction's changes. Changes that were rolled back are left out. */
  readonly onCommit: (noted: readonly Noted[]) => void;
  /** Called with errors that `onCommit` throws. */
  readonly report: (error: unknown) => void;
}

/**
 * Reports a transaction's changes. Never throws: the transaction is committed, so an error must not look like its
 * failure.
 */
export function reportCommit(
  { onCommit, report }: Pick<StoreNeeds, 'onCommit' | 'report'>,
  noted: readonly Noted[],
): void {
  if (noted.length === 0) return;
  try {
    onCommit(noted);
  } catch (error) {
    report(error);
  }
}

/** The needs of the stores inside one transaction. */
export interface NotingNeeds extends Omit<StoreNeeds, 'onCommit' | 'report' | 'clock'> {
  readonly note: (noted: Noted) => void;
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
  readonly officeTrips: OfficeTrips;
  readonly backlog: Outbox['backlog'];
  readonly hasPendingEvents: Outbox['hasPending'];
  readonly outstandingRefunds: RefundRepo['outstanding'];
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
  readonly crewDeviceViews: CrewDeviceViews;
  readonly crewTrips: CrewTripViews;
  readonly manifests: ManifestViews;
  readonly mailsWait: MailQueue['anyDue'];
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

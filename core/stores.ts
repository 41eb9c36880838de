import type { CompanyDirectory, FiguresReader, LoginLogViews, UserDirectory } from './administration/ports.ts';
import type { AuditReader } from './audit/ports.ts';
import type { TripBlocks } from './blocks/ports.ts';
import type { Boardings, BoardingViews } from './boarding/ports.ts';
import type { CrewDevices, CrewDeviceViews } from './boarding/device-ports.ts';
import type { CrewTripViews } from './boarding/crew-trip.ts';
import type { ManifestViews } from './boarding/manifest.ts';
import type { ManifestChange, ManifestRevisions } from './boarding/manifest-revision.ts';
import type { BookingStatus } from './bookings/booking.ts';
import type { MailQueue } from './delivery/mail-queue.ts';
import type { AccountStores, AccountViews } from './accounts/ports.ts';
import type { BookingRepo, BookingViews } from './bookings/ports.ts';
import type { CompanyRepo, CompanyViews, StaffRepo } from './companies/ports.ts';
import type { Owners } from './companies/owners.ts';
import type { ShiftRepo, ShiftViews } from './counter/ports.ts';
import type { ServiceEvent } from './events.ts';
import type { DocumentRepo, DocumentViews, TripGate } from './fleet/document-ports.ts';
import type { BusRepo, FleetViews, TripsAhead } from './fleet/ports.ts';
import type { Idempotency } from './delivery/idempotency.ts';
import type { Leases } from './delivery/leases.ts';
import type { Announcement, Outbox, Recorder } from './delivery/outbox.ts';
import type { Random } from './kernel/random.ts';
import type { Ledger, LedgerViews, SettlementRepo } from './ledger/ports.ts';
import type { Clock, Instant } from './kernel/time.ts';
import type { PaymentStatus } from './payments/payment.ts';
import type { OfficeBookings } from './payments/office-booking.ts';
import type { PaymentRecords } from './payments/payment-record.ts';
import type { CallbackLog, PaymentRepo } from './payments/ports.ts';
import type { RefundRepo } from './payments/refund.ts';
import type { SalesReader } from './reports/ports.ts';
import type { RefundRecords } from './refunds/ports.ts';
import type { RatingRepo } from './ratings/ports.ts';
import type { Holdings, SeatLockStore, SeatMaps } from './seats/ports.ts';
import type { SoldSeats } from './seats/sold-seats.ts';
import type { StatementRepo, StatementViews } from './statements/ports.ts';
import type { TimetableRepo, TimetableViews } from './timetables/ports.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Trail, TrailViews } from './trail/trail.ts';
import type { OfficeTrips } from './trips/office-trip.ts';
import type { PlannedTrips } from './trips/planned-trips.ts';
import type { TripRepo, TripSearch } from './trips/ports.ts';
import type { CityRepo, CityStore } from './trips/city.ts';

/** All that changes within one transaction. A use case asks for the part it needs. */
export interface Stores extends AccountStores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly events: Recorder<ServiceEvent>;
  readonly outbox: Outbox;
  readonly leases: Leases;
  readonly idempotency: Idempotency;
  readonly mailQueue: MailQueue;
  readonly buses: BusRepo;
  readonly owners: Owners;
  readonly documents: DocumentRepo;
  readonly tripGate: TripGate;
  /** For an answer that is part of what the transaction does. */
  readonly fleetViews: Pick<FleetViews, 'find'>;
  readonly catalogue: Catalogue;
  readonly cities: CityStore;
  readonly trips: TripRepo;
  readonly plannedTrips: PlannedTrips;
  /** For an answer that is part of what the transaction does. */
  readonly officeTrips: Pick<OfficeTrips, 'find'>;
  readonly timetables: TimetableRepo;
  /** For an answer that is part of what the transaction does. */
  readonly timetableViews: Pick<TimetableViews, 'find'>;
  readonly tripsAhead: TripsAhead;
  readonly blocks: TripBlocks;
  readonly manifestRevisions: ManifestRevisions;
  /** For an answer that is part of what the transaction does. */
  readonly crewTrips: Pick<CrewTripViews, 'find'>;
  readonly payments: PaymentRepo;
  readonly refunds: RefundRepo;
  /** For an answer that is part of what the transaction does. */
  readonly refundRecords: Pick<RefundRecords, 'find'>;
  readonly callbacks: CallbackLog;
  readonly seatLocks: SeatLockStore;
  readonly soldSeats: SoldSeats;
  readonly holdings: Holdings;
  readonly bookings: BookingRepo;
  /** For an answer that is part of what the transaction does. */
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
  readonly statements: StatementRepo;
  /** For an answer that is part of what the transaction does. */
  readonly statementViews: Pick<StatementViews, 'find' | 'ownerOf'>;
}

/** Something that a transaction did and that others hear of once it is committed. */
export type Noted =
  | { readonly thing: 'event' }
  /** The tokens of a user or a device are good no longer. */
  | { readonly thing: 'sign-out' }
  | { readonly thing: 'booking'; readonly state: BookingStatus }
  | { readonly thing: 'payment'; readonly state: PaymentStatus };

/** What the stores need beside the place where they keep things. */
export interface StoreNeeds {
  /** An event as subscribers are told of it. */
  readonly announce: (event: ServiceEvent, id: string, at: Instant) => Announcement;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Clock;
  /** Told after each commit what it did; what was undone never happened. */
  readonly onCommit: (noted: readonly Noted[]) => void;
  /** Told of what `onCommit` throws. */
  readonly report: (error: unknown) => void;
}

/** Tells what a transaction did. It is committed: nothing that goes wrong from here on may look like its failure. */
export function tellOfCommit(
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

/** The same inside one transaction. */
export interface NotingNeeds extends Omit<StoreNeeds, 'onCommit' | 'report' | 'clock'> {
  readonly note: (noted: Noted) => void;
  /** Told of everything that manifests tell and that is changed. */
  readonly manifestChanged: (change: ManifestChange) => void;
}

/** What screens show: read-only, outside transactions, one question one query. */
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
  readonly statementViews: StatementViews;
  readonly userDirectory: UserDirectory;
  readonly companyDirectory: CompanyDirectory;
  readonly loginLogViews: LoginLogViews;
  readonly figures: FiguresReader;
  readonly sales: SalesReader;
  readonly auditReader: AuditReader;
}

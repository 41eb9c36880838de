import type { Account, Role } from '../../core/accounts/account.ts';
import type { CodeId, KnownSession, LoginEntry } from '../../core/accounts/ports.ts';
import type { KeptBus } from '../../core/fleet/bus.ts';
import type { KeptSeat, SeatMap } from '../../core/fleet/seat-layout.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { BookingChange } from '../../core/bookings/changes.ts';
import type { Cancellation } from '../../core/bookings/ports.ts';
import type { Company } from '../../core/companies/company.ts';
import type { SentInvitation } from '../../core/companies/ports.ts';
import type { Shift } from '../../core/counter/shift.ts';
import type { StaffMember } from '../../core/companies/staff.ts';
import type { DocumentOnRecord } from '../../core/fleet/documents.ts';
import type { ReminderState } from '../../core/fleet/reminders.ts';
import type { CatalogueTrip, RouteId } from '../../core/catalogue/catalogue.ts';
import type { KeptAnswer } from '../../core/platform/idempotency.ts';
import type { Lease } from '../../core/platform/leases.ts';
import type { BookingMail } from '../../core/platform/mail-queue.ts';
import type { OutboxEntry } from '../../core/platform/outbox.ts';
import type {
  BookingId,
  BusId,
  CityId,
  DocumentId,
  MailId,
  OperatorId,
  PaymentId,
  RefundId,
  SeatId,
  ShiftId,
  StaffId,
  TimetableId,
  TripId,
  UserId,
} from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { Settlement } from '../../core/ledger/ports.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { CallbackEntry } from '../../core/payments/ports.ts';
import type { NamedAccount, Refund } from '../../core/payments/refund.ts';
import type { SandboxFault, SandboxPayment } from '../../core/payments/sandbox.ts';
import type { Rating } from '../../core/bookings/rating.ts';
import type { Block } from '../../core/seats/block.ts';
import type { HoldRun, OnSection, SeatPassenger } from '../../core/seats/ports.ts';
import type { Timetable } from '../../core/planning/timetable.ts';
import type { ShownEntry } from '../../core/platform/trail.ts';
import type { City } from '../../core/trips/city.ts';
import type { PlannedTrip, TripPlan } from '../../core/trips/planned-trips.ts';
import type { Taps } from '../../core/trips/taps.ts';
import type { Road } from '../../core/trips/sections.ts';
import { type BoardingState, emptyBoarding } from './boarding-state.ts';
import type { StoredAddress, StoredCode, StoredDevice, StoredPhoneCode, StoredSecondFactor } from './sign-in-state.ts';
import { type StoredCorrections, noCorrections } from './stored-corrections.ts';
import type { StoredSms } from './stored-sms.ts';
import { type StoredStatements, noStatements } from './stored-statements.ts';

/** All data of the memory stores, in plain values, so that the data can be copied and restored. */
export interface State extends BoardingState, StoredCorrections, StoredStatements {
  /** The last assigned key. All tables share one sequence. */
  lastId: number;
  readonly users: Map<UserId, StoredUser>;
  readonly operators: Map<OperatorId, StoredOperator>;
  /** Members of staff, and invitations. */
  readonly staff: Map<StaffId, StoredStaff>;
  sentInvitations: readonly (SentInvitation & { readonly at: Instant })[];
  /** Companies with a bus that was ever approved. */
  readonly approvedCompanies: Set<OperatorId>;
  readonly codes: Map<CodeId, StoredCode>;
  /** Trusted devices, by user and device id. */
  readonly devices: Map<UserId, Map<string, StoredDevice>>;
  /** Known sign-in addresses, by user and address. */
  readonly signInAddresses: Map<UserId, Map<string, StoredAddress>>;
  readonly sessions: Map<string, KnownSession>;
  readonly nonces: Map<string, Instant>;
  readonly secondFactors: Map<UserId, StoredSecondFactor>;
  readonly codeTries: Map<string, { readonly tries: number; readonly expiresAt: Instant }>;
  readonly loginLog: (LoginEntry & { readonly at: Instant })[];
  outbox: (OutboxEntry & { readonly recordedAt: Instant; sentAt?: Instant })[];
  leases: readonly (Lease & { readonly expiresAt: Instant })[];
  /** Idempotent requests and their answers, by key. */
  readonly answers: Map<string, StoredRequest>;
  mailQueue: readonly StoredMail[];
  smsQueue: readonly StoredSms[];
  /** Codes of the links to tickets, by booking. */
  readonly ticketLinks: Map<BookingId, string>;
  /** SMS codes, in the order in which they were added. */
  phoneCodes: StoredPhoneCode[];
  readonly cities: Map<CityId, City>;
  readonly routes: Map<RouteId, StoredRoute>;
  readonly buses: Map<BusId, StoredBus>;
  readonly documents: Map<DocumentId, StoredDocument>;
  readonly seats: Map<SeatId, StoredSeat>;
  readonly timetables: Map<TimetableId, Timetable>;
  readonly trips: Map<TripId, StoredTrip>;
  /** Shifts at counters. */
  readonly shifts: Map<ShiftId, Shift>;
  readonly payments: Map<PaymentId, StoredPayment>;
  readonly refunds: Map<RefundId, StoredRefund>;
  /** The bank or wallet account for a booking's refunds, by booking. Bookings without such an account have no entry. */
  readonly refundAccounts: Map<BookingId, NamedAccount>;
  readonly callbacks: { readonly entry: CallbackEntry; readonly at: Instant }[];
  readonly sandboxPayments: Map<string, SandboxPayment>;
  readonly sandboxFaults: Map<string, SandboxFault & { readonly setAt: Instant }>;
  readonly sandboxKeys: Map<string, string>;
  holds: readonly Hold[];
  /** Blocks of seats or of unnumbered places, in the order in which companies made them. */
  blocks: readonly StoredBlock[];
  /** Blocks that unpaid counter sales used up. */
  readonly lentBlocks: Map<BookingId, readonly Block[]>;
  /** Revisions of manifests. A trip whose manifest never changed has none. */
  readonly manifestRevisions: Map<TripId, number>;
  /** Bookings whose ticket was valid and is no longer valid. */
  readonly revokedTickets: Set<BookingId>;
  runs: readonly StoredRun[];
  readonly sales: StoredSale[];
  readonly bookings: Map<BookingId, Booking>;
  /** The text in which searches look for a booking, by booking. */
  readonly searchKeys: Map<BookingId, string>;
  readonly cancellations: Map<BookingId, Cancellation>;
  /** Changes of bookings to other trips, by the id of the new booking. */
  readonly changes: Map<BookingId, BookingChange>;
  readonly ratings: Map<BookingId, Rating & { readonly at: Instant }>;
  readonly trail: ShownEntry[];
  readonly ledger: LedgerEntry[];
  readonly settlements: Settlement[];
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** An account. Wrong passwords are counted here, and separately for each trusted device. */
export interface StoredUser extends Writable<Omit<Account, 'roles' | 'companyName' | 'operatorId'>> {
  readonly granted: Set<Role>;
  wrongCodes: number;
  wrongCodesSince: Instant | null;
  wrongPasswords: number;
  wrongPasswordsSince: Instant | null;
}

export interface StoredOperator extends Writable<Company> {
  ratingSum: number;
  ratingCount: number;
}

export interface StoredStaff extends Omit<StaffMember, 'status'> {
  readonly operatorId: OperatorId;
  readonly gaveRole: boolean;
  /** The invitation that is still open; null once it was accepted. */
  readonly invitation: { readonly nonce: string; readonly expiresAt: Instant } | null;
}

export interface StoredRequest {
  readonly bodyHash: string;
  readonly createdAt: Instant;
  readonly runningUntil: Instant | undefined;
  readonly answer: KeptAnswer | undefined;
}

export interface StoredMail {
  readonly id: MailId;
  /** The booking that the mail is composed from; null for a mail composed before it was queued. */
  readonly about: BookingMail | null;
  /** A composed mail as JSON; null once the mail was sent or given up. */
  content: string | null;
  readonly queuedAt: Instant;
  attempts: number;
  nextAttemptAt: Instant | undefined;
  sentAt: Instant | undefined;
}

export interface StoredRoute {
  readonly id: RouteId;
  readonly source: CityId;
  readonly destination: CityId;
}

export interface StoredBus extends Omit<KeptBus, 'hasSeatMap'> {
  /** The rows, columns and decks of the seat map. */
  readonly seatMap: Omit<SeatMap, 'seats'> | null;
}

/** A seat that is or was on its bus's map. */
export interface StoredSeat extends KeptSeat {
  readonly busId: BusId;
  readonly inMap: boolean;
}

export interface StoredDocument extends DocumentOnRecord, ReminderState {
  /** The position among documents of its type in the catalogue, from 1. Null for an uploaded document. */
  readonly listedAs: number | null;
}

export interface StoredTrip extends CatalogueTrip, Road {
  readonly id: TripId;
  /** The number of taken places. On a trip with stops, the number between the two stops with the most taken places. */
  placesTaken: number;
  /** The number of taken places for each part (from one stop to the next). Only on a trip with stops. */
  partPlaces?: readonly number[];
  papersOk: boolean;
  timetable: TripPlan['timetable'];
  boardingPoints: TripPlan['boardingPoints'];
  droppingPoints: TripPlan['droppingPoints'];
  departedAt: Instant | null;
  taps: Taps;
  crew: PlannedTrip['crew'];
  changedInOffice: boolean;
}

export interface StoredPayment extends Writable<Payment> {
  reference: string | undefined;
  raw: string | undefined;
  shiftId: ShiftId | undefined;
  updatedAt: Instant;
  /** The moment at which the payment first became COMPLETE. */
  paidAt: Instant | undefined;
}

export interface StoredRefund extends Refund {
  /** The counter shift that paid the refund in cash; undefined for other refunds. */
  readonly shiftId: ShiftId | undefined;
}

/** A seat of a trip that a hold, block or sale takes or took. */
export interface TakenSeat extends OnSection {
  readonly tripId: TripId;
  readonly seatId: SeatId;
}

/** A seat that a company keeps from sale, or unnumbered places of a bus without a seat map. */
export interface StoredBlock extends OnSection {
  readonly tripId: TripId;
  readonly seatId: SeatId | null;
  readonly places: number | null;
  readonly reason: string;
  readonly until: Instant | null;
}

export interface Hold extends TakenSeat {
  readonly passenger: UserId;
  readonly expiresAt: Instant;
}

/** A period in which a passenger held a seat without a break, and the end of the period. */
export interface StoredRun extends HoldRun {
  readonly passenger: UserId;
  readonly tripId: TripId;
  readonly until: Instant;
}

/** A seat sold with a booking, and its passenger. */
export interface StoredSale extends Omit<SeatPassenger, 'seat'>, TakenSeat {
  readonly bookingId: BookingId;
  active: boolean;
  /** The payment deadline; null once the sale is final. */
  takenUntil: Instant | null;
  /** The number of changes of the passenger's name; undefined for none. */
  nameChanges?: number;
}

export const emptyState = (): State => ({
  lastId: 0,
  users: new Map(),
  operators: new Map(),
  staff: new Map(),
  codes: new Map(),
  devices: new Map(),
  sessions: new Map(),
  nonces: new Map(),
  signInAddresses: new Map(),
  secondFactors: new Map(),
  codeTries: new Map(),
  loginLog: [],
  outbox: [],
  leases: [],
  answers: new Map(),
  mailQueue: [],
  smsQueue: [],
  ticketLinks: new Map(),
  phoneCodes: [],
  cities: new Map(),
  routes: new Map(),
  buses: new Map(),
  documents: new Map(),
  seats: new Map(),
  timetables: new Map(),
  trips: new Map(),
  shifts: new Map(),
  payments: new Map(),
  refunds: new Map(),
  refundAccounts: new Map(),
  callbacks: [],
  sandboxPayments: new Map(),
  sandboxFaults: new Map(),
  sandboxKeys: new Map(),
  holds: [],
  blocks: [],
  lentBlocks: new Map(),
  manifestRevisions: new Map(),
  revokedTickets: new Set(),
  sentInvitations: [],
  approvedCompanies: new Set(),
  runs: [],
  sales: [],
  ...emptyBoarding(),
  bookings: new Map(),
  searchKeys: new Map(),
  cancellations: new Map(),
  changes: new Map(),
  ratings: new Map(),
  trail: [],
  ledger: [],
  ...noCorrections(),
  ...noStatements(),
  settlements: [],
});

/** Returns the next key. All tables share one sequence, so that no test can rely on particular numbers. */
export const nextId = <Id extends number>(state: State): Id => (state.lastId += 1) as Id;

/** Returns the matching value, if there is one. At most one value matches, because natural keys are unique. */
export const pick = <Value>(values: Iterable<Value>, has: (value: Value) => boolean): Value | undefined =>
  [...values].find(has);

export const put = <Id extends number, Row extends { readonly id: Id }>(rows: Map<Id, Row>, row: Row): Id => {
  rows.set(row.id, row);
  return row.id;
};

import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/changes.ts';
import type { Member } from '../companies/member.ts';
import type { BusDocument } from '../fleet/documents.ts';
import type {
  BookingId,
  BusId,
  LedgerEntryId,
  OperatorId,
  PaymentId,
  SeatNumber,
  StatementId,
  TripId,
} from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, LedgerEntry } from '../ledger/entry.ts';
import type { PaymentStatus } from '../payments/payment.ts';
import type { Road, Section } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { CarriedRefund, RefundOnRecord } from './refund-on-record.ts';
import type { OldBooking } from './old-booking.ts';
import type { TakenSeatsReader } from './taken-twice.ts';
import type {
  StatedEntry,
  StatementLine,
  StatementNumber,
  StatementStatus,
  StatementSums,
} from '../ledger/statement.ts';
import type { Adjustment, Receipt } from '../ledger/corrections.ts';
import type { Settlement } from '../ledger/ports.ts';
import type { Block } from '../seats/block.ts';

export interface SeatOnRecord {
  readonly seat: SeatNumber;
  readonly tripId: TripId;
  readonly section: Section;
  /** Whether the trip's present bus has this seat, and the seat is in use. */
  readonly isAboard: boolean;
  readonly isActive: boolean;
  /** The payment deadline of an unpaid sale; null once the sale is final. */
  readonly takenUntil: Instant | null;
}

export interface PaymentOnRecord {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly amount: Paisa;
  readonly gateway: string;
  /** The moment of the payment; null if the money never came, or the moment is unknown. */
  readonly paidAt: Instant | null;
  /** The member of staff with the shift that got the cash. */
  readonly shift: Member | undefined;
  /** The payment's refunds, oldest first. */
  readonly refunds: readonly RefundOnRecord[];
}

/** The stored balance of an account, or of a gateway's part of account GATEWAY, and the sum of its rows. */
export interface KeptBalance {
  readonly account: Account;
  /** The gateway of a part of account GATEWAY; empty for other accounts. */
  readonly gateway: string;
  readonly kept: Paisa;
  readonly counted: Paisa;
}

/** A booking with all its related rows, read at one moment. */
export interface BookingOnRecord extends Booking {
  readonly trip: {
    /** The company that owns the bus now. */
    readonly operatorId: OperatorId;
    readonly status: TripStatus;
    /** Whether the company cancelled or changed the trip. False if a catalogue import cancelled or changed it. */
    readonly changedInOffice: boolean;
    readonly hasSeatMap: boolean;
    /** The times of the booking's section. */
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
  };
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
  readonly seats: readonly SeatOnRecord[];
  /** The sums of the parts' amounts and fees, as reports read them. */
  readonly partSums: { readonly amount: Paisa; readonly fee: Paisa };
  /** The blocks that an unpaid counter sale used up, and that come back if nobody pays. */
  readonly lentBlocks: readonly Block[] | 'unreadable';
  readonly payments: readonly PaymentOnRecord[];
  /** The change that made the booking; null for others. */
  readonly change: BookingChange | null;
  /** The change that ended the booking; null unless it is done. */
  readonly changedTo: BookingChange | null;
  /** The old booking of the change that made this booking; null for others. */
  readonly oldBooking: OldBooking | null;
  /** The booking that has this booking's money now: the last booking that it was changed to, or itself. */
  readonly heir: { readonly status: BookingStatus; readonly cancelledAt: Instant | null };
  /** The booking's refunds of payments that earlier bookings were paid with, oldest first. */
  readonly carriedRefunds: readonly CarriedRefund[];
  /** The newest payment that brought the money of earlier bookings; null without any. */
  readonly carriedFrom: PaymentId | null;
  /** The booking's ledger rows. */
  readonly entries: readonly LedgerEntry[];
}

/** A seat number that several bookings of one trip have, on one bus or after the bus was exchanged. */
export interface SharedSeat {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly bookings: readonly BookingId[];
}

/** A seat, or several places, that a company blocks from sale. All fields are read at one moment. */
export interface BlockOnRecord {
  readonly tripId: TripId;
  /** The blocked seat; null on a bus without a seat map. */
  readonly seat: SeatNumber | null;
  readonly places: number | null;
  readonly until: Instant | null;
  readonly trip: Pick<Road, 'stops'> & { readonly status: TripStatus; readonly departsAt: Instant };
  /**
   * Whether the trip's present bus has the seat, and the seat is in use. For blocked places, whether the bus has no
   * seat map.
   */
  readonly isAboard: boolean;
  readonly isSold: boolean;
  /**
   * Places that are not booked, less all blocked places, on the fullest part of the block's section. Used on buses
   * without a seat map only.
   */
  readonly placesLeft: number;
}

/** Two overlapping ACTIVE trips of one bus, both planned in the portal. */
export interface Overlap {
  readonly tripId: TripId;
  readonly olderId: TripId;
}

/** An upcoming trip that has sold more places than its bus has. The bus has no seat map. */
export interface CrowdedTrip {
  readonly tripId: TripId;
  readonly taken: number;
  readonly places: number;
}

export interface OpenPayment {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly createdAt: Instant;
  readonly bookingCode: string;
}

/** A stored total that differs from the sum of its rows. A boolean counts as 1 or 0. */
export interface WrongTotal {
  readonly table: 'operators' | 'schedules' | 'part_places' | 'buses' | 'shifts';
  readonly id: number;
  readonly column: string;
  readonly kept: number;
  readonly counted: number;
}

/** A bus with its papers, and for each trip whether the papers allow its sale. */
export interface GatedBus {
  readonly id: BusId;
  readonly documents: readonly BusDocument[];
  readonly trips: readonly { readonly id: TripId; readonly departsAt: Instant; readonly papersOk: boolean }[];
}

/** Reads everything that the database stores. Each answer is consistent, even while the service writes. */
export interface AuditReader extends StatementAuditReader, PlatformAuditReader, TakenSeatsReader {
  balances(): Promise<readonly KeptBalance[]>;
  /** Bookings, ordered by id; `after` is exclusive. */
  bookings(after: number, limit: number): Promise<readonly BookingOnRecord[]>;
  /** Seats of a trip that two active bookings share. */
  soldTwice(): Promise<readonly SharedSeat[]>;
  /** Blocks in force at `at` of seats or places that are sold or missing, ordered by trip. */
  blocks(at: Instant): Promise<readonly BlockOnRecord[]>;
  /**
   * Overlapping trips planned in the portal, ordered by the newer trip's id, then the older's. Trips of a catalogue may
   * overlap.
   */
  overlaps(): Promise<readonly Overlap[]>;
  /** Upcoming trips at `at`, ordered by id. Overdue unpaid bookings do not count. */
  crowded(at: Instant): Promise<readonly CrowdedTrip[]>;
  /** Buses with their papers, ordered by id; `after` is exclusive. */
  gatedBuses(after: number, limit: number): Promise<readonly GatedBus[]>;
  /**
   * Stored totals that are wrong: ratings of operators, places of trips, seats of buses, sales and refunds of shifts.
   * Also two stored flags: whether a company may sell, and whether a trip has blocks.
   */
  wrongTotals(): Promise<readonly WrongTotal[]>;
  /** Payments from before `before` that are still open, ordered by id. */
  openPayments(before: Instant): Promise<readonly OpenPayment[]>;
  /** Events recorded before `before` and not yet published, oldest first. */
  unpublished(
    before: Instant,
  ): Promise<readonly { readonly id: number; readonly topic: string; readonly recordedAt: Instant }[]>;
}

/** A statement with its lines, rows and payments, read at one moment. */
export interface StatementOnRecord extends StatementSums, StatementNumber {
  readonly id: StatementId;
  readonly operatorId: OperatorId;
  readonly status: StatementStatus;
  /** Local days, inclusive: the day of the first row, and the last day. */
  readonly from: string;
  readonly until: string;
  /**
   * The statement's lines in their order. Booking codes and departures are left out, because they may have changed
   * since.
   */
  readonly lines: readonly Pick<StatementLine, 'bookingId' | 'kind' | 'gross' | 'commission' | 'net'>[];
  readonly entries: readonly (StatedEntry & Pick<LedgerEntry, 'operatorId'>)[];
  /** The moment of payment; null if the statement is unpaid. */
  readonly paidAt: Instant | null;
  /** Ledger rows of the statement's payout. */
  readonly payouts: readonly LedgerEntry[];
  /** Earlier statements whose negative totals this statement includes. */
  readonly carried: readonly { readonly id: StatementId; readonly operatorId: OperatorId; readonly total: Paisa }[];
  /** The later statement that includes this statement's negative total. */
  readonly carriedTo: StatementId | null;
  /** Whether the company has a later statement. */
  readonly isFollowed: boolean;
}

/** A year's statements: their count, the highest number, and the last number that was assigned. */
export interface NumberedYear {
  readonly year: number;
  readonly count: number;
  readonly highest: number;
  readonly last: number;
}

/** A ledger row that waits for the company's next statement. */
export interface ListedEntry {
  readonly operatorId: OperatorId;
  readonly entryId: LedgerEntryId;
}

export interface StatementAuditReader {
  /** Statements, ordered by id; `after` is exclusive. */
  statements(after: number, limit: number): Promise<readonly StatementOnRecord[]>;
  /** The numbering of statements, ordered by year. */
  numberedYears(): Promise<readonly NumberedYear[]>;
  /**
   * OPERATOR and CASH rows that are on no statement, on no draft, and not waiting for the next statement. A row that
   * waits under another company, booking or moment counts as not waiting. Ordered by id; `after` is exclusive.
   */
  unstatedEntries(after: number, limit: number): Promise<readonly LedgerEntry[]>;
  /**
   * Waiting rows that do not belong on the next statement, ordered by row. Some are missing or different in the ledger.
   * Others have a kind that statements leave out, or are already on a statement.
   */
  wronglyListed(): Promise<readonly ListedEntry[]>;
}

export type SettlementOnRecord = Pick<Settlement, 'id' | 'gateway' | 'amount' | 'fee' | 'at'>;

interface WithEntries {
  /** The ledger rows that name this record. */
  readonly entries: readonly LedgerEntry[];
}

export type AdjustmentOnRecord = WithEntries &
  Pick<Adjustment, 'id' | 'status' | 'debit' | 'credit' | 'amount' | 'operatorId' | 'gateway' | 'decidedAt'>;

export type ReceiptOnRecord = WithEntries & Pick<Receipt, 'id' | 'operatorId' | 'amount' | 'at'>;

/** A gateway's balance, and the sums that can explain a negative balance. */
export interface GatewayOnRecord {
  readonly gateway: string;
  /** Debit less credit of the gateway's rows on account GATEWAY. */
  readonly balance: Paisa;
  /** REFUND rows since the gateway's last settlement that was not forced. */
  readonly refunds: Paisa;
  /** Amounts and fees of the gateway's forced settlements. */
  readonly forced: Paisa;
  /** Adjustments that credit the gateway. */
  readonly adjustments: Paisa;
}

/** Settlements, adjustments, receipts and rows of the ledger without a booking or statement. */
export interface PlatformAuditReader {
  /** Settlements, ordered by id; `after` is exclusive. */
  settlements(after: number, limit: number): Promise<readonly SettlementOnRecord[]>;
  /** SETTLEMENT rows that name no booking, statement, adjustment or receipt. Ordered by id; `after` is exclusive. */
  settlementEntries(after: number, limit: number): Promise<readonly LedgerEntry[]>;
  /** Adjustments, ordered by id; `after` is exclusive. */
  adjustments(after: number, limit: number): Promise<readonly AdjustmentOnRecord[]>;
  /** Receipts, ordered by id; `after` is exclusive. */
  receipts(after: number, limit: number): Promise<readonly ReceiptOnRecord[]>;
  /**
   * Rows whose booking, statement, adjustment or receipt is missing. Includes rows that name none of the four, unless
   * they are SETTLEMENT rows. Ordered by id; `after` is exclusive.
   */
  strayEntries(after: number, limit: number): Promise<readonly LedgerEntry[]>;
  /** Every gateway with a row, ordered by name. */
  gateways(): Promise<readonly GatewayOnRecord[]>;
}

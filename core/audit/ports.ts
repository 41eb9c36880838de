import type { AgentAuditReader } from './agents.ts';
import type { DoorLimitsReader } from './door-limits.ts';
import type { LineAuditReader } from './line.ts';
import type { RoadAuditReader } from './road.ts';
import type { LossReader } from './losses.ts';
import type { TwinReader } from './twins.ts';
import type { BookingFacts } from './booking-facts.ts';
import type { OpenPayment } from './open-payments.ts';
import type { SectionReader } from './sections.ts';
import type { LateCash } from './counter-facts.ts';
import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { BookingChange } from '../bookings/changes.ts';
import type { Member } from '../companies/member.ts';
import type { BusDocument } from '../fleet/documents.ts';
import type { BusId, OperatorId, PaymentId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, LedgerEntry } from '../ledger/entry.ts';
import type { Payment, PaymentStatus, Resolution } from '../payments/payment.ts';
import type { Road, Section } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { CarriedRefund, RefundOnRecord } from './refund-on-record.ts';
import type { KeptFee, OldBooking } from './old-booking.ts';
import type { SumsReader } from './money-in-sums.ts';
import type { SharedSeat, TakenSeatsReader } from './taken-twice.ts';
import type { StatementAuditReader } from './statement-on-record.ts';
import type { Adjustment, Receipt } from '../ledger/corrections.ts';
import type { Settlement } from '../ledger/ports.ts';
import type { Block } from '../seats/block.ts';

export interface SeatOnRecord {
  readonly seat: SeatNumber;
  readonly tripId: TripId;
  readonly section: Section;
  /** True if the trip's present bus has this seat and the seat is in use. */
  readonly isAboard: boolean;
  readonly isActive: boolean;
  /** The payment deadline of an unpaid booking; null once the booking is paid. */
  readonly takenUntil: Instant | null;
}

export interface PaymentOnRecord {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly amount: Paisa;
  readonly gateway: string;
  /** The moment when the money arrived; null if it never arrived or the moment is unknown. */
  readonly paidAt: Instant | null;
  /** The member of staff in whose shift the cash was taken; undefined if the payment is in no shift. */
  readonly shift: Member | undefined;
  /** The payment's refunds, oldest first. */
  readonly refunds: readonly RefundOnRecord[];
  /** Why the amount is or was in doubt; null if it never was. */
  readonly unclear: Payment['unclear'] | null;
  /** As what and by whom an administrator resolved the payment; null if nobody did. */
  readonly resolvedAs: Resolution['as'] | null;
  readonly resolvedBy: UserId | null;
  /** The administrator who resolved the payment last, by the activity log; null if it names none. */
  readonly loggedResolver: UserId | null;
}

/** The stored balance (`kept`) and the sum of rows (`counted`) of an account, or of one gateway in account GATEWAY. */
export interface KeptBalance {
  readonly account: Account;
  /** The gateway of an entry of account GATEWAY; empty for other accounts. */
  readonly gateway: string;
  readonly kept: Paisa;
  readonly counted: Paisa;
}

/** A booking with all its related rows, read at one moment. */
export interface BookingOnRecord extends Booking, BookingFacts {
  readonly trip: {
    /** The company that owns the bus now. */
    readonly operatorId: OperatorId;
    readonly status: TripStatus;
    /** True if the company itself cancelled or changed the trip. False if a catalogue import did. */
    readonly changedInOffice: boolean;
    readonly hasSeatMap: boolean;
    /** The departure where the booking's passengers get on, and the arrival where they get off. */
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
  };
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
  readonly seats: readonly SeatOnRecord[];
  /** The stored sums of the amounts and fees of partial cancellations, which reports read. */
  readonly partSums: { readonly amount: Paisa; readonly fee: Paisa };
  /** Blocks of seats that an unpaid counter sale used up. If nobody pays, the seats are blocked again. */
  readonly lentBlocks: readonly Block[] | 'unreadable';
  readonly payments: readonly PaymentOnRecord[];
  /** The change that made this booking; null if no change made it. */
  readonly change: BookingChange | null;
  /** The change that replaced this booking with another one; null unless the change is done. */
  readonly changedTo: BookingChange | null;
  /** The booking that this one replaces; null if no change made this booking. */
  readonly oldBooking: OldBooking | null;
  /** The state of the last booking that replaced this one by changes; this booking's own state if none did. */
  readonly heir: { readonly status: BookingStatus; readonly cancelledAt: Instant | null };
  /** Refunds of payments for earlier bookings that belong to this booking, oldest first. */
  readonly carriedRefunds: readonly CarriedRefund[];
  /** Payments for the earlier bookings whose money the change to this booking takes, done or not. Oldest first. */
  readonly earlierPayments: readonly PaymentOnRecord[];
  /** Fees of earlier changes, without the fee of `change`, and of partial cancellations of earlier bookings. */
  readonly earlierFees: readonly KeptFee[];
  /** The booking's ledger rows. */
  readonly entries: readonly LedgerEntry[];
}

/** A block of one seat, or of several places, that a company keeps from sale. All fields are read at one moment. */
export interface BlockOnRecord {
  readonly tripId: TripId;
  /** The blocked seat; null on a bus without a seat map. */
  readonly seat: SeatNumber | null;
  readonly places: number | null;
  readonly until: Instant | null;
  readonly trip: Pick<Road, 'stops'> & { readonly status: TripStatus; readonly departsAt: Instant };
  /**
   * True if the trip's present bus has the blocked seat and it is in use. For blocked places: true if the bus has no
   * seat map.
   */
  readonly isAboard: boolean;
  readonly isSold: boolean;
  /** The lowest number of free places on any part of the block's section. Used only on buses without a seat map. */
  readonly placesLeft: number;
}

/** Two ACTIVE trips of one bus that overlap in time. Both were planned in the portal. */
export interface Overlap {
  readonly tripId: TripId;
  readonly olderId: TripId;
}

/** An upcoming trip that has sold more places than its bus has. Used only for buses without a seat map. */
export interface CrowdedTrip {
  readonly tripId: TripId;
  readonly taken: number;
  readonly places: number;
}

/** A stored total that differs from the sum of its rows. A stored boolean counts as 1 or 0. */
export interface WrongTotal {
  readonly table: 'operators' | 'schedules' | 'part_places' | 'buses' | 'shifts';
  readonly id: number;
  readonly column: string;
  readonly kept: number;
  readonly counted: number;
}

/** A bus with its papers. Each trip says whether the database allows its sale because the papers are complete. */
export interface GatedBus {
  readonly id: BusId;
  readonly documents: readonly BusDocument[];
  readonly trips: readonly { readonly id: TripId; readonly departsAt: Instant; readonly papersOk: boolean }[];
}

/** Reads everything that the database stores. Each result is consistent, even while the service writes. */
export interface AuditReader
  extends
    StatementAuditReader,
    LossReader,
    RoadAuditReader,
    PlatformAuditReader,
    TakenSeatsReader,
    SumsReader,
    TwinReader,
    SectionReader,
    AgentAuditReader,
    LineAuditReader,
    DoorLimitsReader {
  balances(): Promise<readonly KeptBalance[]>;
  /** Bookings, ordered by id; `after` is exclusive. */
  bookings(after: number, limit: number): Promise<readonly BookingOnRecord[]>;
  /** Seats that two active bookings of one trip share. */
  soldTwice(): Promise<readonly SharedSeat[]>;
  /** Blocks in force at `at` whose seat or places are already sold, or missing on the bus. Ordered by trip. */
  blocks(at: Instant): Promise<readonly BlockOnRecord[]>;
  /**
   * Overlapping trips of one bus that were planned in the portal. Ordered by the newer trip's id, then the older's.
   * Trips of a catalogue may overlap.
   */
  overlaps(): Promise<readonly Overlap[]>;
  /** Upcoming trips at `at` with too many places sold, ordered by id. Overdue unpaid bookings do not count. */
  crowded(at: Instant): Promise<readonly CrowdedTrip[]>;
  /** Buses with their papers, ordered by id; `after` is exclusive. */
  gatedBuses(after: number, limit: number): Promise<readonly GatedBus[]>;
  /**
   * Stored totals that are wrong: ratings of operators, places of trips, seats of buses, sales and refunds of shifts.
   * Includes two stored flags: whether a company may sell, and whether a trip has blocks.
   */
  wrongTotals(): Promise<readonly WrongTotal[]>;
  /** Payments whose outcome is still open, ordered by id. */
  openPayments(): Promise<readonly OpenPayment[]>;
  /** Closed shifts in which cash was taken or paid back after they were closed, ordered by id. */
  lateCash(): Promise<readonly LateCash[]>;
  /** Events recorded before `before` and not yet published, oldest first. */
  unpublished(
    before: Instant,
  ): Promise<readonly { readonly id: number; readonly topic: string; readonly recordedAt: Instant }[]>;
  /**
   * Bookings that were confirmed, cancelled or expired after `since`, and have no event of that. Bookings from before
   * events were recorded are left out.
   */
  withoutEvent(since: Instant): Promise<readonly Pick<BookingOnRecord, 'id' | 'code' | 'status'>[]>;
}

export type SettlementOnRecord = Pick<Settlement, 'id' | 'gateway' | 'amount' | 'fee' | 'at'>;

interface WithEntries {
  /** The ledger rows that name this record. */
  readonly entries: readonly LedgerEntry[];
}

export type AdjustmentOnRecord = WithEntries &
  Pick<Adjustment, 'id' | 'status' | 'debit' | 'credit' | 'amount' | 'operatorId' | 'gateway' | 'agentId'> &
  Pick<Adjustment, 'decidedAt' | 'proposedBy' | 'decidedBy'>;

export type ReceiptOnRecord = WithEntries & Pick<Receipt, 'id' | 'operatorId' | 'amount' | 'at'>;

/** Money that only a gateway's own list has: a payment of no booking, with its refund. */
export type FoundMoney = WithEntries &
  Pick<PaymentOnRecord, 'id' | 'gateway' | 'status' | 'amount' | 'paidAt' | 'refunds'> & {
    /** The payment of a booking that has the reference of this money by now; null as long as none has. */
    readonly explainedBy: PaymentId | null;
    /** Whether the administrator who recorded the money also sent it, although there was another administrator. */
    readonly isSentByFinder: boolean;
    /** Whether the sender also confirmed that it arrived, although there was another administrator. */
    readonly isConfirmedBySender: boolean;
  };

/** A gateway's balance in the ledger, and the sums that can explain a negative balance. */
export interface GatewayOnRecord {
  readonly gateway: string;
  /** Debits minus credits of the gateway's rows on account GATEWAY. */
  readonly balance: Paisa;
  /** The sum of REFUND rows since the gateway's last settlement that no administrator forced. */
  readonly refunds: Paisa;
  /** The sum of the amounts and fees of settlements that an administrator forced. */
  readonly forced: Paisa;
  /** The sum of the adjustments that credit the gateway. */
  readonly adjustments: Paisa;
}

/** Reads settlements, adjustments, receipts, and ledger rows that belong to no booking or statement. */
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
   * they are SETTLEMENT rows, or about a payment of no booking. Ordered by id; `after` is exclusive.
   */
  strayEntries(after: number, limit: number): Promise<readonly LedgerEntry[]>;
  /** Payments of no booking, ordered by id; `after` is exclusive. */
  foundMoney(after: number, limit: number): Promise<readonly FoundMoney[]>;
  /** Every gateway that has a ledger row, ordered by name. */
  gateways(): Promise<readonly GatewayOnRecord[]>;
}

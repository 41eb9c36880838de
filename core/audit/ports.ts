import type { Booking } from '../bookings/booking.ts';
import type { Member } from '../companies/member.ts';
import type { BusDocument } from '../fleet/documents.ts';
import type { BookingId, BusId, OperatorId, PaymentId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, LedgerEntry } from '../ledger/entry.ts';
import type { PaymentStatus } from '../payments/payment.ts';
import type { Refund } from '../payments/refund.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { StatementAuditReader } from './statement-ports.ts';

export interface SeatOnRecord {
  readonly seat: SeatNumber;
  readonly tripId: TripId;
  /** Whether it is a seat in use of the bus that the trip of the booking has now. */
  readonly isAboard: boolean;
  readonly isActive: boolean;
  /** Null once the sale is final. */
  readonly takenUntil: Instant | null;
}

export interface PaymentOnRecord {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly amount: Paisa;
  readonly gateway: string;
  /** Whose shift the cash went into. */
  readonly shift: Member | undefined;
  /** Oldest first. */
  readonly refunds: readonly Pick<Refund, 'paymentId' | 'bookingId' | 'reason' | 'amount' | 'status'>[];
}

export type EntryOnRecord = Pick<LedgerEntry, 'kind' | 'debit' | 'credit' | 'amount'>;

/** What an account stands at, as it is told, and as its rows make it. */
export interface KeptBalance {
  readonly account: Account;
  readonly kept: Paisa;
  readonly counted: Paisa;
}

/** A booking with everything that belongs to it, read at one moment. */
export interface BookingOnRecord extends Booking {
  readonly trip: {
    /** The company that the bus belongs to by now. */
    readonly operatorId: OperatorId;
    readonly status: TripStatus;
    /** Whether its company cancelled or changed it, not an import. */
    readonly changedInOffice: boolean;
    readonly hasSeatMap: boolean;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
  };
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
  readonly seats: readonly SeatOnRecord[];
  readonly payments: readonly PaymentOnRecord[];
  /** Its rows of the ledger. */
  readonly entries: readonly EntryOnRecord[];
}

/** A seat number of a trip that more than one booking has, on the same bus or because the bus was exchanged. */
export interface SharedSeat {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly bookings: readonly BookingId[];
}

/** A seat, or places, that a company keeps from being sold; all of it read at one moment. */
export interface BlockOnRecord {
  readonly tripId: TripId;
  /** Null where places are counted. */
  readonly seat: SeatNumber | null;
  readonly places: number | null;
  readonly until: Instant | null;
  readonly trip: { readonly status: TripStatus; readonly departsAt: Instant };
  /** Whether the bus that the trip has now has the seat, in use; or counts places. */
  readonly isAboard: boolean;
  readonly isSold: boolean;
  /** Of a trip whose places are counted: those that nobody has booked, less all that are blocked. */
  readonly placesLeft: number;
}

/** Two ACTIVE trips of one bus, both planned here, that have a moment in common. */
export interface Overlap {
  readonly tripId: TripId;
  readonly olderId: TripId;
}

/** A trip ahead, on a bus without a seat map, on which more places are taken than the bus has. */
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

/** A total that is not the sum of its rows. A yes or no counts as 1 or 0. */
export interface WrongTotal {
  readonly table: 'operators' | 'schedules' | 'buses' | 'shifts';
  readonly id: number;
  readonly column: string;
  readonly kept: number;
  readonly counted: number;
}

/** A bus with its papers, and whether its trips are open to passengers by them. */
export interface GatedBus {
  readonly id: BusId;
  readonly documents: readonly BusDocument[];
  readonly trips: readonly { readonly id: TripId; readonly departsAt: Instant; readonly papersOk: boolean }[];
}

/** Everything that is stored, for reading. Each answer is consistent, however busy the service is. */
export interface AuditReader extends StatementAuditReader {
  balances(): Promise<readonly KeptBalance[]>;
  /** How many rows of UNEARNED or REFUND_DUE belong to no booking. */
  strayEntries(): Promise<number>;
  /** By id, those after `after`. */
  bookings(after: number, limit: number): Promise<readonly BookingOnRecord[]>;
  /** Seats of a trip that two active bookings have. */
  soldTwice(): Promise<readonly SharedSeat[]>;
  /** What is still blocked at `at`, and sold beyond it, by trip. */
  blocks(at: Instant): Promise<readonly BlockOnRecord[]>;
  /** By the newer one, then the older. Schedules of a catalogue may overlap each other, and what is planned here. */
  overlaps(): Promise<readonly Overlap[]>;
  /** Of those that are ahead at `at`, by id. What is unpaid past its deadline takes no place. */
  crowded(at: Instant): Promise<readonly CrowdedTrip[]>;
  /** By id, those after `after`. */
  gatedBuses(after: number, limit: number): Promise<readonly GatedBus[]>;
  /**
   * Ratings of operators, places of trips, seats of buses, sales and refunds of shifts; whether the company of a bus
   * may sell, and whether a trip that has blocks says so.
   */
  wrongTotals(): Promise<readonly WrongTotal[]>;
  /** Payments made before `before` that are still not known to be paid or not, by id. */
  openPayments(before: Instant): Promise<readonly OpenPayment[]>;
  /** Events recorded before `before` and not yet published, oldest first. */
  unpublished(
    before: Instant,
  ): Promise<readonly { readonly id: number; readonly topic: string; readonly recordedAt: Instant }[]>;
}

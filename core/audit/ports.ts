import type { Booking } from '../bookings/booking.ts';
import type { BusDocument } from '../fleet/documents.ts';
import type { BookingId, BusId, PaymentId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { PaymentStatus } from '../payments/payment.ts';
import type { RefundReason } from '../payments/ports.ts';
import type { TripStatus } from '../trips/trip.ts';

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
  readonly refund: { readonly reason: RefundReason; readonly amount: Paisa; readonly bookingId: BookingId } | undefined;
}

/** A booking with everything that belongs to it, read at one moment. */
export interface BookingOnRecord extends Booking {
  readonly trip: {
    readonly status: TripStatus;
    readonly hasSeatMap: boolean;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
  };
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
  readonly seats: readonly SeatOnRecord[];
  readonly payments: readonly PaymentOnRecord[];
}

/** A seat number of a trip that more than one booking has, on the same bus or because the bus was exchanged. */
export interface SharedSeat {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly bookings: readonly BookingId[];
}

export interface OpenPayment {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly createdAt: Instant;
  readonly bookingCode: string;
}

/** A total that is not the sum of its rows. A yes or no counts as 1 or 0. */
export interface WrongTotal {
  readonly table: 'operators' | 'schedules' | 'buses';
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
export interface AuditReader {
  /** By id, those after `after`. */
  bookings(after: number, limit: number): Promise<readonly BookingOnRecord[]>;
  /** Seats of a trip that two active bookings have. */
  soldTwice(): Promise<readonly SharedSeat[]>;
  /** By id, those after `after`. */
  gatedBuses(after: number, limit: number): Promise<readonly GatedBus[]>;
  /** Ratings of operators, places of trips, seats of buses, and whether the company of a bus may sell. */
  wrongTotals(): Promise<readonly WrongTotal[]>;
  /** Payments made before `before` that are still not known to be paid or not, by id. */
  openPayments(before: Instant): Promise<readonly OpenPayment[]>;
  /** Events recorded before `before` and not yet published, oldest first. */
  unpublished(
    before: Instant,
  ): Promise<readonly { readonly id: number; readonly topic: string; readonly recordedAt: Instant }[]>;
}

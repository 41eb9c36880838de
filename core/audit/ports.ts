import type { Booking } from '../bookings/booking.ts';
import type { BookingId, PaymentId, SeatNumber, TripId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { PaymentStatus } from '../payments/payment.ts';
import type { RefundReason } from '../payments/ports.ts';

export interface SeatOnRecord {
  readonly seat: SeatNumber;
  readonly tripId: TripId;
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

/** A booking with everything that hangs on it, read at one moment. */
export interface BookingOnRecord extends Booking {
  readonly trip: { readonly hasSeatMap: boolean; readonly departsAt: Instant; readonly arrivesAt: Instant };
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
  readonly seats: readonly SeatOnRecord[];
  readonly payments: readonly PaymentOnRecord[];
}

/** A seat of a trip that more than one booking has. */
export interface SharedSeat {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly bookings: readonly BookingId[];
}

/** A total that is not the sum of its rows. A yes or no counts as 1 or 0. */
export interface WrongTotal {
  readonly table: 'operators' | 'schedules' | 'buses';
  readonly id: number;
  readonly column: string;
  readonly kept: number;
  readonly counted: number;
}

/** The whole keep, for reading. Each answer is of one moment, however busy the service is. */
export interface Books {
  /** By id, those after `after`. */
  bookings(after: number, limit: number): Promise<readonly BookingOnRecord[]>;
  /** Seats in two bookings that each take it, going by the states of the bookings. */
  soldTwice(): Promise<readonly SharedSeat[]>;
  /** Ratings of operators, places of trips, seats and papers of buses. */
  wrongTotals(): Promise<readonly WrongTotal[]>;
  /** Events recorded before `before` and not yet told, oldest first. */
  untold(before: Instant): Promise<readonly { readonly id: number; readonly topic: string; readonly recordedAt: Instant }[]>;
}

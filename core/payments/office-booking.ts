import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { BookingId, OperatorId, RefundId, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import type { PaymentStatus } from './payment.ts';
import type { RefundReason, RefundStatus } from './refund.ts';

/** Who looks after bookings: an administrator after all of them, one of a company's people after the company's. */
export type Office =
  | { readonly role: 'ADMIN'; readonly userId: UserId }
  | { readonly role: 'OPERATOR'; readonly userId: UserId; readonly operatorId: OperatorId };

export const concerns = (office: Office, { operatorId }: Pick<Booking, 'operatorId'>): boolean =>
  office.role === 'ADMIN' || office.operatorId === operatorId;

/** A booking as companies and administrators see it: with whom to call, and where the money is. */
export interface OfficeBooking extends Omit<Booking, 'contact'> {
  readonly trip: {
    readonly sourceCity: string;
    readonly destinationCity: string;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
    readonly busName: string;
    readonly registrationNo: string;
  };
  readonly companyName: string;
  /** Who bought it at a counter; of one that was made online, the passenger's account as it is now. */
  readonly contact: { readonly name: string; readonly phone: string | null; readonly email: string | null };
  /** Of the account that made it, as it is now: its passenger's, or the seller's. */
  readonly account: { readonly fullName: string; readonly email: string };
  /** By seat number; empty on a bus without a seat map. They stay when the booking has ended. */
  readonly seats: readonly OfficeSeat[];
  /** Every attempt to pay it, oldest first. */
  readonly payments: readonly OfficePayment[];
  /** Oldest first. */
  readonly refunds: readonly OfficeRefund[];
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationFee: Paisa | null;
}

export interface OfficeSeat extends SeatPassenger {
  /** When this passenger got on; null: nobody has said so. */
  readonly boardedAt: Instant | null;
}

export interface OfficePayment {
  readonly gateway: string;
  readonly status: PaymentStatus;
  readonly amount: Paisa;
  /** The gateway's own number for it. */
  readonly reference: string | null;
  readonly createdAt: Instant;
}

export interface OfficeRefund {
  readonly id: RefundId;
  readonly amount: Paisa;
  readonly reason: RefundReason;
  readonly status: RefundStatus;
  /** Of the payment that it gives back. */
  readonly gateway: string;
  readonly dueAt: Instant;
  readonly paidAt: Instant | null;
  /** Under which number it was sent. */
  readonly reference: string | null;
}

export interface OfficeBookingFilter {
  /**
   * Part of the code, of the name of a passenger or the contact, or of the contact's phone number; folded. A whole code
   * means that booking alone.
   */
  readonly q?: string;
  readonly status?: BookingStatus;
  readonly operatorId?: OperatorId;
  readonly tripId?: TripId;
  /** When the trip departs. */
  readonly departs?: Partial<Span>;
}

export interface OfficeBookings {
  /** Newest first; a position is the moment and the id of a booking. */
  list(filter: OfficeBookingFilter, page: Page): Promise<Listing<OfficeBooking>>;
  find(id: BookingId): Promise<OfficeBooking | undefined>;
  /** Those of them that are there, by id. */
  findAll(ids: readonly BookingId[]): Promise<readonly OfficeBooking[]>;
}

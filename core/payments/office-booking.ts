import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { ChangedBookings } from '../bookings/ports.ts';
import type { AgentId, BookingId, OperatorId, RefundId, TripId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { SeatPassenger, WishedSeat } from '../seats/sold-passenger.ts';
import type { CrewMember } from '../trips/crew.ts';
import type { PlaceInTime } from '../trips/points.ts';
import type { Times } from '../trips/sections.ts';
import type { TripStatus } from '../trips/trip.ts';
import type { PaymentStatus } from './payment.ts';
import type { RefundAccount, RefundReason, RefundStatus } from './refund.ts';

/** The user who manages bookings: an administrator manages all, a company's member those of the company. */
export type Office =
  | { readonly role: 'ADMIN'; readonly userId: UserId }
  | { readonly role: 'OPERATOR'; readonly userId: UserId; readonly operatorId: OperatorId };

export const concerns = (office: Office, { operatorId }: Pick<Booking, 'operatorId'>): boolean =>
  office.role === 'ADMIN' || office.operatorId === operatorId;

/** A booking as companies and administrators see it, with contact and payments. */
export interface OfficeBooking extends Omit<Booking, 'contact'> {
  readonly trip: {
    readonly status: TripStatus;
    /** The cities at the start and end of the booking's section of the trip, and the times there. */
    readonly sourceCity: string;
    readonly destinationCity: string;
    readonly departsAt: Instant;
    readonly arrivesAt: Instant;
    /** The departure and arrival of the whole trip. */
    readonly whole: Times;
    readonly busName: string;
    readonly registrationNo: string;
    readonly busType: string;
    readonly crew: readonly CrewMember[];
  };
  /** The places and times at which the first passenger gets on and off. */
  readonly gettingOn: PlaceInTime;
  readonly gettingOff: PlaceInTime;
  readonly companyName: string;
  /** The company's phone number; null when unknown. */
  readonly companyPhone: string | null;
  /** The customer of a counter sale; for an online booking, the passenger's account as it is now. */
  readonly contact: { readonly name: string; readonly phone: string | null; readonly email: string | null };
  /** The account that made the booking, as it is now: the passenger's or the seller's. Null if an agent sold it. */
  readonly account: {
    readonly fullName: string;
    readonly email: string | null;
    readonly emailVerified: boolean;
    readonly phone: string | null;
    readonly phoneVerified: boolean;
  } | null;
  /** The agent that sold the booking, as it is now; null unless an agent did. */
  readonly soldBy: {
    readonly id: AgentId;
    readonly name: string;
    readonly contactPhone: string | null;
    readonly contactEmail: string;
    /** True if a stranger made the agent on a sandbox. Nobody is told anything about its bookings. */
    readonly isTest: boolean;
  } | null;
  /**
   * The booking's seats, ordered by seat number. Empty on a bus without a seat map. The seats stay here after the
   * booking has ended.
   */
  readonly seats: readonly OfficeSeat[];
  /** All payments of the booking, oldest first. */
  readonly payments: readonly OfficePayment[];
  /** The booking's refunds, oldest first. */
  readonly refunds: readonly OfficeRefund[];
  readonly changed: ChangedBookings;
  /** Whether the booking had a valid ticket, and was cancelled or refunded since. */
  readonly ticketRevoked: boolean;
  /** The number of changes that the booking's calendar entry may show. Never falls. */
  readonly calendarSequence: number;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly cancelledAt: Instant | null;
  /**
   * The fee for cancelling the booking's last seats; null while it still has seats. Seats that were cancelled earlier
   * have their own fees in `parts`.
   */
  readonly cancellationFee: Paisa | null;
}

export interface OfficeSeat extends SeatPassenger, WishedSeat {
  /** The moment at which the passenger boarded; null if nobody reported it. */
  readonly boardedAt: Instant | null;
}

export interface OfficePayment {
  readonly gateway: string;
  readonly status: PaymentStatus;
  readonly amount: Paisa;
  /** The gateway's id of the payment; null while unknown, and for payments at a counter. */
  readonly gatewayId: string | null;
  /** The gateway's reference number of the payment. */
  readonly reference: string | null;
  readonly createdAt: Instant;
}

export interface OfficeRefund {
  readonly id: RefundId;
  readonly amount: Paisa;
  readonly reason: RefundReason;
  readonly status: RefundStatus;
  /** The gateway of the refunded payment. */
  readonly gateway: string;
  readonly dueAt: Instant;
  readonly paidAt: Instant | null;
  /** The reference number of the transfer. */
  readonly reference: string | null;
  /** True if the platform pays the refund, although the company took the payment. */
  readonly takenOver: boolean;
  /** The bank or wallet account for the refund, which mails show. The API's lists of bookings leave it out. */
  readonly account: RefundAccount | null;
}

export interface OfficeBookingFilter {
  /**
   * Search text as it is compared (`folded`). Finds bookings by code, by names of passengers or contact, or by the
   * contact's phone number. A complete code finds that booking only.
   */
  readonly q?: string;
  /** Bookings that arrived at this moment or before are found by their codes alone. */
  readonly contactsAfter?: Instant;
  readonly status?: BookingStatus;
  readonly operatorId?: OperatorId;
  readonly agentId?: AgentId;
  /** The reference under which the agent sold the booking. */
  readonly reference?: string;
  readonly tripId?: TripId;
  /** Selects bookings of trips that depart in this span. */
  readonly departs?: Partial<Span>;
}

export interface OfficeBookings {
  /** Lists bookings, newest first. The page cursor is a booking's moment of creation and id. */
  list(filter: OfficeBookingFilter, page: Page): Promise<Listing<OfficeBooking>>;
  find(id: BookingId): Promise<OfficeBooking | undefined>;
  /** Finds bookings by their ids, ordered by id. Unknown ids are left out. */
  findAll(ids: readonly BookingId[]): Promise<readonly OfficeBooking[]>;
}

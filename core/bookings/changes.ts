import type { BookingId, PaymentId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/** The amounts of a change to another trip, as they were when somebody asked for the change. */
export interface ChangeAmounts {
  /** The price of the old booking. */
  readonly oldTotal: Paisa;
  readonly fee: Paisa;
  /** The money of the old booking that is used to pay for the new booking. */
  readonly credit: Paisa;
  readonly newTotal: Paisa;
  readonly toPay: Paisa;
  readonly toRefund: Paisa;
}

/**
 * A change of a booking to another trip: a new booking replaces the old one. The change is done once the new booking is
 * fully paid.
 */
export interface BookingChange extends ChangeAmounts {
  /** The id of the new booking. */
  readonly bookingId: BookingId;
  readonly oldId: BookingId;
  /**
   * The old booking's payments minus its refunds and the fees that were kept, at the moment when somebody asked for the
   * change. Changes from before `oldDepartsAt` was stored kept the fees in this amount.
   */
  readonly left: Paisa;
  /** Who asked for the change. The user is NOBODY for a key of an agent. */
  readonly askedBy: { readonly role: 'PASSENGER' | 'OPERATOR' | 'AGENT'; readonly userId: UserId };
  readonly askedAt: Instant;
  /**
   * The planned departure of the old booking's section at that moment. A later retime or import does not move it. Null
   * if the change is older than this column.
   */
  readonly oldDepartsAt: Instant | null;
  /** The moment when the new booking replaced the old one; null before. */
  readonly doneAt: Instant | null;
  /** The transaction UUID for the internal CREDIT payment, which will move the credit to the new booking. */
  readonly creditUuid: string;
  /**
   * The internal CREDIT payment that moved the credit to the new booking. Null until the change is done, and if there
   * is no credit.
   */
  readonly creditPaymentId: PaymentId | null;
}

/** The money that the change moves to the new booking: the credit, at most the new price. */
export const carriedBy = ({ credit, newTotal }: Pick<ChangeAmounts, 'credit' | 'newTotal'>): Paisa =>
  credit < newTotal ? credit : newTotal;

/** An open change: its new booking is still unpaid. */
export interface OpenChange {
  readonly oldId: BookingId;
  readonly bookingId: BookingId;
}

/** Changes of bookings to other trips. At most one change makes a booking, and at most one change replaces it. */
export interface BookingChanges {
  /** Adds a change that is not done yet. Both bookings must exist, and the caller must lock the old one. */
  add(change: Omit<BookingChange, 'doneAt' | 'creditPaymentId'>): Promise<void>;
  /** The change that made a booking; undefined if no change made it. */
  find(booking: BookingId): Promise<BookingChange | undefined>;
  /** Marks a change as done. Throws if another booking has already replaced the old one. */
  complete(booking: BookingId, done: Pick<BookingChange, 'creditPaymentId'> & { readonly at: Instant }): Promise<void>;
  /** The open changes of these old bookings. The new booking of an open change is unpaid, and not overdue at `now`. */
  open(olds: readonly BookingId[], now: Instant): Promise<readonly OpenChange[]>;
  /**
   * The open changes for which the bus has left the first stop of the old booking's section at `now`. Their new
   * bookings are unpaid, and not overdue.
   */
  openAfterDeparture(now: Instant, limit: number): Promise<readonly OpenChange[]>;
  /** The booking and all earlier bookings that it replaced by completed changes, newest first. */
  chain(booking: BookingId): Promise<readonly BookingId[]>;
  /**
   * The last booking that replaced this one by completed changes, or the booking itself. The last booking has the
   * payments' money now.
   */
  heir(booking: BookingId): Promise<BookingId>;
  /**
   * All bookings that changes connect with a booking, directly or indirectly, even changes that were not completed.
   * Includes the booking itself. Ordered by id.
   */
  joined(booking: BookingId): Promise<readonly BookingId[]>;
}

import type { BookingId, PaymentId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/** The amounts of a change to another trip, as they were when it was asked for. */
export interface ChangeAmounts {
  /** The price of the old booking. */
  readonly oldTotal: Paisa;
  readonly fee: Paisa;
  /** The part of the old booking's money that pays for the new booking. */
  readonly credit: Paisa;
  readonly newTotal: Paisa;
  readonly toPay: Paisa;
  readonly toRefund: Paisa;
}

/** A change of a booking to another trip. It is done once nothing is left to pay for the new booking. */
export interface BookingChange extends ChangeAmounts {
  /** The new booking. */
  readonly bookingId: BookingId;
  readonly oldId: BookingId;
  /** The part of the old booking's payments that no refund covered when the change was asked for. */
  readonly left: Paisa;
  readonly askedBy: { readonly role: 'PASSENGER' | 'OPERATOR'; readonly userId: UserId };
  readonly askedAt: Instant;
  /** The moment at which the change was done; null before. */
  readonly doneAt: Instant | null;
  /** The transaction UUID of the payment that will pass the credit on. */
  readonly creditUuid: string;
  /** The payment that passes the credit on. Null until the change is done, and if there is no credit. */
  readonly creditPaymentId: PaymentId | null;
}

/** The amount that the change passes on from the old booking to the new one. */
export const carriedBy = ({ credit, newTotal }: Pick<ChangeAmounts, 'credit' | 'newTotal'>): Paisa =>
  credit < newTotal ? credit : newTotal;

/** The unpaid new booking of an open change. */
export interface OpenChange {
  readonly oldId: BookingId;
  readonly bookingId: BookingId;
}

/** Changes of bookings to other trips. A booking is made by at most one change, and ended by at most one. */
export interface BookingChanges {
  /** Adds a change that is not done. Both bookings exist, and the old one is locked. */
  add(change: Omit<BookingChange, 'doneAt' | 'creditPaymentId'>): Promise<void>;
  /** The change that made a booking. */
  find(booking: BookingId): Promise<BookingChange | undefined>;
  /** Marks a change as done. Throws if the old booking was changed to another booking before. */
  complete(booking: BookingId, done: Pick<BookingChange, 'creditPaymentId'> & { readonly at: Instant }): Promise<void>;
  /** The open changes of these bookings: the new booking is unpaid, and not overdue at `now`. */
  open(olds: readonly BookingId[], now: Instant): Promise<readonly OpenChange[]>;
  /** The open changes of bookings whose bus has left at `now`: the new booking is unpaid and not overdue. */
  openAfterDeparture(now: Instant, limit: number): Promise<readonly OpenChange[]>;
  /** The booking, and before it the bookings whose money changes passed on to it; newest first. */
  chain(booking: BookingId): Promise<readonly BookingId[]>;
  /** The booking that has a booking's money now: the last booking that it was changed to, or itself. */
  heir(booking: BookingId): Promise<BookingId>;
  /** All bookings that are joined with a booking by changes, done or not, the booking included. Ordered by id. */
  joined(booking: BookingId): Promise<readonly BookingId[]>;
}

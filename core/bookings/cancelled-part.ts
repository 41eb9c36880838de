import type { RefundId, SeatNumber } from '../kernel/ids.ts';
import { type Paisa, minus, NOTHING, paisa, sum } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/** Some seats of a paid booking that were cancelled at once, while the others stayed. */
export interface CancelledPart {
  /** The cancelled seats. On a bus without a seat map, null for each place. */
  readonly seats: readonly (SeatNumber | null)[];
  /** The price of the cancelled seats. */
  readonly amount: Paisa;
  readonly fee: Paisa;
  /** The refund: the amount less the fee, and no more than was left of the payment. */
  readonly refund: Paisa;
  /** The refund; null if nothing was refunded. */
  readonly refundId: RefundId | null;
  /** Further refunds. A booking that was changed can have the money of several payments. */
  readonly moreRefundIds?: readonly RefundId[];
  readonly at: Instant;
  /** Whether company and platform had earned the booking before the cancellation. */
  readonly wasEarned: boolean;
}

/** All refunds of a cancelled part of a booking. */
export const refundsOfPart = ({ refundId, moreRefundIds = [] }: CancelledPart): readonly RefundId[] =>
  refundId === null ? [] : [refundId, ...moreRefundIds];

/** A seat or place of a part, with its share of the money. */
export interface CancelledSeat {
  /** The seat number; null for a place. */
  readonly seat: SeatNumber | null;
  readonly amount: Paisa;
  readonly fee: Paisa;
  readonly refund: Paisa;
  readonly at: Instant;
}

/** A booking with its cancelled seats. `total` and `seatsCount` are those of the seats that remain. */
interface Booked {
  readonly total: Paisa;
  readonly seatsCount: number;
  readonly parts: readonly CancelledPart[];
}

/**
 * The moment of a booking's next cancellation: `now`, or the millisecond after the last one. Statements match ledger
 * rows with cancellations by their moment.
 */
export function cancellationMoment({ parts }: Pick<Booked, 'parts'>, now: Instant): Instant {
  const last = parts.at(-1)?.at;
  return last === undefined || last < now ? now : ((last + 1) as Instant);
}

/** The price of the booking when it was made. */
const bookedTotal = ({ total, parts }: Pick<Booked, 'total' | 'parts'>): Paisa =>
  sum([total, ...parts.map(({ amount }) => amount)]);

/**
 * The price of `count` of the booking's seats. The price of one seat is rounded down, and the last cancellation takes
 * the rest.
 */
export function priceOfPart(booking: Booked, count: number): Paisa {
  const seats = booking.parts.reduce((all, part) => all + part.seats.length, booking.seatsCount);
  return paisa(Math.floor(bookedTotal(booking) / seats) * count);
}

/**
 * The part of the booking's money that no refund covers yet. Refunds of money that came in vain do not count. Failed
 * refunds count, because they are sent again.
 */
export const leftOf = (
  booking: Pick<Booked, 'total' | 'parts'>,
  refunds: readonly { readonly reason: string; readonly amount: Paisa }[],
): Paisa =>
  minus(
    bookedTotal(booking),
    sum(refunds.filter(({ reason }) => !IN_VAIN.includes(reason)).map(({ amount }) => amount)),
  );

const IN_VAIN = ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'AMOUNT_DIFFERS'];

/**
 * The sum of all cancellation fees of a booking; null if nothing was cancelled. `fee` is the fee for the last seats,
 * null while the booking has seats.
 */
export const allFees = ({ parts }: Pick<Booked, 'parts'>, fee: Paisa | null): Paisa | null =>
  fee === null && parts.length === 0 ? null : sum([...parts.map((part) => part.fee), fee ?? NOTHING]);

/** Every cancelled seat or place of the parts, in order. */
export const cancelledSeats = ({ parts }: Pick<Booked, 'parts'>): readonly CancelledSeat[] =>
  parts.flatMap(seatsOfPart);

/**
 * Shares the money of a part among its seats. The fee is shared evenly, rounded down, and the last seat takes the
 * remainder. If the refund was limited to what was left of the payment, the last seats get less.
 */
function seatsOfPart({ seats, amount, fee, refund, at }: CancelledPart): readonly CancelledSeat[] {
  const [price, evenFee] = [Math.floor(amount / seats.length), Math.floor(fee / seats.length)];
  let left: number = refund;
  return seats.map((seat, index) => {
    const ownFee = index === seats.length - 1 ? fee - evenFee * (seats.length - 1) : evenFee;
    const ownRefund = Math.min(price - ownFee, left);
    left -= ownRefund;
    return { seat, amount: paisa(price), fee: paisa(ownFee), refund: paisa(ownRefund), at };
  });
}

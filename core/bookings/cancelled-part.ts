import type { RefundId, SeatNumber } from '../kernel/ids.ts';
import { type Paisa, minus, NOTHING, paisa, sum } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/** A partial cancellation: some seats of a paid booking that were cancelled together, while the booking kept others. */
export interface CancelledPart {
  /** The cancelled seats. On a bus without a seat map, null for each place. */
  readonly seats: readonly (SeatNumber | null)[];
  /** The price of the cancelled seats. */
  readonly amount: Paisa;
  readonly fee: Paisa;
  /** The refunded amount: `amount` minus `fee`, and at most the money that earlier refunds left. */
  readonly refund: Paisa;
  /** The refund of the newest payment; null if nothing was refunded. */
  readonly refundId: RefundId | null;
  /** Refunds of further payments. A booking that a change made may have the money of several payments. */
  readonly moreRefundIds?: readonly RefundId[];
  readonly at: Instant;
  /** True if the booking's payment had been divided between company and platform before this cancellation. */
  readonly wasEarned: boolean;
}

/** The ids of all refunds of a partial cancellation. */
export const refundsOfPart = ({ refundId, moreRefundIds = [] }: CancelledPart): readonly RefundId[] =>
  refundId === null ? [] : [refundId, ...moreRefundIds];

/** A cancelled seat or place, with its share of price, fee and refund. */
export interface CancelledSeat {
  /** The seat number; null for a place. */
  readonly seat: SeatNumber | null;
  readonly amount: Paisa;
  readonly fee: Paisa;
  readonly refund: Paisa;
  readonly at: Instant;
}

/** A booking with its partial cancellations. `total` and `seatsCount` count the remaining seats only. */
interface Booked {
  readonly total: Paisa;
  readonly seatsCount: number;
  readonly parts: readonly CancelledPart[];
}

/**
 * The moment to record for a booking's next cancellation: `now`, or a millisecond after the last cancellation. No two
 * cancellations have the same moment, because statements match ledger rows with cancellations by moment.
 */
export function cancellationMoment({ parts }: Pick<Booked, 'parts'>, now: Instant): Instant {
  const last = parts.at(-1)?.at;
  return last === undefined || last < now ? now : ((last + 1) as Instant);
}

/** The price of the booking when it was made, before any seats were cancelled. */
const bookedTotal = ({ total, parts }: Pick<Booked, 'total' | 'parts'>): Paisa =>
  sum([total, ...parts.map(({ amount }) => amount)]);

/**
 * The price of `count` of the booking's seats. The price of one seat is rounded down. The remainder belongs to the
 * seats that are cancelled last.
 */
export function priceOfPart(booking: Booked, count: number): Paisa {
  const seats = booking.parts.reduce((all, part) => all + part.seats.length, booking.seatsCount);
  return paisa(Math.floor(bookedTotal(booking) / seats) * count);
}

/** The sum of the fees that partial cancellations kept. */
export const feesOfParts = ({ parts }: Pick<Booked, 'parts'>): Paisa => sum(parts.map(({ fee }) => fee));

/**
 * The booking's first price minus its refunds. Refunds of payments that paid for no booking do not count. Failed
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
 * and null while the booking still has seats.
 */
export const allFees = ({ parts }: Pick<Booked, 'parts'>, fee: Paisa | null): Paisa | null =>
  fee === null && parts.length === 0 ? null : sum([...parts.map((part) => part.fee), fee ?? NOTHING]);

/** Every seat or place that the booking's partial cancellations cancelled, in order. */
export const cancelledSeats = ({ parts }: Pick<Booked, 'parts'>): readonly CancelledSeat[] =>
  parts.flatMap(seatsOfPart);

/**
 * Divides the price, fee and refund of a partial cancellation among its seats. Each seat gets the same fee, rounded
 * down; the last seat gets the remainder. If the payment did not cover the whole refund, the last seats get less.
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

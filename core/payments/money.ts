import type { Booking } from '../bookings/booking.ts';
import { feesOfParts, leftOf } from '../bookings/cancelled-part.ts';
import { type Paisa, minus, NOTHING, plus, sum } from '../kernel/money.ts';
import { type Payment, isCredit, isRefunded } from './payment.ts';
import { type Refund, isOfWrongAmount, isUnused } from './refund.ts';
import type { PaymentStores } from './world.ts';

/** A payment whose money arrived and paid for seats, with its refunds and the amount that is not refunded. */
export interface BroughtPayment {
  readonly payment: Payment;
  readonly given: readonly Refund[];
  readonly left: Paisa;
}

/** The money that paid for a booking. If the booking replaced earlier bookings, their payments are part of it. */
export interface BookingMoney {
  /** The payments for this booking and for the earlier bookings that it replaced, newest first. */
  readonly payments: readonly BroughtPayment[];
  /**
   * The amount that a cancellation or a change can still use: not refunded, and not kept as a fee of an earlier change
   * or partial cancellation. Zero if goodwill used it up. Failed refunds count as refunded, because they are sent
   * again.
   */
  readonly left: Paisa;
  /** The fees that earlier changes and partial cancellations kept of this money. */
  readonly keptFees: Paisa;
  /** Payments for this booking that came late or a second time. Payments of a wrong amount are left out. */
  readonly unused: readonly Payment[];
}

/** Finds the money of a paid booking, which the caller has locked. */
export async function moneyOf(
  stores: PaymentStores,
  booking: Pick<Booking, 'id' | 'total' | 'parts' | 'changedFrom'>,
): Promise<BookingMoney> {
  const { id } = booking;
  if (booking.changedFrom === null) {
    const [payments, given] = [await stores.payments.ofBooking(id), await stores.refunds.ofBooking(id)];
    const brought = payments.flatMap((payment) => broughtBy(payment, given)).reverse();
    const keptFees = feesOfParts(booking);
    // A booking that replaced no other one was paid in full, so its own price and refunds give the amount.
    const left = lessFees(leftOf(booking, given), keptFees);
    return { payments: brought, left, keptFees, unused: unusedOf(payments, given) };
  }
  const brought: BroughtPayment[] = [];
  let keptFees = feesOfParts(booking);
  for (const one of await stores.changes.chain(id)) {
    for (const payment of (await stores.payments.ofBooking(one)).toReversed())
      brought.push(...broughtBy(payment, await stores.refunds.ofPayment(payment.id)));
    keptFees = plus(keptFees, await feesBefore(stores, one, id));
  }
  const unused = unusedOf(await stores.payments.ofBooking(id), await stores.refunds.ofBooking(id));
  return { payments: brought, left: lessFees(sum(brought.map(({ left }) => left)), keptFees), keptFees, unused };
}

const lessFees = (amount: Paisa, fees: Paisa): Paisa => (amount > fees ? minus(amount, fees) : NOTHING);

/**
 * The fees that were kept when `link`, a booking of a chain of changes, was made, and of its own parts. The parts of
 * `last`, the chain's last booking, are left out.
 */
async function feesBefore(
  { bookings, changes }: PaymentStores,
  link: Booking['id'],
  last: Booking['id'],
): Promise<Paisa> {
  const change = await changes.find(link);
  const booking = link === last ? undefined : await bookings.find(link);
  return plus(change?.doneAt ? change.fee : NOTHING, booking ? feesOfParts(booking) : NOTHING);
}

const unusedOf = (payments: readonly Payment[], given: readonly Refund[]): readonly Payment[] =>
  payments.filter(
    (payment) => payment.status === 'COMPLETE' && isUnused(payment, given) && !isOfWrongAmount(payment, given),
  );

/**
 * The payment with its refunds, in a list. Empty if its money never arrived or paid for no seats, or if the payment
 * represents money of an earlier booking.
 */
function broughtBy(payment: Payment, refunds: readonly Refund[]): readonly BroughtPayment[] {
  const { id, status, amount } = payment;
  const given = refunds.filter(({ paymentId }) => paymentId === id);
  const hasCome = status === 'COMPLETE' || (isRefunded(status) && given.length > 0);
  if (isCredit(payment) || !hasCome || isUnused(payment, given)) return [];
  return [{ payment, given, left: minus(amount, sum(given.map((refund) => refund.amount))) }];
}

interface Share {
  readonly payment: BroughtPayment;
  readonly amount: Paisa;
}

/**
 * Divides a refund among payments, the newest first. Each payment gives at most the amount that is not yet refunded.
 */
export function sharesOf(amount: Paisa, { payments }: BookingMoney): readonly Share[] {
  let rest = amount;
  return payments.flatMap((payment) => {
    const own = rest < payment.left ? rest : payment.left;
    rest = minus(rest, own);
    return own > NOTHING ? [{ payment, amount: own }] : [];
  });
}

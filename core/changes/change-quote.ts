import type { Booking } from '../bookings/booking.ts';
import type { ChangeAmounts } from '../bookings/changes.ts';
import type { RefundTier } from '../companies/company.ts';
import { type BasisPoints, type Paisa, fromRupees, minus, NOTHING, share, toRupees } from '../kernel/money.ts';
import { type Instant, hoursBetween } from '../kernel/time.ts';
import type { Times } from '../trips/sections.ts';
import { EVERYTHING } from './refund-tiers.ts';

/** The amounts of a change. `isFree` is true if the company charges no fee for the change. */
export interface ChangeCost extends ChangeAmounts {
  readonly isFree: boolean;
}

export interface ChangeQuote extends ChangeCost {
  /** The rate below which the fee for cancelling the changed booking never falls. */
  readonly leastFee: BasisPoints;
}

/** The smallest price difference that a customer pays for a change. A smaller difference is waived. */
const LEAST_TO_PAY = fromRupees(10);

const atLeastNothing = (amount: Paisa): Paisa => (amount > NOTHING ? amount : NOTHING);

/**
 * Computes the amounts of a change. `price` is the price of the new seats. `left` is the booking's payments minus their
 * refunds; the customer gets no more than that as credit.
 */
export function quoteOfChange(oldTotal: Paisa, left: Paisa, fee: Paisa, price: Paisa): ChangeCost {
  const credit = atLeastNothing(minus(oldTotal < left ? oldTotal : left, fee));
  const difference = atLeastNothing(minus(price, credit));
  const isWaived = difference < LEAST_TO_PAY && price > credit;
  const newTotal = isWaived ? credit : price;
  return {
    oldTotal,
    fee,
    credit,
    newTotal,
    toPay: isWaived ? NOTHING : difference,
    toRefund: atLeastNothing(minus(credit, price)),
    isFree: fee === NOTHING,
  };
}

/** The quote for other seats of the same trip. Such a change costs nothing. */
export const quoteOfExchange = ({ total }: Pick<Booking, 'total'>): ChangeCost => ({
  oldTotal: total,
  fee: NOTHING,
  credit: total,
  newTotal: total,
  toPay: NOTHING,
  toRefund: NOTHING,
  isFree: true,
});

/** The fee of a change at `now`, by the change tiers of the booking. If no tier applies, the fee is the whole price. */
export function changeFee(
  { total, changeTiers }: Pick<Booking, 'total' | 'changeTiers'>,
  { departsAt }: Pick<Times, 'departsAt'>,
  now: Instant,
  platform: readonly RefundTier[],
): Paisa {
  const hoursLeft = hoursBetween(now, departsAt);
  const rate: BasisPoints = (changeTiers ?? platform).find(({ hours }) => hours <= hoursLeft)?.fee ?? EVERYTHING;
  return share(total, rate);
}

/** Converts a quote to the API's field names, with amounts in rupees. */
export const toldQuote = ({ oldTotal, fee, credit, newTotal, toPay, toRefund, isFree, leastFee }: ChangeQuote) => ({
  old_total: toRupees(oldTotal),
  change_fee: toRupees(fee),
  credit: toRupees(credit),
  new_total: toRupees(newTotal),
  to_pay: toRupees(toPay),
  to_refund: toRupees(toRefund),
  free: isFree,
  least_cancel_percent: leastFee / 100,
});

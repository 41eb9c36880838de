import type { Booking } from '../bookings/booking.ts';
import type { ChangeAmounts } from '../bookings/changes.ts';
import type { RefundTier } from '../companies/company.ts';
import { type BasisPoints, type Paisa, fromRupees, minus, NOTHING, share, toRupees } from '../kernel/money.ts';
import { type Instant, hoursBetween } from '../kernel/time.ts';
import type { Times } from '../trips/sections.ts';
import { EVERYTHING } from './refund-tiers.ts';

/** The amounts of a change, and whether it has no fee. */
export interface ChangeQuote extends ChangeAmounts {
  readonly isFree: boolean;
}

/** The least difference of price that a change asks for. A smaller one is waived. */
const LEAST_TO_PAY = fromRupees(10);

const atLeastNothing = (amount: Paisa): Paisa => (amount > NOTHING ? amount : NOTHING);

/**
 * The amounts of a change to seats of the price `price`. `left` is the part of the booking's payments that no refund
 * covers: more is not credited.
 */
export function quoteOfChange(oldTotal: Paisa, left: Paisa, fee: Paisa, price: Paisa): ChangeQuote {
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

/** The quote for other seats of the same trip, which cost nothing. */
export const quoteOfExchange = ({ total }: Pick<Booking, 'total'>): ChangeQuote => ({
  oldTotal: total,
  fee: NOTHING,
  credit: total,
  newTotal: total,
  toPay: NOTHING,
  toRefund: NOTHING,
  isFree: true,
});

/** The fee of a change at `now`, by the tiers of the booking. Where no tier fits, it is the whole price. */
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

/** A quote by the API's field names, in rupees. */
export const toldQuote = ({ oldTotal, fee, credit, newTotal, toPay, toRefund, isFree }: ChangeQuote) => ({
  old_total: toRupees(oldTotal),
  change_fee: toRupees(fee),
  credit: toRupees(credit),
  new_total: toRupees(newTotal),
  to_pay: toRupees(toPay),
  to_refund: toRupees(toRefund),
  free: isFree,
});

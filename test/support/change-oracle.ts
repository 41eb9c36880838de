import type { BookingId, PaymentId } from '../../core/kernel/ids.ts';
import type { OfficeBooking } from '../../core/payments/office-booking.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { Refund } from '../../core/payments/refund.ts';
import type { MoneyWorld } from './money-world.ts';

/**
 * Works out the amounts of changes and cancellations from bookings, payments and refunds, as the specification defines
 * them. Uses plain numbers of paisa and no function of the core, so as not to repeat the core's mistakes.
 */

const HOUR = 3_600_000;
const HALF_HOUR = HOUR / 2;
const WHOLE = 10_000;
/** The least amount in paisa that a passenger can be asked to pay for a change. */
const LEAST_TO_PAY = 1_000;

const VAIN = ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'AMOUNT_DIFFERS'];

export const sumOf = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0);

/** A share of an amount, rounded half up. `rate` is in hundredths of a percent. */
export const half = (amount: number, rate: number): number => Math.floor((amount * rate) / WHOLE + 0.5);

/** Whether a payment paid for no booking, because it was late, a duplicate or of a wrong amount. */
export const isVain = (refunds: readonly Pick<Refund, 'reason'>[]): boolean =>
  refunds.some(({ reason }) => VAIN.includes(reason));

/** A payment whose money a booking uses, and all refunds of this payment. */
interface Brought {
  readonly payment: Payment;
  readonly refunds: readonly Refund[];
  readonly left: number;
}

/**
 * A booking and its payments. If the booking replaced another one, the payments of the replaced booking are included.
 */
export interface BookingFacts {
  readonly booking: OfficeBooking;
  /** The payments of this booking and of the bookings that it replaced, newest first. */
  readonly brought: readonly Brought[];
  /** The sum of the payments in `brought`, minus their refunds. */
  readonly left: number;
  /** The fees that changes and partial cancellations kept, of this booking and of the bookings that it replaced. */
  readonly keptFees: number;
  /** The booking's own refunds, oldest first. */
  readonly refunds: readonly Refund[];
}

export async function factsOf({ engine }: MoneyWorld, id: BookingId): Promise<BookingFacts> {
  return engine.transact(async (stores) => {
    const booking = (await stores.officeBookings.find(id))!;
    const brought: Brought[] = [];
    let keptFees = 0;
    for (let at: BookingId | null = id; at !== null;) {
      for (const payment of (await stores.payments.ofBooking(at)).toReversed()) {
        const refunds = await stores.refunds.ofPayment(payment.id);
        const hasCome = payment.status === 'COMPLETE' || refunds.length > 0;
        if (payment.gateway !== 'CREDIT' && hasCome && !isVain(refunds))
          brought.push({ payment, refunds, left: payment.amount - sumOf(refunds) });
      }
      const link: OfficeBooking = (await stores.officeBookings.find(at))!;
      keptFees += link.parts.reduce((fees, { fee }) => fees + fee, 0);
      if (at !== id) keptFees += link.cancellationFee ?? 0;
      at = link.changed.from?.id ?? null;
    }
    const left = brought.reduce((sum, one) => sum + one.left, 0);
    return { booking, brought, left, keptFees, refunds: await stores.refunds.ofBooking(id) };
  });
}

/** The money that a change or cancellation can still use: what is left, without the fees that were kept. */
const usableOf = ({ left, keptFees }: BookingFacts): number => Math.max(0, left - keptFees);

/**
 * The fee of the first tier whose hours are not more than the hours left until departure. The whole price if no tier
 * fits.
 */
const tierOf = (tiers: OfficeBooking['cancellationTiers'], left: number): number =>
  (tiers ?? []).find(({ hours }) => hours * HOUR <= left)?.fee ?? WHOLE;

const departureOf = ({ trip }: OfficeBooking): number => trip.departsAt;

/** The share of the price that a cancellation at `now` costs, unless the office waives the fee. */
function cancellationRate(booking: OfficeBooking, now: number): number {
  const departs = departureOf(booking);
  if (booking.trip.status === 'CANCELLED') return 0;
  if (departs <= now) return WHOLE;
  if (booking.bookedFor !== null && Math.abs(booking.bookedFor.departsAt - departs) >= HALF_HOUR) return 0;
  return Math.max(tierOf(booking.cancellationTiers, departs - now), booking.leastFee);
}

interface Priced {
  readonly fare: number;
  /** `tiers`: the company charges the fee of its tiers. `none`: the company waives the fee. */
  readonly by: 'tiers' | 'none';
  readonly now: number;
}

export interface ExpectedChange {
  readonly oldTotal: number;
  readonly fee: number;
  readonly credit: number;
  readonly newTotal: number;
  readonly toPay: number;
  readonly toRefund: number;
  /** The part of the old booking's money that pays for the new booking. */
  readonly carried: number;
  readonly leastFee: number;
  readonly shares: Shares;
}

/** The refunded amount of each payment. */
export type Shares = readonly (readonly [PaymentId, number])[];

/** Works out the amounts when a booking is changed to seats with this fare. */
export function expectedChange(facts: BookingFacts, { fare, by, now }: Priced): ExpectedChange {
  const { booking } = facts;
  const rate = cancellationRate(booking, now);
  const isFree = by === 'none' || rate === 0;
  const oldTotal = Number(booking.total);
  const fee = isFree ? 0 : half(oldTotal, tierOf(booking.changeTiers, departureOf(booking) - now));
  const price = fare * booking.seatsCount;
  const credit = Math.max(0, Math.min(oldTotal, usableOf(facts)) - fee);
  const difference = Math.max(0, price - credit);
  const isWaived = difference < LEAST_TO_PAY && difference > 0;
  const newTotal = isWaived ? credit : price;
  const toRefund = Math.max(0, credit - price);
  return {
    oldTotal,
    fee,
    credit,
    newTotal,
    toPay: isWaived ? 0 : difference,
    toRefund,
    carried: Math.min(credit, newTotal),
    leastFee: by === 'none' ? booking.leastFee : Math.max(booking.leastFee, rate),
    shares: sharesOf(facts, toRefund),
  };
}

export interface ExpectedCancellation {
  readonly amount: number;
  readonly fee: number;
  readonly refund: number;
  readonly isWhole: boolean;
  readonly shares: Shares;
}

/**
 * Works out the amounts when `count` seats of a paid booking are cancelled. Without `count`, the whole booking is
 * cancelled.
 */
export function expectedCancellation(
  facts: BookingFacts,
  { count, by, now }: { readonly count: number | undefined; readonly by: 'tiers' | 'none'; readonly now: number },
): ExpectedCancellation {
  const { booking } = facts;
  const isWhole = count === undefined || count === booking.seatsCount;
  const seats = booking.parts.reduce((all, part) => all + part.seats.length, booking.seatsCount);
  const price = Math.floor((booking.total + sumOf(booking.parts)) / seats);
  const amount = isWhole ? Number(booking.total) : price * count;
  const fee = by === 'none' ? 0 : half(amount, cancellationRate(booking, now));
  const refund = Math.min(amount - fee, usableOf(facts));
  return { amount, fee, refund, isWhole, shares: sharesOf(facts, refund) };
}

/** Divides a refund among payments, the newest first. No payment refunds more than is left of its amount. */
function sharesOf({ brought }: BookingFacts, amount: number): Shares {
  let rest = amount;
  return brought.flatMap(({ payment, left }) => {
    const own = Math.min(rest, left);
    rest -= own;
    return own > 0 ? [[payment.id, own] as const] : [];
  });
}

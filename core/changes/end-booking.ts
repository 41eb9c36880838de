import { leaveConflict } from '../boarding/conflicts.ts';
import { type Booking, type BookingStatus, MOVES, type OperatorNotified } from '../bookings/booking.ts';
import { cancellationMoment } from '../bookings/cancelled-part.ts';
import type { Canceller } from '../bookings/ports.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import { npr, sum } from '../kernel/money.ts';
import { cut } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { cancelled } from '../ledger/entries.ts';
import { creditAgent } from '../payments/credit-agent.ts';
import { endOpenChanges, endUnpaid } from '../payments/end-unpaid.ts';
import { type BookingMoney, moneyOf } from '../payments/money.ts';
import { type Actor, type TrailKind, changesBetween } from '../platform/trail.ts';
import type { Trip } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import { addRefunds } from './add-refunds.ts';
import { type RefundQuote, atMost } from './refund-tiers.ts';

export interface Ending {
  readonly booking: Booking;
  readonly trip: Trip;
  readonly quote: RefundQuote;
  /** The role of the person who cancels. */
  readonly by: Canceller;
  /** The user who cancels, or SYSTEM if the service cancels by itself. */
  readonly actor: Actor;
  readonly reason: string;
  readonly now: Instant;
  /** True if the seller takes a sale back: the seats are blocked again if they were blocked before the sale. */
  readonly isUndone?: boolean;
}

const LONGEST_REASON = 300;

/** A reason that a person typed, cut to 300 characters. */
export const cutReason = (reason: string): string => cut(reason, LONGEST_REASON);

export const isPaid = ({ status }: Pick<Booking, 'status'>): boolean => status !== 'PENDING_PAYMENT';

/** The outcome of a cancellation. The refund is the quoted refund, at most the money that earlier refunds left. */
export interface Ended extends RefundQuote {
  readonly status: BookingStatus;
}

/**
 * Cancels a booking. Every cancellation of a whole booking uses this function. Puts the seats on sale again at once,
 * and adds the quoted refund. The booking must be locked and not closed.
 */
export async function endBooking(stores: CounterStores, asked: Ending): Promise<Ended> {
  const { booking, trip, by, actor, reason, isUndone = false } = asked;
  const now = cancellationMoment(booking, asked.now);
  if (!isPaid(booking)) {
    await endUnpaid(stores, booking, { by, actor, reason, now });
    return { ...asked.quote, status: 'CANCELLED' };
  }
  const money = await moneyOf(stores, booking);
  const quote = atMost(asked.quote, money.left);
  const ending = { ...asked, quote, now };
  const move = quote.refund > 0 ? 'refund' : 'cancelPaid';
  if (!(await stores.bookings.move(booking.id, move, { reason, by, at: now, fee: quote.fee, refund: quote.refund })))
    throw new Error(`Booking ${booking.id} was changed while it was locked.`);

  const settled = await settle(stores, ending, money);
  await leaveConflict(stores, booking, trip, now);
  await releaseSeatsOfBooking(stores, booking, now, { isUndone });
  const why = { by, actor, reason: 'The booking that was to be changed was cancelled.', now };
  await endOpenChanges(stores, [booking.id], why);
  await stores.events.record(operatorNotice(booking, trip, quote), now);
  const status = MOVES[move].to;
  await addToTrail(stores, ending, status);
  const { total } = booking;
  const event = { kind: 'cancellation', total, amount: total, refund: quote.refund } as const;
  await creditAgent(stores, booking, { ...settled, event }, now);
  return { ...quote, status };
}

/** The event that notifies the company of a cancelled booking. */
export const operatorNotice = ({ code }: Booking, { bus }: Trip, { refund }: RefundQuote): OperatorNotified => ({
  type: 'booking cancelled',
  operatorId: bus.operatorId,
  bookingCode: code,
  refund,
});

/**
 * Adds refunds of the payments that paid for the booking. Records in the ledger the refund and the shares of company
 * and platform in the fee.
 */
async function settle(
  stores: CounterStores,
  { booking, quote: { fee, refund }, by, now }: Ending,
  money: BookingMoney,
): Promise<Pick<Parameters<typeof creditAgent>[2], 'refunds' | 'paymentId'>> {
  const { payments, ledger } = stores;
  const due = await addRefunds(stores, { booking, amount: refund, by, now }, money);
  const [newest] = money.payments;
  const isEarned = booking.earnedAt !== null;
  if (newest)
    await ledger.record(cancelled(booking, { fee, refund, isEarned, paymentId: newest.payment.id, refunds: due }), now);
  for (const { payment, given } of money.payments) {
    const refunds = [...given, ...due.filter(({ paymentId }) => paymentId === payment.id)];
    const back = sum(refunds.map(({ amount }) => amount));
    if (back > 0) await payments.move(payment.id, back === payment.amount ? 'refundFully' : 'refundPartly', now);
  }
  // Payments that paid for no booking are already refunded, so only their status changes now.
  if (refund > 0) for (const { id } of money.unused) await payments.move(id, 'refundFully', now);
  return { refunds: due, paymentId: newest?.payment.id ?? null };
}

const addToTrail = (
  { trail }: CounterStores,
  { booking, trip, quote: { fee, refund }, actor, reason, now, isUndone = false }: Ending,
  status: BookingStatus,
): Promise<void> => {
  const kind: TrailKind = isUndone ? 'SALE_UNDONE' : 'BOOKING_CANCELLED';
  const said = isUndone
    ? `Undid the sale of booking ${booking.code}: ${npr(refund)} was given back.`
    : `Cancelled booking ${booking.code}: ${npr(refund)} goes back, ${npr(fee)} is kept.`;
  return trail.add(
    {
      kind,
      actor,
      operatorId: trip.bus.operatorId,
      subject: { type: 'booking', id: booking.id },
      changes: changesBetween({ booking_status: booking.status }, { booking_status: status }),
      // Leaves the reason out for passengers, who need not give one.
      description: isUndone || actor.role === 'PASSENGER' ? said : `${said} Reason: ${reason}`,
      amount: refund,
    },
    now,
  );
};

import type { Booking } from '../bookings/booking.ts';
import { cancellationMoment } from '../bookings/cancelled-part.ts';
import { type BookingChange, carriedBy } from '../bookings/changes.ts';
import { journeyOn } from '../bookings/journey.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import type { PaymentId, RefundId } from '../kernel/ids.ts';
import { NOTHING, npr, plus, toRupees } from '../kernel/money.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { changed } from '../ledger/entries.ts';
import { type Actor, changesBetween } from '../platform/trail.ts';
import { hasDeparted } from '../trips/trip.ts';
import { creditAgent } from './credit-agent.ts';
import { queueRefundDueMail } from './about-booking.ts';
import { moneyOf, sharesOf } from './money.ts';
import { CREDIT } from './payment.ts';
import { refundDueAt } from './settlement.ts';
import type { PaymentStores, MailingWorld } from './world.ts';

/**
 * Locks the old booking of a change, because the passenger has now paid for the new booking. `old` is undefined if the
 * change can no longer be made at `now`, which is read after the lock. Reasons: the old booking has ended or is earned,
 * its passengers have boarded, or its bus has left. Or some of its money was refunded, or another change of it is open.
 * A trip that was put off does not help.
 */
export async function lockChangeable(
  stores: PaymentStores,
  change: BookingChange,
  clock: Clock,
): Promise<{ readonly old: Booking | undefined; readonly now: Instant }> {
  const old = await stores.bookings.lock(change.oldId);
  const now = clock();
  return { old: old && (await isChangeable(stores, old, change, now)) ? old : undefined, now };
}

async function isChangeable(
  stores: PaymentStores,
  old: Booking,
  change: BookingChange,
  now: Instant,
): Promise<boolean> {
  if (old.status !== 'CONFIRMED' || old.total !== change.oldTotal) return false;
  if (old.earnedAt !== null || (change.oldDepartsAt ?? Infinity) <= now) return false;
  const trip = await stores.trips.find(old.tripId);
  if (!trip || hasDeparted(journeyOn(old, trip), now)) return false;
  const open = await stores.changes.open([old.id], now);
  if (open.some(({ bookingId }) => bookingId !== change.bookingId)) return false;
  const { left, keptFees } = await moneyOf(stores, old);
  return left === change.left || (change.oldDepartsAt === null && plus(left, keptFees) === change.left);
}

interface Completing {
  readonly change: BookingChange;
  /** The old booking: locked, CONFIRMED and paid. */
  readonly old: Booking;
  readonly made: Pick<Booking, 'id' | 'operatorId' | 'code' | 'total' | 'tripId'>;
  /** Who makes the change, for the activity log; whoever asked for it by default. */
  readonly actor?: Actor;
  readonly now: Instant;
}

/**
 * Completes a change: ends the old booking, moves its money to the new booking, and adds refunds of the money left
 * over. The caller confirms the new booking.
 */
export async function completeChange(
  stores: PaymentStores,
  needs: MailingWorld,
  completing: Completing,
): Promise<void> {
  const { change, old, made } = completing;
  const now = cancellationMoment(old, completing.now);
  const creditPaymentId = await addCredit(stores, change, now);
  const refunds = await addRefunds(stores, change, old, now);
  await stores.ledger.record(
    changed(old, made, { ...change, carried: carriedBy(change), creditPaymentId, refunds }),
    now,
  );
  await stores.changes.complete(made.id, { at: now, creditPaymentId });
  const { role: by, userId } = change.askedBy;
  const asker = by === 'AGENT' ? { role: 'SYSTEM' as const } : { role: by, userId };
  const ended = { reason: `Changed to booking ${made.code}.`, by, at: now, fee: change.fee };
  if (!(await stores.bookings.move(old.id, 'cancelPaid', ended)))
    throw new Error(`Booking ${old.id} was changed while it was locked.`);
  await releaseSeatsOfBooking(stores, old, now);
  await stores.trail.add(
    {
      kind: 'BOOKING_CHANGED',
      actor: completing.actor ?? asker,
      operatorId: old.operatorId,
      subject: { type: 'booking', id: old.id },
      changes: changesBetween(
        { booking_code: old.code, schedule_id: old.tripId, total_amount: toRupees(old.total) },
        { booking_code: made.code, schedule_id: made.tripId, total_amount: toRupees(made.total) },
      ),
      description: `Changed booking ${old.code} to ${made.code}: ${npr(change.fee)} is kept, ${npr(change.toPay)} was paid, ${npr(change.toRefund)} goes back.`,
    },
    now,
  );
  await askForAccount(stores, needs, old, now);
  const { oldTotal, credit, newTotal } = change;
  await creditAgent(stores, old, { refunds, paymentId: null }, now);
  await creditAgent(
    stores,
    { ...made, agent: old.agent },
    { refunds: [], paymentId: null, event: { kind: 'change', oldTotal, credit, newTotal } },
    now,
  );
}

/**
 * Adds a payment for the new booking that represents the money moved from the old one. Returns null if no money is
 * moved.
 */
async function addCredit({ payments }: PaymentStores, change: BookingChange, now: Instant): Promise<PaymentId | null> {
  const { bookingId, creditUuid: transactionUuid } = change;
  const amount = carriedBy(change);
  if (amount === NOTHING) return null;
  const id = await payments.add({
    bookingId,
    gateway: CREDIT,
    transactionUuid,
    amount,
    createdAt: now,
    nextEnquiryAt: undefined,
  });
  await payments.move(id, 'complete', now);
  return id;
}

async function addRefunds(
  stores: PaymentStores,
  { toRefund }: BookingChange,
  old: Booking,
  now: Instant,
): Promise<
  readonly { readonly paymentId: PaymentId; readonly refundId: RefundId; readonly amount: typeof toRefund }[]
> {
  if (toRefund === NOTHING) return [];
  const added = [];
  for (const { payment, amount } of sharesOf(toRefund, await moneyOf(stores, old))) {
    const { id: paymentId } = payment.payment;
    const refund = { paymentId, bookingId: old.id, reason: 'CHANGE', amount, dueAt: refundDueAt(now) } as const;
    added.push({ paymentId, amount, refundId: await stores.refunds.add(refund, now) });
  }
  return added;
}

/**
 * If the booking names no bank or wallet account for refunds, notifies the payer of the refund and asks for an account.
 */
async function askForAccount(
  stores: PaymentStores,
  needs: MailingWorld,
  { id: bookingId }: Booking,
  now: Instant,
): Promise<void> {
  for (const { id: refundId, reason, account } of await stores.refunds.ofBooking(bookingId))
    if (reason === 'CHANGE' && account === null) await queueRefundDueMail(stores, needs, { bookingId, refundId }, now);
}

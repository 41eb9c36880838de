import { expect } from 'chai';
import type { BookingId } from '../../core/kernel/ids.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { Refund } from '../../core/payments/refund.ts';
import { type BookingFacts, type ExpectedCancellation, type ExpectedChange, factsOf, sumOf } from './change-oracle.ts';
import type { MoneyWorld } from './money-world.ts';

/**
 * Compares bookings, payments and refunds after a change or cancellation with what the oracle expects. Nothing else may
 * run at the same time.
 */

const inShares = (refunds: readonly Refund[]) => refunds.map(({ paymentId, amount }) => [paymentId, Number(amount)]);

/** Expects that the change is complete. The old booking has ended. Its money pays the new booking or is refunded. */
export async function expectChanged(
  world: MoneyWorld,
  before: BookingFacts,
  expected: ExpectedChange,
  id: BookingId,
): Promise<void> {
  const [old, made] = [await factsOf(world, before.booking.id), await factsOf(world, id)];
  const { booking } = made;
  const own = await paymentsOf(world, id);
  const credits = own.filter(({ gateway }) => gateway === 'CREDIT');
  expect(
    {
      old: [old.booking.status, old.booking.changed.to?.id, old.booking.total, old.booking.cancellationFee],
      refunds: inShares(old.refunds.filter(({ reason }) => reason === 'CHANGE')),
      made: [booking.status, booking.changed.from?.id, booking.total, booking.seatsCount, booking.leastFee],
      terms: [booking.channel, booking.commissionRate, booking.cancellationTiers, booking.changeTiers],
      credits: credits.map(({ amount, status }) => [amount, status]),
      left: made.left,
    },
    'a change that is done',
  ).to.deep.equal({
    old: ['CANCELLED', id, expected.oldTotal, expected.fee],
    refunds: expected.shares,
    made: ['CONFIRMED', before.booking.id, expected.newTotal, before.booking.seatsCount, expected.leastFee],
    terms: [
      before.booking.channel,
      before.booking.commissionRate,
      before.booking.cancellationTiers,
      before.booking.changeTiers,
    ],
    credits: expected.carried > 0 ? [[expected.carried, 'COMPLETE']] : [],
    left: before.left - expected.toRefund + expected.toPay,
  });
}

/** Expects that the change waits until the passenger pays the new booking. */
export async function expectOpen(
  world: MoneyWorld,
  before: BookingFacts,
  expected: ExpectedChange,
  id: BookingId,
): Promise<void> {
  const { booking } = await factsOf(world, id);
  expect(
    [booking.status, booking.total, booking.amountDue, booking.changed.from?.id, await paymentsOf(world, id)],
    'an open change',
  ).to.deep.equal(['PENDING_PAYMENT', expected.newTotal, expected.toPay, before.booking.id, []]);
  await expectUntouched(world, before);
}

export async function expectUntouched(world: MoneyWorld, before: BookingFacts): Promise<void> {
  expect((await factsOf(world, before.booking.id)).booking, 'an untouched booking').to.deep.equal(before.booking);
}

/**
 * Expects that the booking has these seats, and that all its other data are unchanged. Its calendar entry may count the
 * exchange.
 */
export async function expectExchanged(
  world: MoneyWorld,
  before: BookingFacts,
  numbers: readonly string[] | undefined,
): Promise<void> {
  const { seats: _, calendarSequence: earlier, ...expected } = before.booking;
  const { booking, left, refunds } = await factsOf(world, before.booking.id);
  const { seats, calendarSequence, ...rest } = booking;
  expect(calendarSequence, 'the sequence of the calendar entry').to.be.at.least(earlier);
  expect(seats.map((one) => one.seat).sort(), 'exchanged seats').to.deep.equal([...(numbers ?? [])].sort());
  expect([rest, left, refunds], 'a booking with exchanged seats').to.deep.equal([
    expected,
    before.left,
    before.refunds,
  ]);
}

/** Expects that a payment paid for no booking, and that its whole amount is refunded. */
export async function expectRefunded({ engine }: MoneyWorld, { id, amount }: Payment, reason: string): Promise<void> {
  const refunds = await engine.transact((stores) => stores.refunds.ofPayment(id));
  expect(refunds.map((one) => [one.reason, one.amount])).to.deep.equal([[reason, amount]]);
}

/** Expects that the booking, or some of its seats, is cancelled. */
export async function expectCancelled(
  world: MoneyWorld,
  before: BookingFacts,
  { amount, fee, refund, isWhole, shares }: ExpectedCancellation,
): Promise<void> {
  const { booking, brought, refunds } = await factsOf(world, before.booking.id);
  const known = before.refunds.map(({ id }) => id);
  const status = !isWhole ? before.booking.status : refund > 0 ? 'REFUNDED' : 'CANCELLED';
  const part = booking.parts.at(-1);
  expect(
    {
      status: booking.status,
      fee: isWhole ? booking.cancellationFee : part?.fee,
      part: isWhole ? undefined : [part?.amount, part?.refund],
      shares: inShares(refunds.filter(({ id }) => !known.includes(id))),
      payments: brought.map((one) => one.payment.status),
    },
    'a cancellation',
  ).to.deep.equal({
    status,
    fee,
    part: isWhole ? undefined : [amount, refund],
    shares,
    payments: brought.map((one) => {
      const back = sumOf(one.refunds);
      if (!isWhole || back === 0) return 'COMPLETE';
      return back === one.payment.amount ? 'FULL_REFUND' : 'PARTIAL_REFUND';
    }),
  });
}

const paymentsOf = ({ engine }: MoneyWorld, id: BookingId): Promise<readonly Payment[]> =>
  engine.transact(({ payments }) => payments.ofBooking(id));

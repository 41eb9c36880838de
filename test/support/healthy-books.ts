import { addSettlement } from '../../core/ledger/add-settlement.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { completeBookings } from '../../core/bookings/complete-bookings.ts';
import type { RefundTier } from '../../core/companies/company.ts';
import { sweepCancelledTrips } from '../../core/changes/sweep-cancelled-trips.ts';
import type { OperatorId, PaymentId, TripId } from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { markPublished } from './audited-day.ts';
import { aBooking } from './bookings.ts';
import { calendar, changePlan } from './catalogue.ts';
import { cancellingOn } from './cancelling.ts';
import { aClerk, counterOn } from './counter.ts';
import { aCompanyWithTrip, disruptingOn } from './disrupting.ts';
import type { Engine } from './engines.ts';
import { earnDue, ODD } from './entries.ts';
import { correctBooks } from './healthy-corrections.ts';
import { payingOn } from './paying.ts';
import { anAdmin, aPassengerId } from './people.ts';
import { refundsOn } from './refunds.ts';
import { statingOn } from './stating.ts';

/** The fee of a cancellation before departure is a quarter of the price. */
const QUARTER: readonly RefundTier[] = [{ hours: 0, fee: basisPoints(2_500) }];

/**
 * Adds ledger rows of every kind. Payments come online, late, twice and at the counter. Bookings are cancelled before
 * and after they are earned, with and without a fee, and one by an import. Some get goodwill before or after the
 * cancellation. Refunds are paid by every method, and the platform takes over a company's refund. Statements are
 * positive and negative. There are a settlement, adjustments and a receipt. Shares of the odd amounts are rounded.
 */
export async function healthyBooks(engine: Engine) {
  const paying = payingOn(engine);
  const { clock, gateway } = paying;
  const { owner, trip } = await aCompanyWithTrip(engine, { seats: 999 });
  const [other, left] = [
    await aCompanyWithTrip(engine, { seats: 999 }),
    await aCompanyWithTrip(engine, { seats: 999 }),
  ];
  const [giver, sender] = [await anAdmin(engine), await anAdmin(engine)];
  const [refunds, cancelling] = [refundsOn(engine, clock), cancellingOn(paying)];
  const clerk = await aClerk(engine, owner);
  const counter = counterOn(engine, clock);
  await counter.openShift(clerk, paisa(500_000));

  const book = async (cancellationTiers: readonly RefundTier[] = ODD.cancellationTiers, tripId: TripId = trip.id) =>
    aBooking(engine, {
      userId: await aPassengerId(engine),
      tripId,
      seatsCount: 2,
      bookedAt: clock(),
      ...ODD,
      cancellationTiers,
      paymentDeadline: minutesAfter(clock(), 15),
    });
  const pay = async (booking: Booking): Promise<Payment> => {
    const payment = await paying.checkout(booking);
    await paying.handleSuccess(gateway.pay(payment));
    return payment;
  };
  const aPaid = async (tiers?: readonly RefundTier[], tripId?: TripId) => {
    const booking = await book(tiers, tripId);
    return { booking, payment: await pay(booking) };
  };
  const refundsOf = ({ id }: { readonly id: PaymentId }) => engine.transact((stores) => stores.refunds.ofPayment(id));
  /** Adds goodwill a minute apart from other events. The audit cannot order two events of one millisecond. */
  const give = async ({ id }: { readonly id: PaymentId }, amount: number) => {
    clock.advance(1);
    await refunds.addGoodwill(giver.id, id, { amount: paisa(amount), note: 'No air.' });
    clock.advance(1);
  };
  /** Sends a payment's due refunds, and confirms them a minute later. */
  const payBack = async (payment: { readonly id: PaymentId }, method: 'ESEWA' | 'KHALTI' | 'BANK') => {
    for (const { id } of (await refundsOf(payment)).filter(({ status }) => status === 'DUE')) {
      await refunds.send(sender.id, id, { method, reference: `R-${id}` });
      clock.advance(1);
      await refunds.confirm(sender.id, id);
    }
  };
  const sell = async (paidBy: 'CASH' | 'QR') => {
    const { id } = await counter.sell(clerk, trip.id, { seats: 1, paidBy });
    return engine.transact(async ({ bookings, payments }) => ({
      booking: (await bookings.find(id))!,
      payment: (await payments.ofBooking(id))[0]!,
    }));
  };
  const forOffice = (booking: Booking, fee: 'none' | 'tiers' = 'none') =>
    cancelling.cancelForOffice({ role: 'OPERATOR', ...owner }, booking, { fee });

  // Passengers pay online: one booking once, one twice, one late, and one after its cancellation.
  await aPaid();
  const doubled = await book();
  const attempts = [await paying.checkout(doubled), await paying.checkout(doubled)];
  for (const attempt of attempts) await paying.handleSuccess(gateway.pay(attempt));
  await payBack(attempts[1]!, 'ESEWA');
  const [late, over] = [await book(), await book()];
  const [afterwards, tooLate] = [await paying.checkout(late), await paying.checkout(over)];
  await cancelling.cancel(over);
  clock.advance(20);
  await paying.expire();
  for (const payment of [afterwards, tooLate]) await paying.handleSuccess(gateway.pay(payment));

  await payBack(tooLate, 'KHALTI');
  const crowded = await book();
  const three = [await paying.checkout(crowded), await paying.checkout(crowded), await paying.checkout(crowded)];
  for (const attempt of three.slice(0, 2)) await paying.handleSuccess(gateway.pay(attempt));
  await cancelling.cancel(crowded);
  await paying.handleSuccess(gateway.pay(three[2]!));

  // Sells at the counter, and refunds cash from the till.
  await sell('CASH');
  await sell('QR');
  for (const paidBy of ['CASH', 'QR'] as const) {
    const { booking, payment } = await sell(paidBy);
    await forOffice(booking);
    clock.advance(1);
    for (const { id } of await refundsOf(payment)) await refunds.payCash(clerk, id);
  }
  const takenOver = await sell('CASH');
  await forOffice(takenOver.booking);
  for (const { id } of await refundsOf(takenOver.payment)) await refunds.takeOver(giver.id, id, undefined);
  await payBack(takenOver.payment, 'ESEWA');
  const pleased = await sell('CASH');
  await give(pleased.payment, 1_000);
  await payBack(pleased.payment, 'ESEWA');

  // Passengers cancel before the journey. The fee is zero, a part of the price, or the whole price.
  for (const method of ['KHALTI', 'BANK'] as const) {
    const { booking, payment } = await aPaid(method === 'BANK' ? QUARTER : [{ hours: 0, fee: basisPoints(0) }]);
    await cancelling.cancel(booking);
    await payBack(payment, method);
  }
  await cancelling.cancel((await aPaid([{ hours: 0, fee: basisPoints(10_000) }])).booking);
  const consoled = await aPaid(QUARTER);
  await give(consoled.payment, 70_001);
  await cancelling.cancel(consoled.booking);
  const thanked = await aPaid(QUARTER);
  await cancelling.cancel(thanked.booking);
  await give(thanked.payment, 1_003);
  const given = await aPaid(QUARTER);
  await give(given.payment, given.payment.amount);
  await cancelling.cancel(given.booking);
  const byTrip = await aPaid(QUARTER, other.trip.id);
  await disruptingOn(paying).cancelTrip(other.owner, other.trip);
  await payBack(byTrip.payment, 'ESEWA');

  // The company cancels bookings after they are earned. A statement has paid the company before, so the company owes
  // money afterwards.
  const [free, charged, generous] = [await aPaid(), await aPaid(QUARTER), await aPaid()];
  await give(generous.payment, 50_003);
  await aPaid(QUARTER, left.trip.id);
  const times = { departsAt: minutesAfter(trip.departsAt, 20), arrivesAt: minutesAfter(trip.arrivesAt, 20) };
  clock.set(trip.departsAt);
  await earnDue(engine, clock);
  await disruptingOn(paying).retimeTrip(owner, trip, times);
  await changePlan(engine, left.trip.id, { status: 'CANCELLED' });
  await sweepCancelledTrips({ ...engine, clock, calendar })();
  const stating = statingOn(engine, clock);
  const state = async (operatorId: OperatorId = owner.operatorId) =>
    stating.make(sender.id, { operatorId, until: calendar.date(clock()) });
  const first = await state();
  clock.advance(1);
  await stating.pay(sender.id, first.id, 'NIC-1');
  for (const { booking } of [free, generous]) await forOffice(booking);
  await forOffice(charged.booking, 'tiers');
  await payBack(free.payment, 'BANK');
  const owed = await state();
  clock.advance(1);
  await stating.pay(sender.id, owed.id, 'NIC-2');
  clock.set(hoursAfter(trip.departsAt, 1));
  for (const paidBy of ['CASH', 'QR'] as const) await sell(paidBy);
  await correctBooks(engine, clock, owner.operatorId);
  const last = await state();

  await addSettlement({ ...engine, clock })(sender.id, {
    gateway: 'ESEWA',
    amount: paisa(100_001),
    fee: paisa(2_003),
    reference: 'ESEWA-1',
    forced: false,
  });
  clock.set(hoursAfter(trip.arrivesAt, 2));
  await paying.expire();
  await earnDue(engine, clock);
  await completeBookings({ ...engine, clock })();
  await markPublished(engine);
  return { clock, owner, other: other.owner, statements: [first.id, owed.id, last.id] as const };
}

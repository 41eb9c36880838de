import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { markPublished } from './audited-day.ts';
import { cancellingOn } from './cancelling.ts';
import { anotherTrip, aPaidBooking, changingOn, payFor } from './changing.ts';
import { aClerk, aNewShift } from './counter.ts';
import type { Engine } from './engines.ts';
import { payingOn } from './paying.ts';
import { anAdmin, anOperator, aPassengerId } from './people.ts';
import { refundsOn } from './refunds.ts';

/**
 * Adds bookings that were changed to another trip, in every way. The other trip is cheaper or dearer. One change was
 * paid late, one twice, and one at a counter. The company waived the fee of one change. Some bookings had goodwill
 * or a cancelled seat before, were changed twice, or were cancelled later. Marks all events as published. `apart` is
 * the minutes between the last cancellation and the goodwill after it.
 */
export async function changedBooks(engine: Engine, apart = 1) {
  const paying = payingOn(engine);
  const { clock } = paying;
  const changing = changingOn(paying);
  const { id: ownerId, operatorId } = await anOperator(engine, { companyName: 'Blue Sky' });
  const admin = (await anAdmin(engine)).id;
  const office = { role: 'ADMIN', userId: admin } as const;
  const start = clock();
  const paid = async () => {
    clock.set(start);
    const made = await aPaidBooking(paying, {
      userId: await aPassengerId(engine),
      operatorId,
      rate: basisPoints(725),
      total: 100_002,
    });
    clock.set(hoursAfter(made.trip.departsAt, -20));
    return made;
  };
  const to = (of: Awaited<ReturnType<typeof paid>>, fare: number, hours = 24) =>
    anotherTrip(engine, of.booking, fare, { departsAt: hoursAfter(of.trip.departsAt, hours) });
  const seats = { numbers: ['A1', 'A2'] };

  const cheaper = await paid();
  await changing.change(cheaper.booking, await to(cheaper, 35_001), seats);
  const dearer = await paid();
  const made = await changing.change(dearer.booking, await to(dearer, 70_003), seats);
  await payFor(paying, made);
  await cancellingOn(paying).cancelForOffice(office, made, { seats: ['A1'] });
  await cancellingOn(paying).cancelForOffice(office, made);
  const fewer = await paid();
  clock.set(start);
  await cancellingOn(paying).cancel(fewer.booking, '', { seats: ['A1'] });
  await changing.change(fewer.booking, await to(fewer, 20_000), { numbers: ['B2'] });
  const given = await paid();
  await refundsOn(engine, clock).addGoodwill(admin, given.payment.id, { amount: paisa(95_003), note: 'No air.' });
  // The audit cannot tell which of two events in one millisecond came first.
  clock.advance(1);
  await changing.change(given.booking, await to(given, 300), seats);
  const waived = await paid();
  const twice = await changing.change(waived.booking, await to(waived, 45_100), seats);
  await changing.change(twice, await to(waived, 20_000, 60), { numbers: ['B1', 'B2'] });
  const late = await paid();
  const expired = await changing.change(late.booking, await to(late, 90_000), seats);
  const payment = await paying.checkout(expired);
  clock.advance(16);
  await paying.expire();
  await cancellingOn(paying).cancel(late.booking);
  await paying.handleSuccess(paying.gateway.pay(payment));
  const atCounter = await paid();
  const clerk = await aClerk(engine, { operatorId });
  await aNewShift(engine, clerk);
  await changing.changeForOffice(clerk, atCounter.booking.id, await to(atCounter, 66_666), {
    ...seats,
    paidBy: 'CASH',
  });
  const free = await paid();
  const owner = { userId: ownerId, operatorId };
  await changing.changeForOffice(owner, free.booking.id, await to(free, 1), { ...seats, fee: 'none' });

  const doubled = await paid();
  const again = await changing.change(doubled.booking, await to(doubled, 70_003), seats);
  for (const one of [await paying.checkout(again), await paying.checkout(again)])
    await paying.handleSuccess(paying.gateway.pay(one));
  await cancellingOn(paying).cancelForOffice(office, again);
  const kept = await paid();
  clock.set(hoursAfter(kept.trip.departsAt, -1));
  const { booking: bought } = await changing.changeForOffice(clerk, kept.booking.id, await to(kept, 66_666), {
    ...seats,
    paidBy: 'CASH',
  });
  await cancellingOn(paying).cancelForOffice(office, bought);
  clock.advance(apart);
  // A goodwill refund of the old booking's payment, of which the last cancellation has refunded nothing.
  await refundsOn(engine, clock).addGoodwill(admin, kept.payment.id, { amount: paisa(500), note: 'No light.' });

  await markPublished(engine);
  return { clock, first: cheaper };
}

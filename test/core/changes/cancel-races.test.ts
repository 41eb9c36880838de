import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import {
  cancellingOn,
  codeOf,
  NO_REFUND,
  operatorsNotified,
  refundOf,
  statusOf,
  viewOf,
} from '../../support/cancelling.ts';
import { recorded } from '../../support/events.ts';
import { aBookedTrip, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('a booking on a trip that the bus company has cancelled', (engine) => {
  const CALLED_OFF = { refund: 240_000, fee: 0, tier: '0% fee: the bus company cancelled this trip' };

  it('cancelling a booking an hour before departure refunds nothing, but everything once the company has cancelled the trip', async () => {
    const paying = payingOn(engine());
    const { booking, trip } = await aBookedTrip(engine());
    const payment = await paying.checkout(booking);
    await paying.handleSuccess(paying.gateway.pay(payment));
    const { quote, cancel } = cancellingOn(paying);
    paying.clock.set(hoursAfter(trip.departsAt, -1));
    expect(await quote(booking.userId, booking.id)).to.deep.equal(NO_REFUND);

    await aTrip(engine(), { ...trip, status: 'CANCELLED' });
    expect(await quote(booking.userId, booking.id)).to.deep.equal(CALLED_OFF);
    expect(await cancel(booking)).to.deep.equal({ ...CALLED_OFF, status: 'REFUNDED' });
    expect([await statusOf(engine(), payment), (await refundOf(engine(), payment))?.amount]).to.deep.equal([
      'FULL_REFUND',
      240_000,
    ]);
    expect((await viewOf(engine(), booking)).cancellationFee).to.equal(0);
  });
});

onEveryEngine('a cancellation while others change the booking', (engine) => {
  const begin = async () => {
    const paying = payingOn(engine());
    const { booking, trip } = await aBookedTrip(engine());
    const payment = await paying.checkout(booking);
    return { paying, booking, trip, payment, ...cancellingOn(paying) };
  };

  const freed = async (tripId: number) =>
    (await recorded(engine())).filter(
      ([topic, message]) =>
        topic === `schedules/${tripId}/seats` && (message as { status: string }).status === 'AVAILABLE',
    ).length;

  it('a booking that is cancelled several times at once is cancelled only once', async () => {
    const { paying, booking, trip, payment, cancel } = await begin();
    await paying.handleSuccess(paying.gateway.pay(payment));
    paying.clock.set(hoursAfter(trip.departsAt, -30));
    const endings = await Promise.all(
      Array.from({ length: 20 }, () => cancel(booking).then(({ status }) => status, codeOf)),
    );
    expect(endings.filter((ending) => ending === 'REFUNDED')).to.have.length(1);
    expect(endings.filter((ending) => ending === 'BOOKING_OVER')).to.have.length(19);
    expect(await freed(trip.id)).to.equal(1);
    expect(await operatorsNotified(engine())).to.deep.equal([{ booking_code: booking.code, refund: 2160 }]);
    expect(await refundOf(engine(), payment)).to.include({ amount: 216_000 });
  });

  it('a booking that is cancelled and paid at once leaves the passenger with either the seat or a refund', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { paying, booking, payment, cancel } = await begin();
      const data = paying.gateway.pay(payment);
      // Sends both requests twice, all at once. The transaction that starts first may commit second.
      const race = [
        () => cancel(booking),
        () => paying.handleSuccess(data),
        () => cancel(booking),
        () => paying.handleSuccess(data),
      ];
      await Promise.all((round % 2 === 0 ? race : race.reverse()).map((run) => run().catch(codeOf)));

      const [{ status }, refund, paymentStatus] = [
        await viewOf(engine(), booking),
        await refundOf(engine(), payment),
        await statusOf(engine(), payment),
      ];
      expect([
        ['CANCELLED', 'COMPLETE', 'LATE_PAYMENT', 240_000], // If the cancellation commits first, the payment is late.
        // If the payment commits first, the cancellation refunds it.
        ['REFUNDED', 'FULL_REFUND', 'PASSENGER_CANCELLATION', 240_000],
      ]).to.deep.include([status, paymentStatus, refund?.reason, refund?.amount]);
    }
  });

  it('a booking that is cancelled while it expires ends only once', async () => {
    const { paying, booking, trip, cancel } = await begin();
    paying.clock.advance(15);
    await Promise.all([
      cancel(booking).catch(() => undefined),
      paying.expire(),
      cancel(booking).catch(() => undefined),
      paying.expire(),
    ]);
    expect(['CANCELLED', 'EXPIRED']).to.include((await viewOf(engine(), booking)).status);
    expect(await freed(trip.id)).to.equal(1);
  });

  it('a booking that is cancelled during a checkout leaves no payment open', async () => {
    const { paying, booking, cancel } = await begin();
    await Promise.all([
      ...Array.from({ length: 5 }, () => paying.checkout(booking).catch(() => undefined)),
      cancel(booking),
      ...Array.from({ length: 5 }, () => paying.checkout(booking).catch(() => undefined)),
    ]);
    const payments = await engine().transact((stores) => stores.payments.ofBooking(booking.id));
    expect(new Set(payments.map(({ status }) => status))).to.deep.equal(new Set(['CANCELED']));
  });

  it('a cancellation and a booking at once on a bus without a seat map leave the right number of free places', async () => {
    const paying = payingOn(engine());
    const { cancel } = cancellingOn(paying);
    const [minibus, userId] = [await aTrip(engine(), { seats: 10 }), await aPassengerId(engine())];
    const mine = [];
    for (let count = 0; count < 5; count += 1)
      mine.push(await aBooking(engine(), { userId, tripId: minibus.id, seatsCount: 2 }));
    await Promise.all([...mine, ...mine].map((one) => cancel(one).catch(() => undefined)));
    expect(await engine().transact(({ trips }) => trips.placesLeft(minibus.id, paying.clock()))).to.equal(10);
  });
});

import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Office } from '../../../core/payments/office-booking.ts';
import { cancellingOn, codeOf, operatorsNotified, refundOf, statusOf, viewOf } from '../../support/cancelling.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { aBookedTrip, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator } from '../../support/people.ts';

onEveryEngine('an office cancellation while others change the booking', (engine) => {
  const begin = async () => {
    const paying = payingOn(engine());
    const { id: userId, operatorId } = await anOperator(engine());
    const company: Office = { role: 'OPERATOR', userId, operatorId };
    const { booking, trip } = await aBookedTrip(engine(), { operatorId });
    const payment = await paying.checkout(booking);
    const admin: Office = { role: 'ADMIN', userId: (await anAdmin(engine())).id };
    const { cancel, cancelForOffice } = cancellingOn(paying);
    return {
      paying,
      booking,
      trip,
      payment,
      company,
      cancel,
      byOffice: (by: Office = admin) => cancelForOffice(by, booking),
    };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;

  /**
   * Expects that freed seats are published once and the cancellation is logged once, whoever came first. A cancellation
   * by an office must be mailed once.
   */
  const expectEndedOnce = async ({ booking, trip }: Begun): Promise<string> => {
    const by = (await viewOf(engine(), booking)).cancelledBy ?? '';
    const freed = (await recorded(engine())).filter(
      ([topic, message]) =>
        topic === `schedules/${trip.id}/seats` && (message as { status: string }).status === 'AVAILABLE',
    );
    const [logged, mails] = await engine().transact(async ({ trail, mailQueue }) => [
      (await trail.of({ type: 'booking', id: booking.id })).filter(({ kind }) => kind === 'BOOKING_CANCELLED'),
      (await mailQueue.claim(hoursAfter(trip.departsAt, 9), hoursAfter(trip.departsAt, 10), 10)).filter(
        ({ mail }) => mail.kind === 'BOOKING_CANCELLED' && mail.bookingId === booking.id,
      ),
    ]);
    expect(freed).to.have.length(1);
    expect(logged.map(({ actor }) => actor.role)).to.deep.equal([by]);
    expect(mails).to.have.length(by === 'PASSENGER' ? 0 : 1);
    return by;
  };

  it('a booking that the office and the passenger cancel at once ends only once, with one refund', async () => {
    for (let round = 0; round < 6; round += 1) {
      const begun = await begin();
      const { paying, booking, trip, payment, cancel, byOffice } = begun;
      await paying.handleSuccess(paying.gateway.pay(payment));
      paying.clock.set(hoursAfter(trip.departsAt, -30));
      const race = [() => cancel(booking), () => byOffice(), () => cancel(booking), () => byOffice()];
      const endings = await Promise.all(
        (round % 2 === 0 ? race : race.reverse()).map((run) => run().then(({ status }) => status, codeOf)),
      );
      expect(endings.filter((ending) => ending === 'REFUNDED')).to.have.length(1);
      expect(endings).to.satisfy((all: readonly string[]) =>
        all.every((ending) => ['REFUNDED', 'BOOKING_CLOSED', 'BOOKING_OVER'].includes(ending)),
      );
      const refund = await refundOf(engine(), payment);
      expect([
        ['PASSENGER', 'PASSENGER_CANCELLATION', 216_000, 'PARTIAL_REFUND'],
        ['ADMIN', 'OPERATOR_CANCELLATION', 240_000, 'FULL_REFUND'],
      ]).to.deep.include([
        await expectEndedOnce(begun),
        refund?.reason,
        refund?.amount,
        await statusOf(engine(), payment),
      ]);
    }
  });

  it('a booking that twenty office members cancel at once ends only once, with one refund', async () => {
    const begun = await begin();
    const { paying, booking, payment, company, byOffice } = begun;
    await paying.handleSuccess(paying.gateway.pay(payment));
    const others = [undefined, company, { role: 'ADMIN', userId: (await anAdmin(engine())).id } as const];
    const endings = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => byOffice(others[nth % 3]).then(({ status }) => status, codeOf)),
    );
    expect(endings.filter((ending) => ending === 'REFUNDED')).to.have.length(1);
    expect(endings.filter((ending) => ending === 'BOOKING_CLOSED')).to.have.length(19);
    const { refunds } = (await engine().officeBookings.find(booking.id))!;
    expect(refunds.map(({ amount }) => amount)).to.deep.equal([240_000]);
    expect(await operatorsNotified(engine())).to.deep.equal([{ booking_code: booking.code, refund: 2400 }]);
    await expectEndedOnce(begun);
  });

  it('an office cancellation while the booking’s payment arrives leaves a full refund, whichever is first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const begun = await begin();
      const { paying, booking, payment, byOffice } = begun;
      const data = paying.gateway.pay(payment);
      const race = [() => byOffice(), () => paying.handleSuccess(data), () => paying.handleSuccess(data)];
      await Promise.all((round % 2 === 0 ? race : race.reverse()).map((run) => run().catch(codeOf)));
      const refund = await refundOf(engine(), payment);
      expect([
        ['CANCELLED', 'COMPLETE', 'LATE_PAYMENT', 240_000],
        ['REFUNDED', 'FULL_REFUND', 'OPERATOR_CANCELLATION', 240_000],
      ]).to.deep.include([
        (await viewOf(engine(), booking)).status,
        await statusOf(engine(), payment),
        refund?.reason,
        refund?.amount,
      ]);
      expect(await expectEndedOnce(begun)).to.equal('ADMIN');
    }
  });

  it('an office cancellation of a booking that expires at the same time ends the booking only once', async () => {
    const { paying, booking, trip, byOffice } = await begin();
    paying.clock.advance(15);
    await Promise.all([byOffice().catch(codeOf), paying.expire(), byOffice().catch(codeOf), paying.expire()]);
    expect(['CANCELLED', 'EXPIRED']).to.include((await viewOf(engine(), booking)).status);
    const freed = (await recorded(engine())).filter(([topic]) => topic === `schedules/${trip.id}/seats`);
    expect(freed).to.have.length(1);
  });

  it('an office cancellation of a booking during a checkout leaves no payment open', async () => {
    const { paying, booking, byOffice } = await begin();
    const checkouts = () => Array.from({ length: 4 }, () => paying.checkout(booking).catch(() => undefined));
    await Promise.all([...checkouts(), byOffice(), ...checkouts()]);
    const payments = await engine().transact((stores) => stores.payments.ofBooking(booking.id));
    expect(new Set(payments.map(({ status }) => status))).to.deep.equal(new Set(['CANCELED']));
  });
});

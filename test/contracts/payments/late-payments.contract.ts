import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

const KINDS = {
  'the seat': { bus: { seats: ['A1'] }, wanted: { seats: [seat('A1')] } },
  'the place': { bus: { seats: 1 }, wanted: { seatsCount: 1 } },
} as const;

onEveryEngine('late payments', (engine) => {
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  /** Asha's booking has expired after 15 minutes. Bikram has its seat now, with a payment deadline at 30 minutes. */
  async function expiredAndTaken(paying: Paying, { bus, wanted }: (typeof KINDS)[keyof typeof KINDS]) {
    const trip: TripForTests = await aTrip(engine(), bus);
    const hers = await aBooking(engine(), { userId: asha, tripId: trip.id, ...wanted });
    const payment = await paying.checkout(hers);
    paying.clock.set(minutesAfter(START, 15));
    await paying.expire();
    const his = await aBooking(engine(), {
      userId: bikram,
      tripId: trip.id,
      ...wanted,
      bookedAt: paying.clock(),
      paymentDeadline: minutesAfter(START, 30),
    });
    return { hers, payment, his };
  }
  const statusOf = async ({ id }: Booking) => (await engine().transact(({ bookings }) => bookings.find(id)))?.status;

  for (const [what, kind] of Object.entries(KINDS)) {
    const askers: Readonly<Record<string, (paying: Paying, payment: Payment) => Promise<unknown>>> = {
      'a callback without proof': (paying, payment) =>
        paying.handleSuccess(paying.gateway.callback(payment, { authentic: false })),
      reconciliation: (paying) => paying.reconcile(),
    };
    for (const [asker, ask] of Object.entries(askers)) {
      it(`a late payment gets ${what} back if another passenger’s booking expires during the status enquiry of ${asker}`, async () => {
        const paying = payingOn(engine());
        const { hers, payment, his } = await expiredAndTaken(paying, kind);
        paying.gateway.pay(payment);
        paying.clock.set(minutesAfter(START, 29.9));
        const { release } = paying.gateway.hold();
        const asking = ask(paying, payment);
        await eventually(() => paying.gateway.asked().times === 1);
        paying.clock.set(minutesAfter(START, 30.1));
        release();
        await asking;
        expect([await statusOf(hers), await statusOf(his)]).to.deep.equal(['CONFIRMED', 'EXPIRED']);
      });
    }

    it(`a late payment gets ${what} back if another passenger’s booking expired just before the signed callback`, async () => {
      const paying = payingOn(engine());
      const { hers, payment, his } = await expiredAndTaken(paying, kind);
      paying.clock.set(minutesAfter(START, 30.1));
      expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.include({ outcome: 'paid' });
      expect([await statusOf(hers), await statusOf(his)]).to.deep.equal(['CONFIRMED', 'EXPIRED']);
    });
  }

  it('a late payment is recorded even if the expiry of overdue bookings fails', async () => {
    const views = engine().bookingViews;
    const broken: Engine = {
      ...engine(),
      bookingViews: { ...views, anyOverdue: () => Promise.reject(new Error('No answer.')) },
    };
    const paying = payingOn(broken);
    const trip = await aTrip(engine());
    const book = (name: string) => aBooking(engine(), { userId: asha, tripId: trip.id, seats: [seat(name)] });
    const bookings = [await book('A1'), await book('A2'), await book('B1')];
    const payments = await Promise.all(bookings.map((one) => payingOn(engine()).checkout(one)));
    const data = payments.map((one) => paying.gateway.pay(one));

    await paying.handleSuccess(data[0]);
    paying.clock.set(minutesAfter(START, 16));
    await paying.handleSuccess(data[1]);
    await paying.reconcile();
    expect(await Promise.all(bookings.map(statusOf))).to.deep.equal(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
  });
});

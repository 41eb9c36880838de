import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { cancellingOn, codeOf } from '../../support/cancelling.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Paying, aBookedTrip, payingOn } from '../../support/paying.ts';
import { anAdmin } from '../../support/people.ts';

onEveryEngine('an administrator’s enquiry at the same time as other changes', (engine) => {
  let booking: Booking;
  let payment: Payment;
  let admin: UserId;
  /** The payment use cases of two processes on one storage. Each has a fake of the same gateway. */
  let here: Paying;
  let there: Paying;

  beforeEach(async () => {
    [here, there] = [payingOn(engine()), payingOn(engine())];
    ({ booking } = await aBookedTrip(engine()));
    payment = await here.checkout(booking);
    admin = (await anAdmin(engine())).id;
  });

  const look = () =>
    engine().transact(async ({ bookings, payments, refunds, trail }) => ({
      booking: (await bookings.find(booking.id))?.status,
      payment: (await payments.get(payment.id))?.status,
      refund: (await refunds.ofPayment(payment.id))[0],
      said: (await trail.of({ type: 'booking', id: booking.id })).map(({ kind }) => kind),
      enquiries: (await trail.of({ type: 'payment', id: payment.id })).length,
    }));
  const PAID = { booking: 'CONFIRMED', payment: 'COMPLETE', refund: undefined, said: ['PAYMENT_COMPLETED'] };

  it('a signed gateway callback and an administrator’s status enquiry at once confirm the booking only once', async () => {
    for (let round = 0; round < 4; round += 1) {
      ({ booking } = await aBookedTrip(engine()));
      payment = await here.checkout(booking);
      const data = here.gateway.pay(payment);
      there.gateway.say(payment.transactionUuid, 'COMPLETE');
      const race = [
        () => there.enquire(admin, payment.id).then(({ status }) => status, codeOf),
        () => here.handleSuccess(data).then(({ outcome }) => outcome),
        () => here.handleSuccess(data).then(({ outcome }) => outcome),
      ];
      const endings = await Promise.all((round % 2 === 0 ? race : race.reverse()).map((run) => run()));
      expect([...endings].sort()).to.deep.equal(['COMPLETE', 'paid', 'paid']);
      expect(await look()).to.deep.include(PAID);
    }
  });

  it('payers who return from the gateway and administrators’ status enquiries at once cause only one request to the gateway', async () => {
    const data = here.gateway.callback(payment, { authentic: false });
    for (const { gateway } of [here, there]) gateway.say(payment.transactionUuid, 'COMPLETE');
    const enquiries = Array.from({ length: 5 }, () =>
      there.enquire(admin, payment.id).then(({ status }) => status, codeOf),
    );
    await Promise.all([...enquiries, ...Array.from({ length: 5 }, () => here.handleSuccess(data))]);
    for (const ending of await Promise.all(enquiries)) expect(['COMPLETE', 'ENQUIRY_RUNNING']).to.include(ending);
    expect(here.gateway.asked().times + there.gateway.asked().times).to.equal(1);
    expect(await look()).to.deep.include(PAID);
  });

  it('several administrators’ status enquiries at once make only one request to the gateway, logged once', async () => {
    for (const { gateway } of [here, there]) gateway.say(payment.transactionUuid, 'PENDING');
    const endings = await Promise.all(
      [here, there, here, there, here, there].map((process) =>
        process.enquire(admin, payment.id).then(({ status }) => status, codeOf),
      ),
    );
    expect(endings.filter((ending) => ending === 'PENDING')).to.have.length(1);
    expect(endings.filter((ending) => ending === 'ENQUIRY_RUNNING')).to.have.length(5);
    expect(here.gateway.asked().times + there.gateway.asked().times).to.equal(1);
    expect((await look()).enquiries).to.equal(1);
  });

  it('a cancellation and an administrator’s status enquiry at once make only one refund, in either order', async () => {
    for (let round = 0; round < 4; round += 1) {
      ({ booking } = await aBookedTrip(engine()));
      payment = await here.checkout(booking);
      there.gateway.say(payment.transactionUuid, 'COMPLETE');
      const race = [
        () => there.enquire(admin, payment.id),
        () => cancellingOn(here).cancelForOffice({ role: 'ADMIN', userId: admin }, booking),
      ];
      await Promise.all((round % 2 === 0 ? race : race.reverse()).map((run) => run()));
      const { booking: status, payment: paymentStatus, refund } = await look();
      expect([
        ['CANCELLED', 'COMPLETE', 'LATE_PAYMENT', 240_000],
        ['REFUNDED', 'FULL_REFUND', 'OPERATOR_CANCELLATION', 240_000],
      ]).to.deep.include([status, paymentStatus, refund?.reason, refund?.amount]);
    }
  });
});

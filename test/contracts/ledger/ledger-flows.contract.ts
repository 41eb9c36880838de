import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { RefundTier } from '../../../core/companies/company.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { type TripForTests, seat } from '../../support/catalogue.ts';
import { aNewShift, counterOn } from '../../support/counter.ts';
import { aCompanyWithTrip, disruptingOn } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { earnDue, entriesOf, expectBooksBalance, giveGoodwill, ODD } from '../../support/entries.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

const PAID = 'PAYMENT GATEWAY/UNEARNED 246674';
const EARNED = ['EARNED UNEARNED/OPERATOR 228173', 'EARNED UNEARNED/COMMISSION 18501'];

onEveryEngine('the ledger of a booking', (engine) => {
  let paying: Paying;
  let owner: Awaited<ReturnType<typeof aCompanyWithTrip>>['owner'];
  let trip: TripForTests;
  let booking: Booking;

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ owner, trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] }));
    booking = await book(['A1', 'A2']);
  });
  afterEach(() => expectBooksBalance(engine(), paying));

  const book = async (seats: readonly string[], cancellationTiers: readonly RefundTier[] = ODD.cancellationTiers) =>
    aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      seats: seats.map(seat),
      ...ODD,
      cancellationTiers,
    });
  const pay = async (of = booking): Promise<Payment> => {
    const payment = await paying.checkout(of);
    await paying.handleSuccess(paying.gateway.pay(payment));
    return payment;
  };
  const hoursBefore = (hours: number) => paying.clock.set(hoursAfter(trip.departsAt, -hours));
  const depart = async () => {
    paying.clock.set(trip.departsAt);
    expect(await earnDue(engine(), paying.clock)).to.be.greaterThan(0);
  };
  const rows = () => entriesOf(engine(), booking);
  const { cancel, cancelForOffice } = {
    cancel: () => cancellingOn(paying).cancel(booking),
    cancelForOffice: (fee: 'none' | 'tiers' = 'none') =>
      cancellingOn(paying).cancelForOffice({ role: 'OPERATOR', ...owner }, booking, { fee }),
  };

  it('a fare paid online stays on the account UNEARNED until the departure, and is earned only once then', async () => {
    await pay();
    expect(await rows()).to.deep.equal([PAID]);
    paying.clock.set(minutesAfter(trip.departsAt, -0.001));
    expect(await earnDue(engine(), paying.clock)).to.equal(0);
    await depart();
    expect(await earnDue(engine(), paying.clock)).to.equal(0);
    expect(await rows()).to.deep.equal([PAID, ...EARNED]);
  });

  it('each ledger row names its booking, company, payment and refund', async () => {
    const payment = await pay();
    const [row] = await engine().ledgerViews.ofBooking(booking.id);
    const about = { bookingId: booking.id, operatorId: owner.operatorId, paymentId: payment.id };
    expect(row).to.include({ ...about, refundId: null, statementId: null, at: paying.clock() });
    hoursBefore(30);
    await cancel();
    const refund = (await engine().transact(({ refunds }) => refunds.ofPayment(payment.id)))[0]!;
    const cancelled = (await engine().ledgerViews.ofBooking(booking.id)).slice(1);
    expect(cancelled.map(({ paymentId, refundId }) => [paymentId, refundId])).to.deep.equal([
      [payment.id, refund.id],
      [payment.id, null],
      [payment.id, null],
    ]);
  });

  it('an unpaid booking has no rows in the ledger', async () => {
    await cancel();
    expect(await rows()).to.deep.equal([]);
  });

  it('a late payment is in the ledger as a normal payment if it gets its seats, otherwise as a refund due', async () => {
    const [late, tooLate] = [await paying.checkout(booking), await paying.checkout(booking)];
    paying.clock.advance(20);
    await paying.expire();
    await paying.handleSuccess(paying.gateway.pay(late));
    expect(await rows()).to.deep.equal([PAID]);
    await paying.handleSuccess(paying.gateway.pay(tooLate));
    expect(await rows()).to.deep.equal([PAID, 'PAYMENT GATEWAY/REFUND_DUE 246674']);
    const [, twice] = await engine().ledgerViews.ofBooking(booking.id);
    const [refund] = await engine().transact(({ refunds }) => refunds.ofPayment(tooLate.id));
    expect(twice).to.include({ paymentId: tooLate.id, refundId: refund!.id });
    // The second payment is already refunded, so the cancellation refunds only the first.
    await cancelForOffice();
    expect((await rows()).slice(2)).to.deep.equal(['CANCELLATION UNEARNED/REFUND_DUE 246674']);
  });

  it('a fare paid after the trip’s departure is earned at once', async () => {
    // The booking is made five minutes before the departure, and paid after it.
    booking = await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      seats: [seat('B1'), seat('B2')],
      ...ODD,
      bookedAt: minutesAfter(trip.departsAt, -5),
    });
    const payment = await paying.checkout(booking);
    paying.clock.set(minutesAfter(trip.departsAt, 3));
    await paying.expire();
    await paying.handleSuccess(paying.gateway.pay(payment));
    expect(await rows()).to.deep.equal([PAID, ...EARNED]);
    expect(await earnDue(engine(), paying.clock)).to.equal(0);
  });

  describe('cancelled bookings in the ledger', () => {
    it('a booking cancelled before the departure without a fee is refunded its whole fare', async () => {
      await pay();
      hoursBefore(48);
      await cancel();
      expect(await rows()).to.deep.equal([PAID, 'CANCELLATION UNEARNED/REFUND_DUE 246674']);
    });

    it('a cancellation fee is divided between company and platform by the booking’s commission rate', async () => {
      await pay();
      hoursBefore(30);
      await cancel();
      expect(await rows()).to.deep.equal([
        PAID,
        'CANCELLATION UNEARNED/REFUND_DUE 185005',
        'CANCELLATION UNEARNED/OPERATOR 57044',
        'CANCELLATION UNEARNED/COMMISSION 4625',
      ]);
    });

    it('a booking cancelled at a fee of the whole price earns the company its whole fare, only once', async () => {
      await pay();
      hoursBefore(3);
      await cancel();
      await earnLater();
      expect(await rows()).to.deep.equal([
        PAID,
        'CANCELLATION UNEARNED/OPERATOR 228173',
        'CANCELLATION UNEARNED/COMMISSION 18501',
      ]);
    });

    const earnLater = async () => {
      paying.clock.set(trip.departsAt);
      expect(await earnDue(engine(), paying.clock)).to.equal(0);
    };

    it('a refund after the departure takes back what company and platform earned from the booking', async () => {
      await pay();
      await depart();
      await cancelForOffice();
      expect(await rows()).to.deep.equal([
        PAID,
        ...EARNED,
        'CANCELLATION OPERATOR/REFUND_DUE 228173',
        'CANCELLATION COMMISSION/REFUND_DUE 18501',
      ]);
      expect(await engine().ledgerViews.balances()).to.include({ OPERATOR: 0, COMMISSION: 0, REFUND_DUE: -246_674 });
    });

    it('a booking cancelled after the departure at a fee of the whole price changes no ledger account', async () => {
      await pay();
      await depart();
      await cancelForOffice('tiers');
      expect(await rows()).to.deep.equal([PAID, ...EARNED]);
    });

    it('a cancellation fee after the departure stays with company and platform, who both return their share of the rest', async () => {
      const tiers = [{ hours: 0, fee: basisPoints(2_500) }];
      booking = await book(['B1', 'B2'], tiers);
      await pay();
      await depart();
      const later = (moment: Instant) => minutesAfter(moment, 20);
      const times = { departsAt: later(trip.departsAt), arrivesAt: later(trip.arrivesAt) };
      await disruptingOn(paying).retimeTrip(owner, trip, times);
      await cancelForOffice('tiers');
      expect(await rows()).to.deep.equal([
        PAID,
        ...EARNED,
        'CANCELLATION OPERATOR/REFUND_DUE 171130',
        'CANCELLATION COMMISSION/REFUND_DUE 13875',
      ]);
    });

    it('a booking’s fare is not earned again if its trip is postponed after the fare was earned', async () => {
      await pay();
      await depart();
      const times = { departsAt: hoursAfter(trip.departsAt, 30), arrivesAt: hoursAfter(trip.arrivesAt, 30) };
      await disruptingOn(paying).retimeTrip(owner, trip, times);
      paying.clock.set(times.departsAt);
      expect(await earnDue(engine(), paying.clock)).to.equal(0);
      expect(await rows()).to.deep.equal([PAID, ...EARNED]);
    });

    it('the fare of a booking on a retimed trip is earned at the new departure', async () => {
      await pay();
      const times = { departsAt: hoursAfter(trip.departsAt, 30), arrivesAt: hoursAfter(trip.arrivesAt, 30) };
      await disruptingOn(paying).retimeTrip(owner, trip, times);
      paying.clock.set(minutesAfter(times.departsAt, -1));
      expect(await earnDue(engine(), paying.clock)).to.equal(0);
      paying.clock.set(times.departsAt);
      expect(await earnDue(engine(), paying.clock)).to.equal(1);
    });

    it('cancelling a trip refunds what is left of each booking’s payment, and answers with the total', async () => {
      await pay();
      const [other, unpaid] = [await book(['B1']), await book(['B2'])];
      const payment = await pay(other);
      await giveGoodwill(engine(), other, payment, 46_674);
      const answer = await disruptingOn(paying).cancelTrip(owner, trip);
      expect(answer.refundTotal).to.equal(246_674 + 200_000);
      expect(await rows()).to.deep.equal([PAID, 'CANCELLATION UNEARNED/REFUND_DUE 246674']);
      expect(await entriesOf(engine(), other)).to.have.members([
        PAID,
        'GOODWILL COMMISSION/REFUND_DUE 46674',
        'CANCELLATION UNEARNED/REFUND_DUE 200000',
        'CANCELLATION UNEARNED/COMMISSION 46674',
      ]);
      expect(await entriesOf(engine(), unpaid)).to.deep.equal([]);
    });
  });

  describe('goodwill in the ledger', () => {
    it('a cancellation after a goodwill refund refunds at most what is left of the payment', async () => {
      const payment = await pay();
      await giveGoodwill(engine(), booking, payment, 50_000);
      hoursBefore(30);
      await giveGoodwill(engine(), booking, payment, 100_000);
      expect(await cancel()).to.include({ fee: 61_669, refund: 96_674, status: 'REFUNDED' });
      expect((await rows()).filter((row) => row.startsWith('CANCELLATION'))).to.deep.equal([
        'CANCELLATION UNEARNED/REFUND_DUE 96674',
        'CANCELLATION UNEARNED/COMMISSION 88331',
        'CANCELLATION UNEARNED/OPERATOR 57044',
        'CANCELLATION UNEARNED/COMMISSION 4625',
      ]);
      expect(await engine().ledgerViews.balances()).to.include({ UNEARNED: 0, REFUND_DUE: -246_674 });
    });

    it('a cancellation after a goodwill refund of the whole payment refunds nothing', async () => {
      const payment = await pay();
      await giveGoodwill(engine(), booking, payment, 246_674);
      expect((await cancelForOffice()).status).to.equal('CANCELLED');
      expect(await engine().ledgerViews.balances()).to.include({ COMMISSION: 0, OPERATOR: 0, REFUND_DUE: -246_674 });
    });

    it('a goodwill refund does not change how much a later cancellation takes from the company', async () => {
      const payment = await pay();
      await giveGoodwill(engine(), booking, payment, 50_000);
      await depart();
      await cancelForOffice();
      expect((await rows()).slice(-2)).to.deep.equal([
        'CANCELLATION OPERATOR/REFUND_DUE 196674',
        'CANCELLATION OPERATOR/COMMISSION 31499',
      ]);
      expect(await engine().ledgerViews.balances()).to.include({ COMMISSION: 0, OPERATOR: 0, REFUND_DUE: -246_674 });
    });
  });

  describe('counter sales in the ledger', () => {
    const sell = async (paidBy: 'CASH' | 'QR') => {
      const counter = counterOn(engine(), paying.clock);
      if (paidBy === 'CASH') await aNewShift(engine(), owner);
      booking = (await counter.sell(owner, trip.id, { numbers: ['B1', 'B2'], paidBy })) as unknown as Booking;
    };
    // The sale costs NPR 2400, with a commission of 2.5 %.
    const SOLD = 'PAYMENT CASH/UNEARNED 240000';

    for (const paidBy of ['CASH', 'QR'] as const)
      it(`a counter sale paid by ${paidBy} is recorded as cash of the company`, async () => {
        await sell(paidBy);
        expect(await rows()).to.deep.equal([SOLD]);
        await cancelForOffice();
        expect((await rows()).slice(1)).to.deep.equal(['CANCELLATION UNEARNED/REFUND_DUE 240000']);
      });

    it('a fare sold at the counter after the departure is earned at once', async () => {
      paying.clock.set(trip.departsAt);
      await paying.expire();
      await sell('CASH');
      expect(await rows()).to.deep.equal([SOLD, 'EARNED UNEARNED/OPERATOR 234000', 'EARNED UNEARNED/COMMISSION 6000']);
    });
  });
});

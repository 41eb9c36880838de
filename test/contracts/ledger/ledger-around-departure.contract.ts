import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { type TripForTests, seat } from '../../support/catalogue.ts';
import { aCompanyWithTrip, disruptingOn } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { earnDue, entriesOf, expectBooksBalance, giveGoodwill, ODD } from '../../support/entries.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

const PAID = 'PAYMENT GATEWAY/UNEARNED 246674';
const IN_VAIN = 'PAYMENT GATEWAY/REFUND_DUE 246674';
const EARNED = ['EARNED UNEARNED/OPERATOR 228173', 'EARNED UNEARNED/COMMISSION 18501'];
const TAKEN_BACK = ['CANCELLATION OPERATOR/REFUND_DUE 228173', 'CANCELLATION COMMISSION/REFUND_DUE 18501'];

onEveryEngine('the ledger around a departure', (engine) => {
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

  const book = async (seats: readonly string[], more: object = {}) =>
    aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      seats: seats.map(seat),
      ...ODD,
      ...more,
    });
  const pay = async (of = booking) => {
    const payment = await paying.checkout(of);
    await paying.handleSuccess(paying.gateway.pay(payment));
    return payment;
  };
  const leave = () => paying.clock.set(trip.departsAt);
  const earn = () => earnDue(engine(), paying.clock);
  const cancelTrip = () => disruptingOn(paying).cancelTrip(owner, trip);
  const cancelForOffice = (fee: 'none' | 'tiers' = 'none') =>
    cancellingOn(paying).cancelForOffice({ role: 'OPERATOR', ...owner }, booking, { fee });
  const rows = (of = booking) => entriesOf(engine(), of);

  it('a company’s earnings from a trip are taken back in the ledger when the trip is cancelled after its departure', async () => {
    await pay();
    leave();
    await earn();
    expect((await cancelTrip()).refundTotal).to.equal(246_674);
    expect(await rows()).to.deep.equal([PAID, ...EARNED, ...TAKEN_BACK]);
  });

  it('a trip that is cancelled before its earnings are in the ledger adds no earnings to the ledger', async () => {
    await pay();
    leave();
    await cancelTrip();
    expect(await earn()).to.equal(0);
    expect(await rows()).to.deep.equal([PAID, 'CANCELLATION UNEARNED/REFUND_DUE 246674']);
  });

  it('a cancellation fee is divided into earnings and commission if the booking’s earnings are not yet in the ledger', async () => {
    await pay();
    leave();
    await cancelForOffice('tiers');
    expect(await earn()).to.equal(0);
    expect(await rows()).to.deep.equal([
      PAID,
      'CANCELLATION UNEARNED/OPERATOR 228173',
      'CANCELLATION UNEARNED/COMMISSION 18501',
    ]);
  });

  it('a booking’s earnings are added to the ledger only once, even if the booking was paid twice', async () => {
    const [first, second] = [await paying.checkout(booking), await paying.checkout(booking)];
    await paying.handleSuccess(paying.gateway.pay(first));
    leave();
    await earn();
    await paying.handleSuccess(paying.gateway.pay(second));
    expect(await rows()).to.deep.equal([PAID, ...EARNED, IN_VAIN]);
    await cancelForOffice();
    expect(await rows()).to.deep.equal([PAID, ...EARNED, IN_VAIN, ...TAKEN_BACK]);
  });

  it('earnings of a booking that is paid after its trip was postponed enter the ledger at the new departure', async () => {
    await pay();
    const late = await book(['B1', 'B2'], { bookedAt: minutesAfter(trip.departsAt, -5) });
    const payment = await paying.checkout(late);
    leave();
    await earn();
    const times = { departsAt: hoursAfter(trip.departsAt, 30), arrivesAt: hoursAfter(trip.arrivesAt, 30) };
    await disruptingOn(paying).retimeTrip(owner, trip, times);
    await paying.handleSuccess(paying.gateway.pay(payment));
    expect(await earn()).to.equal(0);
    expect(await rows(late)).to.deep.equal([PAID]);
    paying.clock.set(times.departsAt);
    expect(await earn()).to.equal(1);
    expect(await rows(late)).to.deep.equal([PAID, ...EARNED]);
    expect(await rows()).to.deep.equal([PAID, ...EARNED]);
  });

  it('a goodwill refund is owed only once in the ledger when a second payment arrives after the booking’s cancellation', async () => {
    const [first, second] = [await paying.checkout(booking), await paying.checkout(booking)];
    await paying.handleSuccess(paying.gateway.pay(first));
    await giveGoodwill(engine(), booking, first, 46_674);
    await cancelForOffice();
    await paying.handleSuccess(paying.gateway.pay(second));
    expect(await rows()).to.have.members([
      PAID,
      'GOODWILL COMMISSION/REFUND_DUE 46674',
      'CANCELLATION UNEARNED/REFUND_DUE 200000',
      'CANCELLATION UNEARNED/COMMISSION 46674',
      IN_VAIN,
    ]);
    expect(await engine().ledgerViews.balances()).to.include({
      GATEWAY: 493_348,
      UNEARNED: 0,
      COMMISSION: 0,
      OPERATOR: 0,
      REFUND_DUE: -493_348,
    });
  });
});

import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Office } from '../../../core/payments/office-booking.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { companiesOn, setTerms } from '../../support/companies.ts';
import { cancellingOn, operatorsNotified, refundOf, statusOf, viewOf } from '../../support/cancelling.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Paying, aBookedTrip, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

describe('cancellations by the office', () => {
  let paying: Paying;
  let engine: Engine;
  let trip: TripForTests;
  let booking: Booking;
  let payment: Payment;
  let admin: Office;

  type Given = Parameters<ReturnType<typeof cancellingOn>['cancelForOffice']>[2];
  const cancel = (given: Given = {}, of: Pick<Booking, 'id'> = booking, by = admin) =>
    cancellingOn(paying).cancelForOffice(by, of, given);
  const pay = () => paying.handleSuccess(paying.gateway.pay(payment));
  const at = (hoursBefore: number) => paying.clock.set(hoursAfter(trip.departsAt, -hoursBefore));
  const aCompany = async () => {
    const { id: userId, operatorId } = await anOperator(engine);
    return { role: 'OPERATOR', userId, operatorId } as const;
  };
  const logged = async () =>
    (await engine.transact(({ trail }) => trail.of({ type: 'booking', id: booking.id }))).filter(
      ({ kind }) => kind === 'BOOKING_CANCELLED',
    );
  const mails = async () =>
    (
      await engine.transact(({ mailQueue }) => mailQueue.claim(daysAfter(paying.clock(), 1), daysAfter(START, 9), 10))
    ).flatMap(({ mail }) => (mail.kind === 'BOOKING_CANCELLED' ? [mail.bookingId] : []));

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ trip, booking } = await aBookedTrip(engine));
    payment = await paying.checkout(booking);
    admin = { role: 'ADMIN', userId: (await anAdmin(engine)).id };
  });

  describe('an unpaid booking', () => {
    it('an unpaid booking cancelled by the office becomes CANCELLED without a refund, and its seats become free', async () => {
      const cancelled = await cancel();
      expect(cancelled).to.include({
        id: booking.id,
        status: 'CANCELLED',
        cancelledBy: 'ADMIN',
        cancelledAt: START,
        cancelReason: 'The bus broke down.',
        cancellationFee: 0,
      });
      expect(cancelled.refunds).to.deep.equal([]);
      expect(await statusOf(engine, payment)).to.equal('CANCELED');
      expect(await recorded(engine)).to.deep.equal([seatMessage(trip.id, 'AVAILABLE', 'A1', 'A2')]);
    });

    it('the office cancels an unpaid booking free of charge, even when it asks for the company’s fee', async () => {
      at(1);
      expect(await cancel({ fee: 'tiers' })).to.include({ status: 'CANCELLED', cancellationFee: 0 });
    });

    it('money that arrives after the office cancelled an unpaid booking is recorded as a refund', async () => {
      await cancel();
      expect(await pay()).to.deep.equal({ outcome: 'refund due', bookingId: booking.id });
      expect(await refundOf(engine, payment)).to.include({ reason: 'LATE_PAYMENT', amount: 240_000 });
    });
  });

  describe('a paid booking', () => {
    beforeEach(pay);

    it('a paid booking cancelled by the office is REFUNDED in full, however late it is', async () => {
      at(1);
      const cancelled = await cancel();
      expect(cancelled).to.include({ status: 'REFUNDED', cancelledBy: 'ADMIN', cancellationFee: 0 });
      expect(cancelled.refunds.map(({ id: _id, ...refund }) => refund)).to.deep.equal([
        {
          amount: 240_000,
          reason: 'OPERATOR_CANCELLATION',
          status: 'DUE',
          gateway: 'ESEWA',
          dueAt: daysAfter(paying.clock(), 7),
          paidAt: null,
          reference: null,
          account: null,
          takenOver: false,
        },
      ]);
      expect(await statusOf(engine, payment)).to.equal('FULL_REFUND');
    });

    it('an office cancellation with `fee: "tiers"` costs the fee that the passenger would have been quoted at that moment', async () => {
      at(30);
      const { fee, refund } = await cancellingOn(paying).quote(booking.userId, booking.id);
      const cancelled = await cancel({ fee: 'tiers' });
      expect([fee, refund]).to.deep.equal([24_000, 216_000]);
      expect(cancelled).to.include({ status: 'REFUNDED', cancellationFee: fee });
      expect(await refundOf(engine, payment)).to.include({ reason: 'OPERATOR_CANCELLATION', amount: refund });
      expect(await statusOf(engine, payment)).to.equal('PARTIAL_REFUND');
    });

    it('a booking that the office cancels at a fee of the whole price becomes CANCELLED without a refund', async () => {
      at(-1);
      const cancelled = await cancel({ fee: 'tiers' });
      expect(cancelled).to.include({ status: 'CANCELLED', cancellationFee: 240_000 });
      expect([cancelled.refunds, await statusOf(engine, payment)]).to.deep.equal([[], 'COMPLETE']);
    });

    it('seats of a booking that the office cancelled are on sale again, and the company is notified', async () => {
      await cancel();
      expect(await recorded(engine)).to.deep.include(seatMessage(trip.id, 'AVAILABLE', 'A1', 'A2'));
      expect(await operatorsNotified(engine)).to.deep.equal([{ booking_code: booking.code, refund: 2400 }]);
    });

    it('an office cancellation is in the activity log with its reason', async () => {
      await cancel();
      expect(await logged()).to.deep.equal([
        {
          kind: 'BOOKING_CANCELLED',
          actor: admin,
          operatorId: booking.operatorId,
          subject: { type: 'booking', id: booking.id },
          changes: { booking_status: { old: 'CONFIRMED', new: 'REFUNDED' } },
          description: `Cancelled booking ${booking.code}: NPR 2400 goes back, NPR 0 is kept. Reason: The bus broke down.`,
          amount: 240_000,
          at: START,
        },
      ]);
    });

    it('an office cancellation of a booking sends the passenger one mail', async () => {
      await cancel();
      expect(await mails()).to.deep.equal([booking.id]);
    });

    it('the audit finds no fault after an office cancellation, with a fee and without', async () => {
      const other = await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats: [seat('B1')] });
      await paying.handleSuccess(paying.gateway.pay(await paying.checkout(other)));
      at(30);
      await cancel({ fee: 'tiers' });
      await cancel({}, other);
      const { findings } = await runAudit({ ...engine, clock: paying.clock, calendar: calendarOf('Asia/Kathmandu') })();
      expect(findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
    });
  });

  it('the office can cancel a booking until the bus arrives at its destination, and not afterwards', async () => {
    const another = await aBooking(engine, {
      userId: booking.userId,
      tripId: trip.id,
      seats: [seat('B1')],
      status: 'CHECKED_IN',
    });
    paying.clock.set(trip.arrivesAt);
    expect(await refusalOf(cancel({}, another))).to.deep.equal(['conflict', 'TRIP_ARRIVED']);
    paying.clock.set((trip.arrivesAt - 1) as typeof trip.arrivesAt);
    expect((await cancel({}, another)).cancelledBy).to.equal('ADMIN');
  });

  it('the office can cancel a booking only once; a second cancellation is refused because the booking has ended', async () => {
    await cancel();
    expect(await refusalOf(cancel())).to.deep.equal(['conflict', 'BOOKING_CLOSED']);
    paying.clock.set(trip.arrivesAt);
    expect(await refusalOf(cancel())).to.deep.equal(['conflict', 'BOOKING_CLOSED']);
    for (const status of ['EXPIRED', 'REFUNDED'] as const) {
      const over = await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats: [seat('B1')], status });
      expect(await refusalOf(cancel({}, over)), status).to.deep.equal(['conflict', 'BOOKING_CLOSED']);
    }
    expect(await logged()).to.have.length(1);
  });

  it('the office can cancel bookings of its own company only', async () => {
    const [company, other] = [await aCompany(), await aCompany()];
    ({ booking } = await aBookedTrip(engine, company));
    expect(await refusalOf(cancel({}, booking, other))).to.deep.equal(['absent', 'BOOKING_UNKNOWN']);
    expect((await cancel({}, booking, company)).cancelledBy).to.equal('OPERATOR');
    expect((await logged())[0]?.actor).to.deep.equal({ role: 'OPERATOR', userId: company.userId });
    expect(await refusalOf(cancel({}, { id: 2_000_000_000 as BookingId }))).to.deep.equal([
      'absent',
      'BOOKING_UNKNOWN',
    ]);
  });

  it('an office cancellation is refused to a former manager, but not to a suspended company', async () => {
    const companies = companiesOn(engine);
    const owner = await companies.company();
    const { operatorId } = owner;
    ({ booking, trip } = await aBookedTrip(engine, { operatorId }));
    const manager = await companies.joined(owner, { position: 'MANAGER' });
    const office: Office = { role: 'OPERATOR', userId: manager.userId!, operatorId };
    await companies.changePosition(owner, manager.id, 'CLERK');
    expect(await refusalOf(cancel({}, booking, office))).to.deep.equal(['forbidden', 'POSITION_TOO_LOW']);
    await companies.changePosition(owner, manager.id, 'MANAGER');
    await setTerms(engine, trip.id, { status: 'SUSPENDED' });
    expect((await cancel({}, booking, office)).cancelledBy).to.equal('OPERATOR');
  });

  it('an office cancellation of a booking needs a reason, of which 300 characters are kept', async () => {
    expect(await refusalOf(cancel({ reason: '' }))).to.deep.equal(['invalid', 'VALIDATION']);
    await cancel({ reason: `Landslide.\n${'😀'.repeat(300)}` });
    const kept = `Landslide.\n${'😀'.repeat(289)}`;
    expect((await viewOf(engine, booking)).cancelReason).to.equal(kept);
    expect((await logged())[0]?.description.endsWith(`Reason: ${kept}`)).to.equal(true);
  });

  it('an office cancellation of a booking on a bus without a seat map frees its places', async () => {
    const minibus = await aTrip(engine, { seats: 5 });
    const places = await aBooking(engine, {
      userId: booking.userId,
      tripId: minibus.id,
      seatsCount: 4,
      status: 'CONFIRMED',
    });
    await cancel({}, places);
    expect(await engine.transact(({ trips }) => trips.placesLeft(minibus.id, START))).to.equal(5);
  });

  it('an office cancellation of an overdue booking does not free seats that others have held since the deadline', async () => {
    paying.clock.advance(16);
    const { id: bikram } = await anAdmin(engine);
    const wanted = [seat('A1')];
    const selection = { tripId: trip.id, passenger: bikram, wanted, expiresAt: minutesAfter(START, 30) };
    await engine.transact(({ seatLocks }) => seatLocks.hold(selection, paying.clock()));
    expect((await cancel()).status).to.equal('CANCELLED');
    expect(await recorded(engine)).to.deep.equal([seatMessage(trip.id, 'AVAILABLE', 'A2')]);
  });
});

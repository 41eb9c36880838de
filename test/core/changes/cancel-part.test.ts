import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { cancelledSeats } from '../../../core/bookings/cancelled-part.ts';
import { earnBookings } from '../../../core/bookings/earn-bookings.ts';
import type { GivenPart } from '../../../core/changes/asked-part.ts';
import { type Paisa, paisa } from '../../../core/kernel/money.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Office } from '../../../core/payments/office-booking.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn, operatorsNotified, statusOf, viewOf } from '../../support/cancelling.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, aPassengerId } from '../../support/people.ts';
import { refundsOn } from '../../support/refunds.ts';
import { codeOf, faultsOf, refused } from '../../support/refusals.ts';

const THREE = ['A1', 'A2', 'B1'];

describe('cancelling some seats of a booking', () => {
  let paying: Paying;
  let engine: Engine;
  let trip: TripForTests;
  let booking: Booking;
  let payment: Payment;
  let admin: Office;

  const quote = (part: GivenPart, of = booking) => cancellingOn(paying).quote(of.userId, of.id, part);
  const cancel = (part: GivenPart, of = booking) => cancellingOn(paying).cancel(of, '', part);
  const cancelForOffice = (given: Parameters<ReturnType<typeof cancellingOn>['cancelForOffice']>[2], of = booking) =>
    cancellingOn(paying).cancelForOffice(admin, of, given);
  const at = (hoursBefore: number) => paying.clock.set(hoursAfter(trip.departsAt, -hoursBefore));
  const paid = async (of: Booking): Promise<Payment> => {
    const begun = await paying.checkout(of);
    await paying.handleSuccess(paying.gateway.pay(begun));
    return begun;
  };
  const refundsOf = (of = booking) =>
    engine.transact(async ({ refunds }) =>
      (await refunds.ofBooking(of.id)).map(({ reason, amount }) => [reason, amount] as const),
    );
  const ledgerOf = async (of = booking) =>
    (await engine.ledgerViews.ofBooking(of.id))
      .filter(({ kind }) => kind === 'CANCELLATION')
      .map(({ debit, credit, amount }) => `${debit} / ${credit} ${amount}`);
  const present = (of = booking) => engine.transact(({ bookings }) => bookings.find(of.id));
  const goodwill = (amount: number) =>
    refundsOn(engine, paying.clock).addGoodwill(admin.userId, payment.id, { amount: paisa(amount), note: 'No air.' });

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    trip = await aTrip(engine);
    booking = await aBooking(engine, {
      userId: await aPassengerId(engine),
      tripId: trip.id,
      seats: THREE.map(seat),
      total: paisa(100_000),
    });
    payment = await paid(booking);
    admin = { role: 'ADMIN', userId: (await anAdmin(engine)).id };
    at(30);
  });

  it('cancelling one of three seats at Rs 1,000 in all charges 10 % of Rs 333.33 and refunds the rest', async () => {
    const quoted = { fee: 3_333, refund: 30_000, tier: '10% fee: 24 to 48 hours before departure' };
    expect(await quote({ seats: ['A2'] })).to.deep.equal(quoted);
    expect(await quote({ seats: ['a 2\u200b', 'A2'] })).to.deep.equal(quoted);
    expect(await cancel({ seats: ['A2', 'A2'] })).to.deep.include({ ...quoted, status: 'CONFIRMED' });
    expect(await present()).to.include({ status: 'CONFIRMED', seatsCount: 2, total: 66_667, commission: 6_667 });
    expect(await present()).to.include({ operatorEarning: 60_000 });
    const view = await viewOf(engine, booking);
    expect(view.seats.map((one) => one.seat)).to.deep.equal(['A1', 'B1']);
    expect(cancelledSeats(view)).to.deep.equal([
      { seat: 'A2', amount: 33_333, fee: 3_333, refund: 30_000, at: paying.clock() },
    ]);
    expect(await refundsOf()).to.deep.equal([['PASSENGER_CANCELLATION', 30_000]]);
    expect(await statusOf(engine, payment)).to.equal('COMPLETE');
  });

  it('cancelling a booking’s last seats divides the rest of the price into fee and refund, and makes the payment PARTIAL_REFUND', async () => {
    await cancel({ seats: ['A1', 'B1'] });
    expect(await present()).to.include({ seatsCount: 1, total: 33_334 });
    expect(await cancel({ seats: ['A2'] })).to.include({ fee: 3_333, refund: 30_001, status: 'REFUNDED' });
    expect(await refundsOf()).to.deep.equal([
      ['PASSENGER_CANCELLATION', 59_999],
      ['PASSENGER_CANCELLATION', 30_001],
    ]);
    expect(await statusOf(engine, payment)).to.equal('PARTIAL_REFUND');
  });

  it('a payment that is refunded in full becomes FULL_REFUND only when the booking’s last seat is cancelled', async () => {
    at(60);
    await cancel({ seats: ['A1'] });
    expect(await statusOf(engine, payment)).to.equal('COMPLETE');
    await cancel({});
    expect(await statusOf(engine, payment)).to.equal('FULL_REFUND');
  });

  it('seats of a booking that are cancelled one after the other in one millisecond get different cancellation times', async () => {
    await cancel({ seats: ['A1'] });
    await cancel({ seats: ['A2'] });
    await cancel({});
    const now = paying.clock();
    const rows = (await engine.ledgerViews.ofBooking(booking.id)).filter(({ kind }) => kind === 'CANCELLATION');
    expect([...new Set(rows.map((row) => row.at - now))].sort()).to.deep.equal([0, 1, 2]);
    expect(cancelledSeats(await viewOf(engine, booking)).map((one) => one.at - now)).to.deep.equal([0, 1]);
  });

  it('the fee for several cancelled seats is split evenly among them, and the last one takes the remainder', async () => {
    await cancel({ seats: ['A1', 'A2'] });
    expect(cancelledSeats(await viewOf(engine, booking)).map(({ fee, refund }) => [fee, refund])).to.deep.equal([
      [3_333, 30_000],
      [3_334, 29_999],
    ]);
  });

  it('cancelling some seats refunds at most the amount of the payment that was not refunded before', async () => {
    await goodwill(55_000);
    expect(await cancel({ seats: ['A1', 'A2'] })).to.include({ fee: 6_667, refund: 45_000 });
    expect(cancelledSeats(await viewOf(engine, booking)).map(({ refund }) => refund)).to.deep.equal([30_000, 15_000]);
    expect(await cancel({})).to.include({ fee: 3_333, refund: 0, status: 'CANCELLED' });
    expect(await statusOf(engine, payment)).to.equal('FULL_REFUND');
  });

  it('the fee for some cancelled seats is not refunded by a later free cancellation of the rest', async () => {
    await cancel({ seats: ['A1'] });
    await goodwill(66_667);
    expect(await cancelForOffice({})).to.include({ status: 'CANCELLED' });
    expect(await refundsOf()).to.deep.equal([
      ['PASSENGER_CANCELLATION', 30_000],
      ['GOODWILL', 66_667],
    ]);
  });

  it('cancelling some seats before the departure divides their price between refund, company and commission in the ledger', async () => {
    await cancel({ seats: ['A2'] });
    expect(await ledgerOf()).to.deep.equal([
      'UNEARNED / REFUND_DUE 30000',
      'UNEARNED / OPERATOR 3000',
      'UNEARNED / COMMISSION 333',
    ]);
  });

  it('cancelling some seats free of charge after the departure takes the refund from the company’s share and the commission', async () => {
    paying.clock.set(minutesAfter(trip.departsAt, 1));
    await earnBookings({ ...engine, clock: paying.clock })();
    await cancelForOffice({ seats: ['A2'], fee: 'none' });
    expect(await ledgerOf()).to.deep.equal(['OPERATOR / REFUND_DUE 30000', 'COMMISSION / REFUND_DUE 3333']);
    expect(await refundsOf()).to.deep.equal([['OPERATOR_CANCELLATION', 33_333]]);
  });

  it('seats that are cancelled from a booking are free at once, and the company is notified of the refund', async () => {
    await cancel({ seats: ['A2'] });
    expect((await recorded(engine)).filter(([topic]) => topic === `schedules/${trip.id}/seats`)).to.deep.equal([
      seatMessage(trip.id, 'AVAILABLE', 'A2'),
    ]);
    expect(await operatorsNotified(engine)).to.deep.equal([{ booking_code: booking.code, refund: 300 }]);
    await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats: [seat('A2')], bookedAt: paying.clock() });
  });

  it('cancelling some seats is in the activity log with the amounts refunded and kept', async () => {
    await cancel({ seats: ['A2'] });
    const entries = await engine.transact(({ trail }) => trail.of({ type: 'booking', id: booking.id }));
    expect(entries.at(-1)).to.deep.include({
      kind: 'BOOKING_CANCELLED',
      changes: { seats_count: { old: 3, new: 2 } },
      description: `Cancelled A2 of booking ${booking.code}: NPR 300 goes back, NPR 33.33 is kept.`,
      amount: 30_000,
    });
  });

  it('a passenger who cancels some seats is asked for an account for the refund if none is known', async () => {
    await cancel({ seats: ['A2'] });
    await cancel({ seats: ['A1'] });
    const mails = await engine.transact(({ mailQueue }) =>
      mailQueue.claim(daysAfter(START, 9), daysAfter(START, 10), 10),
    );
    const asking = mails.flatMap(({ mail }) => (mail.kind === 'refund-due' ? [mail.amount] : []));
    expect(asking).to.deep.equal([30_000, 30_000]);
  });

  it('a passenger is not asked again for a refund account when a cancellation refunds nothing', async () => {
    await cancel({ seats: ['A2'] });
    at(23);
    expect(await cancel({})).to.include({ refund: 0, status: 'CANCELLED' });
    const mails = await engine.transact(({ mailQueue }) =>
      mailQueue.claim(daysAfter(START, 9), daysAfter(START, 10), 10),
    );
    expect(mails.flatMap(({ mail }) => (mail.kind === 'refund-due' ? [mail.amount] : []))).to.deep.equal([30_000]);
  });

  it('the passenger gets one mail about the seats that the office cancels, with the refund', async () => {
    await cancelForOffice({ seats: ['A2'], fee: 'tiers' });
    const mails = await engine.transact(({ mailQueue }) =>
      mailQueue.claim(daysAfter(START, 9), daysAfter(START, 10), 10),
    );
    const told = mails.flatMap(({ mail }) => (mail.kind === 'booking-cancelled' ? [mail] : []));
    expect(told.map(({ isPart, seats, seatsCount, money }) => ({ isPart, seats, seatsCount, money }))).to.deep.equal([
      {
        isPart: true,
        seats: ['A2'],
        seatsCount: 1,
        money: { paid: 33_333, before: 0, refund: 30_000, goesTo: 'ACCOUNT', account: null, dueOn: '2026-11-28' },
      },
    ]);
    expect(mails.some(({ mail }) => mail.kind === 'BOOKING_CANCELLED')).to.equal(false);
  });

  describe('places without seat numbers', () => {
    let places: Booking;

    beforeEach(async () => {
      const bus = await aTrip(engine, { seats: 10, departsAt: trip.departsAt });
      places = await aBooking(engine, {
        userId: booking.userId,
        tripId: bus.id,
        seatsCount: 3,
        total: paisa(100_000),
        bookedAt: paying.clock(),
      });
      await paid(places);
    });

    it('some of a booking’s places without seat numbers can be cancelled, and are free again', async () => {
      const left = () => engine.transact(({ trips }) => trips.placesLeft(places.tripId, paying.clock()));
      expect(await left()).to.equal(7);
      await cancel({ places: 2, of: 3 }, places);
      expect(await left()).to.equal(9);
      expect(await present(places)).to.include({ seatsCount: 1, total: 33_334 as Paisa });
      expect(cancelledSeats(await viewOf(engine, places)).map((one) => one.seat)).to.deep.equal([null, null]);
    });

    it('cancelling places is refused with PLACES_CHANGED if the booking has another number of places than the request says', async () => {
      await cancel({ places: 1 }, places);
      expect(await codeOf(cancel({ places: 4, of: 3 }, places))).to.equal('PLACES_CHANGED');
      expect(await faultsOf(cancel({ places: 3 }, places))).to.deep.equal(['places']);
      expect(await cancel({ places: 2, of: 2 }, places)).to.include({ status: 'REFUNDED' });
    });

    it('cancelling places on a bus without a seat map needs a whole number from 1, and no seat numbers', async () => {
      for (const count of [null, 0, -1, 1.5, '1', true])
        expect(await faultsOf(cancel({ places: count }, places))).to.deep.equal(['places']);
      expect(await faultsOf(cancel({ of: 3 }, places))).to.deep.equal(['places']);
      expect(await faultsOf(cancel({ places: 1, of: 'three' }, places))).to.deep.equal(['of']);
      expect(await faultsOf(cancel({ seats: ['A1'], places: 1 }, places))).to.deep.equal(['seats']);
    });
  });

  describe('refused cancellations of some seats', () => {
    it('cancelling some seats is refused for seats that the booking does not have', async () => {
      await cancel({ seats: ['A2'] });
      for (const seats of [[], null, 'A1', {}, ['A1', 'Z9'], ['A1', 7], ['A2']])
        expect(await faultsOf(cancel({ seats })), JSON.stringify(seats)).to.deep.equal(['seats']);
      expect(await faultsOf(quote({ seats: ['A2'] }))).to.deep.equal(['seats']);
      expect(await faultsOf(cancelForOffice({ seats: ['A2'] }))).to.deep.equal(['seats']);
    });

    it('cancelling some seats on a bus with a seat map is refused if the request has the field `places` or `of`', async () => {
      expect(await faultsOf(cancel({ places: 1, seats: ['A1'] }))).to.deep.equal(['places']);
      expect(await faultsOf(cancel({ of: 3, seats: ['A1'] }))).to.deep.equal(['of']);
    });

    it('cancelling some seats of an unpaid booking is refused with BOOKING_NOT_PAID', async () => {
      const unpaid = await aBooking(engine, {
        userId: booking.userId,
        tripId: (await aTrip(engine, { departsAt: trip.departsAt })).id,
        seats: THREE.map(seat),
        bookedAt: paying.clock(),
      });
      expect(await codeOf(cancel({ seats: ['A1'] }, unpaid))).to.equal('BOOKING_NOT_PAID');
      expect(await codeOf(quote({ seats: ['A1'] }, unpaid))).to.equal('BOOKING_NOT_PAID');
      expect(await codeOf(cancel({ seats: THREE }, unpaid)), 'all of them').to.equal('BOOKING_NOT_PAID');
      expect(await codeOf(quote({ seats: THREE }, unpaid)), 'all of them').to.equal('BOOKING_NOT_PAID');
    });

    it('cancelling some seats of an ended booking is refused, but wrong fields are refused first', async () => {
      await cancel({});
      expect(await codeOf(cancel({ seats: ['A1'] }))).to.equal('BOOKING_OVER');
      expect(await codeOf(cancelForOffice({ seats: ['A1'] }))).to.equal('BOOKING_CLOSED');
      expect(await codeOf(cancel({ seats: ['Z9'] }))).to.equal('VALIDATION');
    });

    it('cancelling some seats is refused to passengers once the bus has left, and to the office once it has arrived', async () => {
      paying.clock.set(trip.departsAt);
      expect(await codeOf(cancel({ seats: ['A1'] }))).to.equal('TRIP_DEPARTED');
      paying.clock.set(trip.arrivesAt);
      expect(await codeOf(cancelForOffice({ seats: ['A1'] }))).to.equal('TRIP_ARRIVED');
    });

    it('cancelling some seats is refused with SEAT_BOARDED if one of the passengers is on board', async () => {
      await engine.transact(async ({ boardings, bookings }) => {
        const marks = await boardings.marks([booking.id]);
        const sender = { userId: admin.userId };
        const scan = { ...SCAN, tripId: trip.id, bookingId: booking.id, scannedAt: paying.clock() };
        const [id] = await boardings.addScans(sender, [scan], paying.clock());
        const boarding = { at: paying.clock(), scan: id!, sender, by: 'Gate' };
        await boardings.saveMarks(marks.slice(0, 1).map((mark) => ({ ...mark, boarding })));
        await bookings.move(booking.id, 'checkIn');
      });
      for (const asking of [quote, cancel]) {
        const refusal = await refused(asking({ seats: ['A2', 'A1'] }));
        expect([refusal.code, refusal.extra]).to.deep.equal(['SEAT_BOARDED', { seats: ['A1'] }]);
      }
      expect(await cancel({ seats: ['A2'] })).to.include({ status: 'CHECKED_IN' });
      expect(await cancel({ seats: ['A1', 'B1'] })).to.include({ status: 'REFUNDED' });
    });
  });
});

const SCAN = {
  nonce: 'one',
  action: 'BOARD',
  mode: 'ONLINE',
  answer: {
    result: 'BOARDED',
    reason: null,
    bookingCode: null,
    seats: [],
    places: 0,
    trip: null,
    first: null,
    boarded: null,
    changedTo: null,
    seatTakenUntil: null,
  },
} as const;

import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { changePassengers } from '../../../core/changes/change-passengers.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn, statusOf, viewOf } from '../../support/cancelling.ts';
import { type TripForTests, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { type Changing, anotherTrip, aPaidBooking, changingOn, payFor, rowsOf } from '../../support/changing.ts';
import { START } from '../../support/clock.ts';
import { aDoor } from '../../support/doors.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { refundsOn } from '../../support/refunds.ts';
import { codeOf, faultsOf, refused } from '../../support/refusals.ts';
import { aRoad } from '../../support/roads.ts';

describe('changing a booking to another trip', () => {
  let paying: Paying;
  let engine: Engine;
  let changing: Changing;
  let trip: TripForTests;
  let booking: Booking;
  let payment: Payment;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    changing = changingOn(paying);
    ({ trip, booking, payment } = await aPaidBooking(paying, { userId: await aPassengerId(engine) }));
  });

  const at = (hoursBefore: number) => paying.clock.set(hoursAfter(trip.departsAt, -hoursBefore));
  const other = (fare: number, traits: Parameters<typeof aTrip>[1] = {}) => anotherTrip(engine, booking, fare, traits);
  const change = (
    to: TripForTests,
    asked: Parameters<Changing['change']>[2] = {},
    of: Pick<Booking, 'id' | 'userId'> = booking,
  ) => changing.change(of, to, { numbers: ['A1', 'A2'], ...asked });
  const present = ({ id }: Pick<Booking, 'id'> = booking) => engine.transact(({ bookings }) => bookings.find(id));
  const refundsOf = ({ id }: Pick<Booking, 'id'> = booking) =>
    engine.transact(async ({ refunds }) =>
      (await refunds.ofBooking(id)).map(({ reason, amount, paymentId }) => [reason, amount, paymentId] as const),
    );
  const paymentsOf = ({ id }: Pick<Booking, 'id'>) =>
    engine.transact(async ({ payments }) =>
      (await payments.ofBooking(id)).map(({ gateway, status, amount }) => [gateway, status, amount] as const),
    );
  const goodwill = async (amount: number) =>
    refundsOn(engine, paying.clock).addGoodwill((await anAdmin(engine)).id, payment.id, {
      amount: paisa(amount),
      note: 'No air.',
    });

  describe('refused changes', () => {
    it('a booking is not changed to a trip whose sale is not open yet', async () => {
      const to = await other(50_000);
      await aDoor(engine, { opensAt: hoursAfter(paying.clock(), 1), trips: [to.id] });
      expect(await codeOf(changing.quote(booking, to))).to.equal('NOT_ON_SALE');
    });

    it('a booking that is not CONFIRMED cannot be changed to another trip', async () => {
      const unpaid = await aBooking(engine, { userId: booking.userId, tripId: trip.id, seats: [seat('B1')] });
      expect(await codeOf(changing.quote(unpaid, await other(50_000)))).to.equal('BOOKING_CLOSED');
      await cancellingOn(paying).cancel(booking);
      expect(await codeOf(changing.quote(booking, await other(50_000)))).to.equal('BOOKING_CLOSED');
    });

    it('a booking’s change to another trip is refused as unknown if the booking is another passenger’s or the trip does not exist', async () => {
      const to = await other(50_000);
      const stranger = { id: booking.id, userId: await aPassengerId(engine) };
      expect(await codeOf(changing.quote(stranger, to))).to.equal('BOOKING_UNKNOWN');
      expect(await codeOf(changing.quote(booking, { id: 987_654 as never }))).to.equal('TRIP_UNKNOWN');
      expect(await codeOf(changing.quote(booking, { id: 0 as never }))).to.equal('TRIP_UNKNOWN');
    });

    it('a booking cannot be changed to a trip that departs while the change waits for the trip’s lock', async () => {
      const to = await other(50_000, { departsAt: hoursAfter(trip.departsAt, -10) });
      at(20);
      const waiting: Engine['transact'] = (work) =>
        engine.transact((stores) => {
          const findForSale: typeof stores.trips.findForSale = async (id) => {
            const found = await stores.trips.findForSale(id);
            paying.clock.set(to.departsAt);
            return found;
          };
          return work({ ...stores, trips: { ...stores.trips, findForSale } });
        });
      await changing.hold(booking, to.id, ['A1', 'A2']);
      const late = changingOn({ ...paying, engine: { ...engine, transact: waiting } });
      expect(await codeOf(late.ask(booking, to, { numbers: ['A1', 'A2'] }))).to.equal('TRIP_DEPARTED');
    });

    it('a booking cannot be changed to another trip from two hours before the departure on, or once its fare is earned', async () => {
      const to = await other(50_000);
      at(2.1);
      expect((await changing.quote(booking, to)).fee).to.equal(10_000);
      at(2);
      expect(await codeOf(changing.quote(booking, to))).to.equal('CHANGE_TOO_LATE');
      at(5);
      await changePlan(engine, trip.id, { departedAt: paying.clock() });
      expect(await codeOf(changing.quote(booking, to))).to.equal('CHANGE_TOO_LATE');
      await changePlan(engine, trip.id, { departedAt: null });
      await engine.transact(({ bookings }) => bookings.earn([booking.id], paying.clock()));
      expect(await codeOf(changing.quote(booking, to))).to.equal('CHANGE_TOO_LATE');
    });

    it('a booking’s change to the same seats of the same trip is refused', async () => {
      expect(await codeOf(changing.ask(booking, trip, { numbers: ['A2', 'A1'] }))).to.equal('SAME_TRIP');
      expect((await changing.quote(booking, trip)).credit).to.equal(booking.total);
      const bus = { operatorId: booking.operatorId };
      const places = await aTrip(engine, { seats: 9, bus, departsAt: hoursAfter(START, 30) });
      const placed = await aBooking(engine, { userId: booking.userId, tripId: places.id, status: 'CONFIRMED' });
      expect(await codeOf(changing.quote(placed, places))).to.equal('SAME_TRIP');
    });

    it('reasons to refuse a booking’s change to another trip are checked in order: company, cities, sale, departure', async () => {
      const foreign = await anOperator(engine, { companyName: 'Red Sky' });
      const bus = { operatorId: foreign.operatorId };
      expect(await codeOf(changing.quote(booking, await other(50_000, { bus, to: 'Mugling' })))).to.equal(
        'OTHER_COMPANY',
      );
      const elsewhere = await other(50_000, { to: 'Mugling', status: 'CANCELLED' });
      expect(await codeOf(changing.quote(booking, elsewhere))).to.equal('OTHER_ROAD');
      const off = await other(50_000, { status: 'CANCELLED', departsAt: START });
      expect(await codeOf(changing.quote(booking, off))).to.equal('TRIP_NOT_BOOKABLE');
      expect(await codeOf(changing.quote(booking, await other(50_000, { departsAt: START })))).to.equal(
        'TRIP_DEPARTED',
      );
    });

    it('a booking’s change to another trip must name as many new seats as the booking has', async () => {
      const to = await other(50_000);
      expect(await faultsOf(changing.ask(booking, to, { numbers: ['A1'] }))).to.deep.equal(['seat_numbers']);
      expect(await faultsOf(changing.ask(booking, to))).to.deep.equal(['seat_numbers']);
      expect(await faultsOf(changing.quote(booking, to, { numbers: ['A1'] }))).to.deep.equal(['seat_numbers']);
      const places = await other(50_000, { seats: 9 });
      expect(await faultsOf(changing.ask(booking, places, { seats: 3 }))).to.deep.equal(['seats']);
      expect(await faultsOf(changing.ask(booking, places))).to.deep.equal(['seats']);
      expect((await changing.quote(booking, places)).newTotal).to.equal(100_000);
    });

    it('a booking’s change to another trip is refused if the seats are not held or the places are taken', async () => {
      const to = await other(50_000);
      await changing.hold(booking, to.id, ['A1']);
      expect(await codeOf(changing.ask(booking, to, { numbers: ['A1', 'A2'] }))).to.equal('SEAT_SELECTION_EXPIRED');
      const places = await other(50_000, { seats: 1 });
      expect(await codeOf(changing.ask(booking, places, { seats: 2 }))).to.equal('SEATS_TAKEN');
    });

    it('a booking’s change to another trip is refused with the new quote if the request names other amounts than the quote', async () => {
      const to = await other(60_000);
      const error = await refused(change(to, { toPay: paisa(19_999) }));
      expect(error.code).to.equal('QUOTE_CHANGED');
      expect(error.extra).to.deep.equal({
        quote: {
          old_total: 1000,
          change_fee: 0,
          credit: 1000,
          new_total: 1200,
          to_pay: 200,
          to_refund: 0,
          free: true,
          least_cancel_percent: 10,
        },
      });
      expect(await codeOf(change(to, { toPay: paisa(20_000), toRefund: paisa(1) }))).to.equal('QUOTE_CHANGED');
      expect((await present())?.status).to.equal('CONFIRMED');
      expect((await change(to, { toPay: paisa(20_000), toRefund: paisa(0) })).status).to.equal('PENDING_PAYMENT');
    });

    it('a new passenger name in a booking’s change to another trip counts towards the limit of name changes', async () => {
      const patch = changePassengers({ ...engine, clock: paying.clock });
      for (const name of ['Asha', 'Bina']) await patch(booking.userId, booking.id, [{ seat: seat('A1'), name }]);
      const named = { age: undefined, gender: '', boardingPoint: '', droppingPoint: '' };
      const to = await other(50_000);
      const passengers = [{ seat: seat('B1'), name: 'Chitra', ...named }];
      const error = await refused(change(to, { numbers: ['B2', 'B1'], passengers }));
      expect(error.code).to.equal('NAME_CHANGES_USED');
      expect(error.extra).to.deep.equal({ seats: ['B1'] });
      const made = await change(to, { numbers: ['B2', 'B1'] });
      expect(await codeOf(patch(made.userId, made.id, [{ seat: seat('B1'), name: 'Chitra' }]))).to.equal(
        'NAME_CHANGES_USED',
      );
    });
  });

  describe('changes with nothing to pay', () => {
    it('a booking’s change to another trip confirms the new booking, cancels the old one and frees the old seats at once', async () => {
      const to = await other(50_000);
      const made = await change(to);
      expect(made).to.include({ status: 'CONFIRMED', total: 100_000, seatsCount: 2, tripId: to.id });
      expect(made.seats.map((one) => one.seat)).to.deep.equal(['A1', 'A2']);
      expect(made.changed.from).to.deep.equal({ id: booking.id, code: booking.code });
      const old = await viewOf(engine, booking);
      expect(old).to.include({ status: 'CANCELLED', cancelledBy: 'PASSENGER', cancellationFee: 0 });
      expect(old.changed.to).to.deep.equal({ id: made.id, code: made.code });
      const again = await changing.hold({ userId: await aPassengerId(engine) }, trip.id, ['A1', 'A2']);
      expect(again.held).to.have.length(2);
    });

    it('a booking’s change to another trip keeps owner, commission rate and tiers, and splits the new price at that rate', async () => {
      const made = await change(await other(45_000));
      const { userId, operatorId, channel, contact, commissionRate, cancellationTiers, changeTiers } = booking;
      expect(await present(made)).to.deep.include({
        userId,
        operatorId,
        channel,
        contact,
        commissionRate,
        cancellationTiers,
        changeTiers,
        total: 90_000,
        commission: 9_000,
        operatorEarning: 81_000,
      });
    });

    it('a booking’s change to a cheaper trip refunds the rest of the old payment, and the ledger shows every rupee', async () => {
      at(20);
      const made = await change(await other(35_000));
      expect(await refundsOf()).to.deep.equal([['CHANGE', 20_000, payment.id]]);
      expect(await statusOf(engine, payment)).to.equal('COMPLETE');
      expect(await paymentsOf(made)).to.deep.equal([['CREDIT', 'COMPLETE', 70_000]]);
      expect(await rowsOf(engine, booking)).to.deep.equal([
        'UNEARNED / TRANSFER 70000',
        'UNEARNED / REFUND_DUE 20000',
        'UNEARNED / OPERATOR 9000',
        'UNEARNED / COMMISSION 1000',
      ]);
      expect(await rowsOf(engine, made)).to.deep.equal(['TRANSFER / UNEARNED 70000']);
      expect((await engine.ledgerViews.balances()).TRANSFER).to.equal(0);
      const [carried] = await engine.ledgerViews.ofBooking(made.id);
      const [credit] = await engine.transact(({ payments }) => payments.ofBooking(made.id));
      expect(carried?.paymentId).to.equal(credit?.id);
    });

    it('a booking’s change to another trip credits an earlier goodwill refund to the platform, not to the passenger', async () => {
      await goodwill(90_000);
      expect(await changing.quote(booking, await other(50_000))).to.include({ credit: 10_000, toPay: 90_000 });
      const made = await change(await other(5_000));
      expect(made).to.include({ status: 'CONFIRMED', total: 10_000 });
      expect(await rowsOf(engine, booking)).to.deep.equal(['UNEARNED / TRANSFER 10000', 'UNEARNED / COMMISSION 90000']);
    });

    it('the fee of a change to another trip is not refunded by a later free cancellation, nor credited by a later change', async () => {
      ({ trip, booking, payment } = await aPaidBooking(paying, {
        userId: booking.userId,
        operatorId: booking.operatorId,
        total: 150_000,
      }));
      at(20);
      const made = await change(await other(45_000));
      expect(await refundsOf()).to.deep.equal([['CHANGE', 45_000, payment.id]]);
      await goodwill(90_000);
      paying.clock.advance(1);
      expect(await changing.quote(made, await other(50_000, { departsAt: hoursAfter(START, 78) }))).to.include({
        credit: 0,
        toPay: 100_000,
      });
      const office = { role: 'ADMIN', userId: (await anAdmin(engine)).id } as const;
      expect(await cancellingOn(paying).cancelForOffice(office, made)).to.include({ status: 'CANCELLED' });
      expect(await refundsOf(made)).to.deep.equal([]);
    });

    for (const when of ['before', 'after'] as const)
      it(`the fee for a seat that was cancelled ${when} a change to another trip is not refunded by a later free cancellation`, async () => {
        ({ trip, booking, payment } = await aPaidBooking(paying, {
          userId: booking.userId,
          operatorId: booking.operatorId,
          total: 150_000,
        }));
        const cancelling = cancellingOn(paying);
        if (when === 'before') await cancelling.cancel(booking, '', { seats: ['A1'] });
        const made = await change(await other(75_000), { numbers: when === 'before' ? ['A1'] : ['A1', 'A2'] });
        if (when === 'after') await cancelling.cancel(made, '', { seats: ['A1'] });
        // Rs 1500 were paid. The cancelled seat gave Rs 675 back and kept a fee of Rs 75. Goodwill leaves Rs 50 more.
        await goodwill(70_000);
        paying.clock.advance(1);
        await cancelling.cancelForOffice({ role: 'ADMIN', userId: (await anAdmin(engine)).id }, made);
        expect((await refundsOf(made)).at(-1)).to.deep.equal(['OPERATOR_CANCELLATION', 5_000, payment.id]);
      });

    it('a booking’s change to another trip costs nothing if the new trip is less than Rs 10 dearer', async () => {
      expect(await change(await other(50_450))).to.include({ status: 'CONFIRMED', total: 100_000 });
    });

    it('a booking’s change to another trip lists new seats in seat map order, and drops boarding points that the new trip lacks', async () => {
      const [point, same] = [
        { name: 'Kalanki', minutes: 0 },
        { name: 'Thankot', minutes: 10 },
      ];
      await changePlan(engine, trip.id, { boardingPoints: [point, same], droppingPoints: [point] });
      const patch = changePassengers({ ...engine, clock: paying.clock });
      await patch(booking.userId, booking.id, [
        { seat: seat('A1'), name: 'Asha', age: 30, boardingPoint: 'Kalanki', droppingPoint: 'Kalanki' },
        { seat: seat('A2'), name: 'Bina', boardingPoint: 'Thankot' },
      ]);
      const to = await other(50_000);
      await changePlan(engine, to.id, { boardingPoints: [same] });
      const passengers = [
        { seat: seat('B2'), name: 'Chitra', age: undefined, gender: 'F', boardingPoint: '', droppingPoint: '' },
        { seat: seat('C9'), name: 'Nobody', age: 1, gender: '', boardingPoint: '', droppingPoint: '' },
      ];
      const made = await change(to, { numbers: ['B2', 'B1'], passengers });
      expect(made.seats).to.deep.equal([
        { seat: 'B1', name: 'Asha', age: 30, gender: null, boardingPoint: '', droppingPoint: '' },
        { seat: 'B2', name: 'Chitra', age: null, gender: 'F', boardingPoint: 'Thankot', droppingPoint: '' },
      ]);
    });

    it('a booking’s change to another trip finds new seats and their passengers however the numbers are spelled', async () => {
      const named = { age: undefined, gender: '', boardingPoint: '', droppingPoint: '' };
      const to = await other(50_000);
      await changing.hold(booking, to.id, ['B1', 'B2']);
      const passengers = [{ ...named, seat: seat('b 2'), name: 'Chitra' }];
      const { booking: made } = await changing.ask(booking, to, { numbers: ['b1', 'B2\u200b'], passengers });
      expect(made.seats.map((one) => [one.seat, one.name])).to.deep.equal([
        ['B1', ''],
        ['B2', 'Chitra'],
      ]);
    });

    it('a booking’s change to a trip without a seat map takes unnumbered places there', async () => {
      const to = await other(50_000, { seats: 2 });
      expect(await change(to, { numbers: [], seats: 2 })).to.include({ status: 'CONFIRMED', seatsCount: 2 });
      expect(await engine.transact(({ trips }) => trips.placesLeft(to.id, paying.clock()))).to.equal(0);
    });

    it('a booking’s change to another trip sends a confirmation of the new booking, and no mail about the old booking’s end', async () => {
      // The confirmation of the old booking is sent here, so that it does not count below.
      await Promise.all([mails(), takeTexts()]);
      const made = await change(await other(50_000));
      expect(await mails()).to.deep.equal([{ kind: 'BOOKING_CONFIRMED', bookingId: made.id }]);
      expect(await takeTexts()).to.deep.equal([{ kind: 'CONFIRMED', bookingId: made.id }]);
    });

    it('a booking’s change to another trip adds one entry to the activity log', async () => {
      const made = await change(await other(50_000));
      const { rows } = await engine.trailViews.list({ kind: 'BOOKING_CHANGED' }, { limit: 9 });
      expect(
        rows.map(({ actor, subject, changes }) => [actor.role, subject.id, changes['booking_code']]),
      ).to.deep.equal([['PASSENGER', booking.id, { old: booking.code, new: made.code }]]);
    });

    it('a booking’s change to another trip has no fee if the company has moved the departure, as cancelling is then free', async () => {
      at(20);
      const to = await other(50_000);
      expect(await changing.quote(booking, to, {})).to.include({ fee: 10_000, isFree: false });
      await changePlan(engine, trip.id, { departsAt: hoursAfter(trip.departsAt, 1) });
      expect(await changing.quote(booking, to, {})).to.include({ fee: 0, isFree: true, credit: 100_000 });
    });

    it('cancelling a booking that was changed to another trip costs at least what cancelling cost at the time of the change', async () => {
      at(20);
      const made = await change(await other(45_000));
      const { quote } = cancellingOn(paying);
      expect(await quote(made.userId, made.id)).to.deep.equal({
        fee: 90_000,
        refund: 0,
        tier: '100% fee: cancelling cost as much when the booking was changed',
      });
      // If the company waives the fee, cancelling is free after a change, too.
      expect(
        await cancellingOn(paying).cancelForOffice({ role: 'ADMIN', userId: (await anAdmin(engine)).id }, made),
      ).to.include({
        status: 'REFUNDED',
      });
      expect(await refundsOf(made)).to.deep.equal([['OPERATOR_CANCELLATION', 90_000, payment.id]]);
      expect(await statusOf(engine, payment)).to.equal('PARTIAL_REFUND');
    });

    it('the least fee for cancelling a booking that was changed several times is the highest percentage of these changes', async () => {
      at(28);
      const first = await change(await other(50_000));
      expect((await present(first))?.leastFee).to.equal(basisPoints(1_000));
      const second = await change(await other(50_000, { departsAt: hoursAfter(START, 90) }), {}, first);
      expect((await present(second))?.leastFee).to.equal(basisPoints(1_000));
    });
  });

  describe('changes between sections', () => {
    /** Adds a trip a day later that stops in Mugling. A seat from Mugling to Pokhara costs Rs 400. */
    const viaMugling = (traits: Partial<Parameters<typeof aRoad>[1]> = {}) =>
      aRoad(engine, {
        between: ['Mugling'],
        bus: { operatorId: booking.operatorId },
        departsAt: hoursAfter(START, 54),
        fares: [{ from: 1, to: 2, fare: paisa(40_000) }],
        ...traits,
      });
    const LAST = { from: 1, to: 2 };

    /** Adds a paid booking on a trip that goes only from Mugling to Pokhara. */
    async function fromMugling() {
      const start = await aTrip(engine, {
        bus: { operatorId: booking.operatorId },
        from: 'Mugling',
        departsAt: hoursAfter(START, 40),
      });
      const made = await aBooking(engine, { userId: booking.userId, tripId: start.id, seats: [seat('A1')] });
      await payFor(paying, made);
      return made;
    }

    it('a booking’s change to a section of a longer trip costs the fare of this section', async () => {
      const old = await fromMugling();
      const to = await viaMugling();
      const quote = await changing.quote(old, to, { section: LAST });
      expect(quote.newTotal).to.equal(40_000);
      await changing.hold(old, to.id, ['A1'], LAST);
      const { booking: made } = await changing.ask(old, to, {
        numbers: ['A1'],
        section: LAST,
        toRefund: quote.toRefund,
      });
      expect(made).to.include({ status: 'CONFIRMED', total: 40_000 });
      expect(made.section).to.deep.equal(LAST);
      const free = await changing.hold({ userId: await aPassengerId(engine) }, to.id, ['A1'], { from: 0, to: 1 });
      expect(free.held).to.deep.equal(['A1']);
    });

    it('a booking’s change to a section of a trip needs the same two cities, whatever the numbers of their stops', async () => {
      const old = await fromMugling();
      const to = await viaMugling();
      expect(await codeOf(changing.quote(old, to))).to.equal('OTHER_ROAD');
      expect(await codeOf(changing.quote(booking, to, { section: LAST }))).to.equal('OTHER_ROAD');
      expect((await changing.quote(booking, to)).newTotal).to.equal(240_000);
    });

    it('a booking’s change to a section that is not sold is refused before the status of the booking is checked', async () => {
      const to = await viaMugling();
      const section = { from: 0, to: 1 };
      expect(await codeOf(changing.quote(booking, { id: 987_654 as never }, { section }))).to.equal('TRIP_UNKNOWN');
      await cancellingOn(paying).cancel(booking);
      expect(await faultsOf(changing.quote(booking, to, { section }))).to.deep.equal(['to_stop']);
    });

    it('a passenger’s boarding point is kept in a change to another trip only if it is at a stop of the new section', async () => {
      const old = await fromMugling();
      const patch = changePassengers({ ...engine, clock: paying.clock });
      await changePlan(engine, old.tripId, { boardingPoints: [{ name: 'Kalanki', minutes: 0 }] });
      await patch(old.userId, old.id, [{ seat: seat('A1'), boardingPoint: 'Kalanki' }]);
      const to = await viaMugling();
      await changePlan(engine, to.id, { boardingPoints: [{ name: 'Kalanki', minutes: 0 }] });
      await changing.hold(old, to.id, ['A1'], LAST);
      const { booking: made } = await changing.ask(old, to, { numbers: ['A1'], section: LAST });
      expect(made.seats[0]?.boardingPoint).to.equal('');
      const pointOf = (boardingPoint: string) => patch(made.userId, made.id, [{ seat: seat('A1'), boardingPoint }]);
      expect(await faultsOf(pointOf('Kalanki'))).to.deep.equal(['passengers[0].boarding_point']);
      expect((await pointOf('Mugling')).seats[0]?.boardingPoint).to.equal('Mugling');
    });

    it('a booking’s change to seats that the passenger holds for another section is refused', async () => {
      const old = await fromMugling();
      const to = await viaMugling();
      await changing.hold(old, to.id, ['A1']);
      expect(await codeOf(changing.ask(old, to, { numbers: ['A1'], section: LAST }))).to.equal(
        'SEAT_SELECTION_EXPIRED',
      );
    });

    it('a booking’s change to a section of a trip is refused after the departure of the section, not that of the whole trip', async () => {
      const old = await fromMugling();
      const to = await viaMugling({ departsAt: hoursAfter(START, -1), arrivesAt: hoursAfter(START, 4) });
      expect((await changing.quote(old, to, { section: LAST })).newTotal).to.equal(40_000);
      paying.clock.set(minutesAfter(START, 10));
      expect(await codeOf(changing.quote(old, to, { section: LAST }))).to.equal('TRIP_DEPARTED');
    });
  });

  describe('exchanges of seats on the same trip', () => {
    it('an exchange of seats on the same trip keeps the booking, the price and every seat that is not exchanged', async () => {
      const patch = changePassengers({ ...engine, clock: paying.clock });
      await patch(booking.userId, booking.id, [
        { seat: seat('A1'), name: 'Asha' },
        { seat: seat('A2'), name: 'Bina' },
      ]);
      await changing.hold(booking, trip.id, ['B1']);
      const { booking: changed, isNew } = await changing.ask(booking, trip, { numbers: ['B1', 'A2'] });
      expect(isNew).to.equal(false);
      expect(changed).to.include({ id: booking.id, code: booking.code, status: 'CONFIRMED', total: 100_000 });
      expect(changed.seats.map((one) => [one.seat, one.name])).to.deep.equal([
        ['A2', 'Bina'],
        ['B1', 'Asha'],
      ]);
      expect(await rowsOf(engine, booking)).to.deep.equal([]);
      const freed = await changing.hold({ userId: await aPassengerId(engine) }, trip.id, ['A1', 'B1']);
      expect(freed.held).to.deep.equal(['A1']);
    });

    it('an exchange of seats on the same trip finds seats and their passengers however the numbers are spelled', async () => {
      const named = { age: undefined, gender: '', boardingPoint: '', droppingPoint: '' };
      await changing.hold(booking, trip.id, ['B1']);
      const passengers = [{ ...named, seat: seat('B 1'), name: 'Chitra' }];
      const { booking: changed } = await changing.ask(booking, trip, { numbers: ['b1', 'a2'], passengers });
      expect(changed.seats.map((one) => [one.seat, one.name])).to.deep.equal([
        ['A2', ''],
        ['B1', 'Chitra'],
      ]);
    });

    it('an exchange of seats on the same trip is refused if the passenger does not hold the new seats', async () => {
      expect(await codeOf(changing.ask(booking, trip, { numbers: ['B1', 'A2'] }))).to.equal('SEAT_SELECTION_EXPIRED');
    });

    it('an exchange of seats on the same trip sends the confirmation again, by mail and by text message', async () => {
      await Promise.all([mails(), takeTexts()]);
      await change(trip, { numbers: ['B1', 'A2'] });
      expect(await mails()).to.deep.equal([{ kind: 'BOOKING_CONFIRMED', bookingId: booking.id }]);
      expect(await takeTexts()).to.deep.equal([{ kind: 'CONFIRMED', bookingId: booking.id }]);
    });

    it('an exchange of seats on the same trip adds one entry to the activity log', async () => {
      await change(trip, { numbers: ['B1', 'A2'] });
      const { rows } = await engine.trailViews.list({ kind: 'BOOKING_CHANGED' }, { limit: 9 });
      expect(rows.map(({ actor, subject, changes }) => [actor.role, subject.id, changes['seats']?.old])).to.deep.equal([
        ['PASSENGER', booking.id, 'A1, A2'],
      ]);
    });

    it('an exchange of seats on the same trip costs nothing, whatever the fare is now', async () => {
      await changePlan(engine, trip.id, { fare: paisa(999_900) });
      expect(await changing.quote(booking, trip, { numbers: ['B1', 'A2'] })).to.include({
        fee: 0,
        credit: 100_000,
        newTotal: 100_000,
        toPay: 0,
        toRefund: 0,
        isFree: true,
      });
    });
  });

  /** Takes the waiting text messages out of their queue. */
  async function takeTexts() {
    const now = minutesAfter(paying.clock(), 60);
    return engine.transact(async ({ smsQueue }) => {
      const due = await smsQueue.due(now, 1_000);
      for (const text of due) await smsQueue.take(text, 1, now);
      return due.map(({ sms }) => sms);
    });
  }

  async function mails() {
    const until = minutesAfter(paying.clock(), 60);
    const claimed = await engine.transact(({ mailQueue }) => mailQueue.claim(until, minutesAfter(until, 1), 1_000));
    return claimed.map(({ mail }) => mail);
  }
});

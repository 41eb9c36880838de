import { expect } from 'chai';
import { auditBooks } from '../../../core/audit/audit-books.ts';
import type { Audit } from '../../../core/audit/audit-books.ts';
import type { BrokenPromise } from '../../../core/audit/promises.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { completeBookings } from '../../../core/bookings/complete-bookings.ts';
import { cancelBooking } from '../../../core/cancellations/cancel-booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { rateBooking } from '../../../core/ratings/rate-booking.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import type { TripForTests } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryDatabase, onEveryEngine } from '../../support/engines.ts';
import type { Engine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';
import type { Paying } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

const CANCELLATION_TIERS = [{ hours: 47, fee: basisPoints(0) }, { hours: 24, fee: basisPoints(1_050) }, { hours: 0, fee: basisPoints(10_000) }];

interface Day {
  readonly paying: Paying;
  readonly asha: UserId;
  readonly bus: TripForTests;
  readonly minibus: TripForTests;
  readonly book: (...seats: readonly string[]) => Promise<Booking>;
  readonly pay: (booking: Booking) => Promise<Payment>;
  readonly cancel: (booking: Booking) => Promise<unknown>;
  readonly audit: (batch?: number) => Promise<Audit>;
}

async function aDay(engine: Engine): Promise<Day> {
  const paying = payingOn(engine);
  const { clock } = paying;
  const [asha, bus, minibus] = [await aPassengerId(engine), await aTrip(engine, { seats: ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'] }), await aTrip(engine, { seats: 12 })];
  return {
    paying, asha, bus, minibus,
    book: (...seats) => aBooking(engine, { userId: asha, tripId: bus.id, seats: seats.map(seat), bookedAt: clock() }),
    async pay(booking) {
      const payment = await paying.checkout(booking);
      await paying.settle(paying.gateway.pay(payment));
      return payment;
    },
    cancel: ({ id, userId }) => cancelBooking({ ...engine, clock, cancellationTiers: CANCELLATION_TIERS })(userId, id, ''),
    audit: auditBooks({ clock, books: engine.books }),
  };
}

/** Every way in which a booking can end, and a few on the way. */
async function aBusyDay(engine: Engine): Promise<Day> {
  const day = await aDay(engine);
  const { paying: { clock, gateway, settle, checkout, expire }, asha, bus, minibus, book, pay, cancel } = day;
  await pay(await book('A1', 'A2'));
  for (const hoursBefore of [48, 30, 10]) {
    clock.set(hoursAfter(bus.departsAt, -hoursBefore));
    const booking = await book('A3');
    await pay(booking);
    await cancel(booking);
  }
  const unpaid = await book('A4');
  const lateForIt = await checkout(unpaid);
  await cancel(unpaid);
  await settle(gateway.pay(lateForIt));

  const twice = await book('A4');
  const attempts = [await checkout(twice), await checkout(twice)];
  for (const attempt of attempts) await settle(gateway.pay(attempt));

  const [lapsed, revived, lost] = [await book('B1'), await book('B2'), await book('B3')];
  const [late, tooLate] = [await checkout(revived), await checkout(lost)];
  await checkout(lapsed);
  clock.advance(20);
  await expire();
  await pay(await book('B3'));
  for (const payment of [late, tooLate]) await settle(gateway.pay(payment));

  const placed = async () => aBooking(engine, { userId: asha, tripId: minibus.id, seatsCount: 3, bookedAt: clock() });
  await pay(await placed());
  const dropped = await placed();
  await pay(dropped);
  await cancel(dropped);
  await placed();
  await markTold(engine);
  return day;
}

const markTold = ({ transact }: Engine) => transact(async ({ outbox }) => outbox.markSent((await outbox.waiting(1_000)).map(({ id }) => id), START));

const broken = ({ findings }: Audit): readonly string[] => [...new Set(findings.map(({ promise }) => promise))].sort();

onEveryEngine('an audit', (engine) => {
  it('finds nothing wrong with what the service does', async () => {
    const { audit, paying, bus, asha, minibus } = await aBusyDay(engine());
    expect((await audit()).findings).to.deep.equal([]);
    expect((await audit()).bookings).to.equal(13);

    await paying.expire();
    paying.clock.set(bus.arrivesAt);
    await paying.expire();
    await completeBookings({ ...engine(), clock: paying.clock })();
    const rated = await aBooking(engine(), { userId: asha, tripId: minibus.id });
    await engine().transact(async ({ payments, bookings }) => {
      const payment = { bookingId: rated.id, transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f', amount: rated.total, createdAt: START, nextEnquiryAt: undefined };
      await payments.move(await payments.add(payment), 'complete', START);
      await bookings.move(rated.id, 'confirm');
      await bookings.move(rated.id, 'complete');
    });
    await rateBooking({ ...engine(), clock: paying.clock })(asha, rated.id, { stars: 4, review: '', issueFlag: false, issueNote: '' });
    await markTold(engine());
    expect((await audit()).findings).to.deep.equal([]);
  });

  describe('finds, and names the row of,', () => {
    const finds = async (day: Day, ...expected: readonly (readonly [BrokenPromise, RegExp])[]): Promise<void> => {
      const { findings } = await day.audit();
      const told = findings.map(({ promise, row, says }) => `${promise} ${row} ${says}`);
      for (const [promise, says] of expected) {
        expect(told.some((line) => line.startsWith(`${promise} `) && says.test(line)), `${promise} ${says.source} in\n${told.join('\n')}`).to.equal(true);
      }
      expect(broken({ findings, bookings: 0 })).to.deep.equal([...new Set(expected.map(([promise]) => promise))].sort());
    };
    const rowOf = ({ id }: Booking, says = ''): RegExp => new RegExp(`bookings ${id} .*${says}`);

    it('a seat that two bookings have', async () => {
      const day = await aDay(engine());
      const [first] = [await day.book('A1')];
      await day.pay(first);
      await engine().transact(({ seatLocks }) => seatLocks.free(first.id, START));
      const second = await day.book('A1');
      await day.pay(second);
      await finds(day, ['SEAT_SOLD_TWICE', new RegExp(`schedules ${day.bus.id} seat A1 .*${first.id} and ${second.id}`)], ['SEATS_DIFFER', rowOf(first, 'seat A1 is given up')]);
    });

    it('a seat that is sold for good before it is paid', async () => {
      const day = await aDay(engine());
      const booking = await day.book('A1');
      await engine().transact(({ seatLocks }) => seatLocks.keep(booking.id));
      await finds(day, ['SEATS_DIFFER', rowOf(booking, 'sold for good')]);
    });

    it('seats that are fewer than booked, and seats kept by a booking that is over', async () => {
      const day = await aDay(engine());
      const few = await aBooking(engine(), { userId: day.asha, tripId: day.bus.id, seats: [seat('A1')], seatsCount: 2 });
      const over = await day.book('A2');
      await engine().transact(({ bookings }) => bookings.move(over.id, 'expire'));
      await finds(day, ['SEATS_DIFFER', rowOf(few, 'for 2, and has 1')], ['SEATS_DIFFER', rowOf(over, 'still taken')]);
    });

    it('amounts that do not add up', async () => {
      const day = await aDay(engine());
      const on = { userId: day.asha, tripId: day.bus.id };
      const [commission, earning, odd] = [
        await aBooking(engine(), { ...on, seats: [seat('A1')], commission: paisa(12_001), operatorEarning: paisa(107_999) }),
        await aBooking(engine(), { ...on, seats: [seat('A2')], operatorEarning: paisa(1) }),
        await aBooking(engine(), { ...on, seats: [seat('A3'), seat('A4')], total: paisa(10_001) }),
      ];
      const other = await day.book('B1');
      await engine().transact(({ payments }) => payments.add({
        bookingId: other.id, transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f', amount: paisa(1), createdAt: START, nextEnquiryAt: undefined,
      }));
      await finds(day, ['AMOUNTS_DIFFER', rowOf(commission, 'commission')], ['AMOUNTS_DIFFER', rowOf(earning, 'operator gets')],
        ['AMOUNTS_DIFFER', rowOf(odd, 'not 2 times')], ['AMOUNTS_DIFFER', rowOf(other, 'is of NPR 0.01')]);
    });

    it('money that arrived for nothing', async () => {
      const day = await aDay(engine());
      const [unpaid, twice] = [await day.book('A1'), await day.book('A2')];
      const payment = await day.paying.checkout(unpaid);
      const second = await day.paying.checkout(twice);
      await day.pay(twice);
      await engine().transact(async ({ payments }) => {
        await payments.move(payment.id, 'complete', START);
        await payments.move(second.id, 'complete', START);
      });
      await finds(day, ['MONEY_WITHOUT_SEAT', rowOf(unpaid, `payment ${payment.id}`)], ['MONEY_WITHOUT_SEAT', rowOf(twice, `payment ${second.id}`)]);
    });

    it('a seat that nobody paid for', async () => {
      const day = await aDay(engine());
      const free = await aBooking(engine(), { userId: day.asha, tripId: day.bus.id, seats: [seat('A1')], status: 'CONFIRMED' });
      await finds(day, ['SEAT_WITHOUT_MONEY', rowOf(free)]);
    });

    it('a refund that is missing, wrong, or for nothing', async () => {
      const day = await aDay(engine());
      const [missing, wrong, needless] = [await day.book('A1'), await day.book('A2'), await day.book('A3')];
      const [lost, short, paid] = [await day.pay(missing), await day.pay(wrong), await day.pay(needless)];
      const cancellation = { reason: '', by: 'PASSENGER', at: START, fee: paisa(20_000) } as const;
      const refund = { reason: 'PASSENGER_CANCELLATION', amount: paisa(99_999), dueAt: START } as const;
      await engine().transact(async ({ bookings, payments, refunds, seatLocks }) => {
        for (const [booking, payment] of [[missing, lost], [wrong, short]] as const) {
          await bookings.move(booking.id, 'refund', cancellation);
          await payments.move(payment.id, 'refundPartly', START);
          await seatLocks.free(booking.id, START);
        }
        await refunds.add({ ...refund, paymentId: short.id, bookingId: wrong.id }, START);
        await refunds.add({ ...refund, amount: paisa(120_000), reason: 'PASSENGER_CANCELLATION', paymentId: paid.id, bookingId: needless.id }, START);
      });
      await finds(day, ['REFUND_DIFFERS', rowOf(missing, '0 refunds')], ['REFUND_DIFFERS', rowOf(wrong, 'not NPR 1000')],
        ['REFUND_DIFFERS', rowOf(needless, '1 refunds')], ['SEAT_WITHOUT_MONEY', rowOf(needless)]);
    });

    it('a cancellation that says too little', async () => {
      const day = await aDay(engine());
      const booking = await day.book('A1');
      await engine().transact(async ({ bookings, seatLocks }) => {
        await bookings.move(booking.id, 'cancelUnpaid');
        await seatLocks.free(booking.id, START);
      });
      await finds(day, ['CANCELLATION_INCOMPLETE', rowOf(booking)]);
    });

    it('what time has overtaken, two minutes after', async () => {
      const day = await aDay(engine());
      const unpaid = await day.book('A1');
      day.paying.clock.advance(17 - 1 / 60_000);
      await finds(day);
      day.paying.clock.advance(1 / 60_000);
      await finds(day, ['OVERDUE', rowOf(unpaid, 'waits for a payment')]);
      await day.paying.expire();

      const rides = await day.book('A2');
      await day.pay(rides);
      await markTold(engine());
      day.paying.clock.set(minutesAfter(day.bus.arrivesAt, 2));
      await finds(day, ['OVERDUE', rowOf(rides, 'the bus arrived')]);
    });

    it('an event that nobody was told of within a minute', async () => {
      const day = await aDay(engine());
      await day.pay(await day.book('A1'));
      day.paying.clock.advance(1);
      await finds(day);
      day.paying.clock.advance(1 / 60_000);
      await finds(day, ['EVENT_UNTOLD', /outbox \d+ an event on operators\/\d+\/notifications/]);
    });

    it('places that nobody booked', async () => {
      const day = await aDay(engine());
      await engine().transact(({ trips }) => trips.takePlaces(day.minibus.id, 2));
      await finds(day, ['TOTALS_DIFFER', new RegExp(`schedules ${day.minibus.id} places_taken is 2, and its rows make 0`)]);
    });
  });

  it('reads on through many bookings, a few at a time', async () => {
    const day = await aDay(engine());
    const made: Booking[] = [];
    for (let count = 0; count < 5; count += 1) made.push(await aBooking(engine(), { userId: day.asha, tripId: day.minibus.id, status: 'CONFIRMED' }));
    const { bookings, findings } = await day.audit(2);
    expect([bookings, findings.map(({ row }) => row)]).to.deep.equal([5, made.map(({ id }) => `bookings ${id}`)]);
  });
});

onEveryDatabase('an audit of rows that somebody meddled with', (engine, database) => {
  it('finds totals that are not those of their rows', async () => {
    const { audit } = await aBusyDay(engine());
    expect((await audit()).findings).to.deep.equal([]);
    const { knex } = database();
    await knex('operators').where('id', knex('operators').min('id')).update({ rating_sum: 5, rating_count: 1 });
    await knex('bus_seats').where('id', knex('bus_seats').min('id')).update({ is_active: false });
    await knex('bus_documents').where('id', knex('bus_documents').min('id')).update({ status: 'PENDING' });
    expect((await audit()).findings.map(({ promise, row, says }) => [promise, row.split(' ')[0], says])).to.deep.equal([
      ['TOTALS_DIFFER', 'operators', 'rating_sum is 5, and its rows make 0'],
      ['TOTALS_DIFFER', 'operators', 'rating_count is 1, and its rows make 0'],
      ['TOTALS_DIFFER', 'buses', 'active_seats is 8, and its rows make 7'],
      ['TOTALS_DIFFER', 'buses', 'papers_complete is 1, and its rows make 0'],
    ]);
  });

  it('finds seats on another trip', async () => {
    const { audit, book, minibus } = await aDay(engine());
    const booking = await book('A1');
    await database().knex('booking_seats').where('booking_id', booking.id).update({ schedule_id: minibus.id });
    expect((await audit()).findings.map(({ says }) => says)).to.deep.equal([`${booking.code}: seat A1 is on trip ${minibus.id}, the booking on trip ${booking.tripId}`]);
  });
});

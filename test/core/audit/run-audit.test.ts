import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { completeBookings } from '../../../core/bookings/complete-bookings.ts';
import { earn, earnBookings } from '../../../core/bookings/earn-bookings.ts';
import { onlinePayment } from '../../../core/ledger/entries.ts';
import { rateBooking } from '../../../core/bookings/rate-booking.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat } from '../../support/catalogue.ts';
import { aBusyDay, aDay, markPublished } from '../../support/audited-day.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';

onEveryEngine('an audit', (engine) => {
  it('an audit finds nothing wrong with bookings that were made through the service', async () => {
    const { audit, paying, bus, asha, minibus } = await aBusyDay(engine());
    expect((await audit()).findings).to.deep.equal([]);
    expect((await audit()).bookings).to.equal(13);

    await paying.expire();
    // After half an hour, the gateway's answer that it does not know the unpaid payments is final.
    paying.clock.advance(30);
    await paying.reconcile();
    paying.clock.set(bus.arrivesAt);
    await paying.expire();
    await completeBookings({ ...engine(), clock: paying.clock })();
    await earnBookings({ ...engine(), clock: paying.clock })();
    const rated = await aBooking(engine(), { userId: asha, tripId: minibus.id });
    await engine().transact(async (stores) => {
      const { payments, bookings, ledger } = stores;
      const payment = {
        bookingId: rated.id,
        gateway: 'ESEWA',
        transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f',
        amount: rated.total,
        createdAt: START,
        nextEnquiryAt: undefined,
      };
      const paymentId = await payments.add(payment);
      await payments.move(paymentId, 'complete', START);
      await bookings.move(rated.id, 'confirm');
      await bookings.move(rated.id, 'complete');
      await ledger.record(onlinePayment(rated, { paymentId, gateway: 'ESEWA' }), START);
      await earn(stores, [rated], START);
    });
    await rateBooking({ ...engine(), clock: paying.clock })(asha, rated.id, {
      stars: 4,
      review: '',
      issueFlag: false,
      issueNote: '',
    });
    await markPublished(engine());
    expect((await audit()).findings).to.deep.equal([]);
  });

  it('an audit reads many bookings in small batches', async () => {
    const day = await aDay(engine());
    const made: Booking[] = [];
    for (let count = 0; count < 5; count += 1)
      made.push(await aBooking(engine(), { userId: day.asha, tripId: day.minibus.id, status: 'CONFIRMED' }));
    const { bookings, findings } = await day.audit(2);
    const unpaid = findings.filter(({ invariant }) => invariant === 'SEAT_WITHOUT_MONEY').map(({ row }) => row);
    expect([bookings, unpaid]).to.deep.equal([5, made.map(({ id }) => `booking ${id}`)]);
  });
});

onEveryEngine('an audit of a bus that has lost its map', (engine) => {
  it('an audit ignores seats of ended bookings on a bus that has lost its seat map', async () => {
    const day = await aDay(engine());
    const bus = { registrationNo: 'BA 1 PA 1', operatorId: (await anOperator(engine())).operatorId };
    const { id: tripId } = await aTrip(engine(), { seats: ['A1', 'A2'], bus });
    await aBooking(engine(), { userId: day.asha, tripId, seats: [seat('A1')], status: 'EXPIRED' });
    await aBus(engine(), { ...bus, totalSeats: 2, seatMap: null });
    await day.pay(await aBooking(engine(), { userId: day.asha, tripId, seatsCount: 2 }));
    await markPublished(engine());
    expect((await day.audit()).findings).to.deep.equal([]);
  });
});

onEveryEngine('an audit of rows that were changed by hand', (engine, database) => {
  it('an audit finds stored totals that differ from the rows that they sum up', async () => {
    const { audit } = await aBusyDay(engine());
    expect((await audit()).findings).to.deep.equal([]);
    const { knex } = database();
    await knex('operators').where('id', knex('operators').min('id')).update({ rating_sum: 5, rating_count: 1 });
    await knex('bus_seats')
      .where('id', knex('bus_seats').whereNotIn('id', knex('booking_seats').select('seat_id')).min('id'))
      .update({ is_active: false });
    await knex('bus_documents').where('id', knex('bus_documents').min('id')).update({ status: 'PENDING' });
    await knex('buses').where('id', knex('buses').max('id')).update({ company_active: false });
    expect(
      (await audit()).findings.map(({ invariant, row, says }) => [invariant, row.split(' ')[0], says]),
    ).to.deep.equal([
      ['TOTALS_DIFFER', 'trip', 'papers_ok is 1, and its rows make 0. If TIME_ZONE was changed, npm run gate mends it'],
      ['TOTALS_DIFFER', 'company', 'rating_sum is 5, and its rows make 0'],
      ['TOTALS_DIFFER', 'company', 'rating_count is 1, and its rows make 0'],
      ['TOTALS_DIFFER', 'bus', 'active_seats is 8, and its rows make 7'],
      ['TOTALS_DIFFER', 'bus', 'company_active is 0, and its rows make 1'],
    ]);
  });

  it('an audit finds a seat number sold twice, on the previous and on the present bus of a trip', async () => {
    const { audit, book, pay, bus } = await aDay(engine());
    const first = await book('A1');
    await pay(first);
    const { operatorId } = first;
    await database()
      .knex('schedules')
      .where('id', bus.id)
      .update({ bus_id: await aBus(engine(), { operatorId, seats: ['A1'] }) });
    const second = await book('A1');
    await pay(second);
    expect((await audit()).findings.map(({ invariant, row, says }) => `${invariant} ${row} ${says}`)).to.deep.equal([
      `SEAT_SOLD_TWICE trip ${bus.id} seat A1 is sold to bookings ${first.id} and ${second.id}`,
      `SEATS_DIFFER booking ${first.id} ${first.code}: seat A1 is not in use on the bus that makes the trip`,
    ]);
    await database().knex('schedules').where('id', bus.id).update({ departure_time: START });
    expect(
      (await audit()).findings.map(({ invariant: invariant }) => invariant),
      'a bus may be exchanged once it has left',
    ).to.not.include('SEATS_DIFFER');
  });

  it('an audit finds a booking with seats of another trip', async () => {
    const { audit, book, minibus } = await aDay(engine());
    const booking = await book('A1');
    await database().knex('booking_seats').where('booking_id', booking.id).update({ schedule_id: minibus.id });
    expect((await audit()).findings.map(({ says }) => says)).to.deep.equal([
      `${booking.code}: seat A1 is on trip ${minibus.id}, the booking on trip ${booking.tripId}`,
    ]);
  });
});

import { expect } from 'chai';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aBus, aTrip, changePlan } from '../support/catalogue.ts';
import { aPassengerId } from '../support/people.ts';
import { aboutMigration } from '../support/migrating.ts';

const NAME = '0020-booked-plans';

aboutMigration(NAME, 'the migration for booked plans', (at) => {
  const planOf = async ({ id }: Pick<Awaited<ReturnType<typeof aBooking>>, 'id'>) =>
    (await at.engine.transact(({ bookings }) => bookings.find(id)))?.bookedFor;

  it('takes bookings from before it as made for the trip as it is, whatever became of them', async () => {
    const userId = await aPassengerId(at.engine);
    const [first, second] = [
      await aTrip(at.engine, { bus: { type: 'DELUXE' }, seats: 40 }),
      await aTrip(at.engine, {
        bus: { type: 'SOFA' },
        seats: 40,
        departsAt: hoursAfter((await aTrip(at.engine)).departsAt, 5),
      }),
    ];
    const booked = [];
    for (const { id: tripId, departsAt } of [first, second])
      for (const status of ['PENDING_PAYMENT', 'CONFIRMED', 'COMPLETED', 'REFUNDED', 'EXPIRED'] as const) {
        const booking = await aBooking(at.engine, { userId, tripId, status });
        booked.push({ booking, plan: { departsAt, busType: tripId === first.id ? 'DELUXE' : 'SOFA' } });
      }
    await at.back();
    await at.forth();
    for (const { booking, plan } of booked) expect(await planOf(booking), booking.status).to.deep.equal(plan);
  });

  it('is of what a trip was, from then on', async () => {
    const { id: tripId, departsAt } = await aTrip(at.engine);
    await at.back();
    await at.forth();
    const booking = await aBooking(at.engine, { userId: await aPassengerId(at.engine), tripId });
    await changePlan(at.engine, tripId, { departsAt: hoursAfter(departsAt, 2), arrivesAt: hoursAfter(departsAt, 9) });
    expect(await planOf(booking)).to.deep.equal({ departsAt, busType: 'DELUXE' });
  });

  it('keeps what a booking was made for, once the trip has another departure or type of bus', async () => {
    const refusal = (work: Promise<unknown>): Promise<string> => work.then(() => 'It was rolled back.', String);
    const { id: tripId, departsAt } = await aTrip(at.engine);
    await aBooking(at.engine, { userId: await aPassengerId(at.engine), tripId });
    await changePlan(at.engine, tripId, { departsAt: hoursAfter(departsAt, 2), arrivesAt: hoursAfter(departsAt, 9) });
    expect(await refusal(at.back())).to.include('(bookings: 1)');
    await at.forth();
    await changePlan(at.engine, tripId, { departsAt, busId: await aBus(at.engine, { type: 'SOFA' }) });
    expect(await refusal(at.back())).to.include('(bookings: 1)');
  });

  it('leaves alone what is filled in already, when it begins again', async () => {
    const { id: tripId, departsAt } = await aTrip(at.engine);
    const booking = await aBooking(at.engine, { userId: await aPassengerId(at.engine), tripId });
    await changePlan(at.engine, tripId, { departsAt: hoursAfter(departsAt, 2), arrivesAt: hoursAfter(departsAt, 9) });
    await at.database.knex('knex_migrations').where({ name: NAME }).delete();
    await at.forth();
    expect(await planOf(booking)).to.deep.equal({ departsAt, busType: 'DELUXE' });
  });
});

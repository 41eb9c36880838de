import { expect } from 'chai';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aPassengerId } from '../support/people.ts';
import { aboutMigration } from '../support/migrating.ts';

aboutMigration('0018-counter', 'the migration for counters', (at) => {
  const booked = async (traits: Partial<Parameters<typeof aBooking>[1]> = {}) => {
    const { id: tripId } = await aTrip(at.engine);
    return aBooking(at.engine, { userId: await aPassengerId(at.engine), tripId, ...traits });
  };
  const refusal = (work: Promise<unknown>): Promise<string> => work.then(() => 'It was rolled back.', String);

  it('takes bookings from before it as made online', async () => {
    const { id } = await booked();
    await at.back();
    await at.forth();
    expect(await at.engine.transact(({ bookings }) => bookings.find(id))).to.deep.include({
      channel: 'ONLINE',
      contact: null,
    });
  });

  it('keeps shifts, and for whom was booked at a counter', async () => {
    const { userId, operatorId } = await booked();
    const shift = { operator_id: operatorId, user_id: userId, staff_id: 1, opened_at: START, opening_cash_paisa: 0 };
    await at.database.knex('shifts').insert(shift);
    expect(await refusal(at.back())).to.include('(shifts: 1)');
    await at.database.knex('shifts').delete();
    await at.forth();
    await booked({ channel: 'COUNTER', contact: { name: 'Asha Gurung', phone: '9812345678', email: null } });
    expect(await refusal(at.back())).to.include('(bookings: 1)');
  });

  it('lets nobody have two shifts open at once', async () => {
    const { userId, operatorId } = await booked();
    const shift = { operator_id: operatorId, user_id: userId, staff_id: 1, opened_at: START, opening_cash_paisa: 0 };
    await at.database.knex('shifts').insert({ ...shift, closed_at: START });
    await at.database.knex('shifts').insert(shift);
    expect(await refusal(at.database.knex('shifts').insert(shift))).to.match(/unique/i);
  });
});

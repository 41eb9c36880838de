import { expect } from 'chai';
import type { Language } from '../../core/kernel/language.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { aPassengerId } from '../support/people.ts';
import { aboutMigration } from '../support/migrating.ts';

aboutMigration('0026-languages', 'the migration for languages', (at) => {
  const booked = async (language: Language) => {
    const { id: tripId } = await aTrip(at.engine);
    return aBooking(at.engine, { userId: await aPassengerId(at.engine), tripId, language });
  };

  it('takes bookings from before it as made in English', async () => {
    const { id } = await booked('en');
    await at.back();
    await at.forth();
    expect(await at.engine.transact(({ bookings }) => bookings.find(id))).to.include({ language: 'en' });
  });

  it('keeps in which language a booking was made', async () => {
    await booked('ne');
    const refusal = await at.back().then(() => 'It was rolled back.', String);
    expect(refusal).to.include('(bookings: 1)');
  });
});

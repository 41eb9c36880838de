import { expect } from 'chai';
import type { UserId } from '../../core/kernel/ids.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBooking, sitting } from '../support/bookings.ts';
import { buyingOn } from '../support/buying.ts';
import { paisa } from '../../core/kernel/money.ts';
import { en } from '../../web/words/en/passenger.ts';
import { ne } from '../../web/words/ne/passenger.ts';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aPaidBooking } from '../support/refunds.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const POINTS = {
  boardingPoints: [
    { name: 'Kalanki', minutes: 0 },
    { name: 'Thankot', minutes: 30 },
  ],
  droppingPoints: [
    { name: 'Damauli', minutes: 300 },
    { name: 'Prithvi Chowk', minutes: 400 },
  ],
};

onWeb('the ways of a passenger to a ticket', (web) => {
  const { register } = buyingOn(web);

  it('a stranger finds “My ticket” in the header and below the search, and comes to the search for a booking', async () => {
    const page = await web.visit('/');
    await page.getByRole('form', { name: 'Find a bus' }).getByRole('link', { name: 'My ticket' }).click();
    await page.getByRole('textbox', { name: 'Booking code' }).waitFor();
    await page.getByRole('link', { name: 'Bus Ticket' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My ticket' }).click();
    await page.getByRole('textbox', { name: 'Booking code' }).waitFor();
    await expectAccessible(page);
  });

  for (const [language, words] of [
    ['en', en],
    ['ne', ne],
  ] as const)
    it(`a past journey is booked again with its route, points and names, in ${language}`, async () => {
      const session = await register();
      const { dependencies } = web.api;
      const old = await aTrip(dependencies, { departsAt: hoursAfter(START, -48) });
      const tomorrow = await aTrip(dependencies, { departsAt: hoursAfter(START, 24) });
      await changePlan(dependencies, tomorrow.id, POINTS);
      const at = { boardingPoint: 'Thankot', droppingPoint: 'Damauli' };
      await aBooking(dependencies, {
        userId: session.user.id as UserId,
        tripId: old.id,
        bookedAt: hoursAfter(START, -60),
        seats: [seat('A1'), seat('A2')],
        passengers: [
          sitting(seat('A1'), { name: 'Asha Gurung', age: 34, gender: 'F', ...at }),
          sitting(seat('A2'), { name: 'Bikash Gurung', ...at }),
        ],
        status: 'COMPLETED',
      });
      const page = await web.visit('/bookings', { session, language });
      await page.getByRole('link', { name: words.bookings.again }).click();
      await page.locator(`a[href*="/trips/${tomorrow.id}"]`).click();
      for (const number of ['B1', 'B2']) await page.locator(`input[data-seat="${number}"]`).check();
      const chosen = page.locator('select');
      expect(await chosen.nth(0).inputValue()).to.equal('Thankot');
      expect(await chosen.nth(1).inputValue()).to.equal('Damauli');
      await page.getByRole('button', { name: words.buying.continue }).click();
      const names = page.getByRole('group').getByRole('textbox', { name: words.buying.name });
      await names.nth(1).waitFor();
      expect(await Promise.all([0, 1].map((at) => names.nth(at).inputValue()))).to.deep.equal([
        'Asha Gurung',
        'Bikash Gurung',
      ]);
    });

  it('the payment page and the list of a change say what is counted, and that the old seats stay', async () => {
    const session = await register();
    const { booking } = await aPaidBooking(web.api.dependencies, {
      userId: session.user.id as UserId,
      seats: [seat('A1')],
    });
    const { id: dearer } = await aTrip(web.api.dependencies, {
      bus: { operatorId: booking.operatorId },
      fare: paisa(180_000),
      departsAt: hoursAfter(START, 72),
    });
    const hold = { seat_numbers: ['A1'] };
    await web.api.post(`/api/trips/${dearer}/seats/lock`, hold, session.access);
    const change = await web.api.post(
      `/api/bookings/${booking.id}/change`,
      { schedule_id: dearer, ...hold },
      session.access,
    );
    expect(change.status, JSON.stringify(change.json)).to.equal(201);
    const page = await web.visit('/bookings', { session });
    const said = new RegExp(`Change of ${booking.code}: Rs 1,800 − Rs [\\d,]+ = Rs [\\d,]+\\. Until it is paid`);
    await page.getByText(said).waitFor();
    await page.goto(`/pay/${change.json.id}`);
    await page.getByRole('heading', { level: 1, name: 'Pay for the change' }).waitFor();
    await page.getByText(said).waitFor();
    await expectAccessible(page);
  });
});

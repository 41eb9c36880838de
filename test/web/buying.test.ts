import { buyingOn, seatOn, timer } from '../support/buying.ts';
import { expectAccessible, onWeb, pressOn, tabTo } from '../support/web.ts';

onWeb('buying a seat', (web) => {
  const { register, trip } = buyingOn(web);

  for (const looks of [
    { width: 360, language: 'en', dark: false },
    { width: 1280, language: 'ne', dark: true },
  ] as const)
    it(`the pages from the seat map to the gateway are accessible, ${looks.width} px wide, in ${looks.language}`, async () => {
      const id = await trip({ seats: ['A1', 'A2', 'B1', 'B2', 'A3', 'A4', 'B3', 'B4'] });
      const page = await (await web.person({ session: await register(), ...looks })).open(`/trips/${id}`);
      await page.locator('input[data-seat]').first().check();
      await page.locator('input[data-seat]').nth(1).check();
      await page.getByRole('timer').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: looks.language === 'en' ? 'Continue' : 'अगाडि बढ्नुहोस्' }).click();
      await page.waitForURL(`**/book/${id}`);
      await page.getByRole('radio').first().check();
      await page.getByRole('timer').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: /eSewa/ }).click();
      await page.locator('[aria-invalid=true]').waitFor();
      await expectAccessible(page);
      await page.getByRole('textbox').nth(2).fill('Bina Gurung');
      await page.getByRole('button', { name: /eSewa/ }).click();
      await page.getByRole('button', { name: 'Fail', exact: true }).click();
      await page.waitForURL('**/payment-result.html*');
      await page.getByRole('main').getByRole('link').first().click();
      await page.waitForURL('**/pay/*');
      await page.getByRole('timer').waitFor();
      await expectAccessible(page);
    });

  it('a failed payment can be tried again by keyboard alone', async () => {
    const id = await trip({ seats: 5 });
    const page = await (await web.person({ session: await register() })).open(`/trips/${id}`);
    const places = page.getByRole('spinbutton', { name: 'Seats' });
    await tabTo(page, places);
    await page.keyboard.press('ArrowUp');
    await pressOn(page, page.getByRole('button', { name: 'Continue' }), 'Enter');
    await page.waitForURL(`**/book/${id}`);
    await page.getByRole('region', { name: 'Price' }).getByText('Rs 2,400').waitFor();
    await pressOn(page, page.getByRole('button', { name: 'Pay with eSewa' }), 'Enter');
    await pressOn(page, page.getByRole('button', { name: 'Fail', exact: true }), 'Enter');
    await page.getByRole('heading', { name: 'Not paid yet' }).waitFor();
    await pressOn(page, page.getByRole('link', { name: 'Try again' }), 'Enter');
    await pressOn(page, page.getByRole('button', { name: 'Pay with eSewa' }), 'Enter');
    await pressOn(page, page.getByRole('button', { name: 'Pay', exact: true }), 'Enter');
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
  });

  it('arrow keys move from seat to seat on the trip’s seat map', async () => {
    const id = await trip();
    const page = await (await web.person({ session: await register() })).open(`/trips/${id}`);
    await pressOn(page, seatOn(page, 'A1'), 'Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await pressOn(page, page.getByRole('button', { name: 'Continue' }), 'Enter');
    await page.getByRole('group', { name: 'Seat A1' }).waitFor();
    await page.getByRole('group', { name: 'Seat B1' }).waitFor();
  });

  it('the checkout page says when the time to pay has run out', async () => {
    const id = await trip({ seats: 5 });
    const session = await register();
    const booked = await web.api.post('/api/bookings', { schedule_id: id, seats: 1 }, session.access);
    const page = await (await web.person({ session })).open(`/pay/${booked.json.id}`);
    await timer(page).waitFor();
    await web.pass(16);
    await page.getByRole('heading', { name: 'The time to pay is over' }).waitFor();
    await page.getByRole('link', { name: 'Search again' }).waitFor();
  });
});

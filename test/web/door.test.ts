import { expect } from 'chai';
import { type Instant, hoursAfter } from '../../core/kernel/time.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { aTrip } from '../support/catalogue.ts';
import { buyingOn, seatOn, timer } from '../support/buying.ts';
import { aDoor } from '../support/doors.ts';
import { eventually } from '../support/eventually.ts';
import { hasFocus, expectAccessible, onWeb } from '../support/web.ts';

onWeb(
  'the page of a sale that opens',
  (web) => {
    const { register } = buyingOn(web);

    it('a passenger joins before the sale opens, goes in by keyboard when it is the turn, and holds a seat', async () => {
      const { dependencies, clock } = web.api;
      const opensAt = hoursAfter(clock(), 1);
      const { id } = await aTrip(dependencies, { departsAt: hoursAfter(clock(), 48) });
      await aDoor(dependencies, { opensAt, trips: [id] });
      const { open } = await web.person({ session: await register() });
      const page = await open(`/trips/${id}`);
      await page.getByRole('link', { name: 'Sale opens 20 Nov, 11:00' }).click();
      await page.getByRole('heading', { level: 1, name: 'The sale opens at 11:00' }).waitFor();
      await page.getByRole('timer', { name: 'Time left' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByText('Your number is drawn at 11:00.').first().waitFor();
      expect(await page.getByRole('button', { name: 'Join' }).count()).to.equal(0);

      await web.pass(61);
      await web.api.useCases.stepDoors();
      const turn = page.getByRole('heading', { level: 1, name: 'It is your turn' });
      // The page asks for the number at a random moment of the first minute, and for the door every few seconds.
      await eventually(async () => {
        await web.pass(1);
        await web.api.useCases.stepDoors();
        return turn.isVisible();
      });
      const goIn = page.getByRole('button', { name: 'Go in' });
      expect(await hasFocus(goIn)).to.equal(true);
      expect(await page.title()).to.contain('It is your turn');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await page.getByText('You are in').first().waitFor();
      await page.getByRole('link', { name: 'To the bus' }).click();
      await seatOn(page, 'A1').check();
      await timer(page).waitFor();
    });

    it('the page asks again for its number if the service did not answer', async () => {
      const { dependencies, clock } = web.api;
      const { id } = await aTrip(dependencies, { departsAt: hoursAfter(clock(), 48) });
      // A whole minute, as the name of a door says no milliseconds.
      const opensAt = (Math.ceil(clock() / 60_000 + 180) * 60_000) as Instant;
      await aDoor(dependencies, { opensAt, trips: [id] });
      // The service reads the doors anew only after some seconds.
      await web.pass(1);
      const { open } = await web.person({ session: await register() });
      const page = await open(`/door/${doorNameOf(opensAt)}`);
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByText('Your number is drawn at').first().waitFor();
      web.forgive(/503|ERR_FAILED/);
      let refused = 0;
      await page.route('**/api/doors/*/place', async (route) => {
        refused += 1;
        await (refused > 2 ? route.fallback() : refused > 1 ? route.abort() : route.fulfill({ status: 503 }));
      });
      await web.pass(182);
      await eventually(async () => {
        await web.pass(1);
        await web.api.useCases.stepDoors();
        return page.getByRole('heading', { level: 1, name: 'It is your turn' }).isVisible();
      });
      expect(refused).to.be.greaterThan(2);
    });

    it('a visitor signs in to join, and comes back to the line', async () => {
      const { dependencies, clock } = web.api;
      const { id } = await aTrip(dependencies, { departsAt: hoursAfter(clock(), 48) });
      await aDoor(dependencies, { opensAt: hoursAfter(clock(), 2), trips: [id] });
      await web.pass(1);
      const page = await web.visit(`/trips/${id}`, { language: 'ne', dark: true });
      await page.getByRole('link', { name: 'बिक्री' }).click();
      const signIn = page.getByRole('link', { name: 'लाममा बस्न साइन इन गर्नुहोस्' });
      await signIn.waitFor();
      await expectAccessible(page);
      await signIn.click();
      await page.waitForURL(/sign-in\?next=%2Fdoor%2F/);
    });
  },
  { environment: { DOOR_IDENTITY: 'account' } },
);

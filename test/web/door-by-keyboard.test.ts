import { expect } from 'chai';
import { hoursAfter } from '../../core/kernel/time.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { aTrip } from '../support/catalogue.ts';
import { buyingOn, timer } from '../support/buying.ts';
import { aDoor } from '../support/doors.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible, hasFocus, onWeb, pressOn, tabTo } from '../support/web.ts';

onWeb(
  'a sale that opens, by keyboard and screen reader alone',
  (web) => {
    const { register } = buyingOn(web);

    it('a passenger joins, goes in, has the best seats chosen and pays by keyboard, and is told each step', async () => {
      const { dependencies, clock } = web.api;
      const { id } = await aTrip(dependencies, { departsAt: hoursAfter(clock(), 48) });
      const opensAt = hoursAfter(clock(), 1);
      await aDoor(dependencies, { opensAt, trips: [id] });
      const page = await web.visit(`/door/${doorNameOf(opensAt)}?trip=${id}`, { session: await register() });
      const spoken = page.getByRole('status');
      await spoken.filter({ hasText: 'numbers are drawn' }).waitFor();
      await expectAccessible(page);
      await pressOn(page, page.getByRole('button', { name: 'Join' }), 'Enter');
      // The button is gone, so the focus leads to the sentence that tells what happened.
      const joined = page.getByRole('paragraph').filter({ hasText: /^You are in\. Your number is drawn at 11:00/ });
      await eventually(async () => hasFocus(joined.last()));
      await expectAccessible(page);

      await web.pass(61);
      await web.api.useCases.stepDoors();
      const goIn = page.getByRole('button', { name: 'Go in' });
      await eventually(async () => {
        await web.pass(1);
        await web.api.useCases.stepDoors();
        return goIn.isVisible();
      });
      expect(await hasFocus(goIn)).to.equal(true);
      await spoken.filter({ hasText: 'It is your turn' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      const onward = page.getByRole('link', { name: 'To the bus' });
      await onward.waitFor();
      await eventually(async () => hasFocus(onward));
      await expectAccessible(page);
      await page.keyboard.press('Enter');

      const best = page.getByRole('button', { name: 'Best seats' });
      await pressOn(page, best, 'Enter');
      await spoken.filter({ hasText: 'Chosen for you: A1.' }).waitFor();
      await timer(page).waitFor();
      await expectAccessible(page);
      await pressOn(page, page.getByRole('button', { name: 'Continue' }), 'Enter');
      const seat = page.getByRole('group', { name: 'Seat A1' });
      const name = seat.getByRole('textbox', { name: 'Name' });
      await tabTo(page, name);
      expect(await name.inputValue()).to.equal('Asha Gurung');
      await pressOn(page, seat.getByRole('radio', { name: 'Female' }), 'Space');
      await expectAccessible(page);
      await pressOn(page, page.getByRole('button', { name: 'Pay with eSewa' }), 'Enter');
      await pressOn(page, page.getByRole('button', { name: 'Pay', exact: true }), 'Enter');
      await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    });
  },
  { environment: { DOOR_IDENTITY: 'account' } },
);

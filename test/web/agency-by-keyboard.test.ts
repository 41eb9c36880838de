import { expect } from 'chai';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgencyOnline } from '../support/agency-web.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible, hasFocus, onWeb, pressOn, tabTo } from '../support/web.ts';
import { agency as en } from '../../web/words/en/portal/agents.ts';
import { counter as enCounter } from '../../web/words/en/portal/counter.ts';
import { agency as ne } from '../../web/words/ne/portal/agents.ts';
import { counter as neCounter } from '../../web/words/ne/portal/counter.ts';

onWeb('the pages of an agent, by keyboard alone', (web) => {
  for (const [width, language] of [
    [360, 'ne'],
    [1366, 'en'],
  ] as const)
    it(`a clerk of an agent searches, sells two seats and gets the ticket by keyboard, ${width} px wide, in ${language}`, async () => {
      const [words, counter] = language === 'en' ? [en.sell, enCounter] : [ne.sell, neCounter];
      const { member, at } = await anAgencyOnline(web);
      const departsAt = hoursAfter(START, 6);
      const trip = await aTrip(web.api.dependencies, { departsAt, seats: ['A1', 'A2', 'B1', 'B2'] });
      const clerk = await member('CLERK');
      const page = await (await at(clerk, { width, language })).open('/portal');
      for (const [label, typed] of [
        [words.from, 'kathm'],
        [words.to, 'pokh'],
      ] as const) {
        await tabTo(page, page.getByRole('combobox', { name: label, exact: true }));
        await page.keyboard.type(typed);
        await page.getByRole('option').first().waitFor();
        await page.keyboard.press('Enter');
      }
      await expectAccessible(page);
      await pressOn(page, page.getByRole('button', { name: words.search, exact: true }), 'Enter');
      await page.getByRole('list', { name: words.trips }).waitFor();
      await expectAccessible(page);
      await pressOn(page, page.locator(`a[href*="/sell/${trip.id}"]`), 'Enter');

      await tabTo(page, page.getByRole('textbox', { name: counter.seats }));
      await page.keyboard.type('a1 b1');
      await page.keyboard.press('Enter');
      const name = page.getByRole('textbox', { name: counter.name });
      await eventually(() => hasFocus(name));
      await page.keyboard.type('Asha Gurung');
      await tabTo(page, page.getByRole('textbox', { name: counter.phone }));
      await page.keyboard.type('9812345678');
      await expectAccessible(page);
      await pressOn(page, page.locator('form button[type="submit"]'), 'Enter');
      const sold = page.getByRole('region', { name: counter.soldTitle });
      await sold.waitFor();
      await eventually(() => hasFocus(sold));
      await expectAccessible(page);
      const ticket = sold.getByRole('button', { name: counter.ticket });
      const [file] = await Promise.all([page.waitForEvent('download'), pressOn(page, ticket, 'Enter')]);
      const { results } = (await web.api.get('/api/agent/bookings', clerk.token)).json;
      expect([results[0].seats_count, file.suggestedFilename()]).to.deep.equal([
        2,
        `ticket-${results[0].booking_code}.pdf`,
      ]);
    });
});

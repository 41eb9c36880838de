import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { hoursAfter } from '../../core/kernel/time.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { joinDoor } from '../../core/line/join-door.ts';
import { aTrip } from '../support/catalogue.ts';
import { aDoor } from '../support/doors.ts';
import { eventually } from '../support/eventually.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { aPassengerId, anAdmin } from '../support/people.ts';
import { staffOn } from '../support/staff.ts';
import { expectAccessible, onWeb, tabTo } from '../support/web.ts';

/** The figure of a name in the list of figures. */
const figure = (page: Page, name: string): Promise<string> =>
  page.getByRole('region', { name: 'Figures' }).locator(`dt:text-is("${name}") + dd`).innerText();

onWeb(
  'the openings of sales in the portal',
  (web) => {
    it('a manager gives a trip a moment at which its sale opens, is refused at the field, and sees it on the trip', async () => {
      const { trip, member, at } = await aCompanyOnline(web);
      const page = await (await at(await member('MANAGER'))).open(`/portal/trips/${trip.id}`);
      await page.getByRole('button', { name: 'Sale opens' }).click();
      const dialog = page.getByRole('dialog');
      const field = dialog.getByLabel('Sale opens');
      await field.fill('2026-11-21T10:07');
      await dialog.getByRole('button', { name: 'Save the moment' }).click();
      await dialog.getByText('must be a multiple of 15 minutes').last().waitFor();
      expect(await field.getAttribute('aria-invalid')).to.equal('true');
      await expectAccessible(page);
      await field.fill('2026-11-20T18:00');
      await page.keyboard.press('Enter');
      await page.getByText('Sale opens 20 Nov, 18:00').first().waitFor();

      // The moment is less than 24 hours away, so only the platform can move it.
      await page.getByRole('button', { name: 'Sale opens' }).click();
      expect(await field.inputValue()).to.equal('2026-11-20T18:00');
      await field.fill('');
      await dialog.getByRole('button', { name: 'Save the moment' }).click();
      await dialog.locator('.field-error').waitFor();
      expect(await field.getAttribute('aria-invalid')).to.equal('true');
    });

    it('a new trip and a timetable take a moment at which their sale opens', async () => {
      const { owner, at, aTimetable } = await aCompanyOnline(web);
      const timetable = await aTimetable('2026-12-05');
      const person = await at(owner, { width: 1366 });
      const page = await person.open(`/portal/timetables/${timetable.id}`);
      await page.getByLabel('Sale opens').fill('2026-11-25T10:00');
      await page.getByRole('button', { name: 'See what will change' }).click();
      await page.getByRole('button', { name: 'Change the timetable' }).click();
      await page.waitForURL(/timetables$/);
      const { json } = await web.api.get(`/api/operator/timetables/${timetable.id}`, owner.token);
      expect(json.sale_opens_at).to.equal('2026-11-25T04:15:00.000Z');
      await page.goto(`/portal/trips?from=2026-12-05&to=2026-12-05`);
      await page.getByText('Sale opens 25 Nov, 10:00').waitFor();
      await page.goto('/portal/trips/new');
      await page.getByLabel('Departure').fill('2026-12-20T07:00');
      await page.getByLabel('Sale opens').fill('2026-12-21T07:00');
      await page.getByRole('button', { name: 'Plan this trip' }).click();
      await page.locator('.field-error').first().waitFor();
      await expectAccessible(page);
    });

    it('a clerk follows the opening of a sale with its figures, which are asked for again', async () => {
      const { dependencies, clock, useCases } = web.api;
      const { trip, member, at } = await aCompanyOnline(web);
      const opensAt = hoursAfter(clock(), 2);
      await aDoor(dependencies, { opensAt, trips: [trip.id] });
      await useCases.stepDoors();
      await web.pass(1);
      const join = async () =>
        joinDoor({ ...dependencies, clock })(await aPassengerId(dependencies), doorNameOf(opensAt));
      await join();
      const page = await (await at(await member('CLERK'))).open('/portal/doors');
      await page.getByRole('heading', { level: 1, name: 'Sale openings' }).waitFor();
      const row = page.getByRole('table', { name: 'Sale openings' }).getByRole('row').nth(1);
      await row.getByText('People join').waitFor();
      await expectAccessible(page);
      await row.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Sale opening 20 Nov, 12:00' }).waitFor();
      expect(await figure(page, 'Joined')).to.equal('1');
      expect(await page.getByRole('button', { name: 'Pause' }).count()).to.equal(0);
      await page.getByRole('link', { name: `Trip ${trip.id}` }).waitFor();
      await expectAccessible(page);
      await join();
      await eventually(async () => {
        await page.clock.fastForward(10_000);
        return (await figure(page, 'Joined')) === '2';
      });
    });

    it('an administrator sets how many are let in, pauses an opening by keyboard, and moves it with a reason', async () => {
      const { dependencies, clock } = web.api;
      const opensAt = hoursAfter(clock(), 7);
      const { id } = await aTrip(dependencies, { departsAt: hoursAfter(clock(), 72) });
      await aDoor(dependencies, { opensAt, trips: [id] });
      const admin = staffOn(() => web.api).signedIn(await anAdmin(dependencies), 'ADMIN');
      const session = { access: admin.token, refresh: 'none is needed', user: { ...admin, role: 'ADMIN' } };
      const looks = { session, keptAs: 'portal-session', width: 1366, dark: true } as const;
      const page = await web.visit(`/portal/admin/doors/${doorNameOf(opensAt)}`, looks);
      const trips = page.getByRole('table', { name: 'Trips', exact: true });
      await trips.getByText(`Trip ${id} · Kathmandu → Pokhara`).waitFor();
      const form = page.getByRole('form', { name: 'Letting people in' });
      await form.getByLabel('Admitted a minute').fill('0');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.locator('.field-error').waitFor();
      await form.getByLabel('Admitted a minute').fill('40');
      await form.getByLabel('Notice in English').fill('We wait for the bank.');
      await form.getByLabel('Notice in Nepali').fill('बैंकलाई पर्खिँदै छौं।');
      await form.getByRole('button', { name: 'Save' }).click();
      await eventually(async () => (await figure(page, 'A minute')) === '40');
      const { json } = await web.api.get(`/api/admin/doors/${doorNameOf(opensAt)}`, admin.token);
      expect([json.notice, json.notice_ne]).to.deep.equal(['We wait for the bank.', 'बैंकलाई पर्खिँदै छौं।']);
      await tabTo(page, page.getByRole('button', { name: 'Pause' }));
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await page.getByText('Paused', { exact: true }).waitFor();
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Move' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('New moment').fill('2026-11-22T10:05');
      await dialog.getByLabel('Reason').fill('The road is closed.');
      await dialog.getByRole('button', { name: 'Move the opening' }).click();
      await dialog.getByText('must be a multiple of 15 minutes').last().waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('New moment').fill('2026-11-22T10:00');
      await dialog.getByRole('button', { name: 'Move the opening' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sale opening 22 Nov, 10:00' }).waitFor();
      await web.pass(1);
      const seen = await web.visit('/portal/admin/doors', { ...looks, language: 'ne', width: 360 });
      await seen.getByRole('heading', { level: 1, name: 'बिक्री खुल्ने समय' }).waitFor();
      await seen.getByText('२२ नोभेम्बर').first().waitFor();
      await expectAccessible(seen);
    });
  },
  { environment: { DOOR_IDENTITY: 'account' } },
);

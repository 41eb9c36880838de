import { expect } from 'chai';
import { aTrip, changePlan } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { staffOn } from '../support/staff.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('the desk of a company', (web) => {
  it('the overview of today can be limited to buses that stop at the clerk’s counter, also after a reload', async () => {
    const { owner, member, at } = await aCompanyOnline(web);
    const bus = { operatorId: owner.operatorId! };
    const { dependencies } = web.api;
    const early = await aTrip(dependencies, { bus, departsAt: hoursAfter(START, 2) });
    await aTrip(dependencies, { bus, from: 'Butwal', to: 'Ilam', departsAt: hoursAfter(START, 3) });
    await changePlan(dependencies, early.id, { boardingPoints: [{ name: 'Kalanki', minutes: 25 }] });
    const contact = { name: 'Maya Gurung', phone: '9841000000' };
    await web.api.post(
      `/api/operator/trips/${early.id}/sales`,
      { seat_numbers: ['A1'], contact, paid_by: 'QR' },
      owner.token,
    );
    const page = await (await at(await member('CLERK'))).open('/portal');
    const departures = page.getByRole('table', { name: 'Departures' });
    await departures.getByText('1 of 4').waitFor();
    expect(await departures.getByRole('row').count(), 'with the heading').to.equal(3);
    const find = page.getByRole('searchbox', { name: 'Find a departure' });
    await find.fill('ILA butw');
    await departures.getByRole('link', { name: 'Kathmandu → Pokhara', exact: true }).waitFor({ state: 'detached' });
    expect(await departures.getByRole('row').count()).to.equal(2);
    await find.fill('ila pok');
    await page.getByText('No departure that is still ahead has these words.').waitFor();
    await find.fill('');
    await page.getByRole('combobox', { name: 'From my counter' }).selectOption('Kalanki');
    await departures.getByRole('link', { name: 'Butwal → Ilam', exact: true }).waitFor({ state: 'detached' });
    await page.reload();
    await departures.getByRole('link', { name: 'Kathmandu → Pokhara', exact: true }).waitFor();
    expect(await departures.getByRole('row').count()).to.equal(2);
    await expectAccessible(page);
  });

  it('the list of trips begins with the next trip, and folds the trips of the same day that have left', async () => {
    const { owner, member, at } = await aCompanyOnline(web);
    const bus = { operatorId: owner.operatorId! };
    const { dependencies } = web.api;
    const early = await aTrip(dependencies, { bus, from: 'Gorkha', departsAt: hoursAfter(START, 1) });
    await changePlan(dependencies, early.id, { departedAt: web.api.clock() });
    await aTrip(dependencies, { bus, from: 'Butwal', to: 'Ilam', departsAt: hoursAfter(START, 3) });
    const page = await (await at(await member('CLERK'))).open('/portal/trips');
    const left = page.getByRole('link', { name: 'Gorkha → Pokhara', exact: true });
    await page.getByRole('link', { name: 'Butwal → Ilam', exact: true }).waitFor();
    expect(await left.isVisible(), 'folded').to.equal(false);
    await page.getByText('Left already: 1').click();
    await left.waitFor();
    await expectAccessible(page);
  });

  it('the filters of the trips are folded on a phone, say how many are set, and are open on a wide screen', async () => {
    const { member, at } = await aCompanyOnline(web);
    const clerk = await member('CLERK');
    const status = { name: 'Status', exact: true };
    const phone = await (await at(clerk)).open('/portal/trips?status=ACTIVE');
    const fold = phone.locator('summary', { hasText: 'Filters' });
    await fold.getByText('1', { exact: true }).waitFor();
    expect(await phone.getByRole('combobox', status).count()).to.equal(0);
    await fold.click();
    expect(await phone.getByRole('combobox', status).inputValue()).to.equal('ACTIVE');
    await expectAccessible(phone);
    const wide = await (await at(clerk, { width: 1280 })).open('/portal/trips');
    await wide.getByRole('group', { name: 'Filters' }).getByRole('combobox', status).waitFor();
  });

  it('a timetable can be copied with its bus, times and fare, beginning tomorrow', async () => {
    const { owner, at, aTimetable } = await aCompanyOnline(web);
    const timetable = await aTimetable('2026-12-05');
    const page = await (await at(owner)).open(`/portal/timetables/${timetable.id}`);
    await page.getByRole('link', { name: 'Copy this timetable' }).click();
    await page.getByRole('heading', { level: 1, name: 'New timetable' }).waitFor();
    expect(await page.getByLabel('Fare for one seat (Rs)').inputValue()).to.equal('950');
    expect(await page.getByLabel('Departure').inputValue()).to.equal('21:30');
    await expectAccessible(page);
  });

  it('the sales report’s page compares a day with the week before, and a period with the days before it', async () => {
    const { owner, trip, at } = await aCompanyOnline(web);
    const contact = { name: 'Maya Gurung', phone: '9841000000' };
    await web.api.post(
      `/api/operator/trips/${trip.id}/sales`,
      { seat_numbers: ['A1'], contact, paid_by: 'QR' },
      owner.token,
    );
    // At this width the table has the least space for its figures.
    const page = await (await at(owner, { width: 768 })).open('/portal/sales?from=2026-11-29&to=2026-11-29&by=route');
    await page.getByText('Nothing left in these days').waitFor();
    await page.goto('/portal/sales?from=2026-11-22&to=2026-11-22&by=day');
    await page.getByText('a week before: Rs 0').first().waitFor();
    await page
      .getByRole('table', { name: 'Sales' })
      .getByRole('row', { name: /^Together.*Rs 1,200/ })
      .waitFor();
    await page.goto('/portal/sales?from=2026-11-20&to=2026-11-23&by=day');
    await page.getByText('4 days before: Rs 0').first().waitFor();
    await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Last month' }).click();
    await page.waitForURL(/from=2026-10-01&to=2026-10-31/);
    await expectAccessible(page);
  });

  it('an administrator finds log entries by a bus’s registration number instead of its id', async () => {
    const { owner, aBus } = await aCompanyOnline(web);
    await aBus();
    const { json } = await web.api.get('/api/operator/buses', owner.token);
    const bus = json.results[0] as { readonly id: number; readonly registration_no: string };
    await web.api.patch(`/api/operator/buses/${bus.id}`, { bus_name: 'Machhapuchhre' }, owner.token);
    const admin = await staffOn(() => web.api).admin();
    const session = {
      access: admin.token,
      refresh: 'none is needed',
      user: { id: admin.id, email: admin.email, full_name: admin.fullName, role: 'ADMIN' },
    };
    const page = await web.visit('/portal/admin/logs', { width: 1280, session, keptAs: 'portal-session' });
    await page.getByRole('combobox', { name: 'About' }).fill(bus.registration_no);
    await page.getByRole('option', { name: new RegExp(bus.registration_no) }).click();
    await page.waitForURL(`**/portal/admin/logs?subject=bus%3A${bus.id}`);
    await page
      .getByRole('link', { name: `Bus ${bus.id}` })
      .first()
      .waitFor();
    await page.getByRole('row', { name: /bus name .* Machhapuchhre/ }).waitFor();
    await expectAccessible(page);
  });

  it('a page of the portal for an unknown id has a heading and a link back to the portal', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const { open } = await at(owner);
    for (const page of ['trips', 'bookings', 'timetables', 'statements', 'buses']) {
      const lost = await open(`/portal/${page}/987654`);
      await lost.getByRole('main').getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
      const home = lost.getByRole('main').getByRole('link', { name: 'Go to the first page' });
      expect(await home.getAttribute('href'), page).to.equal('/portal');
    }
  });

  it('the portal’s menu shows all its entries within a screen of 768 px', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { width: 768 })).open('/portal/trips');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const links = page.getByRole('navigation', { name: 'Company', exact: true }).getByRole('link');
    expect(await links.count()).to.equal(15);
    for (const link of await links.all()) {
      const { x, width } = (await link.boundingBox())!;
      expect([x >= 0, x + width <= 768], await link.innerText()).to.deep.equal([true, true]);
    }
  });
});

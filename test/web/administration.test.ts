import { expect } from 'chai';
import { aBooking, aPayment } from '../support/bookings.ts';
import { seat } from '../support/catalogue.ts';
import { anUploadedDocument } from '../support/documents.ts';
import { endSession } from '../support/ended-session.ts';
import { eventually } from '../support/eventually.ts';
import { aCompanyOnline, twoSeatsSold } from '../support/office-web.ts';
import { aPassenger } from '../support/people.ts';
import { portalsOn } from '../support/portals.ts';
import { aRefund } from '../support/refunds.ts';
import { aJourney, aStatedCompany, aStatement } from '../support/stating.ts';
import { type Looks, type Web, expectAccessible, onWeb } from '../support/web.ts';

/** Opens one of the administrators' pages in the browser of an administrator. */
async function adminAt(web: Web, path: string, looks: Looks = {}) {
  const session = await portalsOn(() => web.api).signIn();
  return web.visit(path, { ...looks, session, keptAs: 'portal-session' });
}

onWeb('the administration', (web) => {
  it('an administrator approves a vehicle document on a page that shows its file, and rejects a bus with a reason', async () => {
    const { aBus } = await aCompanyOnline(web);
    const bus = await aBus();
    const { dependencies } = web.api;
    await anUploadedDocument(dependencies, bus);
    // Ignores the requests of the browser's own PDF viewer.
    web.forgive(/^elsewhere: chrome(-extension|-untrusted)?:/);
    const page = await adminAt(web, '/portal/admin/reviews', { width: 1280 });

    await page.getByRole('heading', { name: 'Insurance' }).waitFor();
    // On a wide screen the page shows the file of the document beside the decision, without a click.
    await page.locator('iframe[title="Insurance, as it was uploaded"]').waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Write what is wrong, so that they can put it right.').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The name can’t be read.');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/^Insurance, .* is approved\.$/).waitFor();
    await page.getByText('Nothing waits').waitFor();

    await page.getByRole('link', { name: 'All buses' }).click();
    await page
      .getByRole('row', { name: /Annapurna Express/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('img', { name: 'Seat map' }).waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Not safe any more.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected: Not safe any more.').waitFor();
    await expectAccessible(page);
  });

  it('an administrator sends a refund, records that it failed, sends it again and confirms it', async () => {
    const { dependencies } = web.api;
    await aRefund(dependencies);
    const page = await adminAt(web, '/portal/admin/refunds');
    for (const reference of ['RF-1', 'RF-2']) {
      await page.getByRole('button', { name: 'Sent' }).click();
      await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
      await page.getByRole('button', { name: 'Yes, it is sent' }).click();
      const sent = page.getByRole('region', { name: 'On the way' });
      await sent.getByText(`eSewa · ${reference}`).waitFor();
      if (reference === 'RF-2') break;
      await sent.getByRole('button', { name: 'Failed' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('No such number.');
      await page.getByRole('button', { name: 'Yes, it came back' }).click();
      await page.getByText('Came back: No such number.').waitFor();
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Paid' }).click();
    await page.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await page.getByText('Nothing to refund').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('What is paid');
    await page.getByText('eSewa · RF-2').waitFor();
  });

  it('an administrator finds a payment by the gateway’s transaction number', async () => {
    const { dependencies } = web.api;
    const { trip } = await aCompanyOnline(web);
    const { id: userId } = await aPassenger(dependencies);
    const booking = await aBooking(dependencies, { tripId: trip.id, userId, seats: [seat('A1')], status: 'EXPIRED' });
    await aPayment(dependencies, booking);
    const session = await portalsOn(() => web.api).signIn();
    const { json } = await web.api.get(`/api/admin/payments?q=${booking.code}`, session['access']);
    const number: string = json.results[0].transaction_uuid;
    await web.pass(6);
    const page = await web.visit('/portal/admin/overview', { width: 1280, session, keptAs: 'portal-session' });
    await page.getByRole('link', { name: 'Payments without an answer' }).click();
    await page.getByLabel('Booking code or transaction number').fill(number.slice(-12));
    const row = page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: number });
    await row.getByText('begun').waitFor();
    await eventually(async () => (await page.getByRole('table', { name: 'Payments' }).getByRole('row').count()) === 2);
    await expectAccessible(page);
    await row.getByRole('link', { name: booking.code }).click();
    await page.getByRole('button', { name: 'Ask the gateway now' }).waitFor();
  });

  it('an administrator’s page of a booking lists every money movement of the booking', async () => {
    const { dependencies } = web.api;
    const { code } = await aJourney(dependencies, await aStatedCompany(dependencies));
    const page = await adminAt(web, `/portal/admin/bookings?q=${code}`, { width: 1280 });
    await page.getByRole('link', { name: code }).click();
    const ledger = page.getByRole('table', { name: 'Every rupee' });
    await ledger.getByRole('row', { name: /Payment Gateway, eSewa Paid, not travelled yet Rs 2,000\.50/ }).waitFor();
    await ledger.getByRole('row', { name: /Earned .* Commission Rs 150\.04/ }).waitFor();
    const standing = page.getByRole('table', { name: 'Stands at' });
    await standing.getByRole('row', { name: 'Paid, not travelled yet Rs 0' }).waitFor();
    await standing.getByRole('row', { name: 'Companies −Rs 1,850.46' }).waitFor();
    await page.getByText('Together').waitFor();
    await expectAccessible(page);
  });

  it('an administrator cancels a booking only after the page has shown the refund', async () => {
    const { booking_code: code } = (await twoSeatsSold(web)).booking;
    const page = await adminAt(web, `/portal/admin/bookings?q=${code}`);
    await page.getByRole('link', { name: code }).click();
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByRole('radio', { name: 'Everything: Rs 2,400' }).waitFor();
    await page.getByLabel('Reason').fill('The road is closed');
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('The booking is cancelled. Rs 2,400 go back.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('a company’s commission is saved only if it is a number, and letters leave it unchanged', async () => {
    await aCompanyOnline(web);
    const page = await adminAt(web, '/portal/admin/companies', { width: 1280 });
    await page.getByRole('link', { name: 'Himchuli Yatayat' }).first().click();
    const field = page.getByRole('textbox', { name: 'Commission in percent' });
    const save = page.getByRole('button', { name: 'Save commission' });
    await field.fill('7.5');
    await save.click();
    await page.getByText('Saved. It counts from now on.').waitFor();
    await page.getByText('7.5 %', { exact: true }).waitFor();
    await field.fill('eight');
    await save.click();
    await page.getByText('Write a number, such as 8 or 7.5.').waitFor();
    await page.reload();
    await page.getByText('7.5 %', { exact: true }).waitFor();
    // The field still holds the letters, so the page says that they are not saved.
    await page.getByRole('status').getByText('You began this earlier.').waitFor();
  });

  it('the reason of a rejection that an administrator was typing is still there after signing in again', async () => {
    const { aBus } = await aCompanyOnline(web);
    const bus = await aBus();
    const portals = portalsOn(() => web.api);
    const account = await portals.admin();
    const session = (await portals.login(account, { portal: 'admin' })).json;
    const page = await web.visit(`/portal/admin/buses/${bus}`, { width: 1280, session, keptAs: 'portal-session' });
    const reason = page.getByRole('textbox', { name: 'Reason' });
    await reason.fill('The map has too many seats.');
    await endSession(web, page, session.access);
    await page.getByRole('alert').getByText('What you typed is kept.').waitFor();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('secret-123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await reason.waitFor();
    expect(await reason.inputValue()).to.equal('The map has too many seats.');
  });

  it('an administrator who comes back to a long list finds it as long as it was, at the same row', async () => {
    const { dependencies } = web.api;
    for (let count = 0; count < 60; count += 1) await aPassenger(dependencies);
    const page = await adminAt(web, '/portal/admin/users?role=PASSENGER', { width: 1280 });
    await page.getByRole('button', { name: 'Show more' }).click();
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
    await eventually(async () => (await rows.count()) > 55);
    const count = await rows.count();
    const link = rows.nth(55).getByRole('link');
    const address = await link.getAttribute('href');
    await link.click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
    await page.goBack();
    const again = page.locator(`a[href="${address}"]`);
    await eventually(async () => ((await again.boundingBox())?.y ?? -1) > 0);
    expect((await again.boundingBox())!.y).to.be.below(800);
    expect(await rows.count()).to.equal(count);
    const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    await entry('Companies').click();
    await page.getByRole('heading', { name: 'Companies' }).waitFor();
    await entry('Users').click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await rows.first().waitFor();
    expect(await page.evaluate('scrollY'), 'a click leads to the top').to.equal(0);
  });

  it('an administrator’s first page is the overview, with the last 30 days as bars', async () => {
    await twoSeatsSold(web);
    const page = await adminAt(web, '/portal', { width: 1280 });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const days = page.getByRole('list', { name: 'The last 30 days' }).getByRole('listitem');
    await days.first().waitFor();
    expect(await days.count()).to.equal(30);
    expect(await days.first().innerText()).to.match(/Rs [\d,.]+ · \d+ bookings?$/);
    expect(await days.nth(29).innerText()).to.match(/Rs 0 · 0 bookings$/);
  });

  it('the search of administrators shows a user above the bookings of the same name', async () => {
    const { dependencies } = web.api;
    const { trip } = await aCompanyOnline(web);
    const fullName = 'Yangchen Lhamu';
    const { id: userId } = await aPassenger(dependencies, { fullName });
    const booking = await aBooking(dependencies, { tripId: trip.id, userId, seats: [seat('A1')] });
    const page = await adminAt(web, '/portal/admin/overview', { width: 1280 });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(fullName);
    const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
    await found.filter({ hasText: booking.code }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: fullName }).waitFor();
  });

  it('administrators’ lists find a phone number with the country code, spaces or Devanagari digits', async () => {
    const { booking } = await twoSeatsSold(web);
    const phone = `98420${String(booking.id).padStart(5, '0')}`;
    const spaced = `+977 ${phone.slice(0, 3)} ${phone.slice(3)}`;
    await aPassenger(web.api.dependencies, { fullName: 'Dolma Sherpa', phone });
    const listed = `/portal/admin/bookings?q=${encodeURIComponent('९८४१ ००००००')}`;
    const page = await adminAt(web, listed, { width: 1280 });
    await page.getByRole('link', { name: booking.booking_code }).waitFor();
    await page.goto(`/portal/admin/users?q=${encodeURIComponent(spaced)}`);
    await page.getByRole('link', { name: 'Dolma Sherpa' }).waitFor();
    await page.goto('/portal/admin/logs');
    await page.getByRole('combobox', { name: 'Who did it' }).fill(spaced);
    await page.getByRole('option', { name: /Dolma Sherpa/ }).waitFor();
  });

  it('an administrator finds a city in either script, and the cities belong to the entry Companies', async () => {
    await aCompanyOnline(web);
    const page = await adminAt(web, '/portal/admin/cities', { language: 'ne' });
    const cities = page.getByRole('list', { name: 'सहरहरू' });
    await cities.getByText('काठमाडौं').first().waitFor();
    await page.getByRole('searchbox').last().fill('katmandu');
    await eventually(async () => (await cities.getByText('पोखरा').count()) === 0);
    await cities.getByText('Kathmandu').first().waitFor();
    await page.locator('[aria-current=page]', { hasText: 'कम्पनीहरू' }).waitFor();
  });

  it('the filters of bookings are folded on a phone, and their button counts those in use', async () => {
    await aCompanyOnline(web);
    const page = await adminAt(web, '/portal/admin/bookings');
    const filters = page.locator('summary', { hasText: 'Filters' });
    const status = page.getByRole('combobox', { name: 'Status' });
    await filters.waitFor();
    expect(await status.isVisible()).to.equal(false);
    await filters.click();
    await status.selectOption('Booked');
    await page.locator('summary', { hasText: 'Filters1' }).click();
    await status.waitFor({ state: 'hidden' });
  });

  it('an administrator opens a passenger’s bookings from the passenger’s page', async () => {
    const { dependencies } = web.api;
    const { trip } = await aCompanyOnline(web);
    const { id: userId } = await aPassenger(dependencies);
    const booking = await aBooking(dependencies, { tripId: trip.id, userId, seats: [seat('A1')] });
    const page = await adminAt(web, `/portal/admin/users/${userId}`, { width: 1280 });
    await page.getByRole('main').getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('link', { name: booking.code }).waitFor();
  });

  for (const [width, language] of [
    [360, 'ne'],
    [1280, 'en'],
  ] as const)
    it(`the administrators’ pages are accessible, ${width} px wide, in ${language}`, async () => {
      const page = await adminAt(web, '/portal/admin/overview', { width, language });
      for (const name of [
        'overview',
        'reviews',
        'companies',
        'users',
        'bookings',
        'payments',
        'refunds',
        'ledger',
        'logs',
        'cities',
      ]) {
        await page.goto(`/portal/admin/${name}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
      }
    });
});

onWeb('the money of a company', (web) => {
  it('a statement can be read on its page and downloaded as CSV', async () => {
    const { dependencies } = web.api;
    const { owner, at } = await aCompanyOnline(web);
    await aStatement(dependencies, owner.operatorId!);
    const page = await (await at(owner, { width: 1280 })).open('/portal/statements');
    await page.getByRole('link', { name: /^ST-2026-/ }).click();
    await page.getByText('To be paid to the company').waitFor();
    await page.getByText('Rs 1,850.46').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Table (CSV)' }).click();
    expect((await download).suggestedFilename()).to.match(/^ST-2026-\d{6}\.csv$/);
    await expectAccessible(page);
  });

  it('the sales report’s page shows bars by bus, route or day, depending on its address', async () => {
    const { owner, at, trip } = await aCompanyOnline(web);
    const day = new Date(trip.departsAt).toISOString().slice(0, 10);
    const page = await (await at(owner)).open(`/portal/sales?from=${day}&to=${day}&by=bus`);
    await page.getByRole('list', { name: 'Earnings as bars' }).getByText('Himchuli Deluxe').waitFor();
    await page.getByRole('combobox', { name: 'By' }).selectOption('Route');
    await page.waitForURL(/by=route/);
    await page.getByRole('table', { name: 'Sales' }).waitFor();
    await expectAccessible(page);
  });
});

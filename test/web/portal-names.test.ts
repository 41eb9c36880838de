import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { anUploadedDocument } from '../support/documents.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { portalsOn } from '../support/portals.ts';
import { onWeb, pressOn } from '../support/web.ts';

const OF_COMPANY = [
  ...'Today Buses Timetables Trips Bookings Shifts Refunds Statements Sales Staff Devices Places'.split(' '),
  ...['Sale openings', 'Agents', 'Webhooks'],
];
const OF_ADMINISTRATION = [
  ...'Overview Reviews Companies Users Bookings Refunds Ledger Agents Webhooks Places'.split(' '),
  ...['Sale openings', 'Logs'],
];

/** Expects that each locator finds exactly one element. Users cannot tell elements with equal names apart. */
async function expectEach(things: readonly Locator[]): Promise<void> {
  for (const thing of things) {
    await thing.first().waitFor();
    expect(await thing.count(), String(thing)).to.equal(1);
  }
}

const buttons = (page: Page, names: readonly string[]) =>
  names.map((name) => page.getByRole('button', { name, exact: true }));

const sections = async (page: Page, name: string): Promise<readonly string[]> => {
  const navigation = page.getByRole('navigation', { name, exact: true });
  await navigation.getByRole('link').first().waitFor();
  return navigation.getByRole('link').allInnerTexts();
};

/** Accessible names must not change: users of screen readers learn them, and other people's scripts use them. */
onWeb('accessible names of the portal', (web) => {
  const portals = portalsOn(() => web.api);

  it('accessible names are right on the portal’s sign-in and in the seat map editor', async () => {
    const { email } = await portals.operator();
    const page = await web.visit('/portal', { width: 1280 });
    await expectEach([page.getByRole('link', { name: 'Bus Ticket' }), page.getByRole('button', { name: 'नेपाली' })]);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('secret-123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(await web.codeFor(email));
    await page.getByRole('button', { name: 'Verify' }).click();
    expect(await sections(page, 'Company')).to.deep.equal(OF_COMPANY);

    await page.getByRole('link', { name: 'Buses', exact: true }).click();
    await page.getByRole('button', { name: 'New bus' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Himal Express');
    await page.getByLabel('Registration number').fill('GA 1 KHA 778');
    await page.getByLabel('Type', { exact: true }).fill('Micro');
    await page.getByRole('combobox', { name: 'Template' }).selectOption('micro-14');
    const grid = page.getByRole('grid', { name: 'Seat map' });
    await grid.getByRole('gridcell', { name: /seat/ }).first().click();
    // Touch screens have no keys, so the user types the number in a field beside the map.
    await page.getByLabel('Seat number').fill('z9');
    await page.keyboard.press('Enter');
    await expectEach([grid.getByRole('gridcell', { name: /seat Z9$/ })]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Papers' }).getByRole('button', { name: 'Upload' }).waitFor();
  });

  it('accessible names are right on a trip’s page, in a preview of its changes and at the counter', async () => {
    const { trip, owner, at } = await aCompanyOnline(web);
    const person = await at(owner);
    const page = await person.open(`/portal/trips/${trip.id}?do=sell`);
    await expectEach([
      page.getByRole('region', { name: 'Seats', exact: true }),
      ...buttons(page, ['Block', 'Change fare', 'Retime', 'Swap bus']),
      page.getByRole('group', { name: 'Dangerous' }).getByRole('button', { name: 'Cancel trip', exact: true }),
      page.getByRole('radio', { name: 'QR', exact: true }),
    ]);
    await page.getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await page.getByRole('button', { name: 'Go on with A1' }).click();
    await page.keyboard.type('Hari');
    await page.getByLabel('Phone').fill('9841000000');
    await page.getByRole('radio', { name: 'Cash' }).check();
    await page.getByRole('button', { name: /^Sell for Rs / }).click();
    await page.getByRole('status', { name: 'Booking code' }).waitFor();

    await page.getByRole('button', { name: 'Cancel trip' }).click();
    await expectEach([page.getByRole('dialog').getByRole('button', { name: 'Cancel the trip and refund 1 booking' })]);
    const afresh = await person.open(`/portal/trips/${trip.id}`);
    await expectEach(buttons(afresh, ['Sell']));
    const shifts = await person.open('/portal/shifts');
    await expectEach([shifts.getByLabel('Counted cash'), ...buttons(shifts, ['Close shift'])]);
  });

  it('accessible names are right where documents are reviewed by keyboard alone', async () => {
    // Ignores the requests of the browser's own PDF viewer.
    web.forgive(/^elsewhere: chrome(-extension|-untrusted)?:/);
    const { aBus } = await aCompanyOnline(web);
    await anUploadedDocument(web.api.dependencies, await aBus());
    const session = await portals.signIn();
    const page = await web.visit('/portal', { width: 1280, session, keptAs: 'portal-session' });
    expect(await sections(page, 'Administration')).to.deep.equal(OF_ADMINISTRATION);
    const navigation = page.getByRole('navigation', { name: 'Administration' });
    await pressOn(page, navigation.getByRole('link', { name: 'Reviews' }), 'Enter');
    await pressOn(page, page.getByRole('link', { name: /^Insurance/ }), 'Enter');
    await page.getByRole('heading', { name: 'Insurance' }).waitFor();
    await expectEach([page.getByRole('textbox', { name: 'Reason' }), ...buttons(page, ['Reject'])]);
    await pressOn(page, page.getByRole('button', { name: 'Approve' }), 'Enter');
    await page.getByText(/^Insurance, .* is approved\.$/).waitFor();
  });
});

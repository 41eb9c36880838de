import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { endSession, signInAgain } from '../support/ended-session.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const RESUMED = 'You began this earlier.';

/** A form of the portal: how a person types into it, and the field that shows what they typed. */
interface KeptForm {
  readonly name: string;
  readonly address: (trip: number) => string;
  /** The button that opens the form's dialog. */
  readonly opens?: string;
  readonly field: (page: Page) => Locator;
  readonly typed: string;
}

const label = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });
const ofTrip = (trip: number): string => `/portal/trips/${trip}`;

const PAGES: readonly KeptForm[] = [
  { name: 'a new trip', address: () => '/portal/trips/new', field: label('Fare for one seat (Rs)'), typed: '1234' },
  {
    name: 'a new timetable',
    address: () => '/portal/timetables/new',
    field: label('Fare for one seat (Rs)'),
    typed: '1234',
  },
  { name: 'a new bus', address: () => '/portal/buses/new', field: label('Registration number'), typed: 'BA 9 KHA 1' },
  { name: 'the company', address: () => '/portal/company', field: label('Company name'), typed: 'Himchuli and Sons' },
];

const DIALOGS: readonly KeptForm[] = [
  {
    name: 'cancelling a trip',
    address: ofTrip,
    opens: 'Cancel trip',
    field: label('A word to the passengers (optional)'),
    typed: 'Landslide at Jogimara',
  },
  {
    name: 'retiming a trip',
    address: ofTrip,
    opens: 'Retime',
    field: label('A word to the passengers (optional)'),
    typed: 'Landslide at Jogimara',
  },
  {
    name: 'swapping a bus',
    address: ofTrip,
    opens: 'Swap bus',
    field: label('A word to the passengers (optional)'),
    typed: 'Landslide at Jogimara',
  },
  {
    name: 'the fare of a trip',
    address: ofTrip,
    opens: 'Change fare',
    field: label('Fare for one seat (Rs)'),
    typed: '1234',
  },
  {
    name: 'the crew of a trip',
    address: ofTrip,
    opens: 'Crew',
    field: (page) => page.getByLabel('Name', { exact: true }).first(),
    typed: 'Hari Shrestha',
  },
];

onWeb('forms that outlive a session', (web) => {
  const begin = async ({ address, opens, field, typed }: KeptForm) => {
    const company = await aCompanyOnline(web);
    const owner = await company.member('OWNER');
    const page = await (await company.at(owner, { width: 1366, height: 768 })).open(address(company.trip.id));
    if (opens !== undefined) await page.getByRole('button', { name: opens, exact: true }).click();
    await field(page).fill(typed);
    return { ...company, owner, page };
  };

  /** Adds a company with a timetable. */
  const withTimetable = async () => {
    const company = await aCompanyOnline(web);
    const owner = await company.member('OWNER');
    const timetable = await company.aTimetable('2028-01-01');
    return { ...company, owner, timetable };
  };

  for (const form of [...PAGES, ...DIALOGS])
    it(`what was typed for ${form.name} is still there after the session has ended and the person signs in again`, async () => {
      const { page, owner } = await begin(form);
      await endSession(web, page, owner.token);
      expect(await page.evaluate('Object.keys(sessionStorage)'), 'kept on the computer').to.deep.equal([]);
      await signInAgain(web, page, owner.email);
      await form.field(page).waitFor();
      expect(await form.field(page).inputValue()).to.equal(form.typed);
    });

  for (const form of PAGES)
    it(`what was typed for ${form.name} survives a reload, and the form can be started afresh`, async () => {
      const { page } = await begin(form);
      await page.reload();
      await page.getByRole('status').getByText(RESUMED).waitFor();
      expect(await form.field(page).inputValue()).to.equal(form.typed);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Start afresh' }).click();
      expect(await form.field(page).inputValue()).not.to.equal(form.typed);
      await page.reload();
      await form.field(page).waitFor();
      expect(await page.getByText(RESUMED).count()).to.equal(0);
    });

  it('a new timetable whose answer is lost is added only once, even if the page is reloaded before it is sent again', async () => {
    const { owner, at, timetable } = await withTimetable();
    const page = await (await at(owner)).open(`/portal/timetables/new?copy=${timetable.id}`);
    const send = page.getByRole('button', { name: 'Save timetable' });
    await page.route('**/api/operator/timetables', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    web.forgive(/ERR_CONNECTION_RESET/);
    await send.click();
    await page.getByText('could not be reached').waitFor();
    await page.unroute('**/api/operator/timetables');
    await page.reload();
    await send.click();
    await page.waitForURL(/\/portal\/timetables(\/\d+)?$/);
    const { json } = await web.api.get('/api/operator/timetables', owner.token);
    expect(json.results).to.have.length(2);
  });

  it('the change of a timetable that was being typed is still there after signing in again, unless it was changed meanwhile', async () => {
    const { owner, at, timetable } = await withTimetable();
    const page = await (await at(owner)).open(`/portal/timetables/${timetable.id}`);
    const fare = page.getByLabel('Fare for one seat (Rs)');
    await fare.fill('1234');
    await endSession(web, page, owner.token);
    await signInAgain(web, page, owner.email);
    await page.getByRole('status').getByText(RESUMED).waitFor();
    expect(await fare.inputValue()).to.equal('1234');
    // Every night the service plans further trips, and finds other clashes. That is nobody's change.
    await page.route(`**/api/operator/timetables/${timetable.id}`, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), generated_until: '2028-01-22', clashes: ['2028-01-22'] };
      await route.fulfill({ response, json });
    });
    await page.reload();
    await page.getByRole('status').getByText(RESUMED).waitFor();
    expect(await fare.inputValue()).to.equal('1234');
    await page.unroute(`**/api/operator/timetables/${timetable.id}`);
    const token = await page.evaluate<string>("JSON.parse(localStorage.getItem('portal-session')).access");
    await web.api.patch(`/api/operator/timetables/${timetable.id}?from=2028-01-01`, { fare: 990 }, token);
    await page.reload();
    await fare.waitFor();
    expect(await fare.inputValue()).to.equal('990');
    expect(await page.getByText(RESUMED).count()).to.equal(0);
  });

  it('a seat that was being blocked can be blocked after signing in again, and a closed dialog drops what was typed', async () => {
    const { member, trip, at } = await aCompanyOnline(web);
    const owner = await member('OWNER');
    const page = await (await at(owner)).open(`/portal/trips/${trip.id}`);
    const why = page.getByLabel('Why', { exact: true });
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await why.fill('Broken window');
    await endSession(web, page, owner.token);
    await signInAgain(web, page, owner.email);
    await page.getByRole('heading', { name: 'Block seat A1' }).waitFor();
    expect(await why.inputValue()).to.equal('Broken window');
    await page.getByRole('button', { name: 'Leave it as it is' }).click();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    expect(await why.inputValue()).to.equal('');
  });

  it('the notes that were counted to close a shift are still there after signing in again, but not after another sale', async () => {
    const { member, at, trip } = await aCompanyOnline(web);
    const clerk = await member('CLERK');
    await web.api.post('/api/operator/shifts', { opening_cash: 500 }, clerk.token);
    const page = await (await at(clerk)).open('/portal/shifts');
    await page.getByRole('spinbutton', { name: '500', exact: true }).fill('3');
    await page.getByLabel('Note (optional)').fill('Counted twice');
    await endSession(web, page, clerk.token);
    await signInAgain(web, page, clerk.email);
    await page.getByRole('spinbutton', { name: '500', exact: true }).waitFor();
    expect(await page.getByRole('spinbutton', { name: '500', exact: true }).inputValue()).to.equal('3');
    expect(await page.getByLabel('Counted cash').inputValue()).to.equal('1500');
    await page.getByRole('status').getByText(RESUMED).waitFor();
    const token = await page.evaluate<string>("JSON.parse(localStorage.getItem('portal-session')).access");
    const sale = { seat_numbers: ['A1'], contact: { name: 'Gita', phone: '9841000000' }, paid_by: 'CASH' };
    const { status } = await web.api.post(`/api/operator/trips/${trip.id}/sales`, sale, token);
    expect(status).to.equal(201);
    await page.reload();
    await page.getByRole('spinbutton', { name: '500', exact: true }).waitFor();
    expect(await page.getByLabel('Counted cash').inputValue()).to.equal('');
  });

  it('a fare that was typed into a dialog is dropped if somebody else had changed the fare while the dialog was open', async () => {
    const { owner, trip, at } = await aCompanyOnline(web);
    const page = await (await at(owner)).open(`/portal/trips/${trip.id}`);
    await page.getByRole('button', { name: 'Change fare', exact: true }).click();
    const fare = page.getByLabel('Fare for one seat (Rs)', { exact: true });
    await fare.waitFor();
    await web.api.patch(`/api/operator/trips/${trip.id}`, { fare: 990 }, owner.token);
    await page.getByText('Rs 990').first().waitFor({ state: 'attached' });
    await fare.fill('1234');
    await page.reload();
    await fare.waitFor();
    expect(await fare.inputValue()).to.equal('990');
  });

  it('the seat map that was being drawn for a bus is still there after a reload', async () => {
    const { owner, at, aBus } = await aCompanyOnline(web);
    const page = await (await at(owner, { width: 1280 })).open(`/portal/buses/${await aBus()}`);
    await page.getByRole('button', { name: 'Number all anew' }).waitFor();
    const before = await page.getByText(/seats for sale/).innerText();
    await page.getByLabel('Out of use').check();
    const drawn = await page.getByText(/seats for sale/).innerText();
    expect(drawn).not.to.equal(before);
    await page.reload();
    await page.getByRole('status').getByText(RESUMED).waitFor();
    expect(await page.getByText(/seats for sale/).innerText()).to.equal(drawn);
  });
});

import { expect } from 'chai';
import type { KeptFor } from '../../core/fleet/kept-seats.ts';
import { anAgencyOnline } from '../support/agency-web.ts';
import { buyingOn, seatOn, timer, travel } from '../support/buying.ts';
import { seatsNumbered } from '../support/catalogue.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { payOverHttp } from '../support/paying-over-http.ts';
import { anOperator } from '../support/people.ts';
import { staffOn } from '../support/staff.ts';
import type { Json } from '../support/http.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const KEPT: Readonly<Record<string, KeptFor>> = { A1: 'WOMEN', A2: 'DISABLED', B1: 'ELDERLY' };

/** A bus with four seats: A1, A2 and B1 are kept, B2 is not. */
const keptMap = () => ({
  rows: 1,
  cols: 4,
  deckCount: 1,
  seats: seatsNumbered('A1', 'A2', 'B1', 'B2').map((one) => ({ ...one, keptFor: KEPT[one.number] })),
});

onWeb('seats that are kept for certain passengers', (web) => {
  const { register, trip } = buyingOn(web);

  const aKeptTrip = async () => {
    const owner = await anOperator(web.api.dependencies, { companyName: 'Himchuli Yatayat' });
    const bus = { operatorId: owner.operatorId, totalSeats: 4, seatMap: keptMap() };
    const id = await trip({ bus });
    const { token } = staffOn(() => web.api).signedIn(owner, 'OPERATOR');
    /** The first passenger on the manifest. */
    const carried = async (): Promise<Json> =>
      (await web.api.get(`/api/operator/trips/${id}/manifest`, token)).json.bookings[0].seats[0];
    return { id, carried };
  };
  const kept = (page: Awaited<ReturnType<typeof web.visit>>, name: string) =>
    page.getByRole('group', { name: 'Kept seats' }).getByRole('checkbox', { name });

  it('a woman learns for whom a seat is kept, says that she is one, and travels on it with her wish', async () => {
    const { id, carried } = await aKeptTrip();
    const session = await register();
    const page = await web.visit(`/trips/${id}`, { session });
    await page.getByRole('checkbox', { name: /^Seat A1, window, available, kept for women, Rs/ }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Kept for people with disabilities' }).waitFor();
    await expectAccessible(page);
    const other = await web.visit(`/trips/${id}`);
    await other.getByRole('checkbox', { name: /^Seat A1, .*kept for women/ }).waitFor();
    await kept(page, 'A woman').check();
    await seatOn(page, 'A1').check();
    await timer(page).waitFor();
    // The map of a stranger no longer says for whom the seat was kept.
    await other.getByRole('checkbox', { name: 'Seat A1, window, taken for now', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A1', 'Asha Gurung');
    const seat = page.getByRole('group', { name: 'Seat A1' });
    const wish = seat.getByRole('checkbox', { name: 'I would like to sit beside a woman' });
    await wish.check();
    await expectAccessible(page);
    await seat.getByRole('radio', { name: 'Male', exact: true }).check();
    expect(await wish.count()).to.equal(0);
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await seat.getByText('This seat is kept for women').waitFor();
    await seat.getByRole('radio', { name: 'Female' }).check();
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();

    await other.reload();
    expect(await seatOn(other, 'A1').getAttribute('aria-label')).to.equal('Seat A1, window, taken');
    expect(await other.content()).not.to.match(/BESIDE_WOMAN|Female/);
    expect(await carried()).to.include({ seat_number: 'A1', wish: 'BESIDE_WOMAN' });
  });

  it('a clerk of an agent sells a seat that is kept for women only to somebody who is said to be one', async () => {
    const { id, carried } = await aKeptTrip();
    const { member, at } = await anAgencyOnline(web);
    const page = await (await at(await member('CLERK'))).open(`/portal/agency/sell/${id}`);
    await seatOn(page, 'A1').check();
    await page.getByLabel("Traveller's name").fill('Asha Gurung');
    await page.getByLabel('Phone').fill('9812345678');
    await page.getByRole('button', { name: /^Sell for Rs / }).click();
    await page.getByText('the seat is kept for women').waitFor();
    await page.getByRole('checkbox', { name: 'A woman travels on A1' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Sell for Rs / }).click();
    await page.getByRole('region', { name: 'Sold' }).waitFor();
    expect(await carried()).to.include({ seat_number: 'A1', gender: 'F' });
  });

  it('a person with a disability travels on a seat that is kept for them, and the manifest says so', async () => {
    const { id, carried } = await aKeptTrip();
    const page = await web.visit(`/trips/${id}`, { session: await register(), dark: true });
    await kept(page, 'A person with disabilities').check();
    await seatOn(page, 'A2').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A2', 'Bikash Rai');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    const seat = page.getByRole('group', { name: 'Seat A2' });
    await seat.getByText('This seat is kept for people with disabilities').waitFor();
    await seat.getByRole('checkbox', { name: 'Has a disability' }).check();
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    expect(await carried()).to.deep.include({ seat_number: 'A2', needs: ['DISABLED'] });
  });

  it('people wait where the only free seats are kept for others, and say which kept seats they may have', async () => {
    const { id } = await aKeptTrip();
    const holder = await register();
    await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['A1', 'B2'], for: ['WOMEN'] }, holder.access);
    const page = await web.visit(`/trips/${id}`, { session: await register() });
    const wait = page.getByRole('button', { name: 'Wait for seats' });
    await wait.waitFor();
    await kept(page, 'A person of 60 or more').check();
    await wait.waitFor({ state: 'detached' });
    await kept(page, 'A person of 60 or more').uncheck();
    await kept(page, 'A woman').check();
    await wait.click();
    await page.getByRole('list', { name: 'Waiting' }).getByText('Also seats kept for: women').waitFor();
    await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['B2'] }, holder.access);
    await page.reload();
    await page.getByText('Kept for you: A1').waitFor();
    await page.getByRole('button', { name: 'Book these seats' }).click();
    await page.getByRole('group', { name: 'Seat A1' }).waitFor();
  });

  it('a passenger exchanges a seat for one that is kept for others only if the seat is kept for them', async () => {
    const { id } = await aKeptTrip();
    const session = await register();
    await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['B2'] }, session.access);
    const passengers = [{ seat_number: 'B2', name: 'Asha Gurung', age: 61, gender: 'M' }];
    const body = { schedule_id: id, seat_numbers: ['B2'], passengers };
    const booked = (await web.api.post('/api/bookings', body, session.access)).json;
    await payOverHttp(web.api, booked.id, session.access);
    const page = await web.visit(`/bookings/${booked.id}`, { session });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('radio', { name: 'Other seats' }).check();
    const take = page.getByRole('button', { name: 'Take these seats' });
    await seatOn(page, 'A1').check();
    await take.click();
    await page.getByText('A1: Kept for women. Please choose another seat.').waitFor();
    await seatOn(page, 'B1').check();
    await take.click();
    await page.getByText(/You have other seats now/).waitFor();
  });

  it('the owner of a company sets the hour until which seats are kept, and takes it back', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const { open } = await at(owner);
    const page = await open('/portal/company');
    const hours = page.getByLabel('Hours until which seats are kept');
    const save = page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' });
    await hours.fill('721');
    await save.click();
    await page.locator('.field-error').waitFor();
    await hours.fill('24');
    await save.click();
    await page.getByText('until 24 hours before the departure').waitFor();
    await expectAccessible(page);
    await hours.fill('');
    await save.click();
    await page.getByText('until the hour that the platform sets').waitFor();
  });

  it('a clerk sells kept seats at the counter once it is said who travels on them', async () => {
    const { owner, member, at } = await aCompanyOnline(web);
    const id = await trip({ bus: { operatorId: owner.operatorId!, totalSeats: 4, seatMap: keptMap() } });
    const { open } = await at(await member('CLERK'));
    const page = await open(`/portal/trips/${id}?do=sell`);
    await page.getByRole('textbox', { name: 'Seats' }).fill('A1 A2 B1 ');
    const asked = page.getByRole('group', { name: 'Seats that are kept' });
    await asked.getByRole('checkbox', { name: 'A person with disabilities travels on A2' }).check();
    await asked.getByLabel('Age on B1').fill('60');
    await page.getByLabel("Traveller's name").fill('Maya Gurung');
    await page.getByLabel('Phone').fill('9841000000');
    await page.getByRole('radio', { name: 'QR', exact: true }).check();
    const sell = page.getByRole('button', { name: /^Sell for/ });
    await sell.click();
    await asked.getByText('Must be F or O: the seat is kept for women').waitFor();
    await asked.getByRole('checkbox', { name: 'A woman travels on A1' }).check();
    await expectAccessible(page);
    await sell.click();
    await page.getByText('A1, A2, B1 sold to Maya Gurung.').waitFor();
  });
});

import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { onWeb } from '../support/web.ts';

/**
 * Accessible names must not change, because other people's scripts and tests find elements by role and English name.
 * One test goes from the first page to the rating, and checks every name in order.
 */

const berth = (number: string, deck: number, col: number) => ({
  number: seat(number),
  deck,
  row: 1,
  col,
  type: 'STANDARD',
  isActive: true,
});
const TWO_DECKS = {
  rows: 1,
  cols: 2,
  deckCount: 2,
  seats: [berth('A1', 1, 1), berth('A2', 1, 2), berth('U1', 2, 1), berth('U2', 2, 2)],
};
const POINTS = {
  boardingPoints: [
    { name: 'Kalanki', minutes: 0 },
    { name: 'Thankot', minutes: 20 },
  ],
  droppingPoints: [
    { name: 'Lakeside', minutes: 420 },
    { name: 'Prithvi Chowk', minutes: 400 },
  ],
};
const ASHA = { name: 'Asha Gurung', email: 'asha@example.com', phone: '9812345678', password: 'to-the-hills-1' };
const FIVE_DAYS = 5 * 24 * 60;

const seatOn = (page: Page, number: string): Locator =>
  page.getByRole('group', { name: 'Seats' }).getByRole('checkbox', { name: `Seat ${number},` });

/** Checks the parts that every page has, such as one main heading. */
async function expectFrame(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('main').getByRole('heading', { level: 1 }).count(), page.url()).to.equal(1);
  await page.getByRole('link', { name: 'Bus Ticket' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByRole('button', { name: 'नेपाली', exact: true }).waitFor();
  const footer = page.getByRole('contentinfo');
  for (const name of ['Help', 'Contact', 'Terms', 'For companies', 'Developers'])
    await footer.getByRole('link', { name, exact: true }).waitFor();
}

onWeb('accessible names for passengers', (web) => {
  /** Goes from the first page to the seats of tomorrow's only bus. */
  async function search(page: Page, day: string): Promise<void> {
    await expectFrame(page);
    await page.getByRole('combobox', { name: 'From' }).fill('Pokhara');
    await page.getByRole('combobox', { name: 'To' }).fill('Kathmandu');
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.getByLabel('Date', { exact: true }).fill(day);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('group', { name: 'Filters' }).waitFor();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ index: 1 });
    const trips = page.getByRole('list', { name: 'Trips' }).getByRole('listitem');
    await trips.first().waitFor();
    await expectFrame(page);
    await trips.first().getByRole('link', { name: 'Choose seats' }).click();
    await page.getByRole('group', { name: 'Seats' }).waitFor();
    await expectFrame(page);
  }

  async function register(page: Page, person: Partial<typeof ASHA> & Pick<typeof ASHA, 'name' | 'email' | 'password'>) {
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Phone number' }).waitFor();
    await page.getByRole('button', { name: 'Send code' }).waitFor();
    await page.getByRole('link', { name: 'Use e-mail and password' }).click();
    await page.getByRole('textbox', { name: 'E-mail or phone' }).waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('textbox', { name: 'Full name' }).fill(person.name);
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(person.email);
    if (person.phone !== undefined) await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/book/*');
  }

  async function travel(page: Page, number: string, name: string): Promise<void> {
    const group = page.getByRole('group', { name: `Seat ${number}` });
    await group.getByLabel('Name').fill(name);
    await group.getByLabel('Age').fill('34');
    await group.getByRole('radiogroup', { name: 'Gender' }).getByRole('radio', { name: 'Other' }).check();
  }

  const payWith = async (page: Page, decision: 'Pay' | 'Fail'): Promise<void> => {
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: decision, exact: true }).click();
  };

  it('a passenger’s pages give every control an accessible name, from the search to the rating', async () => {
    const { dependencies } = web.api;
    const { id, departsAt } = await aTrip(dependencies, { bus: { totalSeats: 4, seatMap: TWO_DECKS } });
    await changePlan(dependencies, id, POINTS);
    const day = new Date(departsAt).toLocaleDateString('en-CA', { timeZone: 'Asia/Kathmandu' });
    const [hers, his] = [await web.visit('/', { width: 1280 }), await web.visit('/')];

    await hers.getByRole('button', { name: 'नेपाली' }).click();
    await hers.locator('html[lang=ne]').waitFor();
    await hers.getByRole('button', { name: 'English' }).click();
    await hers.locator('html[lang=en]').waitFor();

    await search(hers, day);
    await hers.getByRole('tab', { name: 'Upper deck' }).click();
    await seatOn(hers, 'U1').waitFor();
    await hers.getByRole('tab', { name: 'Lower deck' }).click();
    await seatOn(hers, 'A1').check();
    await hers.getByRole('combobox', { name: 'Boarding point' }).selectOption('Thankot');
    await hers.getByRole('combobox', { name: 'Dropping point' }).selectOption('Lakeside');

    await search(his, day);
    await seatOn(his, 'A1').check();
    await register(hers, ASHA);
    await hers.getByRole('timer', { name: 'Time left' }).waitFor();
    await expectFrame(hers);
    await his.getByRole('checkbox', { name: /^Seat A1, .*taken/, disabled: true }).waitFor();
    await his.getByRole('alert').filter({ hasText: 'A1' }).waitFor();
    await seatOn(his, 'A2').check();
    await register(his, { name: 'Bikash Rai', email: 'bikash@example.com', password: 'to-the-plains-1' });
    await travel(his, 'A2', 'Bikash Rai');
    await payWith(his, 'Pay');
    await his.getByRole('heading', { name: 'You are booked' }).waitFor();

    await travel(hers, 'A1', ASHA.name);
    await hers.getByRole('region', { name: 'Price' }).waitFor();
    await payWith(hers, 'Fail');
    await hers.getByRole('heading', { name: 'Not paid yet' }).waitFor();
    await expectFrame(hers);
    await hers.getByRole('link', { name: 'Try again' }).click();
    await hers.getByRole('timer', { name: 'Time left' }).waitFor();
    await expectFrame(hers);
    await payWith(hers, 'Pay');
    await hers.getByRole('heading', { name: 'You are booked' }).waitFor();
    await hers.getByRole('link', { name: 'Ticket', exact: true }).click();
    await hers.getByRole('link', { name: 'Ticket (PDF)' }).waitFor();
    await hers.getByRole('link', { name: 'Add to calendar' }).waitFor();
    await expectFrame(hers);
    await hers.getByRole('button', { name: 'Cancel booking' }).click();
    await hers.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();

    const address = await ticketAddress(hers);
    const ticket = await web.visit(address);
    await ticket.getByRole('heading', { name: /BT\d+/ }).waitFor();
    await ticket.getByRole('img', { name: 'Ticket code' }).waitFor();
    await ticket.getByText('Valid', { exact: true }).waitFor();
    await expectFrame(ticket);
    const forged = await web.visit(`${address}x`);
    await forged.getByText('Not valid', { exact: true }).waitFor();
    await expectFrame(forged);

    await his.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookings' }).click();
    await his.getByRole('list', { name: 'Bookings' }).getByRole('listitem').getByRole('link').click();
    await his.getByRole('button', { name: 'Cancel booking' }).click();
    await his.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click();
    await his.getByRole('region', { name: 'Refund' }).waitFor();

    await web.pass(FIVE_DAYS);
    await hers.reload();
    await hers.getByRole('radiogroup', { name: 'Stars' }).getByRole('radio', { name: '5 stars' }).check();
    await hers.getByRole('button', { name: 'Rate' }).click();
    await hers.getByText('You gave 5 stars.').waitFor();
  });

  it('accessible names are right for choosing a number of seats on a bus without a seat map', async () => {
    const { id } = await aTrip(web.api.dependencies, { seats: 5 });
    const page = await web.visit(`/trips/${id}`);
    await page.getByRole('spinbutton', { name: 'Seats' }).fill('2');
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await expectFrame(page);
  });

  it('accessible names are right on the page of an unknown address', async () => {
    for (const address of ['/trips/999999', '/no/such/page']) await expectFrame(await web.visit(address));
  });
});

/** The address in the ticket's QR code. Reloads the page, and reads the token from the API's response. */
const ticketAddress = async (page: Page): Promise<string> => {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/ticket-token')),
    page.reload(),
  ]);
  const { token } = (await answer.json()) as { readonly token: string };
  return `/ticket?token=${token}`;
};

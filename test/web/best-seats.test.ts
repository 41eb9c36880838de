import { expect } from 'chai';
import { buyingOn, seatOn, timer } from '../support/buying.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('the best seats of a bus', (web) => {
  const { register, trip } = buyingOn(web);

  it('the service chooses seats for the travellers, by a window if they like, and holds them', async () => {
    const id = await trip();
    const page = await web.visit(`/trips/${id}`, { session: await register() });
    await page.getByRole('spinbutton', { name: 'Travellers' }).fill('2');
    await page.getByRole('button', { name: 'Best seats' }).click();
    await page.getByText('Chosen for you: A1, A2.').waitFor();
    await timer(page).waitFor();
    expect(await seatOn(page, 'A2').isChecked()).to.equal(true);
    await expectAccessible(page);
    await page.getByRole('spinbutton', { name: 'Travellers' }).fill('1');
    await page.getByRole('checkbox', { name: 'Window', exact: true }).check();
    await page.getByRole('button', { name: 'Best seats' }).click();
    await page.getByText('Chosen for you: A1.').waitFor();
    await seatOn(page, 'A1').uncheck();
    await page.getByText('Chosen for you').waitFor({ state: 'detached' });
  });

  it('travellers who must sit together are told if no such seats are left, and may sit apart', async () => {
    const id = await trip({ seats: ['A1', 'A2', 'A3'] });
    const other = await register();
    await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['A2'] }, other.access);
    const page = await web.visit(`/trips/${id}`, { session: await register() });
    await page.getByRole('spinbutton', { name: 'Travellers' }).fill('2');
    await page.getByRole('button', { name: 'Best seats' }).click();
    await page.getByRole('alert').getByText('So many free seats do not hang together.').waitFor();
    await page.getByRole('checkbox', { name: 'Together' }).uncheck();
    await page.getByRole('button', { name: 'Best seats' }).click();
    await page.getByText('Chosen for you: A1, A3.').waitFor();
  });

  it('a visitor signs in on the same page before the service chooses seats', async () => {
    const id = await trip();
    const page = await web.visit(`/trips/${id}`);
    await page.getByRole('spinbutton', { name: 'Travellers' }).fill('9');
    await page.getByRole('button', { name: 'Best seats' }).click();
    await page.getByText('Choose 1 to 6 seats.').waitFor();
    await page.getByRole('spinbutton', { name: 'Travellers' }).fill('1');
    await page.getByRole('button', { name: 'Best seats' }).click();
    await page.getByRole('textbox', { name: 'Phone number' }).waitFor();
    await expectAccessible(page);
  });
});

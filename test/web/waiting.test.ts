import { expect } from 'chai';
import { buyingOn, timer } from '../support/buying.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('waiting for seats', (web) => {
  const { register, trip } = buyingOn(web);

  it('a person waits for seats of a full bus, is offered them, and books them', async () => {
    const id = await trip({ seats: ['A1', 'A2'] });
    const [holder, session] = [await register(), await register()];
    await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['A1', 'A2'] }, holder.access);
    const page = await web.visit(`/trips/${id}`, { session });
    await page.getByRole('spinbutton', { name: 'Travellers' }).fill('2');
    await page.getByRole('button', { name: 'Wait for seats' }).click();
    const list = page.getByRole('list', { name: 'Waiting' });
    await list.getByText('1st in line').waitFor();
    await expectAccessible(page);
    await web.api.post(`/api/trips/${id}/seats/release`, {}, holder.access);
    // Long before the page asks again, the message about the offer reaches it.
    await list.getByText('Kept for you: A1, A2').waitFor({ timeout: 15_000 });
    await timer(page).waitFor();
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Book these seats' }).click();
    await page.getByRole('group', { name: 'Seat A2' }).waitFor();
  });

  it('a person gives up waiting for places on a bus without a seat map', async () => {
    const id = await trip({ seats: 1 });
    const session = await register();
    const page = await web.visit(`/trips/${id}`, { session });
    expect(await page.getByRole('button', { name: 'Wait for seats' }).count()).to.equal(0);
    await page.getByRole('spinbutton').fill('3');
    await page.getByRole('button', { name: 'Wait for seats' }).click();
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('list', { name: 'Waiting' }).waitFor({ state: 'detached' });
  });
});

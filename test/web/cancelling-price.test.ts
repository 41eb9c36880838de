import { expect } from 'chai';
import type { UserId } from '../../core/kernel/ids.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import type { Json } from '../support/http.ts';
import { aPaidBooking } from '../support/refunds.ts';
import { onWeb } from '../support/web.ts';

let people = 0;

onWeb('the price of cancelling', (web) => {
  let session: Json;

  beforeEach(async () => {
    people += 1;
    const person = { full_name: 'Asha Gurung', email: `cancels${people}@example.com`, password: 'secret-123' };
    session = (await web.api.post('/api/passenger/register', person)).json;
  });

  const owner = () => ({ userId: session.user.id as UserId });
  async function open(id: number) {
    const page = await (await web.person({ session })).open(`/bookings/${id}`);
    await page.getByRole('button', { name: 'Cancel booking' }).waitFor();
    return { page, dialog: page.getByRole('dialog', { name: 'Cancel this booking?' }) };
  }

  it('cancelling a booking on a cancelled trip is free, even after the departure', async () => {
    const { booking } = await aPaidBooking(web.api.dependencies, owner());
    await changePlan(web.api.dependencies, booking.tripId, { status: 'CANCELLED', departsAt: START });
    const { page, dialog } = await open(booking.id);
    await page.getByText('The bus company has cancelled this trip.').waitFor();
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await dialog.getByText(/the whole price/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('You cancelled this booking.').waitFor();
  });

  it('cancelling a booking asks for another confirmation if the fee has risen since the first', async () => {
    const { booking } = await aPaidBooking(web.api.dependencies, owner());
    const { page, dialog } = await open(booking.id);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const offer = dialog.getByText(/^You get/);
    const before = await offer.textContent();
    await web.pass(30 * 60);
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'has just changed' }).waitFor();
    expect(await offer.textContent()).not.to.equal(before);
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('You cancelled this booking.').waitFor();
  });

  it('cancelling a booking shows the fee even if the booking was paid after the page was opened', async () => {
    const { id: tripId } = await aTrip(web.api.dependencies);
    const { id } = await aBooking(web.api.dependencies, { ...owner(), tripId, seats: [seat('A1')] });
    const { page, dialog } = await open(id);
    await web.api.dependencies.transact(({ bookings }) => bookings.move(id, 'confirm'));
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await dialog.getByText(/^You get/).waitFor();
  });

  it('a cancellation whose answer was lost can be sent again, and cancels the booking only once', async () => {
    const { booking } = await aPaidBooking(web.api.dependencies, owner());
    const { page, dialog } = await open(booking.id);
    web.forgive(/ERR_FAILED/);
    await page.route('**/cancel', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    await page.unroute('**/cancel');
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('You cancelled this booking.').waitFor();
  });
});

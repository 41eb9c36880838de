import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { alert, buyingOn, seatOn, timer, travel } from '../support/buying.ts';
import { changePlan } from '../support/catalogue.ts';
import { onWeb } from '../support/web.ts';

onWeb('bookings are paid as they were shown', (web) => {
  const { register, trip, bookingsOf } = buyingOn(web);

  const pay = (page: Page) => page.getByRole('button', { name: 'Pay with eSewa' }).click();
  async function toTravellers(page: Page): Promise<void> {
    await seatOn(page, 'A1').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A1', 'Maya Lama');
  }
  /** Presses "Pay". The service makes the booking, but the browser never gets the answer. */
  async function payWithoutAnswer(page: Page): Promise<void> {
    web.forgive(/ERR_FAILED/);
    await page.route('**/api/bookings', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay(page);
    await alert(page, /could not be reached/).waitFor();
    await page.unroute('**/api/bookings');
  }

  it('a fare that changes while the passenger books is shown before the passenger pays', async () => {
    const id = await trip();
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await toTravellers(page);
    await changePlan(web.api.dependencies, id as TripId, { fare: paisa(900_000) });
    await pay(page);
    await page.getByRole('heading', { name: 'Pay your booking' }).waitFor();
    await page.getByRole('main').getByText('Rs 9,000').waitFor();
    await page.getByRole('main').getByText('Kathmandu to Pokhara', { exact: true }).waitFor();
  });

  it('passengers’ names typed after the booking was stored are not shown; the page shows the booked names', async () => {
    const id = await trip();
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await toTravellers(page);
    await payWithoutAnswer(page);
    await page.getByRole('group', { name: 'Seat A1' }).getByLabel('Name').fill('Dawa Lama');
    await pay(page);
    await page.getByRole('heading', { name: 'Pay your booking' }).waitFor();
    await page.getByRole('main').getByText('Maya Lama').waitFor();
    expect(await bookingsOf(session)).to.have.length(1);
  });

  it('text that one passenger typed is not used for another passenger who signs in in the same tab', async () => {
    const id = await trip();
    const [session, another] = [await register(), await register()];
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await toTravellers(page);
    await payWithoutAnswer(page);
    await page.evaluate(
      (kept) => localStorage.setItem('session', kept),
      JSON.stringify({ ...another, at: Date.now() }),
    );
    await page.goto(`/book/${id}`);
    await page.getByText('None of your seats is held').waitFor();
    expect(await bookingsOf(another)).to.have.length(0);
    expect(await page.getByText('Maya Lama').count()).to.equal(0);
  });

  /**
   * Ends a passenger's session from another device while the passenger types. Then somebody signs in with a password.
   */
  async function signInAfterAnEnd(email: (own: string) => string): Promise<Page> {
    const id = await trip();
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await toTravellers(page);
    await web.api.post('/api/auth/logout-all', {}, session.access as string);
    // Makes the page check its session, as every page does when it becomes visible.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await alert(page, /signed out/).waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage)'), 'kept on the computer').to.deep.equal([]);
    await page.getByRole('link', { name: 'Use e-mail and password' }).click();
    await page.getByRole('textbox', { name: 'E-mail or phone' }).fill(email(session.user.email as string));
    await page.getByLabel('Password', { exact: true }).fill('secret-123');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    return page;
  }

  it('names that a passenger typed are still in the form after signing in again in the same tab', async () => {
    const page = await signInAfterAnEnd((own) => own);
    const name = page.getByRole('group', { name: 'Seat A1' }).getByLabel('Name');
    await name.waitFor();
    expect(await name.inputValue()).to.equal('Maya Lama');
    await pay(page);
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  });

  it('names that a passenger typed are not shown to another passenger who signs in next in the same tab', async () => {
    const { email } = (await register()).user as { readonly email: string };
    const page = await signInAfterAnEnd(() => email);
    await page.getByText('None of your seats is held').waitFor();
    expect(await page.getByText('Maya Lama').count()).to.equal(0);
  });

  it('a booking that was paid is no longer shown as unpaid on its trip’s page', async () => {
    const id = await trip();
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await toTravellers(page);
    await pay(page);
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await page.goto(`/trips/${id}`);
    await page.getByText('waits for its payment').waitFor();
    await page.getByRole('link', { name: 'Pay it' }).click();
    await pay(page);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    const asked = page.waitForResponse(/\/api\/bookings\/\d+$/);
    await page.goto(`/trips/${id}`);
    await seatOn(page, 'A2').check();
    await timer(page).waitFor();
    await asked;
    expect(await page.getByText('waits for its payment').count()).to.equal(0);
  });

  it('the payment page counts down the right time even if the computer’s clock is wrong', async () => {
    const id = await trip();
    const session = await register();
    const { context, open } = await web.person({ session });
    await context.clock.setSystemTime(web.api.clock() + 15.5 * 60_000);
    const page = await open(`/trips/${id}`);
    await toTravellers(page);
    expect(await timer(page).textContent()).to.match(/^(?:10|9):/);
    await page.route('**/checkout', (route) => route.abort());
    web.forgive(/ERR_FAILED/);
    await pay(page);
    await alert(page, /could not be reached/).waitFor();
    await page.unroute('**/checkout');
    await page.reload();
    await page.getByRole('heading', { name: 'Pay your booking' }).waitFor();
    expect(await timer(page).textContent()).to.match(/^1[45]:/);
  });
});

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { en } from '../../web/words/en/passenger.ts';
import { ne } from '../../web/words/ne/passenger.ts';
import { buyingOn } from '../support/buying.ts';
import type { Json } from '../support/http.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

/** Minutes to wait: six seconds, because the service enquires at a gateway again only after three seconds. */
const A_MOMENT = 0.1;

onWeb('paying by each method', (web) => {
  const { register, trip, bookingsOf } = buyingOn(web);

  /** Opens the page that asks how to pay, for a passenger who has chosen seat A1. */
  const atPayment = async (
    language: 'en' | 'ne' = 'en',
    words: typeof en = en,
  ): Promise<{ readonly page: Page; readonly session: Json }> => {
    const [id, session] = [await trip(), await register()];
    const page = await web.visit(`/trips/${id}`, { session, language });
    await page.locator('input[data-seat]').first().check();
    await page.getByRole('button', { name: words.buying.continue }).click();
    await page.getByRole('group').getByLabel(words.buying.name).fill('Asha Gurung');
    return { page, session };
  };
  /** Pays the shown QR code in the sandbox's bank app, and waits until the page finds the payment. */
  const payCode = async (page: Page, words: typeof en): Promise<void> => {
    await page.getByRole('heading', { name: words.paying.scanTitle }).waitFor();
    const [app] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: words.paying.openCode }).click(),
    ]);
    expect(await page.getByRole('main').innerText()).to.match(/Kathmandu to Pokhara|काठमाडौं – पोखरा/);
    await app.getByRole('button', { name: 'Pay', exact: true }).click();
    await app.getByRole('heading', { name: 'You paid' }).waitFor();
    await web.pass(A_MOMENT);
  };
  const payBy = async (page: Page, method: string, name = method): Promise<void> => {
    await page.getByRole('radiogroup', { name: 'Pay with' }).getByRole('radio', { name: method }).check();
    await page.getByRole('button', { name: `Pay with ${name}` }).click();
  };
  const booked = (page: Page) => page.getByRole('heading', { name: 'You are booked' }).waitFor();
  const newestOf = async (session: Json): Promise<Json> => (await bookingsOf(session))[0];

  it('the checkout page lists each of the four ways to pay once, as a button that pays in this way', async () => {
    const { page } = await atPayment();
    const ways = page.getByRole('radiogroup', { name: 'Pay with' });
    for (const name of ['eSewa', 'Khalti', 'Fonepay QR', 'connectIPS'])
      await ways.getByRole('radio', { name }).waitFor();
    expect(await page.getByRole('button', { name: /^Pay with/ }).allInnerTexts()).to.have.length(4);
    expect(await page.getByRole('radiogroup', { name: 'Gender (optional)' }).count()).to.equal(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pay with connectIPS' }).click();
    await page.waitForURL('**/connectips/**');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await booked(page);
  });

  it('Enter in a field of the checkout page pays in the way that was paid last', async () => {
    const { page } = await atPayment();
    await page.evaluate(() => localStorage.setItem('recent-gateway', 'KHALTI'));
    await page.reload();
    await page.getByRole('button', { name: 'Pay with Khalti' }).waitFor();
    await page.getByRole('group').getByLabel('Name').press('Enter');
    await page.waitForURL('**/khalti/**');
  });

  for (const [language, words] of [
    ['en', en],
    ['ne', ne],
  ] as const)
    for (const method of ['eSewa', 'Khalti', 'Fonepay', 'connectIPS'])
      it(`a booking paid by ${method} on a phone of 360 px leads to the ticket, in ${language}`, async () => {
        const { page, session } = await atPayment(language, words);
        const ways = page.getByRole('radiogroup', { name: words.paying.payWith });
        await ways.getByRole('radio', { name: method }).check();
        await page.getByRole('button', { name: words.paying.payWithName(method) }).click();
        if (method === 'Fonepay') await payCode(page, words);
        else await page.getByRole('button', { name: 'Pay', exact: true }).click();
        await page.getByRole('heading', { level: 1, name: words.payment.booked }).waitFor();
        await page.getByRole('link', { name: words.payment.ticket, exact: true }).click();
        await page.getByRole('link', { name: words.bookings.pdf }).waitFor();
        expect((await newestOf(session)).booking_status).to.equal('CONFIRMED');
      });

  it('a booking can be paid by a QR code, and the page continues by itself once it is paid', async () => {
    const { page } = await atPayment();
    await payBy(page, 'Fonepay QR', 'Fonepay');
    await page.getByRole('heading', { name: 'Scan to pay' }).waitFor();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await page.getByRole('timer', { name: 'Time left' }).waitFor();
    await page.getByRole('link', { name: 'Pay another way' }).waitFor();
    await expectAccessible(page);

    await payCode(page, en);
    await booked(page);
  });

  it('a passenger can choose another way to pay after a QR code, and after a failed payment', async () => {
    const { page } = await atPayment();
    await payBy(page, 'Fonepay QR', 'Fonepay');
    await page.getByRole('link', { name: 'Pay another way' }).click();
    await payBy(page, 'Khalti');
    await page.getByRole('button', { name: 'Fail', exact: true }).click();
    await page.getByRole('heading', { name: 'Not paid yet' }).waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await payBy(page, 'connectIPS');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await booked(page);
  });

  it('a message says that a payment gateway does not answer, and the passenger can pay another way', async () => {
    const { page } = await atPayment();
    await web.api.post('/sandbox/control', { gateway: 'KHALTI', fault: 'http-500', times: 1 });
    await payBy(page, 'Khalti');
    web.forgive(/status of 503/);
    await page
      .getByRole('alert')
      .getByText(/Khalti/)
      .waitFor();
    await payBy(page, 'eSewa');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await booked(page);
  });
});

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { UserId } from '../../core/kernel/ids.ts';
import type { Json } from '../support/http.ts';
import { portalsOn } from '../support/portals.ts';
import { aRefund, WALLET } from '../support/refunds.ts';
import { expectAccessible, hasFocus, onWeb, pressOn } from '../support/web.ts';

let people = 0;

onWeb('the account for a refund', (web) => {
  let session: Json;

  beforeEach(async () => {
    people += 1;
    const person = { full_name: 'Asha Gurung', email: `refunded${people}@example.com`, password: 'secret-123' };
    session = (await web.api.post('/api/passenger/register', person)).json;
  });

  const aDueRefund = () => aRefund(web.api.dependencies, { userId: session.user.id as UserId });
  const atBooking = (id: number, looks: { readonly width?: number; readonly language?: 'ne' } = {}) =>
    web.visit(`/bookings/${id}`, { session, ...looks });
  const regionOn = (page: Page) => page.getByRole('region', { name: 'Refund' });
  const name = (id: number, account: object = WALLET) =>
    web.api.put(`/api/bookings/${id}/refund-account`, { ...WALLET, ...account }, session.access);
  const signInAdmin = async (): Promise<string> => (await portalsOn(() => web.api).signIn())['access'];
  const act = (admin: string, refund: number, act: string, body: object = {}) =>
    web.api.post(`/api/admin/refunds/${refund}/${act}`, body, admin);

  const fill = async (page: Page, number: string): Promise<void> => {
    const region = regionOn(page);
    await region.getByLabel('Name of the account holder').fill('Asha Gurung');
    await region.getByRole('textbox', { name: 'Number' }).fill(number);
    await region.getByRole('button', { name: 'Use this account' }).click();
  };

  it('a booking’s page asks for an account for the refund until one is named, and then shows its full number', async () => {
    const { bookingId } = await aDueRefund();
    const page = await atBooking(bookingId);
    const region = regionOn(page);
    await region.getByText(/^To which account should it go\?/).waitFor();
    await expectAccessible(page);
    await pressOn(page, region.getByRole('button', { name: 'Name an account' }), 'Enter');
    await region.getByRole('button', { name: 'Use this account' }).click();
    await region.getByRole('alert').getByText(/./).waitFor();
    await fill(page, '9812345678');
    const standing = region.getByText('Your refund goes to this account: eSewa 9812345678.');
    await standing.waitFor();
    await page.locator('p:focus').waitFor();
    expect(await hasFocus(standing)).to.equal(true);
    await region.getByRole('button', { name: 'Name another account' }).waitFor();
    await expectAccessible(page);

    await page.reload();
    await region.getByText('Your refund goes to this account: eSewa •••••••678.').waitFor();
  });

  it('the form for an account for refunds changes nothing if it is closed without saving', async () => {
    const { bookingId } = await aDueRefund();
    await name(bookingId);
    const page = await atBooking(bookingId);
    const region = regionOn(page);
    await region.getByRole('button', { name: 'Name another account' }).click();
    await fill(page, '12');
    await region.getByRole('alert').getByText(/./).waitFor();
    await region.getByRole('button', { name: 'Not now' }).click();
    await region.getByText('Your refund goes to this account: eSewa •••••••678.').waitFor();
    expect(await region.getByRole('textbox').count(), 'the form').to.equal(0);
    await region.getByRole('button', { name: 'Name another account' }).click();
    expect(await region.getByRole('alert').textContent(), 'what was wrong before').to.equal('');
  });

  it('a booking’s page asks for another account for the refund once the transfer has failed', async () => {
    const { id, bookingId } = await aDueRefund();
    await name(bookingId);
    const admin = await signInAdmin();
    await act(admin, id, 'send', { method: 'ESEWA', reference: 'E-1' });
    await act(admin, id, 'fail', { failure: 'No such number.' });
    const page = await atBooking(bookingId, { width: 1280 });
    const region = regionOn(page);
    await region.getByText('Rs 1,000 came back to us. It is still yours, and is sent again.').waitFor();
    await region.getByText(/^The account that we have is: eSewa •••••••678\./).waitFor();
    await region.getByRole('button', { name: 'Name another account' }).waitFor();
  });

  it('an account for refunds that is saved while the refund is being sent is refused, and the typed text stays', async () => {
    const { id, bookingId } = await aDueRefund();
    await name(bookingId);
    await act(await signInAdmin(), id, 'claim');
    const page = await atBooking(bookingId);
    const region = regionOn(page);
    await region.getByRole('button', { name: 'Name another account' }).click();
    await fill(page, '9711111111');
    await region.getByRole('alert').getByText('Please look again in a quarter of an hour.').waitFor();
    expect(await region.getByRole('textbox', { name: 'Number' }).inputValue()).to.equal('9711111111');
    await expectAccessible(page);

    web.api.clock.advance(15);
    await region.getByRole('button', { name: 'Use this account' }).click();
    await region.getByText('Your refund goes to this account: eSewa 9711111111.').waitFor();
  });

  it('an account for refunds cannot be changed once the refund is sent, and the page says so and shows the account', async () => {
    const { id, bookingId } = await aDueRefund();
    await name(bookingId);
    const page = await atBooking(bookingId);
    const region = regionOn(page);
    await region.getByRole('button', { name: 'Name another account' }).click();
    await act(await signInAdmin(), id, 'send', { method: 'ESEWA', reference: 'E-77' });
    await fill(page, '9711111111');
    await region.getByText('Rs 1,000 is on its way to you.').waitFor();
    await region.getByText('Account: eSewa •••••••678').waitFor();
    await region.getByText('Reference: E-77').waitFor();
    await region
      .getByRole('alert')
      .getByText(/^This account was not kept/)
      .waitFor();
    expect(await region.getByRole('button').count(), 'ways to change it').to.equal(0);
    await expectAccessible(page);
  });

  it('the form for an account for refunds can be used in Nepali', async () => {
    const { bookingId } = await aDueRefund();
    await name(bookingId, { kind: 'BANK', bank: 'Nabil Bank', number: '0123456789' });
    const page = await atBooking(bookingId, { language: 'ne' });
    await page.getByText('फिर्ता रकम यो खातामा जान्छ: बैंक खाता •••••••789।').waitFor();
    await page.getByRole('button', { name: 'अर्को खाता दिनुहोस्' }).click();
    await page.getByRole('button', { name: 'यही खाता राख्नुहोस्' }).waitFor();
    await expectAccessible(page);
  });
});

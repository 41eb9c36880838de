import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { paisa } from '../../core/kernel/money.ts';
import { reconcileList } from '../../core/refunds/reconcile-list.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { portalsOn } from '../support/portals.ts';
import { aRefund, WALLET } from '../support/refunds.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

let people = 0;

onWeb('the refund desk of administrators', (web) => {
  /** Signs an administrator in. Returns a function that opens the administrator's list of refunds. */
  const anAdministrator = async (fullName: string) => {
    const { admin, login } = portalsOn(() => web.api);
    const session = (await login(await admin({ fullName }), { portal: 'admin' })).json;
    const { open } = await web.person({ session, keptAs: 'portal-session', width: 1280 });
    return { open, desk: () => open('/portal/admin/refunds') };
  };
  const aPassengerOnline = async (more: object = {}): Promise<Json> => {
    people += 1;
    const person = { full_name: 'Asha Gurung', email: `owed${people}@example.com`, password: 'secret-123', ...more };
    return (await web.api.post('/api/passenger/register', person)).json;
  };
  /** Makes a refund of a passenger's booking, and returns it with the booking's code. */
  const aRefundOf = async (passenger: Json) => {
    const refund = await aRefund(web.api.dependencies, { userId: passenger.user.id });
    const { json } = await web.api.get(`/api/bookings/${refund.bookingId}`, passenger.access);
    return { ...refund, code: json.booking_code as string };
  };
  const name = async (passenger: Json, id: number, account: object = {}) => {
    const named = await web.api.put(`/api/bookings/${id}/refund-account`, { ...WALLET, ...account }, passenger.access);
    expect(named.status).to.equal(200);
  };
  const cardOn = (page: Page, code: string) => page.getByRole('listitem').filter({ hasText: code });

  /** Fills in the dialog that records a refund as sent, and does not confirm it yet. */
  const fillSent = async (page: Page, code: string): Promise<void> => {
    await cardOn(page, code).getByRole('button', { name: 'Sent' }).click();
    await page.getByRole('textbox', { name: 'Reference' }).fill('RF-9');
  };
  const saySent = (page: Page): Promise<void> => page.getByRole('button', { name: 'Yes, it is sent' }).click();

  it('the refunds page shows only the end of an account number, and the full number after the refund is claimed', async () => {
    const passenger = await aPassengerOnline();
    const { bookingId, code } = await aRefundOf(passenger);
    await name(passenger, bookingId, { kind: 'KHALTI', number: '9800000321' });
    const gita = await (await anAdministrator('Gita Karki')).desk();
    const hari = await (await anAdministrator('Hari Thapa')).desk();
    const [hers, his] = [cardOn(gita, code), cardOn(hari, code)];
    await hers.getByText('•••••••321').waitFor();
    await hers.getByText('Named by the passenger').waitFor();
    expect(await hers.getByRole('note').count(), 'a warning of a shared account').to.equal(0);

    await hers.getByRole('button', { name: 'Claim' }).click();
    await hers.getByText(/^Yours until 10:15/).waitFor();
    await hers.getByText('9800000321').waitFor();
    await hers.getByRole('button', { name: 'Claim for longer' }).waitFor();
    await expectAccessible(gita);

    await his.getByRole('button', { name: 'Claim' }).click();
    const refusal = /^Somebody else has claimed this refund, and is about to send it\. It is with Gita Karki\.$/;
    await his.getByRole('alert').getByText(refusal).waitFor();
    await his.getByText('Gita Karki is sending it, until 10:15.').waitFor();
    await his.getByText('•••••••321').waitFor();
    await expectAccessible(hari);
    await fillSent(hari, code);
    await saySent(hari);
    await hari.getByRole('dialog').getByRole('alert').getByText(refusal).waitFor();

    await web.pass(15);
    await hari.getByRole('button', { name: 'Not now' }).click();
    await his.getByRole('button', { name: 'Claim' }).click();
    await his.getByText(/^Yours until 10:30/).waitFor();
  });

  it('a refund without an account names the passenger and a phone number to call', async () => {
    const { code } = await aRefundOf(await aPassengerOnline({ phone: '9841000077' }));
    const page = await (await anAdministrator('Gita Karki')).desk();
    await cardOn(page, code).getByText('Asha Gurung').waitFor();
    await cardOn(page, code).getByRole('link', { name: '9841000077' }).waitFor();
    await expectAccessible(page);
  });

  it('the refunds page warns of an account that was also named for other passengers’ refunds', async () => {
    const [asha, bina] = [await aPassengerOnline(), await aPassengerOnline()];
    const account = { kind: 'BANK', bank: 'Nabil Bank', number: '00017700' };
    const [first, second] = [await aRefundOf(asha), await aRefundOf(bina)];
    await name(asha, first.bookingId, account);
    await name(bina, second.bookingId, account);
    const page = await (await anAdministrator('Gita Karki')).desk();
    const note = cardOn(page, first.code).getByRole('note');
    await note
      .getByText('Shared with 1 refund of another payer in the last 90 days. Find out why before you send.')
      .waitFor();
    await cardOn(page, second.code).getByRole('note').waitFor();
    await expectAccessible(page);
    await fillSent(page, first.code);
    await saySent(page);
    // The administrator has sent the money, so the warning no longer advises what to do.
    await page
      .getByRole('region', { name: 'On the way' })
      .getByRole('listitem')
      .filter({ hasText: first.code })
      .getByText('Shared with 1 refund of another payer in the last 90 days.', { exact: true })
      .waitFor();
  });

  it('a refund is not recorded as sent if its account has changed meanwhile, and the new account is shown', async () => {
    const passenger = await aPassengerOnline();
    const { bookingId, code } = await aRefundOf(passenger);
    await name(passenger, bookingId);
    const page = await (await anAdministrator('Gita Karki')).desk();
    await fillSent(page, code);
    await page.getByRole('dialog').getByText('9812345678').waitFor();
    await name(passenger, bookingId, { number: '9811111999' });
    await saySent(page);
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('alert')
      .getByText(/^The account was changed after you looked at it/)
      .waitFor();
    expect(await page.getByRole('textbox', { name: 'Reference' }).inputValue(), 'what was typed').to.equal('RF-9');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await cardOn(page, code).getByText('•••••••999').waitFor();
    await fillSent(page, code);
    await saySent(page);
    await page.getByRole('region', { name: 'On the way' }).getByText('eSewa · RF-9').waitFor();
  });

  it('a goodwill refund must be sent by an administrator other than the one who added it', async () => {
    const passenger = await aPassengerOnline();
    const { bookingId, code } = await aRefundOf(passenger);
    const gita = await anAdministrator('Gita Karki');
    const booking = await gita.open(`/portal/admin/bookings/${bookingId}`);
    await booking.getByRole('button', { name: 'Give something back' }).click();
    await booking
      .getByRole('dialog')
      .getByText(/another administrator, they have to send it\.$/)
      .waitFor();
    await booking.getByLabel('Amount in rupees').fill('150');
    await booking.getByLabel('Note').fill('Two hours late.');
    await booking.getByRole('button', { name: 'Give it back' }).click();
    await booking.getByText('Rs 150 go back as goodwill.').waitFor();

    const page = await (await anAdministrator('Hari Thapa')).desk();
    const goodwillOn = (on: Page) => cardOn(on, code).filter({ hasText: 'Goodwill' });
    const hers = await gita.desk();
    for (const on of [hers, page]) {
      await goodwillOn(on).getByRole('button', { name: 'Sent' }).click();
      await on.getByRole('textbox', { name: 'Reference' }).fill('GW-1');
      await saySent(on);
      if (on === page) break;
      await on
        .getByRole('alert')
        .getByText(/ask another administrator\.$/)
        .waitFor();
    }
    await page.getByRole('region', { name: 'On the way' }).getByText('eSewa · GW-1').waitFor();
  });

  it('money without a payment shows the gateway’s reference, and another administrator than its sender confirms it', async () => {
    const { transact } = web.api.dependencies;
    const clock = () => START;
    await reconcileList({ transact, clock })({
      gateway: 'ESEWA',
      money: [{ reference: '000LOST', amount: paisa(240_000), at: clock() }],
      by: null,
    });
    const [page, his] = [
      await (await anAdministrator('Gita Karki')).desk(),
      await (await anAdministrator('Hari Thapa')).desk(),
    ];
    const card = cardOn(page, 'Money without a payment');
    await card.getByText(/^eSewa has it under 000LOST, and no payment explains it\./).waitFor();
    expect(await card.getByRole('link').count(), 'links to a booking').to.equal(0);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Sent' }).click();
    await page.getByRole('textbox', { name: 'Reference' }).fill('RF-10');
    await saySent(page);
    await cardOn(page, 'RF-10').getByRole('button', { name: 'Paid' }).click();
    await page.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/ask another administrator\.$/)
      .waitFor();
    await his.reload();
    await cardOn(his, 'RF-10').getByRole('button', { name: 'Paid' }).click();
    await his.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await his.getByText('Rs 2,400 noted as paid.').waitFor();
  });

  it('a cash refund that the platform took over is marked so on the company’s pages', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const { bookingId } = await aRefund(web.api.dependencies, { operatorId: owner.operatorId!, gateway: 'CASH' });
    const company = await at(owner, { width: 1280 });
    const till = await company.open('/portal/refunds');
    await till.getByText('Rs 1,000 to pay out').waitFor();
    const { json } = await web.api.get(`/api/operator/bookings/${bookingId}`, owner.token);
    const code: string = json.booking_code;

    const page = await (await anAdministrator('Gita Karki')).desk();
    const card = cardOn(page, code);
    await card.getByText('Was paid at the counter: the company pays it out of its till.').waitFor();
    expect(await card.getByRole('button', { name: 'Claim' }).count(), 'ways to send it').to.equal(0);
    await card.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Yes, take it over' }).click();
    await card.getByText('Taken over from the company, which keeps the cash and owes it.').waitFor();
    await card.getByText(/^No account named yet\./).waitFor();
    await card.getByRole('button', { name: 'Name the account' }).click();
    await page.getByLabel('Name of the holder').fill('Bikram Rai');
    await page.getByRole('textbox', { name: 'Number' }).fill('12');
    await page.getByRole('button', { name: 'Use this account' }).click();
    await eventually(async () => (await page.locator('[aria-invalid=true]').count()) === 1);
    await page.getByRole('textbox', { name: 'Number' }).fill('9841234567');
    await page.getByRole('button', { name: 'Use this account' }).click();
    await card.getByText('•••••••567').waitFor();
    await card.getByText('Named by an administrator').waitFor();
    await expectAccessible(page);

    await till.reload();
    await till.getByText('Nothing to pay out').waitFor();
    const booking = await company.open(`/portal/bookings/${bookingId}`);
    await booking.getByText('taken over by the platform').waitFor();
    expect(await booking.getByRole('link', { name: 'Pay it out' }).count(), 'ways to pay it').to.equal(0);
    await expectAccessible(booking);
  });

  it('a cash refund that the company paid before the platform could take it over is shown as paid', async () => {
    const { owner } = await aCompanyOnline(web);
    const { id, bookingId } = await aRefund(web.api.dependencies, { operatorId: owner.operatorId!, gateway: 'CASH' });
    const { json } = await web.api.get(`/api/operator/bookings/${bookingId}`, owner.token);
    const page = await (await anAdministrator('Gita Karki')).desk();
    const card = cardOn(page, json.booking_code);
    await card.getByRole('button', { name: 'Take over' }).click();
    await web.api.post('/api/operator/shifts', { opening_cash: 5_000 }, owner.token);
    const paid = await web.api.post(`/api/operator/refunds/${id}/pay-cash`, {}, owner.token);
    expect(paid.status).to.equal(200);
    await page.getByRole('button', { name: 'Yes, take it over' }).click();
    await page.getByRole('alert').getByText("This can't be done to a refund that is PAID.").waitFor();
    await card.waitFor({ state: 'detached' });
  });
});

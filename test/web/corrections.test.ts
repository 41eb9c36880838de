import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onlinePayment } from '../../core/ledger/entries.ts';
import { aDoubtfulPayment, anAdjustment } from '../support/corrections.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { anAdmin, anOperator } from '../support/people.ts';
import { portalsOn } from '../support/portals.ts';
import { aPaidBooking } from '../support/refunds.ts';
import { record } from '../support/stating.ts';
import { type Looks, type Web, expectAccessible, onWeb } from '../support/web.ts';

async function adminAt(web: Web, path: string, looks: Looks = {}) {
  const session = await portalsOn(() => web.api).signIn();
  const page = await web.visit(path, { ...looks, session, keptAs: 'portal-session' });
  return { page, session };
}

/** Finds a correction of the ledger on the list by its reason. */
const correction = (page: Page, reason: string) =>
  page.getByRole('region', { name: 'Corrections', exact: true }).getByRole('listitem').filter({ hasText: reason });

/** Chooses a company in a dialog, by typing some letters of its name. */
async function chooseCompany(page: Page, part: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Company' }).fill(part);
  await page.getByRole('option', { name }).click();
}

onWeb('corrections of the ledger', (web) => {
  it('a ledger adjustment is proposed by one administrator and confirmed by another', async () => {
    const reason = 'eSewa kept a fee that was not recorded.';
    const { page: first } = await adminAt(web, '/portal/admin/ledger', { width: 1366 });
    await first.getByRole('button', { name: 'Propose' }).click();
    const dialog = first.getByRole('dialog');
    const propose = dialog.getByRole('button', { name: 'Propose', exact: true });
    await propose.click();
    expect(await dialog.getByText('Choose an account', { exact: true }).and(first.locator('p')).count()).to.equal(2);
    const [debit, credit] = [dialog.getByLabel('Debit'), dialog.getByLabel('Credit')];
    await debit.selectOption('Fees of gateways');
    await credit.selectOption('Fees of gateways');
    await dialog.getByLabel('Amount in rupees').fill('15.5');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('combobox', { name: 'Company' }).fill('Nobody’s buses');
    await propose.click();
    await dialog.getByText('Choose a company from the list, or leave this empty.').waitFor();
    await dialog.getByRole('combobox', { name: 'Company' }).fill('');
    await propose.click();
    await dialog.getByText('Choose another account than the one that gets the amount.').waitFor();
    await expectAccessible(first);
    await credit.selectOption('Gateway');
    await dialog.getByRole('combobox', { name: 'Which gateway' }).waitFor();
    await propose.click();
    const own = correction(first, reason);
    await own.getByText('From eSewa to Fees of gateways').waitFor();
    await own.getByText('another administrator has to confirm it').waitFor();
    expect(await own.getByRole('button', { name: 'Confirm' }).isDisabled()).to.equal(true);
    await expectAccessible(first);
    // The service refuses the confirmation even if the page enables the button.
    await own.getByRole('button', { name: 'Confirm' }).evaluate((button) => button.removeAttribute('disabled'));
    await own.getByRole('button', { name: 'Confirm' }).click();
    await own.getByRole('alert').getByText('You proposed this adjustment yourself').waitFor();

    const { page: second } = await adminAt(web, '/portal/admin/ledger', { width: 1366 });
    const theirs = correction(second, reason);
    await theirs.getByText(/^Proposed by Anil Shrestha, /).waitFor();
    await theirs.getByRole('button', { name: 'Confirm and write Rs 15.50 to the ledger' }).click();
    await second.getByText('Rs 15.50 confirmed and written to the ledger.').waitFor();
    await theirs.waitFor({ state: 'detached' });
    const ledger = second.getByRole('table', { name: 'Ledger' });
    await ledger.getByRole('row', { name: /Correction Fees of gateways Gateway, eSewa Rs 15\.50/ }).waitFor();

    // The proposer's page is outdated, and still shows the correction as undecided.
    await own.getByRole('button', { name: 'Reject' }).click();
    await first.getByText('Somebody has decided this correction meanwhile.').waitFor();
    await first.getByRole('combobox', { name: 'Show corrections' }).selectOption('Confirmed');
    await own.getByText(/^Confirmed by Anil Shrestha, /).waitFor();

    await ledger
      .getByRole('row', { name: /Rs 15\.50/ })
      .getByRole('link', { name: 'Correction' })
      .click();
    await second.getByRole('heading', { name: 'Correction', level: 1 }).waitFor();
    await second.getByText(reason).waitFor();
    await expectAccessible(second);
  });

  it('a ledger adjustment of a company’s account names the company, and can be rejected by its proposer', async () => {
    await anOperator(web.api.dependencies, { companyName: 'Lumbini Yatayat' });
    const { page } = await adminAt(web, '/portal/admin/ledger');
    await page.getByRole('button', { name: 'Propose' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Debit').selectOption('Companies');
    await dialog.getByLabel('Credit').selectOption('Bank');
    await dialog.getByLabel('Amount in rupees').fill('1,200');
    await dialog.getByLabel('Reason').fill('Paid outside a statement.');
    const propose = dialog.getByRole('button', { name: 'Propose', exact: true });
    await propose.click();
    await dialog.getByText('Choose the company whose account or cash is corrected.').waitFor();
    await chooseCompany(page, 'lumb', 'Lumbini Yatayat');
    await propose.click();
    const own = correction(page, 'Paid outside a statement.');
    await own.getByRole('link', { name: 'Lumbini Yatayat' }).waitFor();
    await own.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rs 1,200 rejected. The ledger stays as it is.').waitFor();
    await page.getByRole('combobox', { name: 'Show corrections' }).selectOption('Rejected');
    await own.getByText(/^Rejected by Anil Shrestha, /).waitFor();
    await expectAccessible(page);
  });

  it('a receipt of money from a company is recorded only once for each reference', async () => {
    await anOperator(web.api.dependencies, { companyName: 'Makalu Yatayat' });
    const { page } = await adminAt(web, '/portal/admin/ledger');
    const dialog = page.getByRole('dialog');
    const note = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Company paid' }).click();
      await dialog.getByLabel('Amount in rupees').fill('300');
      await dialog.getByLabel('Reference').fill('NIC-88123');
      await dialog.getByRole('button', { name: 'Note it' }).click();
      await dialog.getByText('Choose the company that paid.').waitFor();
      await chooseCompany(page, 'Makalu', 'Makalu Yatayat');
      await dialog.getByRole('button', { name: 'Note it' }).click();
    };
    await note();
    await page.getByText('Rs 300 noted.').waitFor();
    const row = page
      .getByRole('table', { name: 'Ledger' })
      .getByRole('row', { name: /Paid by the company.*Bank.*Companies.*Rs 300/ });
    await row.waitFor();
    await note();
    await dialog.getByText('A payment of this company with this reference is noted already.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await row.getByRole('link', { name: 'Company' }).click();
    await page.getByRole('heading', { name: 'Makalu Yatayat', level: 1 }).waitFor();
  });

  it('a gateway settlement of more money than the gateway owes is recorded only after a confirmation', async () => {
    const { booking, paymentId } = await aPaidBooking(web.api.dependencies);
    await record(web.api.dependencies, onlinePayment(booking, { paymentId, gateway: 'ESEWA' }));
    const { page, session } = await adminAt(web, '/portal/admin/ledger');
    const { json: balances } = await web.api.get('/api/admin/balances', session['access']);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Note a settlement' }).click();
    await dialog.getByLabel('Arrived, in rupees').fill('99000');
    await dialog.getByLabel('Reference').fill('ESEWA-9');
    const send = dialog.getByRole('button', { name: 'Note it' });
    await send.click();
    const refusal = dialog.getByRole('alert');
    await refusal.getByText(/^That is more than the gateway holds by the books\..* It holds Rs [\d,.]+\.$/).waitFor();
    expect((await refusal.innerText()).replaceAll(',', '')).to.include(
      `Rs ${balances.gateways.ESEWA}`.replace('-', ''),
    );
    const force = dialog.getByRole('checkbox', { name: 'note it all the same' });
    await send.click();
    expect(await force.isChecked()).to.equal(false);
    await force.check();
    await expectAccessible(page);
    // After the amount has changed, the administrator must confirm it again.
    await dialog.getByLabel('Arrived, in rupees').fill('99,500');
    await force.waitFor({ state: 'detached' });
    await send.click();
    await force.check();
    await send.click();
    await page.getByText('Rs 99,500 noted.').waitFor();
    const { json } = await web.api.get('/api/admin/ledger?kind=SETTLEMENT', session['access']);
    const isThis = ({ amount }: { readonly amount: number }): boolean => amount === 99_500;
    expect(json.results.filter(isThis)).to.have.length(1);

    await page.getByRole('button', { name: 'Note a settlement' }).click();
    await dialog.getByLabel('Arrived, in rupees').fill('1');
    await dialog.getByLabel('Reference').fill('ESEWA-9');
    await send.click();
    await dialog.getByText('A settlement with this reference is noted already.').waitFor();
  });

  it('a gateway settlement names its gateway, and the ledger’s page shows how much each gateway owes', async () => {
    const { booking, paymentId } = await aPaidBooking(web.api.dependencies);
    await record(web.api.dependencies, onlinePayment(booking, { paymentId, gateway: 'KHALTI' }));
    const { page } = await adminAt(web, '/portal/admin/ledger', { width: 1366 });
    const held = page.getByRole('table', { name: 'What each gateway holds' });
    await held.getByRole('row', { name: 'Khalti Rs 1,200' }).waitFor();
    await page.getByRole('button', { name: 'Note a settlement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Which gateway' }).selectOption('Khalti');
    await dialog.getByLabel('Arrived, in rupees').fill('1200');
    await dialog.getByLabel('Reference').fill('KHALTI-1');
    await dialog.getByRole('button', { name: 'Note it' }).click();
    await held.getByRole('row', { name: 'Khalti Rs 0' }).waitFor();
    await page
      .getByRole('table', { name: 'Ledger' })
      .getByRole('row', { name: /Gateway settled Bank Gateway, Khalti Rs 1,200/ })
      .waitFor();
    await page.getByRole('combobox', { name: 'Which gateway' }).selectOption('Khalti');
    await page.waitForURL('**gateway=KHALTI*');
    const rows = page.getByRole('table', { name: 'Ledger' }).getByRole('row');
    await eventually(async () => (await rows.filter({ hasText: 'eSewa' }).count()) === 0);
    await rows.filter({ hasText: 'Gateway, Khalti' }).first().waitFor();
  });

  it('a gateway settlement that is being typed keeps its gateway through a reload', async () => {
    const { page } = await adminAt(web, '/portal/admin/ledger');
    const dialog = page.getByRole('dialog');
    const [gateway, reference] = [
      dialog.getByRole('combobox', { name: 'Which gateway' }),
      dialog.getByLabel('Reference'),
    ];
    await page.getByRole('button', { name: 'Note a settlement' }).click();
    await gateway.selectOption('Khalti');
    await reference.fill('KHALTI-2');
    await page.reload();
    await page.getByRole('button', { name: 'Note a settlement' }).click();
    expect([await gateway.inputValue(), await reference.inputValue()]).to.deep.equal(['KHALTI', 'KHALTI-2']);
  });

  it('letters in the fee of a gateway settlement are refused, and nothing is recorded', async () => {
    const { booking, paymentId } = await aPaidBooking(web.api.dependencies);
    await record(web.api.dependencies, onlinePayment(booking, { paymentId, gateway: 'KHALTI' }));
    const { page } = await adminAt(web, '/portal/admin/ledger');
    await page.getByRole('button', { name: 'Note a settlement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Which gateway' }).selectOption('Khalti');
    await dialog.getByLabel('Arrived, in rupees').fill('1188');
    await dialog.getByLabel('Kept by the gateway, in rupees').fill('12o');
    await dialog.getByLabel('Reference').fill('KHALTI-12');
    await dialog.getByRole('button', { name: 'Note it' }).click();
    await dialog.getByText(/^This must be a number/).waitFor();
    await dialog.getByLabel('Kept by the gateway, in rupees').fill('12');
    await dialog.getByRole('button', { name: 'Note it' }).click();
    await page.getByText('Rs 1,188 noted.').waitFor();
  });

  it('an unclear payment can be marked as not paid by an administrator', async () => {
    const id = await aDoubtfulPayment(web.api.dependencies);
    const { page, session } = await adminAt(web, '/portal/admin/payments?status=AMBIGUOUS', { width: 1366 });
    const { json: payments } = await web.api.get('/api/admin/payments', session['access']);
    const { booking_code: code } = payments.results.find((payment: { id: number }) => payment.id === id);
    const row = page.getByRole('row', { name: code });
    await row.getByRole('button', { name: 'Settle by hand' }).click();
    const dialog = page.getByRole('dialog');
    const settle = dialog.getByRole('button', { name: 'Settle it' });
    await settle.click();
    await dialog.getByText('Choose one of the two.').waitFor();
    await dialog.getByRole('radio', { name: 'Not paid' }).check();
    await dialog.getByText('Nothing is written to the ledger').waitFor();
    await settle.click();
    await dialog.getByText('Please fill this in.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Note').fill('eSewa’s list has no such transfer.');
    await settle.click();
    await page.getByText('The payment is noted as not paid.').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
    await row.waitFor();
    expect(await row.getByRole('button').count()).to.equal(0);
  });

  it('a payment whose money is in the ledger has no button for resolving it by hand', async () => {
    const { booking, paymentId } = await aPaidBooking(web.api.dependencies);
    await record(web.api.dependencies, onlinePayment(booking, { paymentId, gateway: 'ESEWA' }));
    await web.api.dependencies.transact(({ payments }) => payments.move(paymentId, 'refundFully', START));
    const { page } = await adminAt(web, `/portal/admin/payments?q=${booking.code}`);
    const row = page.getByRole('row', { name: booking.code });
    await row.getByText('full refund', { exact: true }).waitFor();
    expect(await row.getByRole('button').count()).to.equal(0);
    await row.getByRole('link', { name: booking.code }).click();
    // The list stays on the screen until the page of the booking has loaded.
    await page.getByRole('heading', { level: 1, name: booking.code }).waitFor();
    await page.getByText('full refund').waitFor();
    expect(await page.getByRole('button', { name: 'Settle by hand' }).count()).to.equal(0);
  });

  it('an unclear payment can be marked as paid by an administrator, and is then in the ledger', async () => {
    const id = await aDoubtfulPayment(web.api.dependencies);
    const { page, session } = await adminAt(web, '/portal/admin/payments?status=AMBIGUOUS');
    const { json: payments } = await web.api.get('/api/admin/payments', session['access']);
    const { booking_code: code, booking_id } = payments.results.find((payment: { id: number }) => payment.id === id);
    await page.getByRole('row', { name: code }).getByRole('button', { name: 'Settle by hand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Paid', exact: true }).check();
    await dialog.getByText(/another administrator, they have to send it\.$/).waitFor();
    await dialog.getByLabel('Note').fill('eSewa’s list has it, of 10:02.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('The payment is noted as paid.').waitFor();
    await page.getByRole('row', { name: code }).waitFor({ state: 'detached' });
    await page.locator('summary', { hasText: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'State' }).selectOption('paid');
    await page.getByRole('row', { name: code }).getByRole('link', { name: code }).click();
    await page.getByRole('heading', { level: 1, name: code }).waitFor();
    await page.getByText(/^eSewa: Rs [\d,]+/).waitFor();
    await expectAccessible(page);
    const { json: ledger } = await web.api.get('/api/admin/ledger?kind=PAYMENT', session['access']);
    const isOfBooking = (row: { readonly booking_id: number }): boolean => row.booking_id === booking_id;
    expect(ledger.results.filter(isOfBooking)).to.have.length(1);
  });

  it('an administrator sees a message if somebody else has already resolved a payment', async () => {
    const id = await aDoubtfulPayment(web.api.dependencies);
    const { page, session } = await adminAt(web, '/portal/admin/payments?status=AMBIGUOUS');
    const { json: payments } = await web.api.get('/api/admin/payments', session['access']);
    const { booking_code: code } = payments.results.find((payment: { id: number }) => payment.id === id);
    await page.getByRole('link', { name: code }).click();
    await page.getByRole('button', { name: 'Settle by hand' }).click();
    const body = { as: 'FAILED', note: 'Never came.' };
    await web.api.post(`/api/admin/payments/${id}/resolve`, body, session['access']);
    await page.getByRole('radio', { name: 'Paid', exact: true }).check();
    await page.getByLabel('Note').fill('It came.');
    await page.getByRole('button', { name: 'Settle it' }).click();
    await page.getByRole('dialog').getByText('Nothing about this payment is open any more').waitFor();
  });

  for (const [width, language] of [
    [360, 'ne'],
    [1366, 'en'],
  ] as const)
    it(`the ledger’s page with adjustments is accessible, ${width} px wide, in ${language}`, async () => {
      const { operatorId } = await anOperator(web.api.dependencies, { companyName: 'Sagarmatha Yatayat' });
      await anAdjustment(web.api.dependencies);
      await anAdjustment(web.api.dependencies, { debit: 'CASH', credit: 'OPERATOR', gateway: null, operatorId });
      const proposedBy = (await anAdmin(web.api.dependencies)).id;
      await anAdjustment(web.api.dependencies, { proposedBy });
      const { page } = await adminAt(web, '/portal/admin/ledger', { width, language });
      await page.getByRole('link', { name: 'Sagarmatha Yatayat' }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
    });
});

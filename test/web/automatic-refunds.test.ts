import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { buyingOn } from '../support/buying.ts';
import type { Json } from '../support/http.ts';
import { portalsOn } from '../support/portals.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

/** Minutes to wait: six seconds, because the service enquires at a gateway again only after three seconds. */
const A_MOMENT = 0.1;

onWeb('refunds that Khalti pays by itself', (web) => {
  const { register, trip } = buyingOn(web);

  const anAdministrator = async () => {
    const { admin, login } = portalsOn(() => web.api);
    const session = (await login(await admin(), { portal: 'admin' })).json;
    const { open } = await web.person({ session, keptAs: 'portal-session', width: 1280 });
    return { open, token: session.access as string };
  };
  /** Makes a booking and starts its payment at Khalti. */
  const beginAtKhalti = async (): Promise<{
    readonly session: Json;
    readonly booking: Json;
    readonly pidx: string;
  }> => {
    const session = await register();
    const body = { schedule_id: await trip({ seats: 5 }), seats: 1 };
    const { json: booking } = await web.api.post('/api/bookings', body, session.access);
    const checkout = { gateway: 'KHALTI' };
    const { json } = await web.api.post(`/api/bookings/${booking.id}/checkout`, checkout, session.access);
    return { session, booking, pidx: json.gateway_id };
  };
  const act = async ({ session, booking, pidx }: Awaited<ReturnType<typeof beginAtKhalti>>, body: object) => {
    await web.api.post('/sandbox/khalti/act', { reference: pidx, ...body });
    return web.api.post(`/api/bookings/${booking.id}/payment/check`, undefined, session.access);
  };
  const payAtKhalti = async () => {
    const begun = await beginAtKhalti();
    expect((await act(begun, { action: 'pay' })).json.booking_status).to.equal('CONFIRMED');
    return begun;
  };
  const cancel = ({ session, booking }: Awaited<ReturnType<typeof beginAtKhalti>>) =>
    web.api.post(`/api/bookings/${booking.id}/cancel`, {}, session.access);
  const giveGoodwill = async ({ pidx }: { readonly pidx: string }, token: string): Promise<Json> => {
    const { json } = await web.api.get(`/api/admin/payments?q=${pidx}`, token);
    const given = { amount: 150, note: 'Two hours late.' };
    return (await web.api.post(`/api/admin/payments/${json.results[0].id}/refunds`, given, token)).json;
  };
  const disturb = (fault: string) => web.api.post('/sandbox/control', { gateway: 'KHALTI', fault, times: 1 });
  const run = async (): Promise<void> => (await web.api.useCases.sendAutomaticRefunds()).done;
  const cardOn = (page: Page, code: string) => page.getByRole('listitem').filter({ hasText: code });
  const regionOn = (page: Page) => page.getByRole('region', { name: 'Refund' });

  it('a booking’s page says that the refund goes to the Khalti wallet, and asks for no account', async () => {
    const paid = await payAtKhalti();
    await cancel(paid);
    const page = await web.visit(`/bookings/${paid.booking.id}`, { session: paid.session });
    await regionOn(page).getByText('Rs 1,200 goes back by itself to your Khalti wallet.').waitFor();
    expect(await regionOn(page).getByRole('button').count(), 'ways to name an account').to.equal(0);
    await expectAccessible(page);
    await run();
    await page.reload();
    await regionOn(page)
      .getByText(/^Rs 1,200 was paid back on/)
      .waitFor();
  });

  it('a passenger is asked for an account for the refund once Khalti has refused to pay it', async () => {
    const paid = await payAtKhalti();
    await cancel(paid);
    await disturb('refuse-refund');
    await run();
    const page = await web.visit(`/bookings/${paid.booking.id}`, { session: paid.session });
    const region = regionOn(page);
    await region.getByText('Khalti could not pay Rs 1,200 back. It is still yours.').waitFor();
    await region.getByRole('button', { name: 'Name an account' }).click();
    await region.getByLabel('Name of the account holder').fill('Asha Gurung');
    await region.getByRole('textbox', { name: 'Number' }).fill('9812345678');
    await region.getByRole('button', { name: 'Use this account' }).click();
    await region.getByText('Your refund goes to this account: eSewa 9812345678.').waitFor();
    await expectAccessible(page);
  });

  it('an administrator sees on a refund’s card that Khalti will pay the refund automatically', async () => {
    const paid = await payAtKhalti();
    await cancel(paid);
    const page = await (await anAdministrator()).open('/portal/admin/refunds');
    await cardOn(page, paid.booking.booking_code)
      .getByText('Khalti pays it by itself, to where it was paid from.')
      .waitFor();
    await expectAccessible(page);
    await run();
    await page.reload();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('What is paid');
    await cardOn(page, paid.booking.booking_code)
      .getByText(/^Automatically · /)
      .waitFor();
  });

  it('an administrator can send a refund that Khalti refused to Khalti again', async () => {
    const paid = await payAtKhalti();
    await cancel(paid);
    await disturb('refuse-refund');
    await run();
    const page = await (await anAdministrator()).open('/portal/admin/refunds');
    const card = cardOn(page, paid.booking.booking_code);
    await card.getByText(/^Khalti did not pay: /).waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Send again automatically' }).click();
    await page.getByText('Khalti is asked to pay Rs 1,200.').waitFor();
    const toSend = page.getByRole('region', { name: 'To send' });
    await toSend.getByRole('link', { name: paid.booking.booking_code }).waitFor();
    await run();
    await page.reload();
    await page
      .getByText('Nothing to refund')
      .or(page.getByRole('heading', { name: 'To send' }))
      .first()
      .waitFor();
    expect(await cardOn(page, paid.booking.booking_code).count()).to.equal(0);
  });

  it('an administrator can record whether an unclear Khalti refund was paid', async () => {
    const paid = await payAtKhalti();
    const [gita, hari] = [await anAdministrator(), await anAdministrator()];
    const { id } = await giveGoodwill(paid, gita.token);
    await web.api.post(`/api/admin/refunds/${id}/send`, { method: 'AUTOMATIC' }, hari.token);
    await disturb('lose-refund-answer');
    await web.pass(A_MOMENT);
    const round = await web.api.useCases.sendAutomaticRefunds();
    const page = await gita.open('/portal/admin/refunds');
    const card = cardOn(page, paid.booking.booking_code);
    await card.getByText('Khalti is asked to pay it. What it answers is noted here by itself.').waitFor();
    expect(await card.getByRole('button').count(), 'things to do').to.equal(0);
    await round.done;
    await web.pass(6);
    await run();
    await page.reload();
    await card
      .getByRole('note')
      .getByText(/^Khalti did not say whether it has paid\./)
      .waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Failed' }).click();
    await page.getByRole('dialog').getByText('Has Khalti not paid Rs 150?').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await card.getByRole('button', { name: 'Paid' }).click();
    await page.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await page.getByText('Rs 150 noted as paid.').waitFor();
  });

  it('a goodwill refund of a Khalti payment must be sent by an administrator other than the one who added it', async () => {
    const paid = await payAtKhalti();
    const [gita, hari] = [await anAdministrator(), await anAdministrator()];
    await giveGoodwill(paid, gita.token);
    const [hers, his] = [await gita.open('/portal/admin/refunds'), await hari.open('/portal/admin/refunds')];
    const [onHers, onHis] = [cardOn(hers, paid.booking.booking_code), cardOn(his, paid.booking.booking_code)];
    await onHers.getByText('Waits until an administrator who did not decide it sends it.').waitFor();
    await onHers.getByRole('button', { name: 'Send automatically' }).click();
    await onHers
      .getByRole('alert')
      .getByText(/ask another administrator/)
      .waitFor();
    await onHis.getByRole('button', { name: 'Send automatically' }).click();
    await his.getByText('Khalti is asked to pay Rs 150.').waitFor();
    await run();
  });

  it('a payment of a wrong amount is settled as a refund in a dialog that shows both amounts', async () => {
    const begun = await beginAtKhalti();
    expect((await act(begun, { action: 'pay_other', amount: 1_100 })).json.status).to.equal('AMBIGUOUS');
    const { open } = await anAdministrator();
    const overview = await open('/portal/admin/overview');
    await overview.getByRole('link', { name: 'Payments of another amount' }).click();
    const row = overview.getByRole('row').filter({ hasText: begun.booking.booking_code });
    await row.getByText('Rs 1,100 came').waitFor();
    await row.getByText(begun.pidx).waitFor();
    await expectAccessible(overview);
    await row.getByRole('button', { name: 'Settle as a refund' }).click();
    const dialog = overview.getByRole('dialog');
    await dialog.getByText('The gateway took Rs 1,100, and we had asked for Rs 1,200.').waitFor();
    await expectAccessible(overview);
    await dialog.getByRole('button', { name: 'Book Rs 1,100 and give it back' }).click();
    await overview.getByText('Rs 1,100 are booked and owed to the payer.').waitFor();

    const booking = await open(`/portal/admin/bookings/${begun.booking.id}`);
    await booking.getByText('Khalti: Rs 1,200').waitFor();
    await booking.getByText('Gateway, Khalti').waitFor();
  });
});

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { BookingId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { aBooking } from '../support/bookings.ts';
import { changePlan, seat } from '../support/catalogue.ts';
import { eventually } from '../support/eventually.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { aPassengerId } from '../support/people.ts';
import { aRefund } from '../support/refunds.ts';
import { expectAccessible, hasFocus, type Looks, onWeb, pressOn, tabTo } from '../support/web.ts';

onWeb('the counter', (web) => {
  it('a clerk can open the shift, sell for cash and close the shift by keyboard alone', async () => {
    const { trip, member, at } = await aCompanyOnline(web);
    const page = await (await at(await member('CLERK'), { width: 1280 })).open(`/portal/trips/${trip.id}`);

    await pressOn(page, page.getByRole('button', { name: 'Sell' }), 'Enter');
    await page.getByRole('button', { name: 'Open shift' }).waitFor();
    expect(await hasFocus(page.getByRole('textbox', { name: 'Seats' })), 'the seats have the focus').to.equal(true);
    const first = page.getByRole('checkbox', { name: /^Seat A1, / });
    await tabTo(page, first, 'Shift+Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');

    await pressOn(page, page.getByRole('button', { name: 'Open shift' }), 'Enter');
    await page.getByRole('button', { name: 'Open shift' }).waitFor({ state: 'detached' });
    await sell(page, 'Hari Bahadur', '9841000000');
    await page.getByText('A1, A2 sold to Hari Bahadur.').waitFor();
    await page.getByText(/^BT\d+/).waitFor();
    await page
      .getByRole('checkbox', { name: 'Seat A1, window, taken' })
      .and(page.getByRole('checkbox', { disabled: true }))
      .waitFor();
    expect(await page.getByText('just taken').count(), 'news of what others took').to.equal(0);
    await expectAccessible(page);

    // The key N moves the focus to the seats for the next customer.
    await page.keyboard.press('n');
    await page.keyboard.type('b1');
    await page.keyboard.press('Enter');
    await page.getByText('Chosen: B1').waitFor();
    await sell(page, 'Gita', '9841000001');
    await page.getByText('B1 sold to Gita.').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Shifts' }).click();
    for (const [note, count] of [
      ['1000', '3'],
      ['500', '1'],
    ] as const)
      await page.getByRole('spinbutton', { name: note, exact: true }).fill(count);
    await page.getByText('Counted Rs 3,500').waitFor();
    expect(await page.getByLabel('Counted cash').inputValue()).to.equal('3500');
    // The page explains the difference before the clerk closes the shift.
    await page.getByText('Rs 100 are missing: count again, or close and say why.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close shift' }).click();
    // Without a reason the shift stays open.
    await page
      .getByRole('alert')
      .filter({ hasText: 'Rs 100 are missing: count again, or close and say why.' })
      .waitFor();
    await page.getByLabel('Note').fill('Gave change to a porter.');
    await page.getByRole('button', { name: 'Close shift' }).click();
    await page.getByRole('heading', { name: 'The shift is closed.' }).waitFor();
    const slip = page.getByRole('button', { name: 'Slip to sign (PDF)', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), slip.first().click()]);
    expect(file.suggestedFilename()).to.match(/^shift-\d+\.pdf$/);
    await page
      .getByText('Rs 0 at the beginning, plus Rs 3,600 from sales, less Rs 0 paid back, make Rs 3,600.')
      .waitFor();
    await expectAccessible(page);
  });

  it('a counter sale by Fonepay QR code shows the code, survives a reload, and continues by itself once paid', async () => {
    const { trip, member, at } = await aCompanyOnline(web);
    const page = await (await at(await member('CLERK'), { width: 360 })).open(`/portal/trips/${trip.id}`);
    await page.getByRole('button', { name: 'Sell' }).click();
    await page.getByRole('radio', { name: 'Fonepay QR' }).check();
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await sell(page, 'Hari Bahadur', '9841000000');
    await page.getByRole('heading', { name: 'Scan to pay' }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await page.getByRole('timer', { name: 'Time left' }).waitFor();
    await page.getByRole('link', { name: 'Show on a second window' }).waitFor();
    await expectAccessible(page);

    const id = Number(/bookings\/(\d+)/.exec(page.url())?.[1]) as BookingId;
    const sale = await web.api.dependencies.officeBookings.find(id);
    await web.api.post('/sandbox/fonepay/act', { reference: sale?.payments[0]?.gatewayId, action: 'pay' });
    await web.pass(0.1);
    await page.getByText('A1 sold to Hari Bahadur.').waitFor();
    await expectAccessible(page);
  });

  /**
   * Sells a seat at the counter by Fonepay. The clerk's browser shows the page with the QR code; the sale is not paid
   * yet.
   */
  const aSaleByCode = async (looks: Looks = {}) => {
    const { trip, member, at } = await aCompanyOnline(web);
    const clerk = await member('CLERK');
    const contact = { name: 'Hari Bahadur', phone: '9841000000' };
    const wanted = { seat_numbers: ['A1'], contact, paid_by: 'FONEPAY' };
    const sale = (await web.api.post(`/api/operator/trips/${trip.id}/sales`, wanted, clerk.token)).json;
    const person = await at(clerk, looks);
    const page = await person.open(`/portal/bookings/${sale.id}/code`);
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const payCode = async (): Promise<void> => {
      await web.api.post('/sandbox/fonepay/act', { reference: sale.gateway_id, action: 'pay' });
      await web.pass(0.1);
    };
    return { trip, clerk, person, page, sale, payCode };
  };

  it('the second window of a counter sale shows the customer only the QR code and the outcome', async () => {
    const { page, payCode } = await aSaleByCode({ width: 1366 });
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Show on a second window' }).click();
    const second = await opened;
    await second.getByRole('heading', { name: 'Scan to pay' }).waitFor();
    await second.getByRole('img', { name: 'QR code' }).waitFor();
    await second.getByText('Kathmandu → Pokhara').waitFor();
    expect(await second.getByRole('link', { name: 'Bookings' }).count(), 'links of the portal').to.equal(0);
    for (const name of ['Sign out', 'Paid in cash instead', 'Cancel the sale'])
      expect(await second.getByRole('button', { name }).count(), name).to.equal(0);
    await expectAccessible(second);
    await payCode();
    await second.getByRole('heading', { name: 'Rs 1,200 paid. Thank you!' }).waitFor();
    expect(await second.getByRole('button', { name: 'Print the ticket' }).count()).to.equal(0);
    await expectAccessible(second);
  });

  it('a counter sale by QR code can be paid in cash instead, even if the clerk must first open a shift', async () => {
    const { page } = await aSaleByCode();
    const inCash = page.getByRole('button', { name: 'Paid in cash instead' });
    await inCash.click();
    await page.getByText('To take cash you need an open shift.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('button', { name: 'Open shift' }).waitFor({ state: 'detached' });
    await inCash.click();
    await page.getByText('A1 sold to Hari Bahadur.').waitFor();
  });

  it('a clerk can cancel an unpaid counter sale beside its QR code, and the customer’s window says so', async () => {
    const { page, person, sale } = await aSaleByCode();
    const second = await person.open(`/portal/bookings/${sale.id}/code?for=customer`);
    await second.getByRole('img', { name: 'QR code' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the sale' }).click();
    await page.getByText('This sale has ended unpaid. Its seats are free again.').waitFor();
    await expectAccessible(page);
    await second.getByRole('heading', { name: 'This code is no longer good' }).waitFor();
    await expectAccessible(second);
  });

  it('the page of a counter sale that ended unpaid says that a late payment is refunded to the customer', async () => {
    const { trip, person, page, sale, payCode } = await aSaleByCode();
    await web.pass(6);
    await expireBookings(web.api.dependencies)();
    await page.getByText('This sale has ended unpaid.').waitFor();
    const userId = await aPassengerId(web.api.dependencies);
    await aBooking(web.api.dependencies, { userId, tripId: trip.id, seats: [seat('A1')] });
    await payCode();
    const says = /The code was paid after the sale had ended: Rs 1,200 goes back to the customer/;
    await page.getByText(says).waitFor();
    await expectAccessible(page);
    const booking = await person.open(`/portal/bookings/${sale.id}`);
    await booking.getByText(says).waitFor();
  });

  it('an unpaid counter sale can be continued from its booking, which leads to the QR code', async () => {
    const { person, sale } = await aSaleByCode();
    const booking = await person.open(`/portal/bookings/${sale.id}`);
    await booking.getByRole('link', { name: 'Show the code' }).click();
    await booking.getByRole('img', { name: 'QR code' }).waitFor();
  });

  it('a late payment at the counter is announced on every page of the portal until a clerk has read it', async () => {
    const { clerk, person } = await aSaleByCode();
    const page = await person.open('/portal/bookings');
    const event = {
      type: 'late payment',
      operatorId: clerk.operatorId!,
      bookingCode: 'BT261120004217',
      amount: paisa(120_000),
      bookingStatus: 'EXPIRED',
    } as const;
    const news = page.getByText('Rs 1,200 came late by a code of the counter, for booking BT261120004217.');
    // Repeats the event until the page shows it. The page may miss the first event, because it subscribes late.
    await eventually(async () => {
      await web.api.dependencies.transact(({ events }) => events.record(event, web.api.clock()));
      return news
        .first()
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Trips' }).click();
    await page.getByRole('heading', { name: 'Trips' }).waitFor();
    expect(await news.count(), 'news on another page').to.equal(1);
    await page.getByRole('button', { name: 'Understood' }).click();
    await news.waitFor({ state: 'detached' });
  });

  it('seats of a departed bus are sold only to passengers on board, until the office undoes the departure', async () => {
    const { trip, member, at } = await aCompanyOnline(web);
    await changePlan(web.api.dependencies, trip.id, { departedAt: web.api.clock() });
    const page = await (await at(await member('MANAGER'), { width: 1280 })).open(`/portal/trips/${trip.id}`);
    await page.getByRole('button', { name: 'Sell' }).click();
    await page.getByRole('radio', { name: 'QR', exact: true }).check();
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await sell(page, 'Hari Bahadur', '9841000000');
    await page.getByText('Say that the passengers are on board').waitFor();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'The passengers are on board' }).check();
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await page.getByText('A1 sold to Hari Bahadur.').waitFor();
    await page.getByRole('button', { name: 'Close the counter' }).click();
    await page.getByRole('button', { name: 'Take back departure' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Take back the departure' }).click();
    await page.getByRole('button', { name: 'Retime' }).waitFor();
    expect(await page.getByRole('button', { name: 'Take back departure' }).count()).to.equal(0);
  });

  it('a manager can close an absent clerk’s shift on a phone, and sees the clerk’s note', async () => {
    const { member, at } = await aCompanyOnline(web);
    const [clerk, manager] = [await member('CLERK'), await member('MANAGER')];
    const { id } = (await web.api.post('/api/operator/shifts', { opening_cash: 500 }, clerk.token)).json;
    const page = await (await at(manager)).open('/portal/shifts');
    await page.getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('button', { name: `Close the till of ${clerk.fullName}` }).waitFor();
    expect(await page.getByRole('button', { name: 'Close shift' }).count(), 'one’s own').to.equal(1);
    await expectAccessible(page);
    const note = 'A passenger got too much change, and went off before anybody had counted it';
    await web.api.post(`/api/operator/shifts/${id}/close`, { counted_cash: 450, note }, clerk.token);
    await page.reload();
    await page.getByText(note).waitFor();
    await expectAccessible(page);
  });

  it('a cash refund is refused without an open shift, and is paid once a shift is open', async () => {
    const { owner, at } = await aCompanyOnline(web);
    await aRefund(web.api.dependencies, { operatorId: owner.operatorId!, gateway: 'CASH' });
    const open = () => web.api.post('/api/operator/shifts', { opening_cash: 5_000 }, owner.token);
    const { id } = (await open()).json;
    const page = await (await at(owner)).open('/portal/refunds');
    await page.getByText('Bikram Rai').waitFor();
    await page.getByRole('button', { name: 'Pay Rs 1,000' }).click();
    await web.api.post(`/api/operator/shifts/${id}/close`, { counted_cash: 5_000 }, owner.token);
    const dialog = page.getByRole('dialog');
    const pay = dialog.getByRole('button', { name: 'Yes, it is paid' });
    await pay.click();
    await dialog.getByRole('alert').getByText('open shift').waitFor();
    await page.getByRole('button', { name: 'Open shift', includeHidden: true }).waitFor();
    await expectAccessible(page);
    await open();
    await pay.click();
    await page.getByText('Rs 1,000 paid out of your till.').waitFor();
    await page.getByText('Nothing to pay out').waitFor();
  });

  it('the counter page keeps the keyboard focus on the finished sale while other sales are announced', async () => {
    const { trip, member, at } = await aCompanyOnline(web);
    const page = await (await at(await member('CLERK'), { width: 1280 })).open(`/portal/trips/${trip.id}`);
    await pressOn(page, page.getByRole('button', { name: 'Sell' }), 'Enter');
    await page.getByRole('radio', { name: 'QR', exact: true }).check();
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    // The live event arrives before the answer to the counter's own request. The page must wait for that answer.
    let read = 0;
    await page.route(`**/api/trips/${trip.id}/seats`, async (route) => {
      read += 1;
      if (read > 1) await route.continue();
    });
    await sell(page, 'Hari Bahadur', '9841000000');
    await page.getByText('A1 sold to Hari Bahadur.').waitFor();
    await page.getByRole('checkbox', { name: 'Seat A1, window, taken' }).waitFor();
    await eventually(() => hasFocus(page.getByRole('region', { name: 'Sold' })));
  });

  it('the counter page says that a passenger has just taken the chosen seat, and does not sell it', async () => {
    const { trip, member, at } = await aCompanyOnline(web);
    const page = await (await at(await member('CLERK'), { width: 360 })).open(`/portal/trips/${trip.id}`);
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await page.getByRole('button', { name: 'Sell' }).click();
    await page.getByRole('radio', { name: 'QR', exact: true }).check();
    const passenger = (
      await web.api.post('/api/passenger/register', {
        full_name: 'Asha',
        email: `asha-${trip.id}@example.com`,
        password: 'secret-123',
      })
    ).json;
    await web.api.post(`/api/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, passenger.access);

    await page.getByRole('checkbox', { name: /^Seat A1, .*taken for now/ }).waitFor();
    await page.getByText('Choose seats on the map.').waitFor();
    await page.getByRole('checkbox', { name: /^Seat A2, / }).check();
    await page.getByLabel("Traveller's name").fill('Hari');
    await page.getByRole('button', { name: 'Sell for Rs 1,200' }).click();
    await page.getByText('Please fill this in.').waitFor();
    expect(await hasFocus(page.getByLabel('Phone')), 'what is wrong has the focus').to.equal(true);
    await page.getByLabel('Phone').fill('9841000000');
    await page.getByRole('button', { name: 'Sell for Rs 1,200' }).click();
    await page.getByText('A2 sold to Hari.').waitFor();
    await expectAccessible(page);
  });
});

async function sell(page: Page, name: string, phone: string): Promise<void> {
  await pressOn(page, page.getByLabel("Traveller's name"), 'Home');
  await page.keyboard.type(name);
  await pressOn(page, page.getByLabel('Phone'), 'Home');
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
}

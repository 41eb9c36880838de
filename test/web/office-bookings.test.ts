import { expect } from 'chai';
import { aTrip } from '../support/catalogue.ts';
import { eventually } from '../support/eventually.ts';
import { twoSeatsSold } from '../support/office-web.ts';
import { expectAccessible, hasFocus, onWeb } from '../support/web.ts';

onWeb('the bookings of a company', (web) => {
  it('office staff find a booking by keyboard, see its ledger rows, and cancel it after seeing the refund', async () => {
    const { manager, at, booking } = await twoSeatsSold(web);
    const page = await (await at(manager, { width: 1280 })).open('/portal/bookings');
    await page.getByRole('link', { name: booking.booking_code }).waitFor();
    await page.getByLabel('Code, name or phone').fill('nobody of this name');
    await page.getByText('No booking found').waitFor();
    await page.getByLabel('Code, name or phone').fill('hari');
    await page.getByRole('link', { name: booking.booking_code }).waitFor();

    // The slash key moves the focus to the search on every page.
    await page.getByRole('link', { name: 'Trips' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
    await page.keyboard.press('/');
    expect(await hasFocus(page.getByRole('searchbox', { name: 'Find' }))).to.equal(true);
    await page.keyboard.type('9841000000');
    const found = page.getByRole('listbox', { name: 'Found' });
    await found.getByRole('option', { name: new RegExp(`${booking.booking_code} Hari Bahadur`) }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: booking.booking_code }).waitFor();

    const ledger = page.getByRole('table', { name: 'Every rupee' });
    await ledger.getByText('from your till and QR to journeys to come').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Ticket (PDF)' }).click(),
    ]);
    expect(download.suggestedFilename()).to.match(/\.pdf$/);

    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByRole('radio', { name: 'Everything: Rs 2,400' }).waitFor();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    // The reason is missing, so its field gets the focus.
    await eventually(() => hasFocus(page.getByLabel('Reason')));
    await page.getByLabel('Reason').fill('The road is closed');
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('The booking is cancelled. Rs 2,400 go back.').waitFor();
    await ledger.getByText('from journeys to come to owed to the passenger').waitFor();
    await expectAccessible(page);
  });

  it('the dialog that cancels a changed booking says below which percent cancelling never costs', async () => {
    const { manager, at, booking } = await twoSeatsSold(web);
    const to = await aTrip(web.api.dependencies, { bus: { operatorId: manager.operatorId! } });
    const change = { schedule_id: to.id, seat_numbers: ['A1', 'A2'], paid_by: 'QR', reference: 'QR-78' };
    // Cancelling costs 10 % from less than 48 hours before the departure on.
    await web.pass(1);
    const path = `/api/operator/bookings/${booking.id}/change`;
    const { json: made } = await web.api.post(path, change, manager.token);
    const page = await (await at(manager)).open(`/portal/bookings/${made.id}`);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByRole('dialog').getByText('cancelling costs at least 10% of the price').waitFor();
  });

  it('a manifest’s web page is laid out for printing', async () => {
    const { trip, manager, at } = await twoSeatsSold(web);
    const passengers = [{ seat_number: 'B1', name: 'Gita Kumari Shrestha', boarding_point: 'Kalanki' }];
    const contact = { name: 'Gita', phone: '9841000001' };
    const sale = { seat_numbers: ['B1'], passengers, contact, paid_by: 'QR' };
    await web.api.post(`/api/operator/trips/${trip.id}/sales`, sale, manager.token);
    const page = await (await at(manager, { width: 1280 })).open(`/portal/trips/${trip.id}/manifest`);
    await page.getByRole('heading', { name: 'Where they get on is not said: 2' }).waitFor();
    expect(await page.getByRole('row').count(), 'two headings and three passengers').to.equal(5);
    const phones = await page.getByRole('columnheader', { name: 'Phone' }).all();
    const [here, there] = await Promise.all(phones.map(async (phone) => (await phone.boundingBox())!.x));
    expect(here, 'columns stand below each other').to.equal(there);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).count(), 'no buttons on paper').to.equal(0);
    expect(await page.getByRole('navigation').count(), 'no navigation on paper').to.equal(0);
    await page.getByText('Hari Bahadur').first().waitFor();
    await page.emulateMedia({ media: 'screen' });
    await expectAccessible(page);
  });

  it('the office’s pages are accessible in Nepali, on a phone, with dark colours', async () => {
    const { trip, manager, at, booking } = await twoSeatsSold(web);
    const { open } = await at(manager, { width: 360, language: 'ne', dark: true });
    const pages = ['trips', `trips/${trip.id}`, `trips/${trip.id}/manifest`, 'trips/new', 'timetables/new'];
    for (const address of [...pages, 'bookings', `bookings/${booking.id}`, 'shifts', 'refunds']) {
      const page = await open(`/portal/${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
    }
  });
});

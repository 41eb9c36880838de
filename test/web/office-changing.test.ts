import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aTrip } from '../support/catalogue.ts';
import type { Json } from '../support/http.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import type { SignedInAccount } from '../support/staff.ts';
import { type Looks, type Web, expectAccessible, onWeb } from '../support/web.ts';

const WORDS = {
  en: {
    change: 'Change',
    trip: 'Another day or bus',
    trips: 'Buses on this day',
    quote: 'Quote',
    act: 'Change for Rs 600',
    qr: 'QR',
    names: 'Names and places',
    name: 'Name',
    some: 'Cancel some seats',
    reason: 'Reason',
    cancel: 'Cancel 1 seat',
  },
  ne: {
    change: 'परिवर्तन गर्नुहोस्',
    trip: 'अर्को दिन वा बस',
    trips: 'यस दिनका बस',
    quote: 'हिसाब',
    act: 'रु ६०० लिएर परिवर्तन गर्नुहोस्',
    qr: 'क्यूआर',
    names: 'नाम र ठाउँ',
    name: 'नाम',
    some: 'केही सिट रद्द',
    reason: 'कारण',
    cancel: '१ सिट रद्द गर्नुहोस्',
  },
};

const seatOn = (page: Page, number: string) => page.getByRole('checkbox', { name: new RegExp(`${number}[, ]`) });

/** Sells two seats, and plans a trip with another fare on the next day. */
async function soldBeside(web: Web, fare: number) {
  const { trip, owner, member, at } = await aCompanyOnline(web);
  const { bus, departsAt } = (await web.api.dependencies.transact(({ trips }) => trips.find(trip.id)))!;
  const later = await aTrip(web.api.dependencies, {
    bus: { operatorId: bus.operatorId },
    departsAt: hoursAfter(departsAt, 24),
    fare: paisa(fare * 100),
    seats: ['A1', 'A2', 'B1', 'B2'],
  });
  const contact = { name: 'Hari Bahadur', phone: '9841000000' };
  const sale = { seat_numbers: ['A1', 'A2'], contact, paid_by: 'QR' };
  const { json: booking } = await web.api.post(`/api/operator/trips/${trip.id}/sales`, sale, owner.token);
  const read = async (id: number): Promise<Json> =>
    (await web.api.get(`/api/operator/bookings/${id}`, owner.token)).json;
  /** Opens the booking's page for a member of the staff, and presses Change to list the kinds of change. */
  const open = async (account: SignedInAccount, looks: Looks = {}): Promise<Page> => {
    const page = await (await at(account, looks)).open(`/portal/bookings/${booking.id}`);
    await page.getByRole('button', { name: WORDS[looks.language ?? 'en'].change, exact: true }).click();
    return page;
  };
  return { later, owner, member, booking, read, open };
}

onWeb('a company’s change of a booking', (web) => {
  for (const language of ['en', 'ne'] as const)
    it(`a clerk changes a booking to a dearer bus of another day, with a new name, paid by QR, in ${language}`, async () => {
      const words = WORDS[language];
      const { member, booking, read, open } = await soldBeside(web, 1_500);
      const page = await open(await member('CLERK'), { language });
      await page.getByRole('radio', { name: words.trip }).check();
      await page.getByRole('group', { name: words.trips }).getByRole('radio').check();
      for (const number of ['B1', 'B2']) await seatOn(page, number).check();
      await page.getByText(words.names).click();
      await page.getByRole('group', { name: /B2/ }).getByLabel(words.name).fill('Gita Rai');
      await page.getByRole('radio', { name: words.qr, exact: true }).check();
      const quote = page.getByRole('region', { name: words.quote });
      await expectAccessible(page);
      await quote.getByRole('button', { name: words.act }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(`/${booking.id}`));
      const old = await read(booking.id);
      const moved = await read(old.changed_to.id);
      expect([old.booking_status, moved.booking_status, moved.total_amount]).to.deep.equal([
        'CANCELLED',
        'CONFIRMED',
        3_000,
      ]);
      expect(moved.seats.map(({ seat_number: seat, passenger_name: name }: Json) => [seat, name])).to.deep.equal([
        ['B1', 'Hari Bahadur'],
        ['B2', 'Gita Rai'],
      ]);
      await page.getByRole('heading', { level: 1, name: moved.booking_code }).waitFor();
      await expectAccessible(page);
    });

  it('a change to a dearer trip can be paid in cash only with an open shift, which the page can open', async () => {
    const { owner, booking, read, open } = await soldBeside(web, 1_500);
    const page = await open(owner, { width: 1280 });
    await page.getByRole('radio', { name: 'Another day or bus' }).check();
    await page.getByRole('group', { name: 'Buses on this day' }).getByRole('radio').check();
    await page.getByRole('button', { name: 'Change for Rs 600' }).click();
    await page.getByRole('alert').getByText('Choose 2 seats.').waitFor();
    for (const number of ['A1', 'A2']) await seatOn(page, number).check();
    await page.getByRole('button', { name: 'Open shift' }).click();
    await page.getByText('To take cash you need an open shift.').waitFor({ state: 'detached' });
    const received = page.getByRole('textbox', { name: 'Cash received' });
    await received.fill('500');
    await page.getByText('Rs 100').waitFor();
    await received.fill('१,०००');
    await page.getByText('Change Rs 400', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change for Rs 600' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${booking.id}`));
    const { changed_to: changed } = await read(booking.id);
    const { payments } = await read(changed.id);
    expect(payments.map(({ gateway, amount }: Json) => [gateway, amount])).to.deep.include(['CASH', 600]);
  });

  it('a booking’s change that refunds money or waives the fee can be made by managers only', async () => {
    const { member, booking, read, open } = await soldBeside(web, 900);
    const choose = async (page: Page): Promise<void> => {
      await page.getByRole('radio', { name: 'Another day or bus' }).check();
      await page.getByRole('group', { name: 'Buses on this day' }).getByRole('radio').check();
      for (const number of ['A1', 'A2']) await seatOn(page, number).check();
    };
    const clerks = await open(await member('CLERK'));
    await choose(clerks);
    await clerks.getByText('a manager has to make this change').waitFor();
    expect(await clerks.getByRole('group', { name: 'Fee for the change' }).count()).to.equal(0);
    await expectAccessible(clerks);

    const page = await open(await member('MANAGER'));
    await choose(page);
    await page.getByRole('radio', { name: 'No fee' }).check();
    await page.getByRole('button', { name: 'Change, Rs 600 comes back' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${booking.id}`));
    const { refunds } = await read(booking.id);
    expect(refunds.map(({ amount, reason }: Json) => [amount, reason])).to.deep.equal([[600, 'CHANGE']]);
  });

  it('a clerk exchanges the seats of a booking, and its booking code stays', async () => {
    const { member, booking, read, open } = await soldBeside(web, 1_200);
    const page = await open(await member('CLERK'), { width: 1280, dark: true });
    await page.getByRole('radio', { name: 'Other seats' }).check();
    await seatOn(page, 'B1').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change to these 2 seats' }).click();
    await page.getByText('The booking has other seats now.').waitFor();
    const { seats, booking_code: code } = await read(booking.id);
    expect([seats.map(({ seat_number: seat }: Json) => seat), code]).to.deep.equal([
      ['A2', 'B1'],
      booking.booking_code,
    ]);
  });

  for (const language of ['en', 'ne'] as const)
    it(`a manager cancels one of two seats for a reason, and sees the price first, in ${language}`, async () => {
      const words = WORDS[language];
      const { member, booking, read, open } = await soldBeside(web, 1_200);
      const page = await open(await member('MANAGER'), { language });
      await page.getByRole('radio', { name: words.some }).check();
      await page.getByRole('checkbox', { name: /A2/ }).check();
      await page.getByRole('radio', { name: language === 'en' ? 'Everything: Rs 1,200' : /रु १,२००/ }).waitFor();
      await page.getByLabel(words.reason).fill('One of them is ill.');
      await expectAccessible(page);
      await page.getByRole('button', { name: words.cancel, exact: true }).click();
      await page.getByText(language === 'en' ? 'Rs 1,200 go back' : 'रु १,२०० फिर्ता हुन्छ').waitFor();
      const { seats, cancelled_seats: gone } = await read(booking.id);
      expect([seats.length, gone[0].seat_number, gone[0].refund]).to.deep.equal([1, 'A2', 1_200]);
    });
});

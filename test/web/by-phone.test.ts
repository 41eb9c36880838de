import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import type { UserId } from '../../core/kernel/ids.ts';
import { en as enFirst } from '../../web/words/en/first-page.ts';
import { en } from '../../web/words/en/passenger.ts';
import { ne as neFirst } from '../../web/words/ne/first-page.ts';
import { ne } from '../../web/words/ne/passenger.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { aPassenger } from '../support/people.ts';
import { portalsOn } from '../support/portals.ts';
import { alert, buyingOn, seatOn, timer } from '../support/buying.ts';
import { eventually } from '../support/eventually.ts';
import { sentTexts } from '../support/sms-outbox.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'by-phone-'));

/**
 * The most touches that a purchase may take, from the first page to the ticket. Typing into a field counts as one
 * touch.
 */
const MOST_TOUCHES = 25;

let numbers = 0;
const newNumber = (): string => `98110${String((numbers += 1)).padStart(5, '0')}`;

onWeb(
  'buying by phone',
  (web) => {
    after(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const { register, trip } = buyingOn(web);

    const textsTo = async (phone: string) => (await sentTexts(web.api, DATA_DIR)).filter(({ to }) => to === phone);
    async function codeFor(phone: string): Promise<string> {
      const { text = '' } = (await textsTo(phone)).findLast(({ kind }) => kind === 'CODE') ?? {};
      return /\d{6}/.exec(text)?.[0] ?? '';
    }
    const fill = (page: Page, name: string, value: string) =>
      page.getByRole('textbox', { name, exact: true }).fill(value);
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
    async function sendCode(page: Page, phone: string): Promise<void> {
      await fill(page, 'Phone number', phone);
      await press(page, 'Send code');
      await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor();
    }

    for (const [language, first, words] of [
      ['en', enFirst, en],
      ['ne', neFirst, ne],
    ] as const)
      it(`a passenger with only a phone number books, opens the ticket offline, cancels and names a wallet, in ${language}`, async () => {
        const phone = newNumber();
        const { departsAt } = await aTrip(web.api.dependencies);
        const day = new Date(departsAt).toLocaleDateString('en-CA', { timeZone: 'Asia/Kathmandu' });
        const { context, open } = await web.person({ language });
        const page = await open('/');
        let touches = 0;
        const touch = async (wanted: Locator): Promise<void> => {
          touches += 1;
          await wanted.click();
        };
        const type = async (wanted: Locator, text: string): Promise<void> => {
          touches += 1;
          await wanted.fill(text);
        };
        const box = (name: string) => page.getByRole('textbox', { name, exact: true });
        const button = (name: string) => page.getByRole('button', { name });

        await type(page.getByRole('combobox', { name: first.search.from }), 'Kathmandu');
        await touch(page.getByRole('option').first());
        await type(page.getByRole('combobox', { name: first.search.to }), 'Pokhara');
        await touch(page.getByRole('option').first());
        await type(page.getByLabel(first.search.date, { exact: true }), day);
        await touch(button(first.search.search));
        await touch(page.getByRole('link', { name: words.trips.chooseSeats }).last());
        await touch(page.locator('input[data-seat]').first());
        await touch(button(words.buying.continue));
        await type(box(words.account.phoneNumber), phone);
        await expectAccessible(page);
        await touch(button(words.account.sendCode));
        await box(words.account.code).waitFor();
        await type(box(words.account.code), await codeFor(phone));
        await touch(button(words.account.verifyCode));
        await type(box(words.account.fullName), 'Maya Gurung');
        await expectAccessible(page);
        await touch(button(words.account.verifyCode));
        await type(page.getByRole('group').getByLabel(words.buying.name), 'Maya Gurung');
        await touch(button(words.paying.payWithName('eSewa')));
        await touch(page.getByRole('button', { name: 'Pay', exact: true }));
        await page.getByRole('heading', { level: 1, name: words.payment.booked }).waitFor();
        await page.getByText(words.payment.ticketBySms).waitFor();
        expect(touches, 'touches').to.be.at.most(MOST_TOUCHES);

        const confirmed = (await textsTo(phone)).at(-1)!;
        expect(confirmed.kind).to.equal('CONFIRMED');
        const [link = ''] = /http\S+$/.exec(confirmed.text) ?? [];
        await page.goto(link);
        await page.getByText(words.ticket.valid, { exact: true }).waitFor();
        await expectAccessible(page);
        await eventually(() => page.evaluate(`caches.match('/document').then(Boolean)`));
        const ticketAddress = page.url();
        await page.close();
        await (await context.newCDPSession(await context.newPage())).send('Network.clearBrowserCache');
        await context.setOffline(true);
        const offline = await open(ticketAddress);
        await offline.getByRole('img', { name: words.ticket.code }).waitFor();
        await offline.getByText(words.bookings.seenEarlier('').split(' ')[0]!).first().waitFor();
        await context.setOffline(false);

        await offline.goto('/bookings');
        await offline.getByRole('list', { name: words.bookings.nextList }).getByRole('link').click();
        await offline.getByRole('button', { name: words.bookings.cancel }).click();
        await offline.getByRole('dialog').getByRole('button', { name: words.bookings.cancelIt }).click();
        await offline.getByRole('button', { name: words.bookings.nameAccount }).click();
        await offline.getByLabel(words.bookings.accountHolder).fill('Maya Gurung');
        await offline.getByRole('textbox', { name: words.bookings.accountNumber, exact: true }).fill(phone);
        await offline.getByRole('button', { name: words.bookings.accountSave }).click();
        await offline.getByText(words.bookings.accountKept('eSewa', phone)).waitFor();
        await expectAccessible(offline);
      });

    it('a sign-in by SMS code also holds the seats that the passenger has chosen', async () => {
      const id = await trip();
      const phone = newNumber();
      const page = await web.visit(`/trips/${id}`);
      await seatOn(page, 'A1').check();
      await page.getByText('Not kept for you yet: A1.').waitFor();
      await press(page, 'Continue');
      await sendCode(page, phone);
      await fill(page, 'Code', await codeFor(phone));
      await press(page, 'Verify');
      expect((await web.api.get(`/api/trips/${id}/seats`)).json.seats[0].status).to.equal('AVAILABLE');
      await fill(page, 'Full name', 'Maya Gurung');
      await press(page, 'Verify');
      await page.waitForURL(`**/book/${id}`);
      await timer(page).waitFor();
      expect((await web.api.get(`/api/trips/${id}/seats`)).json.seats[0].status).to.equal('LOCKED');
    });

    it('a chosen seat that somebody takes during the sign-in is reported as taken at once, and again after the sign-in', async () => {
      const id = await trip();
      const phone = newNumber();
      const rival = await register();
      const take = (...seat_numbers: readonly string[]) =>
        web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers }, rival.access);
      const page = await web.visit(`/trips/${id}`);
      await seatOn(page, 'A1').check();
      await seatOn(page, 'A2').check();
      await press(page, 'Continue');
      await sendCode(page, phone);
      await take('A1');
      await alert(page, /taken A1.*Still chosen: A2/).waitFor();
      await fill(page, 'Code', await codeFor(phone));
      await press(page, 'Verify');
      await fill(page, 'Full name', 'Maya Gurung');
      await press(page, 'Verify');
      await timer(page).waitFor();
      await alert(page, /taken A1/).waitFor();
      expect(new URL(page.url()).pathname).to.equal(`/trips/${id}`);
      await press(page, 'Continue');
      await page.waitForURL(`**/book/${id}`);
      await page.getByRole('group', { name: 'Seat A2' }).waitFor();
      expect(await page.getByRole('group', { name: 'Seat A1' }).count()).to.equal(0);
    });

    it('the sign-in form is hidden while no chosen seat is free, and shown again once another seat is chosen', async () => {
      const id = await trip();
      const phone = newNumber();
      const rival = await register();
      const page = await web.visit(`/trips/${id}`);
      await seatOn(page, 'A1').check();
      await press(page, 'Continue');
      await sendCode(page, phone);
      await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['A1'] }, rival.access);
      await alert(page, /taken A1/).waitFor();
      const code = page.getByRole('textbox', { name: 'Code', exact: true });
      await code.waitFor({ state: 'hidden' });
      await seatOn(page, 'B1').check();
      await code.fill(await codeFor(phone));
      await press(page, 'Verify');
      await fill(page, 'Full name', 'Maya Gurung');
      await press(page, 'Verify');
      await page.waitForURL(`**/book/${id}`);
      await page.getByRole('group', { name: 'Seat B1' }).waitFor();
    });

    it('a buyer at a counter finds the ticket by booking code and phone number', async () => {
      const { dependencies } = web.api;
      const phone = newNumber();
      const { id: userId } = await aPassenger(dependencies);
      const { id: tripId } = await aTrip(dependencies);
      const contact = { name: 'Hari Thapa', phone, email: null };
      const booking = {
        userId,
        tripId,
        seats: [seat('A1')],
        status: 'CONFIRMED',
        channel: 'COUNTER',
        contact,
      } as const;
      const { code } = await aBooking(dependencies, booking);
      const page = await web.visit('/bookings');
      await page.getByRole('link', { name: 'Find my booking' }).click();
      await page.getByRole('heading', { level: 1, name: 'Find my booking' }).waitFor();
      await expectAccessible(page);
      await fill(page, 'Booking code', 'BT261120999999');
      await sendCode(page, phone);
      await fill(page, 'Code', await codeFor(phone));
      await press(page, 'Verify');
      await alert(page, /has this booking code/).waitFor();
      await expectAccessible(page);
      await fill(page, 'Booking code', code.toLowerCase());
      await press(page, 'Verify');
      await page.getByRole('heading', { level: 1, name: code }).waitFor();
      await page.getByText('Valid', { exact: true }).waitFor();
    });

    it('a passenger who signs in by phone can add e-mail address and password, and change the number by a code', async () => {
      const [phone, other] = [newNumber(), newNumber()];
      const email = `${phone}@example.com`;
      const started = await web.api.post('/api/passenger/phone/start', { phone });
      const proof = { ticket: started.json.ticket as string, code: await codeFor(phone), full_name: 'Maya Gurung' };
      const session = (await web.api.post('/api/passenger/phone/verify', proof)).json;
      const page = await (await web.person({ session })).open('/profile');
      const numberSection = page.getByRole('region', { name: 'Phone number' });
      await numberSection.getByText(phone).waitFor();
      await expectAccessible(page);
      expect(await page.getByRole('textbox', { name: 'Phone', exact: true }).count()).to.equal(0);
      await fill(page, 'Full name', 'Maya Gurung Magar');
      await press(page, 'Save');
      await page.getByRole('status').getByText('Saved.').waitFor();

      await numberSection.getByRole('button', { name: 'Change the number' }).click();
      await sendCode(page, other);
      await fill(page, 'Code', await codeFor(other));
      await press(page, 'Verify');
      await numberSection.getByText(other).waitFor();

      const addition = page.getByRole('region', { name: 'E-mail' });
      await addition.getByRole('button', { name: 'Add an e-mail address' }).click();
      await expectAccessible(page);
      await addition.getByRole('textbox', { name: 'E-mail' }).fill(email);
      await addition.getByRole('button', { name: 'Send code' }).click();
      await addition.getByRole('textbox', { name: 'Code' }).fill(await web.codeFor(email));
      await addition.getByRole('button', { name: 'Verify' }).click();
      await addition.waitFor({ state: 'detached' });
      expect(await page.getByRole('textbox', { name: 'E-mail', exact: true }).inputValue()).to.equal(email);

      await fill(page, 'New password', 'himal-2030');
      await press(page, 'Save the new password');
      await page.getByRole('status').getByText('Your password is changed').waitFor();
      const credentials = { identifier: other, password: 'himal-2030' };
      expect((await web.api.post('/api/passenger/login', credentials)).json.user).to.include({
        email,
        email_verified: true,
        full_name: 'Maya Gurung Magar',
        phone: other,
      });
    });

    it('administrators find a passenger without an e-mail address by phone number, and see how many SMS parts were sent', async () => {
      const phone = newNumber();
      const started = await web.api.post('/api/passenger/phone/start', { phone });
      const proof = { ticket: started.json.ticket as string, code: await codeFor(phone), full_name: 'Maya Gurung' };
      const { user } = (await web.api.post('/api/passenger/phone/verify', proof)).json;
      const { id: tripId } = await aTrip(web.api.dependencies);
      const seats = [seat('A1')];
      const booking = { userId: user.id as UserId, tripId, seats, status: 'CONFIRMED' } as const;
      const { id: bookingId } = await aBooking(web.api.dependencies, booking);
      const session = await portalsOn(() => web.api).signIn();
      const office = await web.person({ session, keptAs: 'portal-session', width: 1280 });

      const page = await office.open(`/portal/admin/users?q=${phone}`);
      await page.getByRole('link', { name: 'Maya Gurung' }).click();
      await page.getByText(`${phone} Confirmed`).waitFor();
      await expectAccessible(page);
      await page.goto(`/portal/admin/bookings/${bookingId}`);
      await page.getByRole('link', { name: `#${user.id}` }).waitFor();
      await page.getByText(phone).waitFor();
      await page.goto(`/portal/admin/logs?log=logins&user_id=${user.id}`);
      await page
        .getByRole('link', { name: `#${user.id}` })
        .first()
        .waitFor();
      await page.goto('/portal/admin/overview');
      await page.getByText('Parts of texts (SMS) sent').waitFor();
      await page.getByText('Texts (SMS) not sent yet').waitFor();
    });

    it('somebody with tickets from a counter finds them by number alone, picks one, and sees both in a later account without buttons to change them', async () => {
      const phone = newNumber();
      const { id: seller } = await aPassenger(web.api.dependencies);
      const contact = { name: 'Hari Thapa', phone: `+977 ${phone}`, email: null };
      const sold = async () => {
        const { id: tripId } = await aTrip(web.api.dependencies);
        const sale = { channel: 'COUNTER', status: 'CONFIRMED', seats: [seat('A1')], contact } as const;
        return aBooking(web.api.dependencies, { userId: seller, tripId, ...sale });
      };
      const [first] = [await sold(), await sold()];
      const page = await web.visit('/find-booking');
      await fill(page, 'Booking code', 'BT999999999999');
      await sendCode(page, phone);
      await fill(page, 'Code', await codeFor(phone));
      await press(page, 'Verify');
      await alert(page, /has this booking code/).waitFor();
      const sent = (await textsTo(phone)).length;
      await fill(page, 'Booking code', '');
      await press(page, 'Verify');
      const found = page.getByRole('list', { name: 'Your tickets' }).getByRole('listitem');
      await found.filter({ hasText: first.code }).waitFor();
      expect(await found.count()).to.equal(2);
      expect((await textsTo(phone)).length, 'texts').to.equal(sent);
      await expectAccessible(page);
      await found.filter({ hasText: first.code }).getByRole('link').click();
      await page.getByText(en.ticket.valid, { exact: true }).waitFor();

      const started = await web.api.post('/api/passenger/phone/start', { phone });
      const proof = { ticket: started.json.ticket as string, code: await codeFor(phone), full_name: 'Hari Thapa' };
      const session = (await web.api.post('/api/passenger/phone/verify', proof)).json;
      const own = await (await web.person({ session })).open('/bookings');
      const listed = own.getByRole('list', { name: en.bookings.nextList }).getByRole('listitem');
      await listed.filter({ hasText: first.code }).getByText(en.bookings.fromCounter).waitFor();
      await listed.filter({ hasText: first.code }).getByRole('link').click();
      await own
        .getByRole('button', { name: en.bookings.pdf })
        .or(own.getByRole('link', { name: en.bookings.pdf }))
        .waitFor();
      expect(await own.getByRole('button', { name: en.bookings.cancel }).count()).to.equal(0);
      expect(await own.getByRole('button', { name: en.changing.change }).count()).to.equal(0);
      await expectAccessible(own);
    });

    it('a wrong SMS code is explained, and a new code or another phone number can be chosen', async () => {
      const phone = newNumber();
      const page = await web.visit('/sign-in');
      await press(page, 'Send code');
      await page.getByText(en.account.missing).waitFor();
      await fill(page, 'Phone number', '12345');
      await press(page, 'Send code');
      await page.getByText('10 digits that begin with 97 or 98').last().waitFor();
      await sendCode(page, `+977 ${phone}`);
      await fill(page, 'Code', (await codeFor(phone)) === '000000' ? '000001' : '000000');
      await press(page, 'Verify');
      await alert(page, /code is not right/).waitFor();
      await press(page, 'Send another code');
      await page.getByRole('status').getByText('Another code is on its way.').waitFor();
      await press(page, 'Use another number');
      expect(await page.getByRole('textbox', { name: 'Phone number' }).inputValue()).to.equal(`+977 ${phone}`);
    });
  },
  { environment: { DATA_DIR, SMS_CODES_HOUR: '0', SMS_CODES_DAY: '0' } },
);

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Booking } from '../../core/bookings/booking.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http.ts';
import { aPaidBooking } from '../support/refunds.ts';
import { type Looks, expectAccessible, hasFocus, onWeb, pressOn } from '../support/web.ts';

let people = 0;

const paidPage = (id: number): string => `/payment-result.html?success=true&booking_id=${id}`;

onWeb('the bookings of a passenger', (web) => {
  let session: Json;

  beforeEach(async () => {
    people += 1;
    const person = { full_name: 'Asha Gurung', email: `asha${people}@example.com`, password: 'secret-123' };
    session = (await web.api.post('/api/passenger/register', person)).json;
  });

  const open = async (path: string, looks: Looks = {}) => (await web.person({ session, ...looks })).open(path);
  const booked = async (status: Booking['status'] = 'CONFIRMED'): Promise<Booking> => {
    const { dependencies } = web.api;
    const { id: tripId } = await aTrip(dependencies, { bus: { name: 'Night Rider' } });
    return aBooking(dependencies, {
      userId: session.user.id as UserId,
      tripId,
      seats: [seat('A1'), seat('A2')],
      status,
    });
  };
  const paid = async () => aPaidBooking(web.api.dependencies, { userId: session.user.id as UserId });

  for (const looks of [
    { width: 360, language: 'en', dark: false },
    { width: 1280, language: 'ne', dark: true },
  ] as const)
    it(`a passenger’s bookings are listed and shown at ${looks.width} px, in ${looks.language}`, async () => {
      const booking = await booked();
      const page = await open('/bookings', looks);
      await page.getByRole('main').getByText(booking.code).waitFor();
      if (looks.language === 'en')
        expect(await page.getByRole('list', { name: 'Bookings' }).getByRole('listitem').count()).to.equal(1);
      await expectAccessible(page);
      await page.getByRole('main').getByRole('link').first().click();
      await page.waitForURL(`**/bookings/${booking.id}`);
      await page.getByRole('img').first().waitFor();
      await expectAccessible(page);
    });

  it('a ticket that was opened once is shown offline, only to the passenger who opened it', async () => {
    const booking = await booked();
    const { context, open: openAs } = await web.person({ session });
    const page = await openAs(`/bookings/${booking.id}`);
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
    // The service worker caches the HTML document last, after all files that the page needs.
    await eventually(() => page.evaluate(`caches.match('/document').then(Boolean)`));
    await page.goto('/bookings');
    await page.getByRole('list', { name: 'Bookings' }).waitFor();
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    await context.setOffline(true);
    await page.getByRole('link', { name: /Kathmandu/ }).click();
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
    await page.getByText('You are offline. This is your ticket as it was').waitFor();
    // A phone closes pages in the background, so the passenger opens the page again.
    await page.close();
    const again = await openAs(`/bookings/${booking.id}`);
    await again.getByRole('img', { name: 'Ticket code' }).waitFor();
    await again.evaluate("localStorage.removeItem('session')");
    await again.reload();
    await again.getByText('Sign in to see your bookings').waitFor();
    expect(await again.evaluate("localStorage.getItem('tickets')")).to.equal(null);
  });

  it('tickets that were opened once are listed offline, on the page of bookings and on the first page', async () => {
    const [next, later] = [await booked(), await booked()];
    const { context, open: openAs } = await web.person({ session });
    for (const { id } of [next, later]) {
      const page = await openAs(`/bookings/${id}`);
      await page.getByRole('img', { name: 'Ticket code' }).waitFor();
      await eventually(() => page.evaluate(`caches.match('/document').then(Boolean)`));
      await page.close();
    }
    await context.setOffline(true);
    const page = await openAs('/bookings');
    const tickets = page.getByRole('list', { name: 'Kept tickets' });
    await tickets.waitFor();
    expect(await tickets.getByRole('listitem').count()).to.equal(2);
    await expectAccessible(page);
    await tickets.getByRole('link').first().click();
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();

    // Without a network, passengers open the first page, or tap the icon of the installed app.
    const first = await openAs('/');
    const listed = (await first.getByRole('list', { name: 'Kept tickets' }).boundingBox())!;
    const form = (await first.getByRole('combobox', { name: 'From' }).boundingBox())!;
    expect(listed.y + listed.height, 'the search form lies over the tickets').to.be.at.most(form.y);
    await first.getByRole('list', { name: 'Kept tickets' }).getByRole('link').first().click();
    await first.getByRole('img', { name: 'Ticket code' }).waitFor();
  });

  it('a passenger’s list of bookings shows the next journey first, and past journeys collapsed', async () => {
    const { dependencies } = web.api;
    const bookedIn = async (days: number, status: Booking['status'] = 'CONFIRMED') => {
      const { id: tripId } = await aTrip(dependencies, { departsAt: hoursAfter(START, days * 24) });
      return aBooking(dependencies, { userId: session.user.id as UserId, tripId, status });
    };
    const [second, first, cancelled] = [await bookedIn(3), await bookedIn(2), await bookedIn(4, 'CANCELLED')];
    const page = await open('/bookings');
    const ahead = page.getByRole('list', { name: 'Next journeys' }).getByRole('listitem');
    await ahead.first().waitFor();
    const shown = await ahead.allTextContents();
    expect(shown.map((text) => [first, second].findIndex(({ code }) => text.includes(code)))).to.deep.equal([0, 1]);
    const past = page.getByRole('list', { name: 'Past journeys' });
    expect(await past.count()).to.equal(0);
    await page.getByText('Past journeys (1)').click();
    await past.getByText(cancelled.code).waitFor();
    await expectAccessible(page);
  });

  for (const [way, arrive] of [
    [
      'by way of other pages',
      async (page: Page): Promise<unknown> => {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookings' }).click();
        return page.getByRole('list', { name: 'Bookings' }).getByRole('link').click();
      },
    ],
    ['where their payment ended', async (page: Page, id: number): Promise<unknown> => page.goto(paidPage(id))],
  ] as const)
    it(`a booking can be read offline after it was opened ${way}`, async () => {
      const { id } = await booked();
      const { context, open: openAs } = await web.person({ session });
      const page = await openAs('/');
      await arrive(page, id);
      await page.getByRole('img', { name: 'Ticket code' }).waitFor();
      await eventually(() => page.evaluate(`caches.match('/document').then(Boolean)`));
      await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
      await context.setOffline(true);
      await page.goto(`/bookings/${id}`);
      await page.getByRole('img', { name: 'Ticket code' }).waitFor();
    });

  it('a passenger can cancel a booking only after a confirmation that shows the fee', async () => {
    const { booking } = await paid();
    const page = await open(`/bookings/${booking.id}`);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
    await dialog.getByText(/You get Rs [\d,.]+ back/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await hasFocus(page.getByRole('button', { name: 'Cancel booking' }))).to.equal(true);
    await pressOn(page, page.getByRole('button', { name: 'Cancel booking' }), 'Enter');
    await pressOn(page, dialog.getByRole('button', { name: 'Cancel it' }), 'Enter');
    const refund = page.getByRole('region', { name: 'Refund' });
    await refund.getByText(/will be sent to you by/).waitFor();
    await page.locator('h1:focus').waitFor();
    await refund.getByText(/^To which account should it go\?/).waitFor();
    await expectAccessible(page);
  });

  it('a cancelled booking’s page does not show a boarding point', async () => {
    const page = await open(`/bookings/${(await booked('CANCELLED')).id}`);
    await page.getByText('Night Rider').waitFor();
    expect(await page.getByRole('heading', { name: 'Getting on' }).count()).to.equal(0);
  });

  it('a printed booking is dark on white without its buttons, also from a dark screen', async () => {
    const { id } = await booked();
    const { open: openDark } = await web.person({ session, dark: true });
    const page = await openDark(`/bookings/${id}`);
    const change = page.getByRole('button', { name: 'Change' });
    await change.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await change.isVisible()).to.equal(false);
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
    const look = (selector: string) =>
      page.evaluate<string[]>(
        `[getComputedStyle(document.querySelector('${selector}'))].flatMap((one) => [one.color, one.backgroundColor])`,
      );
    expect(await look('.ticket-card')).to.deep.equal(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    expect(await look('.ticket-card > header')).to.deep.equal(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  });

  it('a booking can be rated once the trip is over, and no longer be added to a calendar', async () => {
    const booking = await booked('COMPLETED');
    await web.pass(5 * 24 * 60);
    const page = await open(`/bookings/${booking.id}`);
    const stars = page.getByRole('radiogroup', { name: 'Stars' });
    await page.getByRole('link', { name: 'Ticket (PDF)' }).waitFor();
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).to.equal(0);
    await stars.getByRole('radio', { name: '4 stars' }).check();
    await page.getByLabel('What should others know?').fill('A kind driver');
    await page.getByRole('button', { name: 'Rate' }).click();
    await page.getByText('You gave 4 stars.').waitFor();
    expect(await stars.count()).to.equal(0);
  });

  it('a tap on the third star chooses a rating of three stars', async () => {
    const booking = await booked('COMPLETED');
    await web.pass(5 * 24 * 60);
    const page = await open(`/bookings/${booking.id}`);
    const stars = page.getByRole('radiogroup', { name: 'Stars' });
    await stars
      .getByText('☆')
      .nth(2)
      .click({ position: { x: 5, y: 5 }, force: true });
    expect(await stars.getByRole('radio', { name: '3 stars' }).isChecked()).to.equal(true);
    expect(await stars.getByText('★').count()).to.equal(3);
    const { width, height } = (await stars.getByRole('radio', { name: '3 stars' }).boundingBox())!;
    expect(Math.min(width, height)).to.be.at.least(44);
    await expectAccessible(page);
  });

  it('a ticket is shared through the phone’s own share dialog', async () => {
    const booking = await booked();
    const { context, open: openTab } = await web.person({ session });
    await context.addInitScript('navigator.share = async (shared) => { window.shared = shared; }');
    const page = await openTab(`/bookings/${booking.id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    const { title, url } = await page.evaluate<{ title: string; url: string }>('window.shared');
    expect(title).to.contain(booking.code);
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: booking.code }).waitFor();
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
  });

  it('a ticket’s link is copied if the browser has no share dialog', async () => {
    const booking = await booked();
    const { context, open: openTab } = await web.person({ session });
    await context.addInitScript(`
      Object.defineProperty(navigator, 'share', { value: undefined });
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });
    `);
    const page = await openTab(`/bookings/${booking.id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('status').getByText('The link of the ticket is copied.').waitFor();
    expect(await page.evaluate('window.copied')).to.match(/\/ticket\?token=./);
  });

  it('a booking’s page asks a signed-out passenger to sign in, and shows the booking afterwards', async () => {
    const booking = await booked();
    const page = await web.visit(`/bookings/${booking.id}`);
    await page.getByRole('link', { name: 'Use e-mail and password' }).click();
    await page.getByLabel('E-mail or phone').fill(session.user.email as string);
    await page.getByLabel('Password').fill('secret-123');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
  });
});

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { buyingOn } from '../support/buying.ts';
import { expectAccessible, onWeb } from '../support/web.ts';
import { HALFWAY, aJourney } from '../support/web-journeys.ts';

onWeb('the bus of a ticket', (web) => {
  const { register } = buyingOn(web);
  const region = (page: Page) => page.getByRole('region', { name: /^(Where is my bus|मेरो बस कहाँ छ)$/ });

  for (const { language, dark, shows } of [
    { language: 'en', dark: false, shows: ['Seen 2 minutes ago', 'give or take', 'It comes to Kalanki at about'] },
    { language: 'ne', dark: true, shows: ['२ मिनेटअघि देखिएको', 'मिनेट यताउता', 'आइपुग्छ'] },
  ] as const)
    it(`the booking and the ticket show where the bus is and when it comes to each stop, in ${language}`, async () => {
      const session = await register();
      const journey = await aJourney(web, session);
      const { open } = await web.person({ session, language, dark });
      await web.pass(40);
      await journey.tell({ lat: 27.71, lon: 85.32 }, 2);
      for (const path of [`/bookings/${journey.booking.id}`, journey.ticketPage]) {
        const page = await open(path);
        for (const text of shows) await region(page).getByText(text).first().waitFor();
        const stops = region(page).getByRole('list', { name: language === 'en' ? 'Stops' : 'बस रोकिने ठाउँ' });
        expect(await stops.getByRole('listitem').count()).to.equal(3);
        await region(page)
          .getByRole('img', { name: language === 'en' ? 'Road Kathmandu to Pokhara' : 'बाटो' })
          .waitFor();
        await expectAccessible(page);
      }
    });

  it('a bus that told nothing for over 30 minutes is not seen since', async () => {
    const session = await register();
    const journey = await aJourney(web, session);
    const { open } = await web.person({ session });
    await web.pass(75);
    await journey.tell(HALFWAY);
    const page = await open(`/bookings/${journey.booking.id}`);
    await region(page).getByText('Seen just now').waitFor();
    await web.pass(29);
    await region(page).getByText('Seen 29 minutes ago').waitFor();
    await web.pass(2);
    await region(page).getByText('Not seen since').waitFor();
  });

  it('the owner of a booking shares the journey, and stops sharing it', async () => {
    const session = await register();
    const { booking } = await aJourney(web, session);
    const { context, open } = await web.person({ session });
    await context.addInitScript('navigator.share = async (shared) => { window.shared = shared; }');
    const page = await open(`/bookings/${booking.id}`);
    await region(page).getByRole('button', { name: 'Share the journey' }).click();
    const link = region(page).getByRole('link');
    await link.waitFor();
    const { url } = await page.evaluate<{ url: string }>('window.shared');
    expect(await link.getAttribute('href')).to.equal(url);
    const code = url.slice(url.lastIndexOf('/') + 1);
    expect((await web.api.get(`/api/live/${code}`)).status).to.equal(200);
    await region(page).getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByRole('status').getByText('shared with nobody').waitFor();
    expect((await web.api.get(`/api/live/${code}`)).status).to.equal(404);
  });

  it('whoever has the ticket shares the journey, and ends the link that another one made', async () => {
    const session = await register();
    const { booking, ticketPage } = await aJourney(web, session);
    const { json } = await web.api.post(`/api/bookings/${booking.id}/live-link`, undefined, session.access);
    const { context, open } = await web.person();
    await context.addInitScript(`
      Object.defineProperty(navigator, 'share', { value: undefined });
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });
    `);
    const page = await open(ticketPage);
    await region(page).getByRole('button', { name: 'Share the journey' }).click();
    await page.getByRole('status').getByText('The link to the journey is copied.').waitFor();
    expect(await page.evaluate('window.copied')).to.equal(json.url);
    await region(page).getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByRole('status').getByText('shared with nobody').waitFor();
    expect((await web.api.get(`/api/live/${new URL(json.url).pathname.slice('/live/'.length)}`)).status).to.equal(404);
  });

  it('without a network the booking says that nobody can say where the bus is, and asks again with one', async () => {
    const session = await register();
    const journey = await aJourney(web, session);
    const { context, open } = await web.person({ session });
    web.forgive(/ERR_FAILED/);
    await web.pass(75);
    await journey.tell(HALFWAY);
    await context.route('**/position*', (route) => route.abort());
    const page = await open(`/bookings/${journey.booking.id}`);
    await region(page).getByText('Without a network').waitFor();
    await expectAccessible(page);
    await context.unroute('**/position*');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await region(page).getByText('Seen').waitFor();
  });

  it('a booking that is cancelled has no bus', async () => {
    const session = await register();
    const { booking } = await aJourney(web, session, { status: 'REFUNDED' });
    const { open } = await web.person({ session });
    const page = await open(`/bookings/${booking.id}`);
    await page.getByText(booking.code).waitFor();
    expect(await region(page).count()).to.equal(0);
  });

  for (const { language, names } of [
    { language: 'en', names: ['Road Kathmandu to Pokhara', 'Where Kalanki is', 'Map of Kalanki'] },
    { language: 'ne', names: ['बाटो काठमाडौं – पोखरा', 'कलंकी कहाँ छ', 'कलंकी को नक्सा'] },
  ] as const)
    it(`a trip shows its road and where the passenger gets on, and asks no other host, in ${language}`, async () => {
      const session = await register();
      const { tripId } = await aJourney(web, session, { between: ['Mugling', 'Dumre', 'Damauli'] });
      const page = await web.visit(`/trips/${tripId}`, { language, dark: language === 'ne' });
      const [road, where, map] = names;
      await page.getByRole('img', { name: road }).waitFor();
      await page.getByRole('img', { name: where }).waitFor();
      expect(await page.getByRole('link', { name: map }).getAttribute('referrerpolicy')).to.equal('no-referrer');
      await expectAccessible(page);
    });
});

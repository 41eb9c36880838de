import { expect } from 'chai';
import { chromium } from 'playwright-core';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, changePlan } from '../support/catalogue.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { START } from '../support/clock.ts';
import { aPassengerId } from '../support/people.ts';
import { expectAccessible, expectStill, hasFocus, onWeb, pressOn, tabTo } from '../support/web.ts';

onWeb('finding a bus', (web) => {
  before(async function () {
    if (this.test?.parent?.isPending()) return;
    const trips = [
      { hours: 44, fare: 90_000, type: 'DELUXE' },
      { hours: 48, fare: 150_000, type: 'SOFA' },
      { hours: 56, fare: 120_000, type: 'DELUXE' },
    ];
    for (const { hours, fare, type } of trips)
      await aTrip(web.api.dependencies, {
        departsAt: hoursAfter(START, hours),
        fare: paisa(fare),
        bus: { type },
      });
    await aTrip(web.api.dependencies, { from: 'Butwal', to: 'Ilam', departsAt: hoursAfter(START, 72) });
  });

  it('a trip search can be made by keyboard alone, from the first page to the seats', async () => {
    const page = await web.visit('/');
    await page.getByRole('heading', { level: 1, name: 'Where do you want to go?' }).waitFor();
    const from = page.getByRole('combobox', { name: 'From' });
    await tabTo(page, from);
    await page.keyboard.type('kat');
    await page.getByRole('option', { name: /^Kathmandu/ }).waitFor();
    expect(await from.getAttribute('aria-expanded')).to.equal('true');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    expect(await from.inputValue()).to.equal('Kathmandu');
    await pressOn(page, page.getByRole('button', { name: 'Search', exact: true }), 'Enter');
    await page.getByText('Choose the city you go to.').waitFor();
    const to = page.getByRole('combobox', { name: 'To' });
    expect(await hasFocus(to)).to.equal(true);
    await page.keyboard.type('पो');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await to.getAttribute('aria-expanded')).to.equal('false');
    await page.keyboard.type('ख');
    await page.keyboard.press('Tab');
    expect(await to.inputValue()).to.equal('Pokhara');
    await pressOn(page, page.getByRole('button', { name: 'Swap' }), 'Enter');
    expect([await from.inputValue(), await to.inputValue()]).to.deep.equal(['Pokhara', 'Kathmandu']);
    await page.keyboard.press('Enter');
    await page.getByLabel('Date').fill('2026-11-22');
    await pressOn(page, page.getByRole('button', { name: 'Search', exact: true }), 'Enter');
    await page.waitForURL('**/trips?origin=Kathmandu&destination=Pokhara&date=2026-11-22');
    const list = page.getByRole('list', { name: 'Trips' });
    await list.waitFor();
    expect(await list.getByRole('listitem').count()).to.equal(3);
    await pressOn(page, list.getByRole('link', { name: 'Choose seats' }).first(), 'Enter');
    await page.waitForURL(/\/trips\/\d+$/);
  });

  it('the city field takes an alias, asks whether another city was meant, and names an unknown city', async () => {
    await web.api.dependencies.transact(async ({ catalogue, cities }) => {
      const [id] = await catalogue.saveCities(['Kathmandu']);
      await cities.change(id!, { name: 'Kathmandu', aliases: ['KTM'] });
    });
    const page = await web.visit('/');
    const [from, to] = ['From', 'To'].map((name) => page.getByRole('combobox', { name }));
    const search = page.getByRole('button', { name: 'Search', exact: true });
    await from!.fill('ktm');
    await page.keyboard.press('Tab');
    expect(await from!.inputValue()).to.equal('Kathmandu');
    await from!.fill('Kathmanduu');
    await page.keyboard.press('Escape');
    await to!.fill('Atlantis');
    await page.getByRole('status').getByText('We know no city “Atlantis”').waitFor();
    await search.click();
    await page.locator('.field-error', { hasText: 'Did you mean Kathmandu?' }).waitFor();
    await page.locator('.field-error', { hasText: 'We know no city “Atlantis”' }).waitFor();
    await from!.fill('Kathmandi');
    await page.getByRole('option', { name: 'Did you mean Kathmandu?' }).click();
    expect(await from!.inputValue()).to.equal('Kathmandu');
    await to!.fill('pokhara');
    await search.click();
    await page.waitForURL(/\/trips\?origin=Kathmandu&destination=Pokhara/);
  });

  it('the first page cannot be scrolled sideways where the scroll bar takes room', async () => {
    const browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    await page.goto(`${web.api.url}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.mouse.move(600, 100);
    await page.mouse.wheel(300, 50);
    await page.waitForFunction('scrollY > 0');
    const widths = '[innerWidth - document.documentElement.clientWidth, scrollX]';
    const [bar, aside] = await page.evaluate<number[]>(widths);
    await browser.close();
    expect(bar).to.be.greaterThan(0);
    expect(aside).to.equal(0);
  });

  it('the first page lists popular routes with their lowest fares, and each leads to its trips', async () => {
    const page = await web.visit('/');
    const routes = page.getByRole('list', { name: 'Popular routes' });
    await routes.getByRole('link', { name: 'Kathmandu to Pokhara from Rs 900' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kathmandu to Pokhara' }).waitFor();
    const inNepali = await web.visit('/', { language: 'ne' });
    await inNepali.getByRole('list', { name: 'धेरै जाने बाटा' }).getByRole('link', { name: 'रु ९००' }).waitFor();
  });

  it('each offered day shows its lowest fare once both cities are chosen', async () => {
    const page = await web.visit('/');
    const days = page.getByRole('radiogroup', { name: 'Day' });
    expect(await days.getByRole('radio').count()).to.equal(7);
    expect(await days.innerText()).not.to.contain('Rs');
    await page.getByRole('combobox', { name: 'From' }).fill('Kathmandu');
    await page.getByRole('combobox', { name: 'To' }).fill('Pokhara');
    await days.getByRole('radio', { name: /^Sun 22 .*Rs 900$/ }).check();
    expect(await page.getByLabel('Date').inputValue()).to.equal('2026-11-22');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: 'Rs 900' }).waitFor();
  });

  it('a trip in the search results shows its boarding points, and the amenities of the bus', async () => {
    const { id } = await aTrip(web.api.dependencies, {
      from: 'Palpa',
      to: 'Lumbini',
      bus: { amenities: ['AC', 'WIFI'] },
      departsAt: hoursAfter(START, 30),
    });
    await changePlan(web.api.dependencies, id, {
      boardingPoints: ['Tansen', 'Bartung', 'Aryabhanjyang', 'Ramdi', 'Dumre'].map((name, minutes) => ({
        name,
        minutes,
      })),
    });
    const page = await web.visit('/trips?origin=Palpa&destination=Lumbini&date=2026-11-21');
    await page.getByRole('listitem').getByText('Pickup: Tansen, Bartung, Aryabhanjyang, Ramdi, …').waitFor();
    await page.getByRole('listitem').getByText('On board: AC · Wi-Fi').waitFor();
  });

  it('a trip in the search results shows its average rating in stars and in words', async () => {
    const { id } = await aTrip(web.api.dependencies, {
      from: 'Besisahar',
      to: 'Beni',
      departsAt: hoursAfter(START, 30),
    });
    const { operatorId } = (await web.api.dependencies.transact(({ trips }) => trips.find(id)))!.bus;
    const userId = await aPassengerId(web.api.dependencies);
    const booking = await aBooking(web.api.dependencies, { tripId: id, userId, status: 'COMPLETED' });
    const rating = { bookingId: booking.id, userId, operatorId, stars: 4, review: '', issueFlag: false, issueNote: '' };
    await web.api.dependencies.transact(({ ratings }) => ratings.add(rating, START));
    for (const [language, words] of [
      ['en', '4.0 of 5 stars, rated by 1: Very good'],
      ['ne', 'धेरै राम्रो'],
    ] as const) {
      const page = await web.visit('/trips?origin=Besisahar&destination=Beni&date=2026-11-21', { language });
      await page.getByRole('listitem').getByText(words).first().waitFor();
    }
  });

  it('a trip search from a city to itself is refused with an alert', async () => {
    const page = await web.visit('/');
    await page.getByRole('combobox', { name: 'From' }).fill('Pokhara');
    await page.getByRole('combobox', { name: 'To' }).fill('Pokhara');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('alert').getByText('Choose two different cities.').waitFor();
    await page.getByRole('combobox', { name: 'To' }).fill('Kathmandu');
    await page.getByText('Choose two different cities.').first().waitFor({ state: 'detached' });
  });

  it('a trip search keeps filters and order in the page’s address, also after Back and reload', async () => {
    const page = await web.visit('/trips?origin=kathmandu&destination=Pokhara&date=2026-11-22');
    const items = page.getByRole('list', { name: 'Trips' }).getByRole('listitem');
    const fares = async () => (await items.allInnerTexts()).map((text) => /Rs [\d,]+/.exec(text)?.[0]);
    const filters = page.getByRole('group', { name: 'Filters' });
    await items.first().waitFor();
    expect(await fares()).to.deep.equal(['Rs 900', 'Rs 1,500', 'Rs 1,200']);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Cheapest first' });
    await page.getByRole('button', { name: 'Filters' }).click();
    await filters.getByRole('checkbox', { name: 'Deluxe' }).check();
    expect(await fares()).to.deep.equal(['Rs 900', 'Rs 1,200']);
    await page.getByRole('status').getByText('2 of 3 buses').waitFor();
    await page.reload();
    await items.first().waitFor();
    expect(await fares()).to.deep.equal(['Rs 900', 'Rs 1,200']);
    await items.last().getByRole('link', { name: 'Choose seats' }).click();
    await page.waitForURL(/\/trips\/\d+$/);
    await page.goBack();
    await items.first().waitFor();
    expect(await fares()).to.deep.equal(['Rs 900', 'Rs 1,200']);
    await page.getByRole('button', { name: 'Filters' }).click();
    await filters.getByRole('combobox', { name: 'Price' }).selectOption({ label: 'Up to Rs 900' });
    await filters.getByRole('checkbox', { name: /^Morning/ }).check();
    await filters.getByRole('checkbox', { name: 'Deluxe' }).uncheck();
    await filters.getByRole('checkbox', { name: 'Sofa' }).check();
    await page.getByText('No bus fits your filters').waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    expect(await items.count()).to.equal(3);
  });

  it('a trip search shows its first bus on the first screen of a phone', async () => {
    const page = await web.visit('/trips?origin=kathmandu&destination=Pokhara&date=2026-11-22', { width: 360 });
    const first = page.getByRole('list', { name: 'Trips' }).getByRole('listitem').first();
    await first.waitFor();
    const { y } = (await first.boundingBox())!;
    expect(y).to.be.below(440);
    const [filters, sort] = [
      page.getByRole('button', { name: 'Filters' }),
      page.getByRole('combobox', { name: 'Sort by' }),
    ];
    const [left, right] = [(await filters.boundingBox())!, (await sort.boundingBox())!];
    expect(Math.abs(left.y - right.y)).to.be.below(8);
  });

  it('a trip search without results offers other days, and can be changed', async () => {
    const page = await web.visit('/trips?origin=Butwal&destination=Ilam&date=2026-11-22');
    await page.getByText('No bus on this day').waitFor();
    await page.getByRole('link', { name: /Mon 23 Nov 2026 · 7 Mangsir 2083.*1 bus, from Rs 1,200/ }).click();
    await page.getByRole('list', { name: 'Trips' }).waitFor();
    expect(await page.getByRole('listitem').innerText()).to.contain('Only 4 seats left');
    expect((await page.getByRole('link', { name: 'Way back' }).boundingBox())!.height).to.be.at.least(44);
    await page.getByRole('button', { name: 'Change search' }).click();
    // The search form has a strip of days of its own.
    await page.getByRole('radiogroup', { name: 'Day' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Days' }).count()).to.equal(0);
    await page.getByRole('combobox', { name: 'From' }).fill('Kathmandu');
    await page.getByRole('combobox', { name: 'To' }).fill('pokhara');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Kathmandu to Pokhara' }).waitFor();
    await page.getByRole('link', { name: 'Bus Ticket' }).click();
    await page.getByRole('link', { name: 'Kathmandu to Pokhara', exact: true }).waitFor();
  });

  it('a search for a past day says that the day is over, and offers the next days with a bus', async () => {
    const page = await web.visit('/trips?origin=Kathmandu&destination=Pokhara&date=2026-11-10');
    await page.getByText('This day is over').waitFor();
    await page.getByRole('link', { name: /^Sun 22 Nov 2026/ }).click();
    await page.getByRole('list', { name: 'Trips' }).waitFor();
  });

  it('a trip search shows more than a hundred trips after “Show more”', async () => {
    await Promise.all(
      Array.from({ length: 101 }, (_, count) =>
        aTrip(web.api.dependencies, { from: 'Jiri', to: 'Beni', departsAt: hoursAfter(START, 48 + count / 60) }),
      ),
    );
    const page = await web.visit('/trips?origin=Jiri&destination=Beni&date=2026-11-22');
    const items = page.getByRole('list', { name: 'Trips' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    expect(await items.count()).to.equal(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await items.nth(100).waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).to.equal(0);
  });

  for (const looks of [
    { width: 360, language: 'ne', dark: true },
    { width: 1280, language: 'ne', dark: false },
    { width: 320, language: 'en', dark: false },
  ] as const)
    it(`the trip search page is accessible and does not shift while loading, ${looks.width} px wide, in ${looks.language}`, async () => {
      const person = await web.person(looks);
      const first = await person.open('/');
      await first.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(first);
      await expectStill(first);
      const found = await person.open('/trips?origin=Kathmandu&destination=Pokhara&date=2026-11-22');
      await found.getByRole('listitem').first().waitFor();
      await expectAccessible(found);
      if (looks.language === 'ne') await found.getByText('रु १,५००').waitFor();
    });

  it('a page opened offline says that there is no network, and loads once the network is back', async () => {
    const { context, open } = await web.person();
    const page = await open('/');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('textbox', { name: 'Phone number' }).waitFor();
  });

  it('search results that were asked for offline appear once the network is back', async () => {
    const { context, open } = await web.person();
    const page = await open('/trips?origin=Kathmandu&destination=Pokhara&date=2026-11-22');
    const list = page.getByRole('list', { name: 'Trips' });
    await list.waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: /^Mon 23/ }).click();
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    await context.setOffline(false);
    await page.getByText('No bus on this day').waitFor();
  });
});

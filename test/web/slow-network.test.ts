import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aTrip } from '../support/catalogue.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { onWeb } from '../support/web.ts';

const RESULTS = '/trips?origin=Kathmandu&destination=Pokhara&date=2026-11-22';

/** Blocks every response from now on, like a network that is too slow for any user. */
const stop = (page: Page): Promise<unknown> => page.route('**/*', () => undefined);

onWeb('pages on a slow network', (web) => {
  const openResults = async (): Promise<Page> => {
    await aTrip(web.api.dependencies);
    const page = await web.visit(RESULTS);
    await page.getByRole('list', { name: 'Trips' }).getByRole('listitem').waitFor();
    return page;
  };
  const chooseSeats = (page: Page): Promise<void> =>
    page
      .getByRole('link', { name: /^Choose seats/ })
      .first()
      .click();

  it('the page of a trip’s seats shows the trip at once from the search results, without loading anything', async () => {
    const page = await openResults();
    await page.waitForLoadState('networkidle');
    await stop(page);
    await chooseSeats(page);
    await page.getByRole('link', { name: 'All buses of this day' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Kathmandu to Pokhara');
    expect(await page.getByRole('main').innerText())
      .to.contain('Departure')
      .and.to.contain('Blue Sky Deluxe');
    expect(await page.getByRole('list', { name: 'Trips' }).count()).to.equal(0);
  });

  it('the search results stay, with the line “Loading…”, until the code of the seats’ page is loaded', async () => {
    const page = await web.visit('/');
    await page.route(/\/assets\/trip-/, () => undefined);
    await aTrip(web.api.dependencies);
    await page.goto(RESULTS);
    await chooseSeats(page);
    await page.getByRole('status').getByText('Loading…').waitFor();
    expect(new URL(page.url()).pathname).to.match(/^\/trips\/\d+$/);
    expect(await page.getByRole('list', { name: 'Trips' }).count()).to.equal(1);
    expect(await page.getByRole('combobox', { name: 'From' }).count()).to.equal(0);
  });

  it('the search results appear after “Search” is pressed without loading further code', async () => {
    await aTrip(web.api.dependencies);
    const page = await web.visit('/');
    await page.getByRole('combobox', { name: 'From' }).fill('Kathmandu');
    await page.getByRole('combobox', { name: 'To' }).fill('Pokhara');
    await page.waitForLoadState('networkidle');
    await stop(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('navigation', { name: 'Days' }).waitFor();
  });

  it('a page of the portal is shown without loading further code after the pointer has come to its link', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { width: 1280 })).open('/portal');
    const link = page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Shifts' });
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await link.hover();
    await page.waitForLoadState('networkidle');
    await stop(page);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Shifts' }).waitFor();
  });
});

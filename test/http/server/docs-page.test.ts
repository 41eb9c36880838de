import axe, { type AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Api, startApi } from '../../support/http.ts';
import { inBrowser } from '../../support/browser.ts';

describe('the API documentation page', () => {
  let api: Api;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('the API documentation’s files come from this service, compressed, under a strict content security policy', async () => {
    const page = await api.get('/api/docs');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy'))
      .to.include("script-src 'self'; style-src 'self'")
      .and.not.include('unsafe');
    expect(page.text).not.to.match(/<script>|<style|style=|\son\w+=|https?:/);
    for (const [, link = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { status, headers } = await api.get(link);
      expect([status, headers.get('x-content-type-options')], link).to.deep.equal([200, 'nosniff']);
    }
    expect((await api.get('/api/docs/swagger-ui.css')).headers.get('content-encoding')).to.equal('gzip');
    const plain = await api.get('/api/docs/docs.js', undefined, { 'Accept-Encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('content-type')]).to.deep.equal([
      null,
      'text/javascript; charset=utf-8',
    ]);
  });

  it('the API documentation serves only the files on a fixed list', async () => {
    for (const name of [
      'nothing',
      'package.json',
      '__proto__',
      'constructor',
      '..%2fpackage.json',
      '%2e%2e%2fpackage.json',
      'index.html',
    ]) {
      expect((await api.get(`/api/docs/${name}`)).status, name).to.equal(404);
    }
    expect((await api.post('/api/docs')).status).to.equal(405);
  });
});

/** Lesser faults that Lighthouse counts, too. */
const COUNTED: readonly string[] = ['aria-allowed-role', 'heading-order'];

/**
 * Accessibility faults: faults that axe calls serious or critical or Lighthouse counts, and text wider than the screen.
 */
async function barriers(page: Page): Promise<readonly string[]> {
  // The script of axe is injected as text, because the page's policy blocks scripts from elsewhere.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
  const isTooWide = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  return [
    ...violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || COUNTED.includes(id))
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    ...(isTooWide ? ['wider than the screen'] : []),
  ];
}

type Paths = Record<string, Record<string, { readonly tags: readonly string[] }>>;

/** Opens the section of a tag, because the page draws its operations only then. */
async function openTag(page: Page, tag: string): Promise<void> {
  const section = page.locator('.opblock-tag-section', { has: page.locator(`[data-tag="${tag}"]`) });
  await section.locator('.opblock-tag').click();
  await section.locator('.opblock').first().waitFor();
}

inBrowser('the documentation', (open) => {
  let api: Api;
  /** The started services; empty if no browser is installed. */
  const started: Api[] = [];

  before(async () => {
    started.push((api = await startApi({ engine: 'SQLite' })));
  });
  after(() => Promise.all(started.map((one) => one.close())));

  it('the API documentation page shows every operation, calls no other host, and can try an operation out', async () => {
    const { page, faults } = await open(api.url);
    await page.goto(`${api.url}/api/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    const { json: document } = await api.get('/api/openapi.json');
    const paths = document.paths as Paths;
    const tags = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation.tags),
    );
    expect(await page.locator('.opblock-tag').count()).to.equal(new Set(tags).size);

    await openTag(page, 'Trips');
    const events = page.locator('.webhooks .opblock');
    expect(await events.count()).to.equal(Object.keys(document.webhooks).length);
    const operations = page.locator('.opblock:not(.webhooks .opblock)');
    expect(await operations.count()).to.equal(tags.filter((tag) => tag === 'Trips').length);
    const cities = page.locator('.opblock', { has: page.locator('[data-path="/api/cities"]') });
    await cities.locator('.opblock-summary').click();
    await cities.getByRole('button', { name: 'Execute' }).click();
    await cities.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(await page.getByRole('main').count(), 'main parts of the page').to.equal(1);
    expect(faults).to.deep.equal([]);
  });

  for (const width of [1280, 390]) {
    it(`the API documentation page is accessible at a width of ${width} pixels`, async function () {
      // The page resolves the whole document again for each opened operation, which takes long.
      this.timeout(240_000);
      const { page, faults } = await open(api.url);
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${api.url}/api/docs`);
      await page.locator('.opblock-tag').first().waitFor();
      expect(await barriers(page), 'as it comes').to.deep.equal([]);
      // If a description has no width, its letters run down a column and make the heading tall.
      const headings = await page
        .locator('.opblock-tag')
        .evaluateAll((tags) => tags.map((tag) => tag.getBoundingClientRect().height));
      expect(headings).to.have.length.above(5);
      expect(Math.max(...headings), 'pixels of the tallest heading').to.be.below(130);

      for (const [tag, name] of [
        ['Trips', 'searchTrips'],
        ['Bookings', 'createBooking'],
      ] as const) {
        await openTag(page, tag);
        const operation = page.locator(`.opblock[id$=-${name}]`);
        await operation.locator('.opblock-summary-control').click();
        await operation.locator('.execute').waitFor();
      }
      await page.locator('.opblock[id$=-searchTrips] .execute').click();
      await page.locator('.opblock[id$=-searchTrips] .live-responses-table .microlight').first().waitFor();
      expect(await barriers(page), 'with operations open, one of them tried').to.deep.equal([]);

      await page.locator('.btn.authorize').first().click();
      await page.locator('.dialog-ux input').first().waitFor();
      expect(await barriers(page), 'while a token is asked for').to.deep.equal([]);
      expect(faults).to.deep.equal([]);
    });
  }

  it('the API documentation page fills in a future day, and a fresh Idempotency-Key', async () => {
    const { page } = await open(api.url);
    await page.goto(`${api.url}/api/docs#/Bookings/createBooking`);
    const field = (operation: string, name: string) =>
      page.locator(`.opblock[id$=-${operation}] tr[data-param-name="${name}"] input`);
    await field('createBooking', 'Idempotency-Key').waitFor();
    expect(await field('createBooking', 'Idempotency-Key').inputValue()).to.equal('');
    await openTag(page, 'Trips');
    await page.locator('.opblock[id$=-searchTrips] .opblock-summary-control').click();
    await field('searchTrips', 'date').waitFor();
    expect(await field('searchTrips', 'date').inputValue()).to.equal(
      api.dependencies.calendar.dateAfter(api.dependencies.calendar.date(api.clock()), 1),
    );
  });
});

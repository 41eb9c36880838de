import { expect } from 'chai';
import { startApi } from '../support/http.ts';
import type { Api } from '../support/http.ts';
import { inBrowser } from '../support/browser.ts';

describe('the files of the documentation', () => {
  let api: Api;

  before(async () => { api = await startApi({ engine: 'memory' }); });
  after(() => api.close());

  it('come from the service itself, packed, under a strict policy', async () => {
    const page = await api.get('/api/docs');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).to.include("script-src 'self'; style-src 'self'").and.not.include('unsafe');
    expect(page.text).not.to.match(/<script>|<style|style=|\son\w+=|https?:/);
    for (const [, link = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { status, headers } = await api.get(link);
      expect([status, headers.get('x-content-type-options')], link).to.deep.equal([200, 'nosniff']);
    }
    expect((await api.get('/api/docs/swagger-ui.css')).headers.get('content-encoding')).to.equal('gzip');
    const plain = await api.get('/api/docs/start.js', undefined, { 'Accept-Encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('content-type')]).to.deep.equal([null, 'text/javascript; charset=utf-8']);
  });

  it('are these and no others', async () => {
    for (const name of ['nothing', 'package.json', '__proto__', 'constructor', '..%2fpackage.json', '%2e%2e%2fpackage.json', 'index.html']) {
      expect((await api.get(`/api/docs/${name}`)).status, name).to.equal(404);
    }
    expect((await api.post('/api/docs')).status).to.equal(405);
  });
});

inBrowser('the documentation', (open) => {
  let api: Api;
  /** None where there is no browser. */
  const started: Api[] = [];

  before(async () => { started.push(api = await startApi({ engine: 'SQLite' })); });
  after(() => Promise.all(started.map((one) => one.close())));

  it('shows every operation, calls no other host, and tries one out', async () => {
    const { page, faults } = await open(api.url);
    await page.goto(`${api.url}/api/docs`);
    await page.locator('.opblock').first().waitFor();
    const paths = (await api.get('/api/openapi.json')).json.paths as Record<string, object>;
    expect(await page.locator('.opblock').count()).to.equal(Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0));

    const cities = page.locator('.opblock', { has: page.locator('[data-path="/api/cities"]') });
    await cities.locator('.opblock-summary').click();
    await cities.getByRole('button', { name: 'Execute' }).click();
    await cities.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(faults).to.deep.equal([]);
  });
});

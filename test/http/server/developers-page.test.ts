import axe, { type AxeResults } from 'axe-core';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Api, startApi } from '../../support/http.ts';
import { inBrowser } from '../../support/browser.ts';

const SECTIONS = ['Quick start', 'Test keys', 'Selling', 'Events', 'Errors', 'Limits', 'Client', 'Changelog'];

/** Every code in an OpenAPI document, with the statuses that it is answered with. */
function codesIn(node: unknown, codes = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return codes;
  const { code } = ((node as { properties?: unknown }).properties ?? {}) as { code?: { enum?: readonly string[] } };
  for (const word of code?.enum ?? []) if (/^[A-Z_]+$/.test(word)) codes.add(word);
  for (const value of Object.values(node)) codesIn(value, codes);
  return codes;
}

describe('the page for developers', () => {
  let api: Api;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('the page for developers has its sections and at most 30 kB, and runs only its own script', async () => {
    const { status, headers, text } = await api.get('/developers');
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(gzipSync(text).length).to.be.below(30_000);
    expect([...text.matchAll(/<h2 id="[\w-]+">([^<]+)/g)].map(([, heading]) => heading)).to.deep.equal(SECTIONS);
    expect(headers.get('content-security-policy')).to.include("script-src 'sha256-").and.not.include('unsafe');
    for (const path of ['/api/docs', '/api/openapi.json', '/api/asyncapi.json', '/developers.md'])
      expect(text).to.include(`href="${api.url}${path}"`);
    expect(text).not.to.include('{{');
  });

  it('the page for developers explains every code of the OpenAPI document at an anchor of its own', async () => {
    const [{ text }, { json }] = [await api.get('/developers'), await api.get('/api/openapi.json')];
    const explained = [
      ...text.matchAll(/<tr id="([A-Z_]+)"><td><code>\1<\/code><\/td><td>(\d{3})<\/td><td>([^<]|<code>)/g),
    ];
    const codes = codesIn(json);
    expect(codes.size).to.be.above(150);
    expect(explained.map(([, code]) => code)).to.include.members([...codes]);
  });

  it('the same text is Markdown at /developers.md, and /llms.txt lists the addresses', async () => {
    const { text, headers } = await api.get('/developers.md');
    expect(headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).to.deep.equal(SECTIONS);
    expect(text)
      .to.include(`BASE=${api.url}\n`)
      .and.include('| `TRIP_DEPARTED` | 409 | This bus has already departed. |');
    const { text: list } = await api.get('/llms.txt');
    for (const path of ['/developers.md', '/api/openapi.json', '/api/asyncapi.json'])
      expect(list).to.include(`${api.url}${path}`);
  });

  it('the page for developers is not sent again while it is unchanged', async () => {
    const { headers } = await api.get('/developers');
    const again = await api.get('/developers', undefined, { 'If-None-Match': headers.get('etag') ?? '' });
    expect(again.status).to.equal(304);
  });
});

inBrowser('the page for developers', (open) => {
  let api: Api;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('the page for developers gives a test key on a sandbox, and puts it into the examples', async () => {
    const { page, faults } = await open(api.url);
    await page.goto(`${api.url}/developers`);
    await page.getByRole('button', { name: 'Get a test key' }).click();
    const field = page.getByRole('textbox', { name: 'Test key' });
    await field.waitFor();
    const key = await field.inputValue();
    expect(key).to.match(/^bt_test_\w{32}$/);
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    const examples = (await page.locator('pre').allTextContents()).join('\n');
    expect(examples).to.include(`KEY=${key}\n`).and.include(`key: '${key}' });`);
    expect((await api.get('/api/agent/account', key)).json).to.include({ mode: 'test' });
    expect(faults).to.deep.equal([]);
  });

  for (const width of [360, 1280])
    it(`the page for developers has no barriers and fits on a screen of ${width} px`, async () => {
      const { page, faults } = await open(api.url);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${api.url}/developers`);
      const links = await page.getByRole('navigation', { name: 'Developers' }).getByRole('link').allTextContents();
      expect(links).to.deep.equal(SECTIONS);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).to.deep.equal([]);
      const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect(await page.evaluate(tooWide)).to.equal(false);
      expect(faults).to.deep.equal([]);
    });
});

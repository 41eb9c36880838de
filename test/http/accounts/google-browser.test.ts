import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CodeMail } from '../../../core/platform/mailer.ts';
import { inBrowser } from '../../support/browser.ts';
import { closeLater } from '../../support/closing.ts';
import { type Api, startApi } from '../../support/http.ts';
import { type Provider, startProvider } from '../../support/oauth.ts';
import { freePort } from '../../support/ports.ts';

/**
 * A host name that is no loopback address. Over http, browsers send Sec-Fetch-Site only to loopback addresses. So at
 * this host a new browser behaves like an old one.
 */
const HOST = 'tickets.test';

inBrowser('a browser that signs in with Google', (open) => {
  // The identity provider; undefined if no browser is installed.
  let provider: Provider | undefined;
  let dataDir: string | undefined;
  before(async () => {
    provider = await startProvider();
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
  });
  after(async () => {
    await provider?.close();
    if (dataDir !== undefined) await rm(dataDir, { recursive: true });
  });

  let api: Api;
  afterEach(() => api.close());
  async function start(environment: Readonly<Record<string, string>>): Promise<void> {
    api = await startApi({
      environment: {
        DATA_DIR: dataDir!,
        OTP_RESEND_SECONDS: '0',
        GOOGLE_CLIENT_ID: 'our-client',
        GOOGLE_CLIENT_SECRET: 'our-secret',
        OAUTH_AUTHORIZE_URL: provider!.authorizeUrl,
        OAUTH_TOKEN_URL: provider!.tokenUrl,
        OAUTH_USERINFO_URL: provider!.userinfoUrl,
        ...environment,
      },
    });
  }
  const mailedCode = (): string => (api.mailer.sent.at(-1) as CodeMail).code;

  it('a browser without Sec-Fetch-Site headers is trusted after its first Google sign-in with a mailed code', async () => {
    const port = String(await freePort());
    const origin = `http://${HOST}:${port}`;
    await start({ PORT: port, BASE_URL: origin });
    const { page } = await open(origin);
    const seen: Readonly<Record<string, string>>[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/google/start')) void request.allHeaders().then((headers) => seen.push(headers));
    });

    await page.goto(`${origin}/operator-login.html`);
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
    await page.getByLabel('Code').fill(mailedCode());
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
    expect(seen).to.have.length(2);
    // The referrer is only the origin, because a page's address may hold the token of a mailed link.
    for (const headers of seen)
      expect(headers)
        .to.include({ referer: `${origin}/` })
        .and.not.to.have.property('sec-fetch-site');
    await page.close();
  });

  it('the sign-in page offers Google only if Google is configured', async () => {
    const offers = async (): Promise<boolean> => {
      const { page } = await open(api.url);
      await page.goto(`${api.url}/operator-login.html`);
      await page.getByRole('heading', { name: 'Sign in to the portal' }).waitFor();
      return page.getByRole('link', { name: 'Continue with Google' }).isVisible();
    };
    await start({});
    expect(await offers()).to.equal(true);
    await api.close();
    await start({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
    expect(await offers()).to.equal(false);
  });

  it('a browser that signs in with Google from a portal on another site is trusted after the first mailed code', async () => {
    const port = await freePort();
    const portal = `http://portal.test:${port}/login`;
    await start({ OPERATOR_LOGIN_URL: portal });
    const link = `${api.url}/api/auth/google/start?device_id=laptop`;
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end(`<a href="${link}">Continue with Google</a>`);
    }).listen(port, '127.0.0.1');
    closeLater({ close: () => promisify(server.close.bind(server))() });
    const { page } = await open(portal);
    const signInWithGoogle = async (): Promise<URLSearchParams> => {
      await page.goto('about:blank');
      await page.goto(portal);
      await page.getByRole('link').click();
      await page.waitForURL(`${portal}#*`);
      return new URLSearchParams(new URL(page.url()).hash.slice(1));
    };

    const ticket = (await signInWithGoogle()).get('gticket');
    expect((await api.post('/api/auth/verify-otp', { ticket, code: mailedCode() })).status).to.equal(200);
    expect([...(await signInWithGoogle()).keys()]).to.deep.equal(['gaccess', 'grefresh', 'gname', 'gemail']);
    await page.close();
  });
});

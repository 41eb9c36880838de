import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodeMail } from '../../core/platform/mailer.ts';
import { CRYPTO } from './crypto.ts';
import { type WatchedPage, inBrowser } from './browser.ts';
import { eventually } from './eventually.ts';
import { type Api, startApi } from './http.ts';
import { type Provider, startProvider } from './oauth.ts';
import { anAdmin } from './people.ts';

type Page = WatchedPage['page'];

/** The service with its pages, an identity provider, and a browser. */
export interface Pages {
  readonly api: Api;
  readonly provider: Provider;
  /** Opens a page in a new browser of a phone's size. */
  readonly visit: (path: string) => Promise<Page>;
  /** Discards the faults of the page visited last, which the test caused on purpose. */
  readonly forgiveFaults: () => void;
  /** The code last mailed to an address. */
  readonly codeFor: (email: string) => string;
  /** The link last mailed to an address: for a new password, or for joining a staff. */
  readonly linkTo: (email: string) => Promise<string>;
  readonly field: (page: Page, label: string) => ReturnType<Page['getByLabel']>;
  readonly heading: (page: Page, name: string | RegExp) => Promise<void>;
}

/** Runs a suite on the sign-in pages. After each test, no page may have faults or be wider than the screen. */
export const onPages = (
  title: string,
  suite: (there: Pages) => void,
  environment: Readonly<Record<string, string>> = {},
): void =>
  inBrowser(title, (open) => {
    let api: Api;
    let provider: Provider;
    let dataDir: string;
    /** Closes the browser; undefined on a machine without one. */
    let closing: (() => Promise<void>) | undefined;

    before(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
      provider = await startProvider();
      api = await startApi({
        environment: {
          DATA_DIR: dataDir,
          OTP_RESEND_SECONDS: '0',
          OTP_MAX_PER_HOUR: '0',
          GOOGLE_CLIENT_ID: 'our-client',
          GOOGLE_CLIENT_SECRET: 'our-secret',
          OAUTH_AUTHORIZE_URL: provider.authorizeUrl,
          OAUTH_TOKEN_URL: provider.tokenUrl,
          OAUTH_USERINFO_URL: provider.userinfoUrl,
          ...environment,
        },
      });
      await anAdmin(api.dependencies, {
        email: 'anil@example.com',
        fullName: 'Anil Shrestha',
        passwordHash: await CRYPTO.passwords.hash('secret-123'),
      });
      await api.post('/api/passenger/register', {
        full_name: 'Asha Gurung',
        email: 'asha@example.com',
        password: 'himal-2026',
      });
      closing = async () => {
        await api.close();
        await provider.close();
        await rm(dataDir, { recursive: true });
      };
    });
    after(() => closing?.());

    const opened: WatchedPage[] = [];
    async function visit(path: string): Promise<Page> {
      const watched = await open(api.url);
      opened.push(watched);
      await watched.page.setViewportSize({ width: 390, height: 800 });
      await watched.page.goto(`${api.url}${path}`);
      return watched.page;
    }
    /** False for refusals of the API, which the browser itself writes to the console. */
    const isOurFault = (fault: string): boolean =>
      !/^console: Failed to load resource: the server responded with a status of 4\d\d/.test(fault) &&
      !fault.startsWith(`elsewhere: ${new URL(provider.authorizeUrl).origin}/`);
    afterEach(async () => {
      for (const { page, faults } of opened.splice(0)) {
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        await page.close();
        expect(faults.filter(isOurFault)).to.deep.equal([]);
        expect(overflow, 'wider than the screen').to.equal(false);
      }
    });

    suite({
      get api() {
        return api;
      },
      get provider() {
        return provider;
      },
      visit,
      forgiveFaults: () => {
        opened.at(-1)!.faults.length = 0;
      },
      codeFor: (email) =>
        (api.mailer.sent.filter((mail) => mail.kind === 'code' && mail.to === email).at(-1) as CodeMail).code,
      async linkTo(email) {
        const links = () => api.mailer.sent.flatMap((mail) => ('link' in mail && mail.to === email ? [mail.link] : []));
        await eventually(() => links().length > 0);
        return links().at(-1)!;
      },
      field: (page, label) => page.getByLabel(label, { exact: true }).filter({ visible: true }),
      heading: (page, name) => page.getByRole('heading', { level: 1, name }).waitFor(),
    });
  });

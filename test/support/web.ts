import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { CodeMail } from '../../core/platform/mailer.ts';
import { type WatchedPage, inBrowser, watch } from './browser.ts';
import { eventually } from './eventually.ts';
import { type Api, type Json, startApi } from './http.ts';

/** Screen, language and theme of a browser. Default: a phone of 360 by 740 px, in English, light. */
export interface Looks {
  readonly width?: number;
  readonly language?: 'en' | 'ne';
  readonly dark?: boolean;
  /** A signed-in person's session: the answer of a sign-in. */
  readonly session?: Json;
  /** The storage key of the session: `session` of passengers (the default), `portal-session` of offices. */
  readonly keptAs?: 'session' | 'portal-session';
}

/** A person with a browser of their own: tabs share its storage. */
export interface Person {
  readonly context: BrowserContext;
  readonly open: (path: string) => Promise<Page>;
}

/** The service with its pages, and browsers. All use the same clock. */
export interface Web {
  readonly api: Api;
  readonly person: (looks?: Looks) => Promise<Person>;
  /** Opens a page for a new person. */
  readonly visit: (path: string, looks?: Looks) => Promise<Page>;
  /** Lets minutes pass, on every page and for the service. */
  readonly pass: (minutes: number) => Promise<void>;
  /** Faults of this kind are meant to happen in this test. */
  readonly forgive: (kind: RegExp) => void;
  /** The code last mailed to an address. */
  readonly codeFor: (email: string) => Promise<string>;
}

interface Options {
  readonly environment?: Readonly<Record<string, string>>;
}

/** The browser logs refused API calls to the console by itself: no fault of the page. */
const REFUSAL = /^console: Failed to load resource: the server responded with a status of 4\d\d/;

/** The browser logs requests without a network by itself, too, whenever it sends them. */
const WITHOUT_NETWORK = /^console: .*net::ERR_INTERNET_DISCONNECTED/s;

/**
 * Runs a suite on the built pages in a real browser. After each test no page may have had a fault: an error or warning
 * on the console (CSP violations included), an uncaught error, a request to another host, or content wider than the
 * screen.
 */
export const onWeb = (title: string, suite: (web: Web) => void, { environment = {} }: Options = {}): void =>
  inBrowser(title, (_, browser) => {
    let api: Api | undefined;
    const people: BrowserContext[] = [];
    const opened: WatchedPage[] = [];
    let forgiven = [REFUSAL, WITHOUT_NETWORK];

    before(async () => {
      // Events are sent, so that news arrive. No jobs: they come at the machine's minutes, in the middle of any test.
      api = await startApi({
        environment: { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0', ...environment },
        overrides: { relays: true },
      });
    });
    after(() => api?.close());

    const service = (): Api => {
      if (!api) throw new Error('The service was not started.');
      return api;
    };

    async function person({ width = 360, language = 'en', dark = false, session, keptAs = 'session' }: Looks = {}) {
      const { url, clock } = service();
      const context = await browser().newContext({
        baseURL: url,
        viewport: { width, height: 740 },
        locale: language === 'ne' ? 'ne-NP' : 'en-GB',
        timezoneId: 'Asia/Kathmandu',
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      people.push(context);
      // The installed clock knows of no files that a page has loaded.
      await context.addInitScript('window.loadedFiles = performance.getEntriesByType.bind(performance)');
      await context.clock.install({ time: clock() });
      await context.addInitScript('performance.getEntriesByType = window.loadedFiles');
      if (session !== undefined) await keepSession(context, keptAs, { ...session, at: clock() });
      // Tabs that a page opens are watched like those that the test does.
      context.on('page', (page) => opened.push(watch(page, url)));
      return {
        context,
        open: async (path: string) => {
          const page = await context.newPage();
          await page.goto(path);
          return page;
        },
      };
    }

    afterEach(async () => {
      const [faults, overflows] = [[] as string[], [] as string[]];
      for (const watched of opened.splice(0)) {
        faults.push(...watched.faults.filter((fault) => !forgiven.some((kind) => kind.test(fault))));
        if (!watched.page.isClosed() && (await isTooWide(watched.page))) overflows.push(watched.page.url());
      }
      forgiven = [REFUSAL, WITHOUT_NETWORK];
      for (const context of people.splice(0)) await context.close();
      expect(faults).to.deep.equal([]);
      expect(overflows, 'wider than the screen').to.deep.equal([]);
    });

    suite({
      get api() {
        return service();
      },
      person,
      visit: async (path, looks) => (await person(looks)).open(path),
      pass: async (minutes) => {
        service().clock.advance(minutes);
        for (const context of people) await context.clock.fastForward(minutes * 60_000);
      },
      forgive: (kind) => {
        forgiven.push(kind);
      },
      codeFor: async (email) => {
        const codes = (): readonly CodeMail[] =>
          service().mailer.sent.filter((mail): mail is CodeMail => mail.kind === 'code' && mail.to === email);
        await eventually(() => codes().length > 0);
        return codes().at(-1)!.code;
      },
    });
  });

/** The session is set once, so that a sign-out lasts. */
const keepSession = (context: BrowserContext, keptAs: string, session: object): Promise<unknown> =>
  context.addInitScript(
    `if (location.protocol.startsWith('http') && !localStorage.getItem('given')) {
       localStorage.setItem('given', 'yes');
       localStorage.setItem(${JSON.stringify(keptAs)}, ${JSON.stringify(JSON.stringify(session))});
     }`,
  );

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with what axe-core finds wrong on a page as it is now: the rule, why, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<Json>("axe.run(document, { resultTypes: ['violations'] })");
  const found = violations.map(({ id, help, nodes }: Json) => {
    const places = nodes.map(({ target, html }: Json) => `${target.join(' ')}  ${html.slice(0, 120)}`);
    return `${id}: ${help}\n    ${places.join('\n    ')}`;
  });
  expect(found, `axe-core on ${page.url()}`).to.deep.equal([]);
}

/** More stops than any page has on the way to what a test wants. */
const MOST_STOPS = 150;

/** Presses Tab until an element has the focus. Fails when it never gets it. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press(key);
  }
  expect.fail(`${key} never leads to ${String(wanted)}.`);
}

/** Whether an element, and not one around or inside it, has the focus. */
export const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses a key on an element that the keyboard alone has found. */
export async function pressOn(page: Page, wanted: Locator, key: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/**
 * Fails if the layout shifted since the page was first drawn (CLS). Nepali pages may shift a little: no phone has a
 * font as wide as Mukta's Devanagari, so lines may break elsewhere once it is loaded.
 */
export async function expectStill(page: Page): Promise<void> {
  const limit = (await page.locator('html').getAttribute('lang')) === 'ne' ? 0.1 : 0.01;
  const said = `layout shift of ${page.url()}, where Arial, Roboto or Liberation Sans stand in for a font on its way`;
  expect(await layoutShift(page), said).to.be.below(limit);
}

const layoutShift = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `new Promise((resolve) => {
       new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({ type: 'layout-shift', buffered: true });
       const sum = (all) => all.reduce((total, { value, hadRecentInput }) => total + (hadRecentInput ? 0 : value), 0);
       requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
     })`,
  );

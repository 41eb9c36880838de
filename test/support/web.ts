import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import type { CodeMail } from '../../core/platform/mailer.ts';
import { type WatchedPage, inBrowser, watch } from './browser.ts';
import { eventually } from './eventually.ts';
import { type Api, type Json, startApi } from './http.ts';

/** Screen, language and theme of a browser. By default a phone of 360 by 740 px, in English, light. */
export interface Looks {
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'en' | 'ne';
  readonly dark?: boolean;
  /** The session of a signed-in person: the response to the sign-in request. */
  readonly session?: Json;
  /**
   * The key of the session in localStorage: `session` for passengers (the default), `portal-session` for the portal.
   */
  readonly keptAs?: 'session' | 'portal-session';
}

/** A person with a separate browser context. All tabs of the context share its storage. */
export interface Person {
  readonly context: BrowserContext;
  readonly open: (path: string) => Promise<Page>;
}

/**
 * A running service with its web pages, and browsers that open the pages. The service and the browsers share a clock.
 */
export interface Web {
  readonly api: Api;
  readonly person: (looks?: Looks) => Promise<Person>;
  /** Opens a page in the browser of a new person. */
  readonly visit: (path: string, looks?: Looks) => Promise<Page>;
  /** Moves the clocks of every page and of the service forward. */
  readonly pass: (minutes: number) => Promise<void>;
  /** Ignores page faults whose text matches `kind`, because the test causes them on purpose. */
  readonly forgive: (kind: RegExp) => void;
  /** Returns the code in the last mail to an address. */
  readonly codeFor: (email: string) => Promise<string>;
}

interface Options {
  readonly environment?: Readonly<Record<string, string>>;
}

/** The line that the browser logs when the API refuses a request. The line is no fault of the page. */
const REFUSAL = /^console: Failed to load resource: the server responded with a status of 4\d\d/;

/** The line that the browser logs when a request fails without a network. The line is no fault of the page. */
const WITHOUT_NETWORK = /^console: .*net::ERR_INTERNET_DISCONNECTED/s;

/** How long to wait for responses before the clocks move. A test may hold a request back for as long as it likes. */
const HELD_BACK_SECONDS = 1;

/**
 * Runs a suite on the built pages in a real browser. A test fails if one of its pages had a fault. Faults are errors
 * and warnings on the console (CSP violations included), and uncaught errors. Requests to other hosts and content wider
 * than the screen are faults, too.
 */
export const onWeb = (title: string, suite: (web: Web) => void, { environment = {} }: Options = {}): void =>
  inBrowser(title, (_, browser) => {
    let api: Api | undefined;
    const people: BrowserContext[] = [];
    const opened: WatchedPage[] = [];
    /** The requests of all pages that have no response yet. */
    const underWay = new Set<Request>();
    let forgiven = [REFUSAL, WITHOUT_NETWORK];

    before(async () => {
      // Events are published, so that pages update. Jobs are off, because they would run at any moment of a test.
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

    async function person({
      width = 360,
      height = 740,
      language = 'en',
      dark = false,
      session,
      keptAs = 'session',
    }: Looks = {}) {
      const { url, clock } = service();
      const context = await browser().newContext({
        baseURL: url,
        viewport: { width, height },
        locale: language === 'ne' ? 'ne-NP' : 'en-GB',
        timezoneId: 'Asia/Kathmandu',
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      people.push(context);
      // Stores the original `performance.getEntriesByType` and restores it, because installing the clock replaces it.
      await context.addInitScript('window.loadedFiles = performance.getEntriesByType.bind(performance)');
      await context.clock.install({ time: clock() });
      await context.addInitScript('performance.getEntriesByType = window.loadedFiles');
      if (session !== undefined) await keepSession(context, keptAs, { ...session, at: clock() });
      // Watches every tab for faults, including tabs that a page opens.
      context.on('page', (page) => opened.push(watch(page, url)));
      context.on('request', (request) => underWay.add(request));
      context.on('requestfinished', (request) => underWay.delete(request));
      context.on('requestfailed', (request) => underWay.delete(request));
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
      underWay.clear();
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
        // A response from before the move would set a page's clock back.
        await eventually(async () => {
          // The browser tells of a request before it answers what is asked after it.
          for (const context of people) for (const page of context.pages()) await page.evaluate('0').catch(() => '');
          return underWay.size === 0;
        }, HELD_BACK_SECONDS).catch(() => undefined);
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

/** Stores the session only once, because a page must not be signed in again after a sign-out. */
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

/** Fails with axe-core's findings on the page: rule, reason and element. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<Json>("axe.run(document, { resultTypes: ['violations'] })");
  const found = violations.map(({ id, help, nodes }: Json) => {
    const places = nodes.map(({ target, html }: Json) => `${target.join(' ')}  ${html.slice(0, 120)}`);
    return `${id}: ${help}\n    ${places.join('\n    ')}`;
  });
  expect(found, `axe-core on ${page.url()}`).to.deep.equal([]);
}

/** The most presses of a key before `tabTo` fails. Every page needs fewer to reach any element. */
const MOST_STOPS = 150;

/** Presses a key, Tab by default, until an element has the focus. Fails if it never gets the focus. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press(key);
  }
  expect.fail(`${key} never leads to ${String(wanted)}.`);
}

/** True if the element itself has the focus, not an element around it or inside it. */
export const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === element.ownerDocument.activeElement);

/** Moves the focus to an element by keyboard, and presses a key. */
export async function pressOn(page: Page, wanted: Locator, key: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/**
 * Fails if the layout shifted since the page was first drawn (CLS). Nepali pages may shift a little. No phone has a
 * font as wide as the font Mukta, so lines may break differently once Mukta is loaded.
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

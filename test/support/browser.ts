import { type Browser, type Page, chromium } from 'playwright-core';
import { QUICK_CHROMIUM } from './chromium.ts';
import { missing, needs } from './servers.ts';

/** A page, and the faults that it has shown. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught errors and requests to other hosts. A test expects none. */
  readonly faults: string[];
}

/** Opens a new page. Requests to any origin but `origin` are faults. */
type Open = (origin: string) => Promise<WatchedPage>;

/**
 * Milliseconds that a whole test may take on a busy machine. A single step that hangs fails sooner, by its own timeout.
 */
const TIMEOUT_MS = 180_000;

const ARGUMENTS = [
  '--no-sandbox',
  // Resolves every name that ends in .test to this machine. RFC 6761 reserves such names for tests.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A fake camera with a test picture, which needs no permission.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

let running: Browser | undefined;

/** The browser of all suites in this process. Playwright ends it with the process. Starts another after a crash. */
async function sharedBrowser(): Promise<Browser> {
  if (running?.isConnected() !== true)
    running = await chromium.launch({ executablePath: QUICK_CHROMIUM!, args: ARGUMENTS });
  return running;
}

/** Runs a suite in a real, headless browser. Skips the suite if no browser is installed. */
export function inBrowser(title: string, suite: (open: Open, browser: () => Browser) => void): void {
  describe(`${title} (Chromium)`, function () {
    this.timeout(TIMEOUT_MS);
    let browser: Browser | undefined;

    before(async function () {
      if (QUICK_CHROMIUM === undefined)
        missing('Chromium', 'no browser is installed (Debian: apt-get install chromium)');
      needs(this, QUICK_CHROMIUM);
      browser = await sharedBrowser();
    });
    // The next suite begins without pages, cookies and storage of this one.
    after(() => Promise.all((browser?.contexts() ?? []).map((context) => context.close())));

    suite(
      async (origin) => watch(await browser!.newPage(), origin),
      () => browser!,
    );
  });
}

/** Collects every error on a page from now on. A CSP violation counts: the console reports it. */
export function watch(page: Page, origin: string): WatchedPage {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url()))
      faults.push(`elsewhere: ${request.url()}`);
  });
  return { page, faults };
}

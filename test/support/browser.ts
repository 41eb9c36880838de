import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { missing } from './servers.ts';

const CHROMIUM =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/** A page, and everything that went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, errors thrown, requests to other hosts: none of these should ever be. */
  readonly faults: string[];
}

/** Runs a suite in a real, headless browser; skipped where there is none. */
export function inBrowser(title: string, suite: (open: (origin: string) => Promise<WatchedPage>) => void): void {
  describe(`${title} (Chromium)`, function () {
    let browser: Browser | undefined;

    before(async function () {
      if (CHROMIUM === undefined) {
        missing('Chromium', 'no browser is installed (Debian: apt-get install chromium)');
        this.skip();
      }
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: [
          '--no-sandbox',
          // Any name that ends in .test is this machine (RFC 6761 keeps them for tests).
          '--host-resolver-rules=MAP *.test 127.0.0.1',
          '--disable-gpu',
          '--disable-quic',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          '--no-first-run',
        ],
      });
    });
    after(() => browser?.close());

    suite(async (origin) => {
      const page = await browser!.newPage();
      const faults: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
          faults.push(`elsewhere: ${request.url()}`);
      });
      return { page, faults };
    });
  });
}

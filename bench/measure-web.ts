import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM } from '../test/support/chromium.ts';
import { makeBed, PORT } from './bed.ts';
import { type Bench, median } from './bench.ts';
import { startServer } from './server.ts';
import { atMost } from './table.ts';

/** Chromium imitates a slow phone on a slow network with these values. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWER = 4;
const LOADS = 5;
const TARGET_SECONDS = 3;

/** Measures how long a first visitor waits before searching is possible. The result is the median. */
export async function measureWeb(bench: Bench, folder: string): Promise<void> {
  if (CHROMIUM === undefined) {
    bench.say('The pages are not measured: no Chromium is installed.');
    return;
  }
  bench.say('The pages, in Chromium …');
  const bed = await makeBed('SQLite', `sqlite:${folder}/web.sqlite`, 1_000, 1);
  const server = await startServer(PORT, { DATABASE_URL: bed.url });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  const seconds: number[] = [];
  for (let load = 0; load < (bench.tiny ? 1 : LOADS); load += 1) seconds.push(await firstLoad(browser, server.url));
  await browser.close();
  await server.stop();
  bench.lines.push({
    database: 'SQLite',
    name: 'search page, 50 KB/s, 400 ms, CPU 4×',
    aims: [atMost('usable after', median(seconds), TARGET_SECONDS, { unit: ' s', decimals: 2 })],
  });
}

/** Seconds between opening the URL and a usable search form, with an empty cache. */
async function firstLoad(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', NETWORK);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  const started = performance.now();
  await page.goto(`${url}/`, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'From' }).fill('Kath');
  await page.getByRole('button', { name: 'Search' }).waitFor();
  const seconds = (performance.now() - started) / 1_000;
  await context.close();
  return seconds;
}

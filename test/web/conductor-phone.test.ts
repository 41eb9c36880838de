import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { type WatchedPage, watch } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { aBoardingTrip } from '../support/boarding-trip.ts';
import { eventually } from '../support/eventually.ts';
import { filmOf } from '../support/filming.ts';
import { noncesIn } from '../support/sent-scans.ts';
import { onWeb } from '../support/web.ts';

const MANY = Array.from({ length: 60 }, (_, index) => `A${index + 1}`);

onWeb('a conductor’s phone with a camera', (web) => {
  let folder: string;
  const phones: BrowserContext[] = [];
  const watched: WatchedPage[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'phone-'));
  });
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close();
    rmSync(folder, { recursive: true, force: true });
    const faults = watched.splice(0).flatMap((one) => one.faults);
    // Ignores errors that the browser logs: offline, before the phone's cache serves the page, and for the position of
    // a bus of which nothing is known.
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|status of 404/.test(fault))).to.deep.equal([]);
  });

  /** Starts the browser of the phone. A second start finds the data that the first one stored. */
  async function phone(more: readonly string[] = []): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(join(folder, 'kept'), {
      executablePath: CHROMIUM!,
      baseURL: web.api.url,
      viewport: { width: 360, height: 740 },
      args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', ...more],
    });
    await context.clock.install({ time: web.api.clock() });
    context.on('page', (page) => watched.push(watch(page, web.api.url)));
    phones.push(context);
    return context;
  }
  const openTrip = async (page: Page): Promise<void> => {
    await page.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await page.getByRole('list', { name: 'Passengers' }).waitFor();
  };

  it('a ticket that stays in front of the phone’s camera boards its passenger only once', async () => {
    const trip = await aBoardingTrip(web.api.dependencies);
    const film = join(folder, 'ticket.y4m');
    writeFileSync(film, filmOf(trip.tickets[0]!));
    const context = await phone(['--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]);
    const page = await context.newPage();
    await page.goto(`/conductor?token=${await trip.enrolmentCode()}`);
    await openTrip(page);
    await page.getByRole('button', { name: 'Scan' }).click();
    const verdict = page.getByRole('status').filter({ hasText: 'Boarded' });
    await verdict.getByText('Seat A1').waitFor();
    await page.getByRole('button', { name: 'Undo A1' }).waitFor();
    await page.getByText('1 of 4 boarded').first().waitFor();
  });

  it('sixty unsent scans survive a crash of the browser, and each is sent only once', async () => {
    const boarding = await aBoardingTrip(web.api.dependencies, MANY);
    const sent: string[] = [];
    const first = await phone();
    const page = await first.newPage();
    await page.goto(`/conductor?token=${await boarding.enrolmentCode()}`);
    await openTrip(page);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await first.setOffline(true);
    for (const number of MANY) await page.getByRole('button', { name: `Board ${number}`, exact: true }).click();
    await page.getByText('Offline · 60 to send').waitFor();
    await kill(first);

    const second = await phone();
    await second.setOffline(true);
    const later = await second.newPage();
    await later.goto('/conductor');
    await later.getByText('Offline · 60 to send').waitFor();
    await openTrip(later);
    await later.getByText('60 of 60 boarded').first().waitFor();
    later.on('request', (request) => sent.push(...noncesIn(request)));
    await second.setOffline(false);
    await eventually(async () => {
      const trip = await web.api.dependencies.officeTrips.find(boarding.tripId, web.api.clock());
      return trip?.seats.boarded === 60;
    });
    await later.getByText('to send').waitFor({ state: 'detached' });
    expect(new Set(sent).size).to.equal(60);
    expect(sent).to.have.length(60);
  });

  /** Kills the browser, as an empty battery does: the pages get no event. */
  async function kill(context: BrowserContext): Promise<void> {
    const gone = new Promise((resolve) => context.once('close', resolve));
    const session = await context.browser()!.newBrowserCDPSession();
    void session.send('Browser.crash').catch(() => undefined);
    await gone;
    phones.splice(phones.indexOf(context), 1);
  }
});

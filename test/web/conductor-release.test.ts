import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { inBrowser } from '../support/browser.ts';
import { aBoardingTrip } from '../support/boarding-trip.ts';
import { eventually } from '../support/eventually.ts';
import { type Api, startApi } from '../support/http.ts';
import { type Released, releasing } from '../support/releasing.ts';
import { noncesIn } from '../support/sent-scans.ts';

inBrowser('a new version of the conductor’s pages', (_, browser) => {
  let api: Api | undefined;
  let released: Released | undefined;

  before(async () => {
    api = await startApi();
    released = await releasing(api.url);
  });
  after(async () => {
    await released?.close();
    await api?.close();
  });

  const buildOf = (page: Page): Promise<string | undefined> =>
    page.evaluate<string | undefined>('document.documentElement.dataset.build');

  /** Whether the later build's service worker is active. It is active only after it has cached all files. */
  const isActive = (page: Page): Promise<boolean> =>
    page.evaluate<boolean>(
      `Promise.all([navigator.serviceWorker.getRegistration(), caches.keys()]).then(([{ active, waiting, installing }, names]) =>
         active?.state === 'activated' && !waiting && !installing && names.some((name) => name.includes('LATER')))`,
    );

  it('unsent scans survive an update of the conductor’s pages, online and offline, and are sent only once', async () => {
    const [{ dependencies, clock }, { url, release, serve }] = [api!, released!];
    const trip = await aBoardingTrip(dependencies);
    const phone = await browser().newContext({ baseURL: url, viewport: { width: 360, height: 740 } });
    await phone.clock.install({ time: clock() });
    const sent: string[] = [];
    const first = await phone.newPage();
    await first.goto(`/conductor?token=${await trip.enrolmentCode()}`);
    await first.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await first.getByRole('button', { name: 'Board A1' }).waitFor();
    await first.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await phone.setOffline(true);
    for (const seat of ['A1', 'A2', 'B1'])
      await first.getByRole('button', { name: `Board ${seat}`, exact: true }).click();
    await first.getByText('Offline · 3 to send').waitFor();
    await first.close();

    release();
    await phone.setOffline(false);
    const later = await phone.newPage();
    await later.goto('/conductor');
    await later.getByText('3 to send').waitFor();
    expect(await buildOf(later)).to.equal('later');
    await eventually(() => isActive(later));
    await later.close();

    // The cache still has the previous version, which the phone must not open.
    await phone.setOffline(true);
    const offline = await phone.newPage();
    await offline.goto('/conductor');
    await offline.getByText('Offline · 3 to send').waitFor();
    expect(await buildOf(offline)).to.equal('later');
    await offline.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await offline.getByText('3 of 4 boarded').first().waitFor();

    serve();
    phone.on('request', (request) => sent.push(...noncesIn(request)));
    await phone.setOffline(false);
    await offline.getByText('to send').waitFor({ state: 'detached' });
    await eventually(
      async () =>
        (await dependencies.officeTrips.find(trip.tripId, clock()))?.seats.boarded === trip.bookings.length - 1,
    );
    expect(sent).to.have.length(3);
    expect(new Set(sent).size).to.equal(3);
    await phone.close();
  });
});

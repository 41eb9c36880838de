import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { type BoardingTrip, aBoardingTrip } from '../support/boarding-trip.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http.ts';
import { type Person, onWeb } from '../support/web.ts';

/**
 * A phone may still have IndexedDB stores from an earlier version of the pages. This test makes the stores exactly as
 * version 1 did. Never change this code.
 */

const WITH_STORES_OF_1 = `(db) => {
  db.createObjectStore('device');
  db.createObjectStore('trips');
  db.createObjectStore('manifests', { keyPath: 'manifest.trip.id' });
  db.createObjectStore('scans', { keyPath: 'nonce' });
}`;
const WITH_ONE_MORE = `(db) => db.createObjectStore('of a later version')`;

/** Opens the phone's IndexedDB at a version, with the given upgrade. Runs `work`, and closes the database. */
const inStores = (page: Page, version: number, upgrade: string, work = '() => undefined'): Promise<unknown> =>
  page.evaluate(
    `new Promise((resolve, reject) => {
       const asked = indexedDB.open('conductor', ${version});
       asked.onupgradeneeded = () => (${upgrade})(asked.result);
       asked.onblocked = () => reject(new Error('Another tab keeps the stores.'));
       asked.onerror = () => reject(asked.error);
       asked.onsuccess = () => {
         const done = () => { asked.result.close(); resolve(); };
         const writing = asked.result.transaction([...asked.result.objectStoreNames], 'readwrite');
         (${work})(writing);
         writing.oncomplete = done;
       };
     })`,
  );

const deleteStores = (page: Page): Promise<unknown> =>
  page.evaluate(
    `new Promise((resolve, reject) => {
       const asked = indexedDB.deleteDatabase('conductor');
       asked.onsuccess = () => resolve();
       asked.onblocked = asked.onerror = () => reject(new Error('The stores could not be deleted.'));
     })`,
  );

onWeb('the stores of a conductor’s phone', (web) => {
  let trip: BoardingTrip;

  beforeEach(async () => {
    trip = await aBoardingTrip(web.api.dependencies);
  });

  const enrolled = async ({ open }: Person): Promise<Page> => {
    const page = await open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list', { name: 'Trips' }).waitFor();
    return page;
  };
  const boarded = async (): Promise<number> =>
    (await web.api.dependencies.officeTrips.find(trip.tripId, web.api.clock()))?.seats.boarded ?? 0;
  /** Opens a page of the same origin that does not use IndexedDB. */
  const elsewhere = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.goto('/ticket');
    return page;
  };

  it('the conductor’s data stored by version 1 are still read, and its unsent scans are sent', async () => {
    const enrolment = { token: await trip.enrolmentCode(), model: 'An old phone' };
    const { device_token, device, operator } = (await web.api.post('/api/conductor/enrol', enrolment)).json;
    const { id: operatorId, company_name: companyName } = operator;
    const kept = { token: device_token, name: device.name, operatorId, companyName };
    const scan = {
      nonce: '1-2-3-4',
      order: 1,
      operatorId,
      tripId: trip.tripId,
      action: 'BOARD',
      target: { bookingId: trip.bookings[0]!.id },
      at: web.api.clock(),
    };
    const person = await web.person();
    await inStores(
      await elsewhere(person.context),
      1,
      WITH_STORES_OF_1,
      `(writing) => {
         writing.objectStore('device').put(${JSON.stringify(kept)}, 'only');
         writing.objectStore('scans').put(${JSON.stringify(scan)});
       }`,
    );
    const page = await person.open('/conductor');
    await eventually(async () => (await boarded()) === 1);
    await page.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Undo A1' }).waitFor();
  });

  it('the conductor’s data stored by version 1 can be used offline, and the manifest is requested again once online', async () => {
    const enrolment = { token: await trip.enrolmentCode(), model: 'An old phone' };
    const { device_token: token, device, operator } = (await web.api.post('/api/conductor/enrol', enrolment)).json;
    const { id: operatorId, company_name: companyName } = operator;
    const url = `/api/conductor/trips/${trip.tripId}/manifest`;
    const { stops: _stops, bookings, ...manifest } = (await web.api.get(url, token)).json;
    const etag = `"${manifest.revision}"`;
    const old = bookings.map(({ from_stop: _from, to_stop: _to, ...one }: Json) => one);
    const kept = { manifest: { ...manifest, bookings: old }, etag, askedAt: web.api.clock() };
    const [at, target] = [web.api.clock(), { bookingId: trip.bookings[0]!.id }];
    const scan = { nonce: '1-2-3-4', order: 1, operatorId, tripId: trip.tripId, action: 'BOARD', target, at };
    const person = await web.person();
    // Waits for the service worker, which lets the pages open without a network.
    const first = await person.open('/conductor');
    await first.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await first.close();
    const writer = await elsewhere(person.context);
    await deleteStores(writer);
    await inStores(
      writer,
      1,
      WITH_STORES_OF_1,
      `(writing) => {
         writing.objectStore('device').put(${JSON.stringify({ token, name: device.name, operatorId, companyName })}, 'only');
         writing.objectStore('trips').put([${JSON.stringify(manifest.trip)}], 'only');
         writing.objectStore('manifests').put(${JSON.stringify(kept)});
         writing.objectStore('scans').put(${JSON.stringify(scan)});
       }`,
    );
    await person.context.setOffline(true);
    const page = await person.open('/conductor');
    await page.getByText('Offline · 1 to send').waitFor();
    await page.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Undo A1' }).waitFor();
    await page.getByRole('button', { name: 'Board A2', exact: true }).click();
    await page.getByRole('button', { name: 'Depart', exact: true }).click();
    await page.getByRole('button', { name: 'Depart early' }).click();
    await page.getByText('Offline · 3 to send').waitFor();
    const asked = page.waitForRequest(`**${url}`);
    await person.context.setOffline(false);
    expect(await (await asked).headerValue('If-None-Match'), 'an ETag would keep the old list').to.equal(null);
    await page.getByText('to send').waitFor({ state: 'detached' });
    await eventually(async () => (await boarded()) === 2);
    const found = await web.api.dependencies.transact(({ plannedTrips }) => plannedTrips.lock(trip.tripId));
    expect(found!.departedAt).not.to.equal(null);
  });

  it('the conductor’s stored data still work in an open page after a later version has upgraded them', async () => {
    const person = await web.person();
    const page = await enrolled(person);
    await page.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Board A1' }).waitFor();
    const later = await elsewhere(person.context);
    const reloaded = page.waitForEvent('load');
    await inStores(later, 5, WITH_ONE_MORE);
    await reloaded;
    await page.getByRole('button', { name: 'Board A1' }).click();
    await page.getByRole('button', { name: 'Undo A1' }).waitFor();
    await eventually(async () => (await boarded()) === 1);
  });
});

import { expect } from 'chai';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { type BoardingTrip, aTripWithStops } from '../support/boarding-trip.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { type Looks, expectAccessible, onWeb } from '../support/web.ts';

interface Sent {
  readonly trip_id: number;
  readonly points: readonly { readonly at: string; readonly lat: number }[];
}

onWeb('the conductor tells where the bus is', (web) => {
  let trip: BoardingTrip;

  beforeEach(async () => {
    web.api.clock.set(START);
    trip = await aTripWithStops(web.api.dependencies);
  });

  async function openTrip(looks: Looks = {}, prepare?: (context: BrowserContext) => Promise<unknown>) {
    const person = await web.person(looks);
    await person.context.grantPermissions(['geolocation']);
    await person.context.setGeolocation({ latitude: 27.71, longitude: 85.32, accuracy: 15 });
    await prepare?.(person.context);
    const sent: Sent[] = [];
    person.context.on('request', (request) => {
      if (request.url().endsWith('/api/conductor/positions')) sent.push(request.postDataJSON() as Sent);
    });
    const page = await person.open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list').getByRole('link').click();
    await page.locator('.passengers').waitFor();
    // A point may be sent twice, if the page was closed before the answer came.
    const points = () => [...new Map(sent.flatMap(({ points: some }) => some).map((one) => [one.at, one])).values()];
    return { page, context: person.context, sent, points };
  }
  const box = (page: Page) => page.getByRole('checkbox', { name: 'Tell where this bus is' });
  /** Passes minutes one by one, as a page does that is open all the time. */
  const wait = async (page: Page, minutes: number, isThere: (minute: number) => Promise<boolean>): Promise<void> => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await web.pass(1);
      await eventually(() => isThere(minute));
    }
    expect(page.isClosed()).to.equal(false);
  };

  it('nothing is told until the box is ticked, then a fix a minute, until the conductor stops', async () => {
    const { page, points } = await openTrip();
    // The trip takes points from 30 minutes before its departure on.
    await web.pass(91);
    expect(points()).to.deep.equal([]);
    await box(page).check();
    await page.getByText('Passengers see this bus').waitFor();
    await eventually(async () => points().length === 1);
    await expectAccessible(page);
    await wait(page, 4, async (minute) => points().length === minute + 1);
    await page.getByRole('button', { name: 'Stop telling' }).click();
    expect(await box(page).isChecked()).to.equal(false);
    await web.pass(5);
    const { json } = await web.api.get(`/api/trips/${trip.tripId}/position`);
    expect(json.lat).to.equal(27.71);
    expect(points().length).to.equal(5);
  });

  it('ticking the box again and again gives at most 70 fixes an hour', async () => {
    const { page, points } = await openTrip();
    await web.pass(91);
    for (let turn = 0; turn < 10; turn += 1) {
      await box(page).check();
      await box(page).uncheck();
    }
    await box(page).check();
    await web.pass(1);
    await eventually(async () => points().length >= 1);
    await page.reload();
    await page.getByText('Passengers see this bus').waitFor();
    expect(points().length).to.be.at.most(2);
  });

  it('two tabs that tell look once a minute together', async () => {
    const { page, context, points } = await openTrip();
    await web.pass(91);
    await box(page).check();
    await eventually(async () => points().length === 1);
    const other = await context.newPage();
    await other.goto(page.url());
    await box(other).check();
    await other.getByText('Passengers see this bus').waitFor();
    await wait(page, 5, async (minute) => points().length >= minute + 1);
    const moments = points()
      .map(({ at }) => Date.parse(at))
      .sort((one, other) => one - other);
    const pauses = moments.slice(1).map((at, index) => at - moments[index]!);
    expect(Math.min(...pauses), pauses.join(' ')).to.be.at.least(50_000);
  });

  it('below 20 % of its battery the phone looks every 5 minutes', async () => {
    const { page, points } = await openTrip({}, (context) =>
      context.addInitScript('navigator.getBattery = async () => ({ level: 0.19 })'),
    );
    await web.pass(91);
    await box(page).check();
    await eventually(async () => points().length === 1);
    await wait(page, 10, async (minute) => points().length === 1 + Math.floor(minute / 5));
  });

  it('points of a road without a signal are kept on the phone, and sent with their moments', async () => {
    const { page, context, sent, points } = await openTrip();
    await web.pass(91);
    await box(page).check();
    await eventually(async () => points().length === 1);
    await context.setOffline(true);
    const kept = (): Promise<number> =>
      page.evaluate(
        `new Promise((resolve) => {
           const asked = indexedDB.open('conductor');
           asked.onsuccess = () => {
             const counting = asked.result.transaction('points').objectStore('points').count();
             counting.onsuccess = () => { asked.result.close(); resolve(counting.result); };
           };
         })`,
      );
    await wait(page, 3, async (minute) => (await kept()) === minute);
    await context.setOffline(false);
    await eventually(async () => (await kept()) === 0);
    const moments = points().map(({ at }) => Date.parse(at));
    const times = [...new Set(moments)].sort((one, other) => one - other);
    expect(times.length).to.equal(4);
    // The three of the road without a signal. The page may have heard the time just before the test moved the clocks.
    const [first, second, third] = times.slice(-3) as [number, number, number];
    for (const between of [second - first, third - second]) expect(between).to.be.within(59_000, 75_000);
    expect(sent.at(-1)?.trip_id).to.equal(trip.tripId);
  });

  it('a phone that may not know its position says so, and tells nothing', async () => {
    const { page, points } = await openTrip({}, (context) => context.clearPermissions());
    await web.pass(91);
    await box(page).click();
    await page.getByRole('status').getByText('The position is not allowed').waitFor();
    expect(await box(page).isChecked()).to.equal(false);
    expect(points()).to.deep.equal([]);
  });

  for (const { language, words } of [
    {
      language: 'en',
      words: { late: 'Running late', minutes: 'Minutes', reason: 'Reason', from: 'From', tell: 'Tell' },
    },
    {
      language: 'ne',
      words: { late: 'ढिलो हुँदैछ', minutes: 'मिनेट', reason: 'कारण', from: 'कहाँदेखि', tell: 'खबर गर्नुहोस्' },
    },
  ] as const)
    it(`the conductor tells of a delay without a network, and takes it back, in ${language}`, async () => {
      const { page, context } = await openTrip({ language, dark: language === 'ne' });
      const said = async () => (await web.api.get(`/api/trips/${trip.tripId}/position`)).json.said ?? null;
      await context.setOffline(true);
      await page.getByRole('button', { name: words.late }).click();
      await page.getByRole('button', { name: words.tell, exact: true }).click();
      await page.getByRole('alert').first().waitFor();
      await page.getByRole('spinbutton', { name: words.minutes }).fill('40');
      await page.getByRole('combobox', { name: words.reason }).selectOption('ROAD_CLOSED');
      await page.getByRole('combobox', { name: words.from }).selectOption('1');
      await expectAccessible(page);
      await page.getByRole('button', { name: words.tell, exact: true }).click();
      const told = page.getByText(language === 'en' ? /^Told: 40 minutes late from Mugling/ : /मुग्लिङदेखि ४० मिनेट ढिलो/);
      await told.waitFor();
      if (language === 'en') await page.getByText('Offline · 1 to send').waitFor();
      expect(await said()).to.equal(null);
      await expectAccessible(page);
      await context.setOffline(false);
      await eventually(async () => (await said())?.minutes === 40);
      expect(await said()).to.deep.include({ reason: 'ROAD_CLOSED', stop: 1 });
      const asked: Request[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/position')) asked.push(request);
      });
      await page.getByRole('button', { name: language === 'en' ? 'Not late any more' : 'अब ढिलो छैन' }).click();
      await told.waitFor({ state: 'detached' });
      await eventually(async () => (await said()) === null);
      // The page asks when the word is said, and again when the service has taken it.
      await eventually(async () => asked.length >= 2);
      const headers = await Promise.all(asked.map((request) => request.headerValue('cache-control')));
      expect(new Set(headers), 'past the cache').to.deep.equal(new Set(['no-cache']));
      await asked[1]?.response();
      expect(await told.count()).to.equal(0);
    });
});

import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { leftAt } from '../../core/trips/taps.ts';
import { type BoardingTrip, aTripWithStops } from '../support/boarding-trip.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { type Looks, type Person, expectAccessible, onWeb } from '../support/web.ts';

/** Texts that the test looks for on the pages, by language. */
const WORDS = {
  en: {
    atKathmandu: 'At Kathmandu',
    atMugling: 'At Mugling',
    atPokhara: 'At Pokhara',
    on: 'Getting on',
    off: 'Getting off',
    free: 'Free from here',
    code: 'Ticket code',
    refused: 'Refused',
    boarded: 'Boarded',
    fromMugling: 'This ticket is from Mugling',
    taken: 'Somebody else has the seat until Mugling',
    busIsAtMugling: 'Bus is at Mugling',
    depart: 'Depart',
    departEarly: 'Depart early',
    leftKathmandu: 'Left Kathmandu at',
    left: 'Left Mugling',
    hasLeft: 'It has left',
    leftMuglingAt: 'Left Mugling at',
    takeBack: 'Take back',
  },
  ne: {
    atKathmandu: 'काठमाडौंमा',
    atMugling: 'मुग्लिङमा',
    atPokhara: 'पोखरामा',
    on: 'चढ्ने',
    off: 'ओर्लने',
    free: 'यहाँदेखि खाली',
    code: 'टिकट कोड',
    refused: 'चढ्न मिल्दैन',
    boarded: 'चढ्न दिनुहोस्',
    fromMugling: 'यो टिकट मुग्लिङदेखिको हो',
    taken: 'यो सिट मुग्लिङसम्म अर्कैको हो',
    busIsAtMugling: 'बस मुग्लिङमा छ',
    depart: 'छुट्यो',
    departEarly: 'हो, चाँडै छुट्यो',
    leftKathmandu: 'मा काठमाडौंबाट छुट्यो',
    left: 'मुग्लिङबाट छुट्यो',
    hasLeft: 'हो, छुट्यो',
    leftMuglingAt: 'मा मुग्लिङबाट छुट्यो',
    takeBack: 'फिर्ता लिनुहोस्',
  },
} as const;

onWeb('the conductor’s page by stop', (web) => {
  let trip: BoardingTrip;

  beforeEach(async () => {
    web.api.clock.set(START);
    trip = await aTripWithStops(web.api.dependencies);
  });

  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
  const items = (page: Page, stop: string, list: string) =>
    region(page, stop).getByRole('list', { name: list }).getByRole('listitem');
  const seatsOf = async (rows: Locator): Promise<readonly string[]> =>
    (await rows.allInnerTexts()).map((text) => /[AB][12]/.exec(text)![0]);
  const shows = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  async function openTrip(looks: Looks = {}): Promise<{ readonly page: Page; readonly person: Person }> {
    const person = await web.person(looks);
    const page = await person.open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list').getByRole('link').click();
    await page.locator('.passengers').waitFor();
    return { page, person };
  }
  async function depart(page: Page): Promise<void> {
    await button(page, 'Depart').click();
    await button(page, 'Depart early').click();
    await page.getByText('Left Kathmandu at').waitFor();
  }
  async function leaveMugling(page: Page): Promise<void> {
    await button(page, 'Left Mugling').click();
    await button(page, 'It has left').click();
    await page.getByText('Left Mugling at').waitFor();
  }
  async function scan(page: Page, ticket: number, code = 'Ticket code'): Promise<void> {
    await page.getByRole('textbox', { name: code }).fill(trip.tickets[ticket]!);
    await page.keyboard.press('Enter');
  }
  /** Whether the service knows that the bus has left the first stop, and that it has left the second stop. */
  const left = async (): Promise<readonly boolean[]> => {
    const found = await web.api.dependencies.transact(({ plannedTrips }) => plannedTrips.lock(trip.tripId));
    return [0, 1].map((stop) => leftAt(found!.taps.left, stop) !== null);
  };
  const boarded = async (): Promise<number> =>
    (await web.api.dependencies.officeTrips.find(trip.tripId, web.api.clock()))?.seats.boarded ?? 0;

  for (const language of ['en', 'ne'] as const)
    it(`the conductor sees who gets on and off at each stop, and boards passengers stop by stop, in ${language}`, async () => {
      const words = WORDS[language];
      const { page } = await openTrip({ language, dark: language === 'ne' });
      const seats = (stop: string, list: string) => seatsOf(items(page, stop, list));
      expect(await seats(words.atKathmandu, words.on)).to.deep.equal(['A1', 'A2', 'B2']);
      expect(await seats(words.atMugling, words.on)).to.deep.equal(['A1', 'B1']);
      expect(await seats(words.atMugling, words.off)).to.deep.equal(['A1', 'B2']);
      expect(await seats(words.atMugling, words.free)).to.deep.equal(['B2']);
      expect([...(await seats(words.atPokhara, words.off))].sort()).to.deep.equal(['A1', 'A2', 'B1']);
      await expectAccessible(page);

      await scan(page, 1, words.code);
      await shows(page, words.refused);
      await shows(page, words.fromMugling);
      await shows(page, words.taken);
      await expectAccessible(page);
      await button(page, words.busIsAtMugling).click();
      await shows(page, words.boarded);
      await page.getByText(words.leftKathmandu).waitFor();
      await eventually(async () => (await left()).join() === 'true,false');
      expect(await boarded()).to.equal(1);
      await page.getByRole('status').filter({ hasText: words.boarded }).click();

      await button(page, words.left).click();
      await expectAccessible(page);
      await button(page, words.hasLeft).click();
      await page.getByText(words.leftMuglingAt).waitFor();
      await eventually(async () => (await left()).join() === 'true,true');
      await expectAccessible(page);
      await button(page, words.takeBack).click();
      await button(page, words.left).waitFor();
      await eventually(async () => (await left()).join() === 'true,false');
    });

  it('a ticket refused because the bus is past its last stop is accepted once the conductor corrects the bus’s stop', async () => {
    const { page } = await openTrip();
    await depart(page);
    await leaveMugling(page);
    await eventually(async () => (await left()).join() === 'true,true');
    await scan(page, 0);
    await shows(page, 'This ticket is to Mugling');
    await button(page, 'Bus is at Mugling').click();
    await shows(page, 'Boarded');
    await eventually(async () => (await left()).join() === 'true,false');
    expect(await boarded()).to.equal(1);
  });

  it('the confirmation before a departure names only passengers who are missing at the first stop', async () => {
    const { page } = await openTrip();
    await button(region(page, 'At Kathmandu'), 'Board A1').click();
    await shows(page, 'Boarded');
    await button(page, 'Depart').click();
    const question = page.getByRole('dialog');
    await question.getByText('Not on board: 2').waitFor();
    expect(await seatsOf(question.getByRole('listitem'))).to.deep.equal(['A2', 'B2']);
    await expectAccessible(page);
  });

  it('the conductor’s list by stop shows the next stop first, and stops that the bus has left last', async () => {
    const { page } = await openTrip();
    const order = () => page.locator('.passengers h2').allInnerTexts();
    const cities = async () => (await order()).map((text) => /^At (\w+)/.exec(text)![1]);
    expect(await cities()).to.deep.equal(['Kathmandu', 'Mugling', 'Pokhara']);
    await depart(page);
    await button(page, 'Left Mugling').waitFor();
    expect(await cities()).to.deep.equal(['Mugling', 'Pokhara', 'Kathmandu']);
    expect(await items(page, 'At Mugling', 'Getting off').count(), 'nobody got on at Kathmandu').to.equal(0);
    await button(region(page, 'At Kathmandu'), 'Board B2').click();
    await shows(page, 'Boarded');
    expect(await seatsOf(items(page, 'At Mugling', 'Getting off'))).to.deep.equal(['B2']);
    await page.getByRole('checkbox', { name: 'Missing only' }).check();
    await region(page, 'At Kathmandu').getByText('Chandra Rai').waitFor();
    await region(page, 'At Mugling').getByText('Not on board: 2').waitFor();
  });

  it('two quick taps on the button of a stop report only one stop as left', async () => {
    const { page } = await openTrip();
    await depart(page);
    await web.pass(120 + 60);
    await button(page, 'Left Mugling').dblclick();
    await page.getByText('Left Mugling at').waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await eventually(async () => (await left()).join() === 'true,true');
    expect(await page.getByText('Left Mugling at').count()).to.equal(1);
  });

  it('a conductor can undo a report that the bus has left a stop within 30 minutes', async () => {
    const { page } = await openTrip();
    await depart(page);
    await web.pass(120 + 60);
    await button(page, 'Left Mugling').click();
    await button(page, 'Take back').waitFor();
    await web.pass(29);
    await button(page, 'Take back').waitFor();
    await web.pass(2);
    await button(page, 'Take back').waitFor({ state: 'detached' });
  });

  it('offline reports that the bus left a stop are counted as unsent, survive a reload, and are sent later', async () => {
    const { page, person } = await openTrip();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await person.context.setOffline(true);
    await depart(page);
    await page.getByText('Offline · 1 to send').waitFor();
    await leaveMugling(page);
    await button(page, 'Take back').click();
    await button(page, 'Left Mugling').waitFor();
    await button(region(page, 'At Mugling'), 'Board B1').click();
    await shows(page, 'Boarded');
    await page.getByText('Offline · 4 to send').waitFor();
    await page.close();

    const later = await person.open('/conductor');
    await later.getByText('Offline · 4 to send').waitFor();
    // The trip stays among the next trips, because this phone has scanned tickets of it. The list shows when the bus
    // left.
    await later.getByRole('list', { name: 'Next trips' }).getByText('Left at').waitFor();
    await later.getByRole('list', { name: 'Next trips' }).getByRole('link').click();
    await later.getByText('Left Kathmandu at').waitFor();
    await button(later, 'Left Mugling').waitFor();
    expect(await left()).to.deep.equal([false, false]);
    // The phone sends the real moment of each tap. So the service learns that the bus had left Kathmandu before the
    // scan.
    await web.pass(60);
    const scans = later.waitForRequest('**/api/conductor/scans');
    await person.context.setOffline(false);
    await later.getByText('to send').waitFor({ state: 'detached' });
    expect(((await scans).postDataJSON() as { readonly scans: readonly object[] }).scans).to.have.length(1);
    expect((await scans).postDataJSON()).to.have.nested.property('scans[0].stop', 1);
    await eventually(async () => (await left()).join() === 'true,false');
    expect(await boarded()).to.equal(1);
    expect(await later.getByRole('region', { name: 'Please look again' }).count()).to.equal(0);
    const found = await web.api.dependencies.transact(({ plannedTrips }) => plannedTrips.lock(trip.tripId));
    expect(web.api.clock() - found!.departedAt!).to.be.at.least(59 * 60_000);
  });

  it('a report that the bus left a stop is shown as refused if the service refuses it, and no longer counts', async () => {
    const { page, person } = await openTrip();
    await person.context.setOffline(true);
    await depart(page);
    await web.api.dependencies.transact(async ({ plannedTrips }) => {
      const found = await plannedTrips.lock(trip.tripId);
      await plannedTrips.save([{ ...found!, status: 'CANCELLED' }]);
    });
    await person.context.setOffline(false);
    const refused = page.getByRole('region', { name: 'Please look again' });
    await refused.getByText('The office did not accept that the bus left Kathmandu').waitFor();
    await refused.getByText('This trip is cancelled.').waitFor();
    await page.getByText(/^Left Kathmandu at/).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await button(refused, 'Done').click();
    await refused.waitFor({ state: 'detached' });
  });

  it('a report that the bus left a stop, sent by one phone, appears on another phone', async () => {
    const { page } = await openTrip();
    const { page: other } = await openTrip();
    await depart(other);
    await page.getByText('Left Kathmandu at').waitFor();
    await button(page, 'Left Mugling').waitFor();
  });
});

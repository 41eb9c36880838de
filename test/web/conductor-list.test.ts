import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Instant } from '../../core/kernel/time.ts';
import { byTime } from '../../web/conductor/boarding/trip-times.ts';
import type { CrewTrip, KeptScan } from '../../web/conductor/boarding/kept.ts';
import { type BoardingTrip, aBoardingTrip } from '../support/boarding-trip.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const FORTY = Array.from({ length: 40 }, (_, index) => `A${index + 1}`);
/** Milliseconds after a tap until the row of the tapped passenger has moved. */
const REST_MS = 2_000;

onWeb('a conductor’s list of passengers', (web) => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const rows = (page: Page) => page.locator('.passenger');

  async function openList(trip: BoardingTrip): Promise<Page> {
    const page = await web.visit(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list', { name: 'Next trips' }).getByRole('link').click();
    await rows(page).first().waitFor();
    return page;
  }

  it('the conductor boards 40 passengers with one tap each, and a second tap undoes no boarding', async () => {
    const trip = await aBoardingTrip(web.api.dependencies, FORTY);
    const page = await openList(trip);
    for (const seat of FORTY) await button(page, `Board ${seat}`).dblclick();
    await page.getByText('40 of 40 boarded').first().waitFor();
    await page.getByText('to send').waitFor({ state: 'detached' });
    const boarded = async () =>
      (await web.api.dependencies.officeTrips.find(trip.tripId, web.api.clock()))?.seats.boarded ?? 0;
    await eventually(async () => (await boarded()) === FORTY.length);
    expect(await page.getByRole('dialog').count()).to.equal(0);
  });

  it('the conductor boards 40 passengers from the list with at most 45 taps, and undoes none by accident', async () => {
    const trip = await aBoardingTrip(web.api.dependencies, FORTY);
    const page = await web.visit(`/conductor?token=${await trip.enrolmentCode()}`);
    const trips = page.getByRole('list', { name: 'Next trips' });
    await trips.getByRole('link').waitFor();
    await page.evaluate(`window.taps = 0; addEventListener('pointerdown', () => (window.taps += 1), true)`);
    await trips.getByRole('link').click();
    // Taps the first passenger who is still missing, again and again, while the rows move.
    for (let count = 1; count <= FORTY.length; count += 1) {
      await page
        .locator('.passenger.waiting')
        .getByRole('button', { name: /^Board/ })
        .first()
        .click();
      await page.getByText(`${count} of 40 boarded`).first().waitFor();
    }
    expect(await page.evaluate<number>('window.taps')).to.be.at.most(45);
    await page.getByText('to send').waitFor({ state: 'detached' });
    const statusOf = async () => (await web.api.dependencies.officeTrips.find(trip.tripId, web.api.clock()))?.seats;
    await eventually(async () => (await statusOf())?.boarded === FORTY.length);
    expect(await page.getByRole('dialog').count()).to.equal(0);
  });

  it('undoing a boarding on the conductor’s list needs a confirmation, and its button is small', async () => {
    const page = await openList(await aBoardingTrip(web.api.dependencies));
    const board = await button(page, 'Board A1').boundingBox();
    await button(page, 'Board A1').click();
    await page.getByRole('status').filter({ hasText: 'Boarded' }).waitFor();
    const undo = (await button(page, 'Undo A1').boundingBox())!;
    expect(undo.width).to.be.below(120);
    expect(undo.y + undo.height, 'Undo is above where Board was').to.be.at.most(board!.y + 1);
    await button(page, 'Undo A1').click();
    const asked = page.getByRole('dialog');
    // A dialog without its style sheet has the browser's own black border.
    expect(await asked.evaluate((dialog) => getComputedStyle(dialog as Element).borderTopWidth)).to.equal('0px');
    await asked.getByRole('button', { name: 'Leave as it is' }).click();
    await page.getByText('1 of 4 boarded').first().waitFor();
    await button(page, 'Undo A1').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    const verdict = page.getByRole('status').filter({ hasText: 'Taken back' });
    await verdict.locator('.said.wait').waitFor();
    await page.getByText('0 of 4 boarded').first().waitFor();
  });

  it('the conductor’s list shows missing passengers first or alone, and moves rows only after a pause', async () => {
    const page = await openList(await aBoardingTrip(web.api.dependencies));
    const shown = () => page.locator('.passenger .seat-label').allInnerTexts();
    expect(await shown()).to.deep.equal(['A1', 'A2', 'B1', 'B2']);
    await page.clock.pauseAt(web.api.clock() + 60 * 60_000);
    await button(page, 'Board A1').click();
    await button(page, 'Undo A1').waitFor();
    expect(await shown(), 'at once').to.deep.equal(['A1', 'A2', 'B1', 'B2']);
    await page.clock.runFor(REST_MS);
    await eventually(async () => (await shown()).join() === 'A2,A1,B1,B2');
    const missing = page.getByRole('checkbox', { name: 'Missing only' });
    await missing.check();
    expect(await shown()).to.deep.equal(['A2', 'B1', 'B2']);
    await button(page, 'No-show A2').click();
    await page.getByRole('button', { name: 'Undo A2' }).waitFor();
    await page.clock.runFor(REST_MS);
    expect(await shown(), 'a no-show is missing').to.deep.equal(['A2', 'B1', 'B2']);
    await page.clock.resume();
    await expectAccessible(page);
    await missing.uncheck();
    expect(await shown()).to.deep.equal(['A2', 'A1', 'B1', 'B2']);
  });

  it('the conductor’s list of trips shows departed trips collapsed', async () => {
    const trip = await aBoardingTrip(web.api.dependencies);
    const page = await openList(trip);
    await button(page, 'Depart').click();
    await button(page, 'Depart early').click();
    await page.getByText('Left at').waitFor();
    await page.getByRole('link', { name: 'All trips' }).click();
    await page.getByText('No trip in the next 12 hours').waitFor();
    await expectAccessible(page);
    const earlier = page.getByRole('button', { name: 'Earlier trips' });
    expect(await earlier.getAttribute('aria-expanded')).to.equal('false');
    await earlier.click();
    await page.getByRole('list', { name: 'Earlier trips' }).getByText('Left at').waitFor();
    await expectAccessible(page);
  });

  it('the conductor’s list of trips shows the trips of the next day in the evening', async () => {
    const trip = await aBoardingTrip(web.api.dependencies, ['A1']);
    // The clock shows 23:00 in Kathmandu, 13 hours before the departure.
    web.api.clock.set((START - 11 * 60 * 60_000) as Instant);
    try {
      const page = await web.visit(`/conductor?token=${await trip.enrolmentCode()}`);
      await page.getByRole('list', { name: 'Later', exact: true }).getByText('0 of 1 boarded').waitFor();
      await page.getByText('Fri 20 Nov').waitFor();
    } finally {
      web.api.clock.set(START);
    }
  });
});

describe('trips by time on a conductor’s phone', () => {
  const NOW = Date.parse('2026-11-24T16:15:00Z');
  const HOUR = 3_600_000;
  const at = (hours: number): string => new Date(NOW + hours * HOUR).toISOString();
  const aTrip = (id: number, departs: number, extra: Partial<CrewTrip> = {}): CrewTrip =>
    ({
      id,
      departure_time: at(departs),
      arrival_time: at(departs + 7),
      status: 'ACTIVE',
      departed_at: null,
      ...extra,
    }) as CrewTrip;
  const idsOf = (trips: readonly CrewTrip[], scans: readonly KeptScan[] = []) => {
    const { next, later, earlier } = byTime(trips, scans, NOW);
    return [next, later, earlier].map((list) => list.map(({ id }) => id));
  };

  it('the conductor’s list of trips has the next 12 hours first, and departed trips last, newest first', () => {
    const trips = [aTrip(1, 13), aTrip(2, 3), aTrip(3, -1), aTrip(4, -5), aTrip(5, -3), aTrip(6, 12)];
    expect(idsOf(trips)).to.deep.equal([[3, 2, 6], [1], [5, 4]]);
  });

  it('a trip that was reported as departed is listed among the earlier trips on the conductor’s phone', () => {
    expect(idsOf([aTrip(1, 1, { departed_at: at(0) })])).to.deep.equal([[], [], [1]]);
  });

  it('a departed trip stays among the next trips on a phone that has scanned its tickets, until it arrives', () => {
    const scan = { tripId: 1 } as KeptScan;
    expect(idsOf([aTrip(1, -4, { departed_at: at(-4) })], [scan])).to.deep.equal([[1], [], []]);
    expect(idsOf([aTrip(1, -8, { departed_at: at(-8) })], [scan]), 'arrived').to.deep.equal([[], [], [1]]);
  });

  it('a cancelled trip is listed among the earlier trips on the conductor’s phone once its departure time has passed', () => {
    const status = 'CANCELLED';
    expect(idsOf([aTrip(1, 1, { status }), aTrip(2, -1, { status })])).to.deep.equal([[1], [], [2]]);
  });
});

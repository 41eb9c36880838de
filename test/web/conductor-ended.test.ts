import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type BoardingTrip, NAMES, aBoardingTrip } from '../support/boarding-trip.ts';
import { eventually } from '../support/eventually.ts';
import { foundIn, keptIn } from '../support/left-behind.ts';
import { type Person, expectAccessible, onWeb } from '../support/web.ts';

onWeb('a phone whose enrolment ends or changes', (web) => {
  let trip: BoardingTrip;
  let secrets: readonly string[];

  beforeEach(async () => {
    trip = await aBoardingTrip(web.api.dependencies);
    // Ignores one error: the live connection ends with the enrolment, possibly during its handshake.
    web.forgive(/WebSocket connection to/);
    secrets = [...NAMES, ...trip.bookings.map(({ code }) => code)];
  });

  const openTrip = async (): Promise<{ readonly person: Person; readonly page: Page }> => {
    const person = await web.person();
    const page = await person.open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list').getByRole('link').click();
    await page.locator('.passengers').waitFor();
    return { person, page };
  };
  const ended = (page: Page) => page.getByRole('heading', { level: 1, name: 'not enrolled any more' }).waitFor();
  const board = (page: Page, seat: string) => page.getByRole('button', { name: `Board ${seat}`, exact: true }).click();

  it('a revoked crew phone deletes all names and trips in every tab, and checks no more tickets, even offline', async () => {
    const { person, page } = await openTrip();
    const other = await person.open(page.url());
    await other.locator('.passengers').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    expect(foundIn(await keptIn(page), secrets)).not.to.deep.equal([]);
    await trip.revokeAll();
    // The page may learn of the revocation before the click, and remove the button.
    await Promise.any([board(page, 'A1'), ended(page)]);
    for (const tab of [page, other]) {
      await ended(tab);
      expect(await tab.getByText('Boarded', { exact: true }).count()).to.equal(0);
      expect(foundIn((await keptIn(tab)) + (await tab.content()), secrets)).to.deep.equal([]);
    }
    await person.context.setOffline(true);
    const later = await person.open(page.url());
    await ended(later);
    expect(foundIn(await later.content(), secrets)).to.deep.equal([]);
    await person.context.setOffline(false);
  });

  it('a revoked crew phone says how many unsent scans it has, and can discard them', async () => {
    const { person, page } = await openTrip();
    await person.context.setOffline(true);
    await board(page, 'A1');
    await trip.revokeAll();
    await person.context.setOffline(false);
    await ended(page);
    await page.getByRole('button', { name: 'Discard 1' }).click();
    await page.getByText('kept on this phone').waitFor({ state: 'detached' });
    await page.reload();
    await ended(page);
    expect(await page.getByText('kept on this phone').count()).to.equal(0);
  });

  it('a crew phone asks before a link enrols it with a second company, and names both companies', async () => {
    const { person, page } = await openTrip();
    const other = await aBoardingTrip(web.api.dependencies);
    const [mine, theirs] = await Promise.all(
      [trip, other].map(async ({ operatorId }) => (await web.api.dependencies.companies.find(operatorId))!.companyName),
    );
    const link = `/conductor?token=${await other.enrolmentCode()}`;
    const asked = await person.open(link);
    const text = asked.getByRole('main');
    await text.getByText(`for ${mine}`).waitFor();
    await text.getByText(`a phone of ${theirs}`).waitFor();
    await expectAccessible(asked);
    await asked.getByRole('button', { name: `Stay with ${mine}` }).click();
    await asked.getByRole('list', { name: 'Trips' }).getByRole('link').waitFor();
    expect(asked.url()).not.to.include('token');
    await board(page, 'A1');
    await page.getByRole('status').filter({ hasText: 'Boarded' }).waitFor();

    await asked.goto(link);
    await asked.getByRole('button', { name: `Enrol with ${theirs}` }).click();
    await asked.getByRole('button', { name: `Enrol with ${theirs}` }).waitFor({ state: 'detached' });
    await asked.getByRole('main').getByText(theirs!).waitFor();
    await eventually(async () => foundIn((await keptIn(asked)) + (await page.content()), [mine!]).length === 0);
  });
});

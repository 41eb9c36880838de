import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aBoardingTrip } from '../support/boarding-trip.ts';
import { onWeb } from '../support/web.ts';

/** Milliseconds: a little less than the page waits for the service's answer (1,500). */
const A_WHILE_MS = 1_400;
const THE_REST_MS = 200;

onWeb('scan results on a conductor’s phone', (web) => {
  const saying = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  it('scan results appear in the order of the scans, and each stays until it is read', async () => {
    const trip = await aBoardingTrip(web.api.dependencies);
    const { context, open } = await web.person();
    const page = await open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Board A1' }).waitFor();
    const check = async (ticket: string, nowSending: number): Promise<void> => {
      await page.getByRole('textbox', { name: 'Ticket code' }).fill(ticket);
      await page.keyboard.press('Enter');
      await page.getByText(`Sending ${nowSending}…`).waitFor();
    };

    await context.clock.pauseAt(web.api.clock() + 60 * 60_000);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const asked = page.waitForRequest('**/api/conductor/scans');
    await context.route('**/api/conductor/scans', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Board A1' }).click();
    await asked;
    // After 1.5 seconds without an answer the page judges the first scan itself. While the service is slow, the page
    // judges the third scan at once, before the second. The results still appear in the order of the scans.
    await context.clock.runFor(A_WHILE_MS);
    await check(trip.tickets[1]!, 2);
    await context.clock.runFor(THE_REST_MS);
    await saying(page, 'Seat A1');
    await check('a-ticket-that-no-list-on-this-phone-has', 3);
    await context.clock.runFor(THE_REST_MS);
    expect(await page.getByRole('status').filter({ hasText: 'Refused' }).count()).to.equal(0);
    await context.clock.runFor(A_WHILE_MS);
    await saying(page, 'Seat A2');
    await page.getByText('Tap to go on').click();
    await saying(page, 'Refused');
    await page.getByText('Tap to go on').waitFor();
    letGo();
    await page.getByText('Sending').waitFor({ state: 'detached' });
    await saying(page, 'Refused');
  });

  it('a crew phone that gets a 429 response waits, loses no scan, and sends again by itself', async () => {
    const trip = await aBoardingTrip(web.api.dependencies);
    const { context, open } = await web.person();
    const page = await open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Board A1' }).waitFor();
    await context.clock.pauseAt(web.api.clock() + 60 * 60_000);
    const sent: number[] = [];
    await context.route('**/api/conductor/scans', async (route) => {
      sent.push((route.request().postDataJSON() as { readonly scans: readonly unknown[] }).scans.length);
      if (sent.length > 1) return route.continue();
      const problem = { status: 429, code: 'RATE_LIMITED', detail: 'That was too many requests.' };
      return route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, json: problem });
    });
    await page.getByRole('button', { name: 'Board A1' }).click();
    await saying(page, 'Seat A1');
    await page.getByRole('textbox', { name: 'Ticket code' }).fill(trip.tickets[1]!);
    await page.keyboard.press('Enter');
    await page.getByText('Sending 2…').waitFor();
    await context.clock.runFor(39_000);
    expect(sent).to.deep.equal([1]);
    await context.clock.runFor(1_000);
    await page.getByText('Sending').waitFor({ state: 'detached' });
    expect(sent).to.deep.equal([1, 2]);
  });
});

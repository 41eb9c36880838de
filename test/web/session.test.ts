import { expect } from 'chai';
import type { Json } from '../support/http.ts';
import { onWeb } from '../support/web.ts';

/** A script for another tab. It refreshes the session and stores the new tokens. */
const otherTab = `(async () => {
  const kept = JSON.parse(localStorage.getItem('session'));
  const answer = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh: kept.refresh }),
  });
  localStorage.setItem('session', JSON.stringify({ ...(await answer.json()), at: Date.now() }));
})()`;

onWeb('a session in the browser', (web) => {
  let session: Json;
  let people = 0;

  beforeEach(async () => {
    people += 1;
    const person = { full_name: 'Asha Gurung', email: `asha${people}@example.com`, password: 'secret-123' };
    session = (await web.api.post('/api/passenger/register', person)).json;
  });

  it('a passenger whose session was ended on another device reads that the session has ended', async () => {
    const page = await web.visit('/bookings', { session });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await web.api.post('/api/auth/logout-all', {}, session.access as string);
    await page.reload();
    await page.getByRole('alert').getByText('You were signed out').waitFor();
    await page.getByRole('textbox', { name: 'Phone number' }).waitFor();
  });

  it('a session whose token is old is refreshed by only one of several tabs', async () => {
    const { context, open } = await web.person({ session });
    let refreshes = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes += 1;
    });
    const tabs = [await open('/bookings'), await open('/bookings')] as const;
    for (const tab of tabs) await tab.getByText('You have no bookings yet').waitFor();
    expect(refreshes).to.equal(0);
    await web.pass(16);
    await Promise.all(tabs.map((tab) => tab.reload()));
    for (const tab of tabs) await tab.getByText('You have no bookings yet').waitFor();
    expect(refreshes).to.equal(1);
  });

  it('a session is not refreshed too early because the computer’s clock was set back by seconds', async () => {
    const { context, open } = await web.person({ session });
    let refreshes = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes += 1;
    });
    const page = await open('/bookings');
    await page.getByText('You have no bookings yet').waitFor();
    await page.evaluate(
      "localStorage.setItem('session', JSON.stringify({ ...JSON.parse(localStorage.getItem('session')), at: Date.now() + 5_000 }))",
    );
    await page.reload();
    await page.getByText('You have no bookings yet').waitFor();
    expect(refreshes).to.equal(0);
  });

  it('a session continues if its refresh token was refused only because another tab had used it', async () => {
    const { context, open } = await web.person({ session });
    await context.addInitScript('delete Navigator.prototype.locks');
    const page = await open('/bookings');
    await page.getByText('You have no bookings yet').waitFor();
    await web.pass(16);
    let isSecond = false;
    await page.route('**/api/auth/refresh', async (route) => {
      if (!isSecond) {
        isSecond = true;
        await page.evaluate(otherTab);
      }
      await route.continue();
    });
    await page.reload();
    await page.getByText('You have no bookings yet').waitFor();
  });

  it('a session that was ended on another device leads to the sign-in page', async () => {
    const page = await (await web.person({ session })).open('/bookings');
    await page.getByText('You have no bookings yet').waitFor();
    await web.api.post('/api/auth/logout-all', {}, session.access as string);
    await page.reload();
    await page.getByText('Sign in to see your bookings').waitFor();
  });
});

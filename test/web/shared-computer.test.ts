import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Booking } from '../../core/bookings/booking.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http.ts';
import { foundIn, historyOf, keptIn } from '../support/left-behind.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { portalsOn } from '../support/portals.ts';
import { onWeb } from '../support/web.ts';

let people = 0;

onWeb('a computer that passengers share', (web) => {
  let session: Json;
  let booking: Booking;
  let secrets: readonly string[];

  const registered = async (name: string): Promise<Json> => {
    people += 1;
    const person = { full_name: name, email: `shared${people}@example.com`, password: 'secret-123' };
    return (await web.api.post('/api/passenger/register', { ...person, phone: String(9_800_000_000 + people) })).json;
  };

  beforeEach(async () => {
    const { dependencies } = web.api;
    session = await registered('Bishnu Maya Tamang');
    const { id: tripId } = await aTrip(dependencies, { bus: { name: 'Night Rider' } });
    booking = await aBooking(dependencies, {
      userId: session.user.id as UserId,
      tripId,
      seats: [seat('A1')],
      status: 'CONFIRMED',
    });
    const ticket = (await web.api.get(`/api/bookings/${booking.id}/ticket-token`, session.access as string)).json.token;
    const { full_name, email, phone } = session.user;
    secrets = [full_name, email, phone, session.access, session.refresh, booking.code, ticket] as string[];
  });

  /** Opens a tab on a ticket, so that the page caches it, and stores a draft of another booking. */
  const used = async (open: (path: string) => Promise<Page>): Promise<Page> => {
    const page = await open(`/bookings/${booking.id}`);
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
    await eventually(() => page.evaluate(`caches.match('/document').then(Boolean)`));
    const draft = JSON.stringify({
      owner: session.user.id as number,
      travellers: { A1: { name: session.user.full_name as string } },
    });
    await page.evaluate(`sessionStorage.setItem('draft-1', ${JSON.stringify(draft)})`);
    return page;
  };
  const expectNothingIn = async (tabs: readonly Page[]): Promise<void> => {
    for (const tab of tabs) {
      await eventually(async () => foundIn(await keptIn(tab), secrets).length === 0);
      expect(await tab.evaluate("caches.match('/document').then(Boolean)")).to.equal(false);
      expect(await tab.evaluate('Object.keys(sessionStorage)')).to.deep.equal([]);
      expect(foundIn(await tab.content(), secrets), tab.url()).to.deep.equal([]);
    }
  };

  it('a passenger’s data are deleted in every tab at the sign-out, and the Back button does not show them', async () => {
    const { context, open } = await web.person({ session });
    const [one, other] = [await used(open), await used(open)];
    expect(foundIn(await keptIn(one), secrets)).to.have.length.above(4);
    await one.goto('/profile');
    await one.getByRole('button', { name: 'Sign out', exact: true }).click();
    await one.getByRole('status').getByText('signed out').waitFor();
    await other.getByText('Sign in to see your bookings').waitFor();
    await expectNothingIn([one, other]);
    await one.goBack();
    await one.goBack();
    await one.getByText('Sign in to see your bookings').waitFor();
    await expectNothingIn([one]);
    for (const tab of [one, other]) expect(foundIn(await historyOf(context, tab), secrets)).to.deep.equal([]);
  });

  it('a passenger’s data are deleted from the browser when the session was ended on another device', async () => {
    const { open } = await web.person({ session });
    const page = await used(open);
    await web.api.post('/api/auth/logout-all', {}, session.access as string);
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).waitFor();
    await expectNothingIn([page]);
  });

  it('a booking form’s data are deleted at a sign-out in another tab, even if the form’s tab has left the site', async () => {
    const { open } = await web.person({ session });
    const [one, away] = [await open('/profile'), await open('/')];
    const draft = (owner: unknown, name: string) => JSON.stringify({ owner, travellers: { A1: { name } } });
    const drafts = [draft(session.user.id, session.user.full_name as string), draft(null, 'Nobody yet')];
    await away.evaluate(`${JSON.stringify(drafts)}.forEach((text, at) => sessionStorage.setItem('draft-' + at, text))`);
    await away.goto('about:blank');
    await one.getByRole('button', { name: 'Sign out', exact: true }).click();
    await one.getByRole('status').getByText('signed out').waitFor();
    await away.goto(one.url());
    await eventually(async () => foundIn(await keptIn(away), secrets).length === 0);
    expect(await away.evaluate('Object.keys(sessionStorage)')).to.deep.equal(['draft-1']);
  });

  it('a ticket by link that a tab showed during a session is stored in no tab after the sign-out, and one from before stays', async () => {
    const { context, open } = await web.person();
    const { ticketTokens } = web.api.dependencies;
    const earlier = await aBooking(web.api.dependencies, {
      userId: session.user.id as UserId,
      tripId: (await aTrip(web.api.dependencies)).id,
      seats: [seat('A1')],
      status: 'CONFIRMED',
    });
    const [before, during] = [earlier, booking].map(({ id, code, bookedAt }) =>
      ticketTokens.sign({ bookingId: id, bookingCode: code }, bookedAt),
    ) as [string, string];
    const show = async (tab: Page): Promise<void> => {
      await tab.getByText('Valid', { exact: true }).waitFor();
    };
    const one = await open(`/ticket?token=${before}`);
    await show(one);
    await one.evaluate(
      `localStorage.setItem('session', ${JSON.stringify(JSON.stringify({ ...session, at: web.api.clock() }))})`,
    );
    await one.reload();
    const other = await open(`/ticket?token=${during}`);
    await show(other);
    expect(foundIn(await keptIn(other), [before, during])).to.deep.equal([before, during]);
    await other.evaluate('window.isOld = true');
    await one.goto('/profile');
    await one.getByRole('button', { name: 'Sign out', exact: true }).click();
    await one.getByRole('status').getByText('signed out').waitFor();
    await eventually(async () => (await other.evaluate('window.isOld === undefined').catch(() => false)) as boolean);
    await show(other);
    for (const tab of [one, other]) expect(foundIn(await keptIn(tab), [before, during])).to.deep.equal([before]);
    web.forgive(/ERR_FAILED/);
    await context.setOffline(true);
    await one.goto(`/ticket?token=${before}`);
    await show(one);
  });

  it('a passenger’s data are deleted when another passenger signs in in another tab', async () => {
    const { open } = await web.person({ session });
    const [one, other] = [await used(open), await open('/')];
    const next = await registered('Hari Prasad Oli');
    await web.api.post('/api/auth/logout-all', {}, session.access as string);
    await other.reload();
    await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click();
    await other.getByRole('link', { name: 'Use e-mail and password' }).click();
    await other.getByRole('textbox', { name: 'E-mail or phone' }).fill(next.user.email as string);
    await other.getByRole('textbox', { name: 'Password' }).fill('secret-123');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/bookings');
    await one.getByRole('main').getByRole('alert').waitFor();
    await eventually(async () => foundIn((await keptIn(one)) + (await one.content()), secrets).length === 0);
    expect(foundIn(await keptIn(other), secrets)).to.deep.equal([]);
  });
});

onWeb('a computer at a counter that clerks share', (web) => {
  const portals = portalsOn(() => web.api);

  it('a clerk’s data and the choice “Trust this computer” are deleted in every tab at the sign-out', async () => {
    const { ticket, email } = (await portals.register()).json;
    const session = (await portals.verify(ticket, await web.codeFor(email))).json;
    const { full_name, phone } = session.user;
    const company = (await web.api.get('/api/operator/company', session.access as string)).json.company_name;
    const secrets = [full_name, email, phone, session.access, session.refresh, company].filter(Boolean) as string[];
    const { context, open } = await web.person({ session, keptAs: 'portal-session', width: 1280 });
    const [one, other] = [await open('/portal/staff'), await open('/portal/company')];
    await one.getByRole('row', { name: new RegExp(full_name as string) }).waitFor();
    await other.getByRole('heading', { level: 1 }).waitFor();
    await one.evaluate("localStorage.setItem('portal-trusts', 'yes')");
    await one.goto('/portal/account');
    await one.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await one.getByRole('button', { name: 'Sign out', exact: true }).click();
    for (const tab of [one, other]) {
      await tab.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      await eventually(async () => foundIn(await keptIn(tab), secrets).length === 0);
      expect(foundIn(await tab.content(), secrets)).to.deep.equal([]);
      expect(await tab.getByRole('checkbox', { name: 'Trust this computer' }).isChecked()).to.equal(false);
      expect(foundIn(await historyOf(context, tab), secrets)).to.deep.equal([]);
    }
    expect(await one.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('portal'))")).to.deep.equal(
      [],
    );
    await one.goBack();
    await one.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(foundIn(await one.content(), secrets)).to.deep.equal([]);
  });

  it('a portal form’s texts are deleted after a sign-out in another tab, even if the form’s tab has left the portal', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const { open } = await at(owner, { width: 1280 });
    const [one, away] = [await open('/portal/account'), await open('/portal/buses/new')];
    await away.getByLabel('Registration number').fill('BA 9 KHA 1');
    expect(foundIn(await keptIn(away), ['BA 9 KHA 1'])).to.have.length(1);
    await away.goto('about:blank');
    await one.getByRole('button', { name: 'Sign out', exact: true }).click();
    await one.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await away.goto(one.url());
    await away.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await away.evaluate('Object.keys(sessionStorage)')).to.deep.equal([]);
  });
});

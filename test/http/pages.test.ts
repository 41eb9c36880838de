import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from '../support/http.ts';
import { onPages } from '../support/pages.ts';
import { staffOn } from '../support/staff.ts';

const PAGES = ['/', '/payment-result.html', '/reset-password.html', '/operator-login.html', '/portal/join'];

describe('plain pages', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  async function statuses(environment: Readonly<Record<string, string>>): Promise<readonly number[]> {
    const api = await startApi({ environment: { DATA_DIR: dataDir, ...environment } });
    try {
      return await Promise.all(
        [...PAGES, '/pages/style.css', '/pages/payment-result.js', '/pages/operator-login.js'].map(
          async (path) => (await api.get(path)).status,
        ),
      );
    } finally {
      await api.close();
    }
  }

  it('are there as long as nobody else serves them', async () => {
    expect(await statuses({})).to.deep.equal([200, 200, 200, 200, 200, 200, 200, 200]);
    expect(await statuses({ PASSENGER_CLIENT_BASE: 'https://tickets.example.com' })).to.deep.equal([
      404, 404, 404, 200, 200, 200, 404, 200,
    ]);
    expect(await statuses({ OPERATOR_LOGIN_URL: 'https://operators.example.com' })).to.deep.equal([
      200, 200, 200, 404, 200, 200, 200, 404,
    ]);
    expect(await statuses({ OPERATOR_PORTAL_BASE: 'https://operators.example.com/portal' })).to.deep.equal([
      200, 200, 200, 200, 404, 200, 200, 200,
    ]);
    expect(
      await statuses({
        PASSENGER_CLIENT_BASE: 'https://tickets.example.com',
        OPERATOR_LOGIN_URL: 'https://operators.example.com',
        OPERATOR_PORTAL_BASE: 'https://operators.example.com/portal',
      }),
    ).to.deep.equal([404, 404, 404, 404, 404, 404, 404, 404]);
  });

  it('run only what comes from the service itself, and are framed by nobody', async () => {
    const api = await startApi({ environment: { DATA_DIR: dataDir } });
    try {
      for (const path of PAGES) {
        const { headers, text } = await api.get(path);
        expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
        const policy = headers.get('content-security-policy')!;
        for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'none'", "frame-ancestors 'none'"])
          expect(policy).to.contain(rule);
        expect(policy).not.to.match(/unsafe|\*|https?:/);
        expect(text).not.to.match(
          /<style|\sstyle=|\son\w+=|<script>|<script [^>]*>[^<]|<(?:script|link|img)[^>]*"(?:https?:)?\/\//,
        );
        expect(text)
          .to.match(/<html lang="en">/)
          .and.match(/width=device-width/);
      }
      expect((await api.get('/pages/api.js')).headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
      expect((await api.get('/')).text).to.contain(`href="${api.url}/operator-login.html"`);
      expect((await api.post('/payment-result.html', {})).status).to.equal(405);
    } finally {
      await api.close();
    }
  });

  it('are all served: none was forgotten in the folder', async () => {
    const api = await startApi({ environment: { DATA_DIR: dataDir } });
    try {
      for (const file of await readdir(new URL('../../adapters/http/pages/', import.meta.url), { recursive: true })) {
        if (file === 'docs') continue;
        const path =
          { 'index.html': '/', 'join.html': '/portal/join' }[file] ??
          (file.endsWith('.html') ? `/${file}` : file.startsWith('docs/') ? `/api/${file}` : `/pages/${file}`);
        expect((await api.get(path)).status, file).to.equal(200);
      }
    } finally {
      await api.close();
    }
  });
});

onPages('plain pages', (there) => {
  const { visit, field, heading, linkTo } = there;

  describe('payment-result.html', () => {
    const outcomes: readonly (readonly [query: string, title: RegExp, advice: RegExp])[] = [
      ['success=true&booking_id=17', /booked/, /ticket is on its way/],
      ['success=false&reason=cancelled&booking_id=17', /have not paid/, /pay before the time/],
      ['success=false&reason=unverified&booking_id=17', /checking your payment/, /do not pay a second time/],
      ['success=false&reason=refund_due&booking_id=17', /money back/, /within 7 days/],
      ['success=false&reason=refunded&booking_id=17', /cancelled/, /nothing more to pay/],
      ['success=false&reason=not_matched&booking_id=', /do not know this payment/, /transaction code/],
      ['', /no payment to show/, /your bookings/],
      ['success=false&reason=constructor', /no payment to show/, /your bookings/],
      ['reason=success', /no payment to show/, /your bookings/],
    ];
    for (const [query, title, advice] of outcomes) {
      it(`tells what "${query}" means and what to do next`, async () => {
        const page = await visit(`/payment-result.html?${query}`);
        await heading(page, title);
        const text = await page.locator('main').innerText();
        expect(text).to.match(advice);
        expect(text.includes('Booking number 17')).to.equal(query.includes('booking_id=17'));
        expect(await page.title()).to.match(title);
      });
    }

    it('shows nothing that was put into its address', async () => {
      const page = await visit('/payment-result.html?success=true&booking_id=%3Cimg%20src=x%3E&reason=%3Cb%3E');
      await heading(page, /booked/);
      expect(await page.locator('main').innerText()).not.to.match(/img|<b>|Booking number/);
    });
  });

  describe('reset-password.html', () => {
    it('asks for a link, follows it, and sets a new password once', async () => {
      const page = await visit('/reset-password.html');
      await field(page, 'E-mail address').fill('asha@example.com');
      await page.getByRole('button', { name: 'Send me the link' }).click();
      await heading(page, 'Check your mail');

      const link = await linkTo('asha@example.com');
      expect(new URL(link).origin).to.equal(there.api.url);
      await page.goto(link);
      await heading(page, 'Choose a new password');
      await field(page, 'New password').fill('himal-2027');
      await field(page, 'Repeat the new password').fill('himal-2028');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByRole('alert').getByText('not the same').waitFor();
      await field(page, 'Repeat the new password').fill('himal-2027');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await heading(page, 'Your password is changed');
      expect(page.url()).not.to.contain('token');
      expect(
        (await there.api.post('/api/passenger/login', { identifier: 'asha@example.com', password: 'himal-2027' }))
          .status,
      ).to.equal(200);

      await page.goto(link);
      await field(page, 'New password').fill('himal-2029');
      await field(page, 'Repeat the new password').fill('himal-2029');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByRole('alert').getByText('not valid any more').waitFor();
      await heading(page, 'Forgot your password?');
    });

    it('sends a bus company or administrator the link to the page of the portal', async () => {
      const page = await visit('/reset-password.html');
      await field(page, 'a bus company or an administrator').check();
      await field(page, 'E-mail address').fill('anil@example.com');
      await page.getByRole('button', { name: 'Send me the link' }).click();
      await heading(page, 'Check your mail');
      expect((await linkTo('anil@example.com')).startsWith(`${there.api.url}/operator-login.html?token=`)).to.equal(
        true,
      );
    });

    it('says which rule a password breaks', async () => {
      const page = await visit('/reset-password.html?token=x');
      await field(page, 'New password').fill('himalaya');
      await field(page, 'Repeat the new password').fill('himalaya');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByRole('alert').getByText('at least one digit').waitFor();
    });
  });

  describe('portal/join', () => {
    it('follows an invitation, takes a password, and leads to the sign-in', async () => {
      const { invite } = staffOn(() => there.api);
      const sita = await staffOn(() => there.api).owner();
      await invite(sita, { email: 'ram@example.com' });
      const link = await linkTo('ram@example.com');
      const page = await visit(link.replace(there.api.url, ''));
      await heading(page, 'Join the staff');
      await field(page, 'Choose a password').fill('12345');
      await field(page, 'Repeat the password').fill('1234');
      await page.getByRole('button', { name: 'Accept the invitation' }).click();
      await page.getByRole('alert').getByText('not the same').waitFor();
      await field(page, 'Repeat the password').fill('12345');
      await page.getByRole('button', { name: 'Accept the invitation' }).click();
      await page.getByRole('alert').getByText('at least 6 characters').waitFor();
      await page.waitForFunction("document.activeElement.textContent === 'Accept the invitation'");
      await field(page, 'Choose a password').fill('secret-123');
      await field(page, 'Repeat the password').fill('secret-123');
      await page.getByRole('button', { name: 'Accept the invitation' }).click();
      await heading(page, 'Welcome to the staff');
      expect(page.url()).not.to.contain('token');
      expect(await page.locator('main').innerText()).to.contain('ram@example.com');
      expect(await page.getByRole('link', { name: 'sign in' }).getAttribute('href')).to.equal(
        `${there.api.url}/operator-login.html`,
      );

      await page.goto(link);
      await page.getByRole('button', { name: 'Accept the invitation' }).click();
      await heading(page, 'This link does not work');
      await page.getByRole('link', { name: 'sign in' }).click();
      await heading(page, 'Sign in');
    });

    it('says what to do without a link', async () => {
      await heading(await visit('/portal/join'), 'This link does not work');
    });
  });

  it('say in a sentence when the service is not reached', async () => {
    const page = await visit('/operator-login.html');
    await page.route('**/api/**', (route) => route.abort());
    await field(page, 'E-mail address').fill('sita@example.com');
    await field(page, 'Password').fill('secret-123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('could not be reached').waitFor();
    there.forgiveFaults();
  });

  it('have a front page whose links lead somewhere', async () => {
    const page = await visit('/');
    await heading(page, 'Bus Ticket is running');
    const links: string[] = await page.evaluate('Array.from(document.links, (link) => link.href)');
    expect(links.length).to.be.above(3);
    for (const link of links) expect((await fetch(link)).status, link).to.equal(200);
  });
});

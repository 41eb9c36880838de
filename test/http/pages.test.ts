import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodeMail } from '../../core/kernel/mailer.ts';
import { inBrowser } from '../support/browser.ts';
import type { WatchedPage } from '../support/browser.ts';
import { startApi } from '../support/http.ts';
import type { Api } from '../support/http.ts';
import { startProvider } from '../support/oauth.ts';
import type { Provider } from '../support/oauth.ts';
import { anAdmin } from '../support/people.ts';
import { CRYPTO } from '../support/accounts.ts';

const PAGES = ['/', '/payment-result.html', '/reset-password.html', '/operator-login.html'];

describe('plain pages', () => {
  let dataDir: string;
  before(async () => { dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-')); });
  after(() => rm(dataDir, { recursive: true }));

  async function statuses(environment: Readonly<Record<string, string>>): Promise<readonly number[]> {
    const api = await startApi({ environment: { DATA_DIR: dataDir, ...environment } });
    try {
      return await Promise.all([...PAGES, '/pages/style.css', '/pages/payment-result.js', '/pages/operator-login.js'].map(async (path) => (await api.get(path)).status));
    } finally {
      await api.close();
    }
  }

  it('are there as long as nobody else serves them', async () => {
    expect(await statuses({})).to.deep.equal([200, 200, 200, 200, 200, 200, 200]);
    expect(await statuses({ PASSENGER_CLIENT_BASE: 'https://tickets.example.com' })).to.deep.equal([404, 404, 404, 200, 200, 404, 200]);
    expect(await statuses({ OPERATOR_LOGIN_URL: 'https://operators.example.com' })).to.deep.equal([200, 200, 200, 404, 200, 200, 404]);
    expect(await statuses({ PASSENGER_CLIENT_BASE: 'https://tickets.example.com', OPERATOR_LOGIN_URL: 'https://operators.example.com' })).to.deep.equal([404, 404, 404, 404, 404, 404, 404]);
  });

  it('run only what comes from the service itself, and are framed by nobody', async () => {
    const api = await startApi({ environment: { DATA_DIR: dataDir } });
    try {
      for (const path of PAGES) {
        const { headers, text } = await api.get(path);
        expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
        const policy = headers.get('content-security-policy')!;
        for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'none'", "frame-ancestors 'none'"]) expect(policy).to.contain(rule);
        expect(policy).not.to.match(/unsafe|\*|https?:/);
        expect(text).not.to.match(/<style|\sstyle=|\son\w+=|<script>|<script [^>]*>[^<]|<(?:script|link|img)[^>]*"(?:https?:)?\/\//);
        expect(text).to.match(/<html lang="en">/).and.match(/width=device-width/);
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
      for (const file of await readdir(new URL('../../adapters/http/pages/', import.meta.url))) {
        const path = file === 'index.html' ? '/' : file.endsWith('.html') ? `/${file}` : `/pages/${file}`;
        expect((await api.get(path)).status, file).to.equal(200);
      }
    } finally {
      await api.close();
    }
  });
});

inBrowser('plain pages', (open) => {
  let api: Api;
  let provider: Provider;
  let dataDir: string;
  /** Undefined where there is no browser. */
  let closing: (() => Promise<void>) | undefined;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
    provider = await startProvider();
    api = await startApi({ environment: {
      DATA_DIR: dataDir, OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0', GOOGLE_CLIENT_ID: 'our-client', GOOGLE_CLIENT_SECRET: 'our-secret',
      OAUTH_AUTHORIZE_URL: provider.authorizeUrl, OAUTH_TOKEN_URL: provider.tokenUrl, OAUTH_USERINFO_URL: provider.userinfoUrl,
    } });
    await anAdmin(api.world, { email: 'anil@example.com', fullName: 'Anil Shrestha', passwordHash: await CRYPTO.passwords.hash('secret-123') });
    await api.post('/api/passenger/register', { full_name: 'Asha Gurung', email: 'asha@example.com', password: 'himal-2026' });
    closing = async () => {
      await api.close();
      await provider.close();
      await rm(dataDir, { recursive: true });
    };
  });
  after(() => closing?.());

  const opened: WatchedPage[] = [];
  /** A page of a new browser, of the size of a phone. */
  async function visit(path: string): Promise<WatchedPage['page']> {
    const watched = await open(api.url);
    opened.push(watched);
    await watched.page.setViewportSize({ width: 390, height: 800 });
    await watched.page.goto(`${api.url}${path}`);
    return watched.page;
  }
  /** A refusal of the API is written to the console by the browser itself; nothing else may be. */
  const isOurFault = (fault: string): boolean => !/^console: Failed to load resource: the server responded with a status of 4\d\d/.test(fault) && !fault.startsWith(`elsewhere: ${new URL(provider.authorizeUrl).origin}/`);
  afterEach(async () => {
    for (const { page, faults } of opened.splice(0)) {
      const overflow = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      await page.close();
      expect(faults.filter(isOurFault)).to.deep.equal([]);
      expect(overflow, 'wider than the screen').to.equal(false);
    }
  });

  const codeFor = (email: string): string => (api.mailer.sent.filter((mail) => mail.kind === 'code' && mail.to === email).at(-1) as CodeMail).code;
  const field = (page: WatchedPage['page'], label: string) => page.getByLabel(label).filter({ visible: true });
  const heading = (page: WatchedPage['page'], name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

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
      await heading(page, 'Look into your mail');

      let link = '';
      for (let look = 0; link === '' && look < 100; look += 1) {
        await new Promise((resolve) => { setImmediate(resolve); });
        const mail = api.mailer.sent.find(({ kind }) => kind === 'password-reset');
        if (mail?.kind === 'password-reset') link = mail.link;
      }
      expect(new URL(link).origin).to.equal(api.url);
      await page.goto(link);
      await heading(page, 'Choose a new password');
      await field(page, 'New password').fill('himal-2027');
      await field(page, 'The same once more').fill('himal-2028');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByRole('alert').getByText('not the same').waitFor();
      await field(page, 'The same once more').fill('himal-2027');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await heading(page, 'Your password is changed');
      expect(page.url()).not.to.contain('token');
      expect((await api.post('/api/passenger/login', { identifier: 'asha@example.com', password: 'himal-2027' })).status).to.equal(200);

      await page.goto(link);
      await field(page, 'New password').fill('himal-2029');
      await field(page, 'The same once more').fill('himal-2029');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByRole('alert').getByText('not valid any more').waitFor();
      await heading(page, 'Forgot your password?');
    });

    it('says which rule a password breaks', async () => {
      const page = await visit('/reset-password.html?token=x');
      await field(page, 'New password').fill('himalaya');
      await field(page, 'The same once more').fill('himalaya');
      await page.getByRole('button', { name: 'Save the new password' }).click();
      await page.getByRole('alert').getByText('at least one digit').waitFor();
    });
  });

  describe('operator-login.html', () => {
    const enterCode = async (page: WatchedPage['page'], code: string): Promise<void> => {
      await field(page, 'Code').fill(code);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
    };
    const signIn = async (page: WatchedPage['page'], email: string, password: string): Promise<void> => {
      await field(page, 'E-mail address').fill(email);
      await field(page, 'Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };

    it('registers a company, asks for the code, and signs in without one from then on', async () => {
      const page = await visit('/operator-login.html');
      await page.getByRole('button', { name: 'Register your bus company' }).click();
      await heading(page, 'Register your bus company');
      await field(page, 'Company name').fill('Blue Sky');
      await field(page, 'Your full name').fill('Sita Rai');
      await field(page, 'E-mail address').fill('sita.rai@example.com');
      await field(page, 'Password').fill('secret-123');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      await heading(page, 'Enter the code we mailed you');
      expect(await page.locator('#code-email').innerText()).to.equal('sita.rai@example.com');

      const code = codeFor('sita.rai@example.com');
      await enterCode(page, code === '000000' ? '000001' : '000000');
      await page.getByRole('alert').getByText(/Try 1 of 5/).waitFor();
      await page.getByRole('button', { name: 'send a new code' }).click();
      await page.getByRole('alert').getByText('A new code is on its way').waitFor();
      await enterCode(page, codeFor('sita.rai@example.com'));
      await heading(page, 'You are signed in');
      expect(await page.locator('dl').innerText()).to.contain('Sita Rai').and.contain('sita.rai@example.com').and.contain('Bus company');

      await page.reload();
      await heading(page, 'You are signed in');
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByRole('alert').getByText('You are signed out').waitFor();
      await signIn(page, 'sita.rai@example.com', 'secret-123');
      await heading(page, 'You are signed in');
    });

    it('signs out on all devices, and then every device has to sign in again', async () => {
      await api.post('/api/auth/register', { full_name: 'Hari KC', company_name: 'Everest', email: 'hari@example.com', password: 'secret-123' });
      const [one, other] = [await visit('/operator-login.html'), await visit('/operator-login.html')];
      for (const page of [one, other]) {
        await signIn(page, 'hari@example.com', 'secret-123');
        await heading(page, 'Enter the code we mailed you');
        await enterCode(page, codeFor('hari@example.com'));
        await heading(page, 'You are signed in');
      }
      await one.getByRole('button', { name: 'Sign out on all devices' }).click();
      await heading(one, 'Sign in');
      await other.reload();
      await other.getByRole('alert').getByText('You were signed out').waitFor();
    });

    it('renews a session that has run out, and ends one that can\'t be renewed', async () => {
      await api.post('/api/auth/register', { full_name: 'Gita KC', company_name: 'Himal', email: 'gita@example.com', password: 'secret-123' });
      const page = await visit('/operator-login.html');
      await signIn(page, 'gita@example.com', 'secret-123');
      await heading(page, 'Enter the code we mailed you');
      await enterCode(page, codeFor('gita@example.com'));
      await heading(page, 'You are signed in');
      api.clock.advance(60);
      await page.reload();
      await heading(page, 'You are signed in');
      api.clock.advance(8 * 24 * 60);
      await page.reload();
      await heading(page, 'Sign in');
    });

    it('lets an administrator in by password', async () => {
      const page = await visit('/operator-login.html');
      await field(page, 'an administrator').check();
      await signIn(page, 'anil@example.com', 'secret-123');
      await heading(page, 'You are signed in');
      expect(await page.locator('#who-role').innerText()).to.equal('Administrator');
    });

    it('says what is wrong with a sign-in', async () => {
      const page = await visit('/operator-login.html');
      await signIn(page, 'anil@example.com', 'wrong');
      await page.getByRole('alert').getByText(/Attempt 1 of 5/).waitFor();
      await signIn(page, 'anil@example.com', 'secret-123');
      await page.getByRole('alert').getByText(/may not sign in to the operator portal/).waitFor();
    });

    it('goes to Google and comes back with a code to enter, and the second time without', async () => {
      provider.person = { email: 'maya@example.com', email_verified: true, name: 'Maya Tamang' };
      const page = await visit('/operator-login.html');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await heading(page, 'Enter the code we mailed you');
      expect(page.url()).to.equal(`${api.url}/operator-login.html`);
      await enterCode(page, codeFor('maya@example.com'));
      await heading(page, 'You are signed in');
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await heading(page, 'Sign in');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await heading(page, 'You are signed in');
      expect(await page.locator('dl').innerText()).to.contain('Maya Tamang');
      expect(page.url()).to.equal(`${api.url}/operator-login.html`);
    });

    it('takes what a fragment brings out of the address bar, and shows it as text', async () => {
      const page = await visit(`/operator-login.html#${new URLSearchParams({ gerror: 'Cancelled. <img src=x onerror=alert(1)>' }).toString()}`);
      await page.getByRole('alert').getByText('Cancelled. <img').waitFor();
      expect(page.url()).to.equal(`${api.url}/operator-login.html`);
      await page.goto(`${api.url}/operator-login.html#gticket=abc&gemail=x%40example.com`);
      await heading(page, 'Enter the code we mailed you');
      expect(page.url()).to.equal(`${api.url}/operator-login.html`);
      await enterCode(page, '123456');
      await page.getByRole('alert').getByText('has expired').waitFor();
      await heading(page, 'Sign in');
      await page.goto(`${api.url}/operator-login.html#gaccess=forged&grefresh=forged&gname=x&gemail=y`);
      await page.getByRole('alert').getByText('You were signed out').waitFor();
      expect(page.url()).to.equal(`${api.url}/operator-login.html`);
    });
  });

  it('say in a sentence when the service is not reached', async () => {
    const page = await visit('/operator-login.html');
    await page.route('**/api/**', (route) => route.abort());
    await field(page, 'E-mail address').fill('sita@example.com');
    await field(page, 'Password').fill('secret-123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('could not be reached').waitFor();
    opened.at(-1)!.faults.length = 0;
  });

  it('have a front page whose links lead somewhere', async () => {
    const page = await visit('/');
    await heading(page, 'Bus Ticket is running');
    const links: string[] = await page.evaluate('Array.from(document.links, (link) => link.href)');
    expect(links.length).to.be.above(3);
    for (const link of links) expect((await fetch(link)).status, link).to.equal(200);
  });
});

import { expect } from 'chai';
import * as refusals from '../../core/accounts/refusals.ts';
import type { WatchedPage } from '../support/browser.ts';
import { onPages } from '../support/pages.ts';

onPages('operator-login.html', (there) => {
  const { visit, field, heading, codeFor, linkTo } = there;
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
    await page
      .getByRole('alert')
      .getByText(/Try 1 of 5/)
      .waitFor();
    await page.getByRole('button', { name: 'send a new code' }).click();
    await page.getByRole('alert').getByText('A new code is on its way').waitFor();
    await enterCode(page, codeFor('sita.rai@example.com'));
    await heading(page, 'You are signed in');
    expect(await page.locator('dl').innerText())
      .to.contain('Sita Rai')
      .and.contain('sita.rai@example.com')
      .and.contain('Bus company');

    await page.reload();
    await heading(page, 'You are signed in');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('alert').getByText('You are signed out').waitFor();
    await signIn(page, 'sita.rai@example.com', 'secret-123');
    await heading(page, 'You are signed in');
  });

  it('signs out on all devices, and then every device has to sign in again', async () => {
    await there.api.post('/api/auth/register', {
      full_name: 'Hari KC',
      company_name: 'Everest',
      email: 'hari@example.com',
      password: 'secret-123',
    });
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

  it("renews a session that has run out, and ends one that can't be renewed", async () => {
    await there.api.post('/api/auth/register', {
      full_name: 'Gita KC',
      company_name: 'Himal',
      email: 'gita@example.com',
      password: 'secret-123',
    });
    const page = await visit('/operator-login.html');
    await signIn(page, 'gita@example.com', 'secret-123');
    await heading(page, 'Enter the code we mailed you');
    await enterCode(page, codeFor('gita@example.com'));
    await heading(page, 'You are signed in');
    there.api.clock.advance(60);
    await page.reload();
    await heading(page, 'You are signed in');
    there.api.clock.advance(8 * 24 * 60);
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
    await page
      .getByRole('alert')
      .getByText(/Attempt 1 of 5/)
      .waitFor();
    await signIn(page, 'anil@example.com', 'secret-123');
    await page
      .getByRole('alert')
      .getByText(/may not sign in to the operator portal/)
      .waitFor();
  });

  it('goes to Google and comes back with a code to enter, and the second time without', async () => {
    there.provider.person = { email: 'maya@example.com', email_verified: true, name: 'Maya Tamang' };
    const page = await visit('/operator-login.html');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await heading(page, 'Enter the code we mailed you');
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
    await enterCode(page, codeFor('maya@example.com'));
    await heading(page, 'You are signed in');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await heading(page, 'Sign in');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await heading(page, 'You are signed in');
    expect(await page.locator('dl').innerText()).to.contain('Maya Tamang');
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
  });

  it("heeds no link to itself that pretends to come from Google: it would have a stranger's device trusted", async () => {
    await there.api.post('/api/auth/register', {
      full_name: 'Mira KC',
      company_name: 'Lumbini',
      email: 'mira@example.com',
      password: 'secret-123',
    });
    const thief = (device_id: string) =>
      there.api.post('/api/auth/login', {
        portal: 'operator',
        email: 'mira@example.com',
        password: 'secret-123',
        device_id,
      });
    const { ticket } = (await thief('of the thief')).json;
    const link = `/operator-login.html#${new URLSearchParams({ gticket: ticket, gemail: 'mira@example.com', gnonce: '' }).toString()}`;

    const page = await visit(link);
    await page.getByRole('alert').getByText('not started in this window').waitFor();
    await heading(page, 'Sign in');
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);

    // Nor while this tab waits for an answer of its own.
    await page.route('**/api/auth/google/start?*', (route) => route.abort());
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    for (const gnonce of ['', 'guessed']) {
      await page.goto(`${there.api.url}${link}${gnonce}`);
      await page.getByRole('alert').getByText('not started in this window').waitFor();
      expect(await page.getByLabel('Code').filter({ visible: true }).count()).to.equal(0);
    }
    await page.evaluate(
      `location.hash = ${JSON.stringify(new URLSearchParams({ gaccess: 'a', grefresh: 'b' }).toString())}`,
    );
    await page.getByRole('alert').getByText('not started in this window').waitFor();
    expect(await page.evaluate("sessionStorage.getItem('session')")).to.equal(null);
    there.forgiveFaults();
  });

  it('trusts no device that another site names in a link to the start of the sign-in', async () => {
    there.provider.person = { email: 'mina@example.com', email_verified: true, name: 'Mina KC' };
    const page = await visit('/operator-login.html');
    const start = `${there.api.url}/api/auth/google/start?${new URLSearchParams({ device_id: 'of the thief', next: `${there.api.url}/` }).toString()}`;
    await page.route('http://evil.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${start}">Win a bus</a>` }),
    );
    await page.goto('http://evil.example/');
    await page.getByRole('link').click();
    await page.waitForURL(`${there.api.url}/#gticket=*`);
    const ticket = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('gticket');
    const { json } = await there.api.post('/api/auth/verify-otp', { ticket, code: codeFor('mina@example.com') });
    expect(
      await there.api.dependencies.transact(({ devices }) =>
        devices.isTrusted(json.user.id, 'of the thief', there.api.clock()),
      ),
    ).to.equal(false);
    there.forgiveFaults();
  });

  it('tells in its own words what went wrong at Google, and never in those of its address', async () => {
    there.provider.person = { email: 'maya@example.com', email_verified: false };
    const page = await visit('/operator-login.html');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByRole('alert').getByText('has not verified').waitFor();
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
    for (const gcode of ['', 'GOOGLE_ADMIN', 'constructor', '<b>Call us</b>']) {
      await page.goto('about:blank');
      await page.goto(
        `${there.api.url}/operator-login.html#${new URLSearchParams({ gerror: 'Call 9812345678 <img src=x onerror=alert(1)>', gcode }).toString()}`,
      );
      await page.getByRole('alert').getByText('The sign-in with Google did not work. Please start again.').waitFor();
      expect(await page.locator('body').innerText()).not.to.match(/Call|98123/);
      expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
    }
  });

  it('knows a sentence for every problem that sign-in with Google can end with', async () => {
    const script = (await there.api.get('/pages/operator-login.js')).text;
    const codes = Object.values(refusals)
      .flatMap((refuse) => ('code' in refuse ? [refuse.code] : []))
      .filter((code) => code.startsWith('GOOGLE_'));
    expect(codes).to.include('GOOGLE_UNVERIFIED').and.have.length.above(5);
    for (const code of [...codes, 'ACCOUNT_NOT_ACTIVE', 'CODE_NOT_SENT']) {
      expect(script, code).to.match(new RegExp(`\\b${code}:\\s+'`));
    }
  });

  it('mails a link to an operator who forgot the password, and sets a new one with it, once', async () => {
    await there.api.post('/api/auth/register', {
      full_name: 'Dipa KC',
      company_name: 'Koshi',
      email: 'dipa@example.com',
      password: 'secret-123',
    });
    const page = await visit('/operator-login.html');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await heading(page, 'Forgot your password?');
    await field(page, 'E-mail address').fill('dipa@example.com');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await heading(page, 'Check your mail');
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await heading(page, 'Sign in');
    const link = await linkTo('dipa@example.com');
    expect(link.startsWith(`${there.api.url}/operator-login.html?token=`)).to.equal(true);

    const choose = async (password: string, again = password): Promise<void> => {
      await field(page, 'New password').fill(password);
      await field(page, 'Repeat the new password').fill(again);
      await page.getByRole('button', { name: 'Save the new password' }).click();
    };
    await page.goto(link);
    await heading(page, 'Choose a new password');
    await choose('himal6', 'himal7');
    await page.getByRole('alert').getByText('not the same').waitFor();
    await choose('himal6');
    await page.getByRole('alert').getByText('Your password is changed').waitFor();
    await heading(page, 'Sign in');
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
    await signIn(page, 'dipa@example.com', 'himal6');
    await heading(page, 'Enter the code we mailed you');

    await page.goto(link);
    await choose('himal8');
    await page.getByRole('alert').getByText('not valid any more').waitFor();
    await heading(page, 'Forgot your password?');
  });

  it('takes what a fragment brings out of the address bar', async () => {
    const page = await visit('/operator-login.html');
    await page.evaluate("sessionStorage.setItem('google-nonce', 'one')");
    await page.evaluate("location.hash = 'gnonce=one&gticket=abc&gemail=x%40example.com'");
    await heading(page, 'Enter the code we mailed you');
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
    await enterCode(page, '123456');
    await page.getByRole('alert').getByText('has expired').waitFor();
    await heading(page, 'Sign in');
    await page.evaluate("location.hash = 'gnonce=one&gticket=abc'");
    await page.getByRole('alert').getByText('not started in this window').waitFor();
    await page.evaluate("sessionStorage.setItem('google-nonce', 'two')");
    await page.evaluate("location.hash = 'gnonce=two&gaccess=forged&grefresh=forged&gname=x&gemail=y'");
    await page.getByRole('alert').getByText('You were signed out').waitFor();
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
  });
});

import { expect } from 'chai';
import * as refusals from '../../core/accounts/refusals.ts';
import { entrance } from '../../web/words/en/portal/accounts.ts';
import type { WatchedPage } from '../support/browser.ts';
import { onPages } from '../support/pages.ts';
import { staffOn } from '../support/staff.ts';

type Page = WatchedPage['page'];

const LOGIN = '/operator-login.html';

onPages('signing in to the portal', (there) => {
  const { visit, field, heading, codeFor, linkTo } = there;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').getByText(text).waitFor();
  const isIn = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  const askedForCode = (page: Page) => heading(page, 'Enter the code');
  const signInForm = (page: Page) => heading(page, 'Sign in to the portal');

  const enterCode = async (page: Page, code: string): Promise<void> => {
    await field(page, 'Code').fill(code);
    await press(page, 'Verify');
  };
  const signIn = async (page: Page, email: string, password: string): Promise<void> => {
    await field(page, 'E-mail').fill(email);
    await field(page, 'Password').fill(password);
    await press(page, 'Sign in');
  };
  const registered = (full_name: string, email: string) =>
    there.api.post('/api/auth/register', { full_name, company_name: 'Blue Sky', email, password: 'secret-123' });

  it('a company registers, and stays on the code page until the mailed code is entered correctly', async () => {
    const page = await visit('/portal');
    await page.getByRole('link', { name: 'Register your bus company' }).click();
    await field(page, 'Company name').fill('Blue Sky');
    await field(page, 'Your full name').fill('Sita Rai');
    await field(page, 'E-mail').fill('sita.rai@example.com');
    await field(page, 'Password').fill('12345');
    await press(page, 'Register');
    await page.locator('.field-error', { hasText: 'at least 6 characters' }).waitFor();
    await field(page, 'Password').fill('secret-123');
    await press(page, 'Register');
    await askedForCode(page);
    await page.getByText('sita.rai@example.com').waitFor();

    const code = codeFor('sita.rai@example.com');
    await enterCode(page, code === '000000' ? '000001' : '000000');
    await alert(page, /Try 1 of 5/);
    await press(page, 'Send a new code');
    await page.getByRole('status').getByText('A new code is on its way').waitFor();
    await enterCode(page, codeFor('sita.rai@example.com'));
    await heading(page, 'Today');
    await page.reload();
    await heading(page, 'Today');
  });

  it('a portal sign-in on a trusted computer needs no code', async () => {
    await registered('Sarita KC', 'sarita@example.com');
    const page = await visit('/portal');
    await page.getByRole('checkbox', { name: 'Trust this computer' }).check();
    await signIn(page, 'sarita@example.com', 'secret-123');
    await askedForCode(page);
    await enterCode(page, codeFor('sarita@example.com'));
    await isIn(page);
    await press(page, 'Sign out');
    await signInForm(page);
    // The page has cleared the checkbox again, because the next person may not be the same.
    const tick = page.getByRole('checkbox', { name: 'Trust this computer' });
    expect(await tick.isChecked()).to.equal(false);
    await tick.check();
    await signIn(page, 'sarita@example.com', 'secret-123');
    await isIn(page);
  });

  it('a portal sign-in leads to the page that was opened before signing in', async () => {
    await registered('Nima Sherpa', 'nima@example.com');
    const page = await visit('/portal/devices');
    await signIn(page, 'nima@example.com', 'secret-123');
    await askedForCode(page);
    await enterCode(page, codeFor('nima@example.com'));
    await heading(page, 'Devices');
  });

  it('a sign-out everywhere makes every device sign in again', async () => {
    await registered('Hari KC', 'hari@example.com');
    const [one, other] = [await visit('/portal/account'), await visit('/portal/account')];
    for (const page of [one, other]) {
      await signIn(page, 'hari@example.com', 'secret-123');
      await askedForCode(page);
      await enterCode(page, codeFor('hari@example.com'));
      await heading(page, 'Account');
    }
    const typing = await visit('/portal/company');
    await signIn(typing, 'hari@example.com', 'secret-123');
    await askedForCode(typing);
    await enterCode(typing, codeFor('hari@example.com'));
    await field(typing, 'Company name').fill('Blue Sky and Sons');
    await press(one, 'Sign out on all devices');
    await signInForm(one);
    await typing.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    // A sign-in with Google leaves the page, so the page promises no more than is true.
    await alert(typing, 'What you typed is kept if you sign in with your password.');
    await other.reload();
    await signInForm(other);
    // Nothing was typed here, so the page promises nothing.
    await other.getByRole('alert').getByText('Your session was ended elsewhere').waitFor();
    expect(await other.getByText('What you typed is kept').count()).to.equal(0);
  });

  it('an administrator signs in with a password on the same form as companies', async () => {
    const page = await visit('/portal');
    await signIn(page, 'anil@example.com', 'secret-123');
    await page.getByRole('navigation', { name: 'Administration' }).waitFor();
  });

  it('a failed portal sign-in shows the reason', async () => {
    const page = await visit(LOGIN);
    await signIn(page, 'anil@example.com', 'wrong');
    await alert(page, /Attempt 1 of 5/);
    await signIn(page, 'asha@example.com', 'himal-2026');
    await alert(page, /may not sign in to the operator portal/);
    await page.route('**/api/**', (route) => route.abort());
    await press(page, 'Sign in');
    await alert(page, 'could not be reached');
    there.forgiveFaults();
  });

  it('a first Google sign-in on a device asks for a mailed code, and the second does not', async () => {
    there.provider.person = { email: 'maya@example.com', email_verified: true, name: 'Maya Tamang' };
    const page = await visit(LOGIN);
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await askedForCode(page);
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
    await enterCode(page, codeFor('maya@example.com'));
    await isIn(page);
    await press(page, 'Sign out');
    await signInForm(page);
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await isIn(page);
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('Maya Tamang').waitFor();
  });

  it('a forged link that imitates Google’s answer is ignored, and makes no device trusted', async () => {
    await there.api.post('/api/auth/register', {
      full_name: 'Mira KC',
      company_name: 'Lumbini',
      email: 'mira@example.com',
      password: 'secret-123',
    });
    const signInOnDevice = (device_id: string) =>
      there.api.post('/api/auth/login', {
        portal: 'operator',
        email: 'mira@example.com',
        password: 'secret-123',
        device_id,
      });
    const { ticket } = (await signInOnDevice('of the thief')).json;
    const link = `/operator-login.html#${new URLSearchParams({ gticket: ticket, gemail: 'mira@example.com', gnonce: '' }).toString()}`;

    const page = await visit(link);
    await alert(page, 'not started in this window');
    await signInForm(page);
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);

    // The page refuses Google's answer without this tab's nonce, even while this tab waits for an answer.
    await page.route('**/api/auth/google/start?*', (route) => route.abort());
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    for (const gnonce of ['', 'guessed']) {
      await page.goto(`${there.api.url}${link}${gnonce}`);
      await alert(page, 'not started in this window');
      expect(await page.getByRole('textbox', { name: 'Code' }).filter({ visible: true }).count()).to.equal(0);
    }
    await page.evaluate(
      `location.hash = ${JSON.stringify(new URLSearchParams({ gaccess: 'a', grefresh: 'b' }).toString())}`,
    );
    await alert(page, 'not started in this window');
    expect(await page.evaluate("localStorage.getItem('portal-session')")).to.equal(null);
    there.forgiveFaults();
  });

  it('a link on another site that starts a Google sign-in makes no device trusted', async () => {
    there.provider.person = { email: 'mina@example.com', email_verified: true, name: 'Mina KC' };
    const page = await visit(LOGIN);
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

  it('a failed Google sign-in shows a fixed sentence, and never text from the URL', async () => {
    there.provider.person = { email: 'maya@example.com', email_verified: false };
    const page = await visit(LOGIN);
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

  it('a failed Google sign-in shows a separate sentence for every error code', () => {
    const codes = Object.values(refusals)
      .flatMap((refuse) => ('code' in refuse ? [refuse.code] : []))
      .filter((code) => code.startsWith('GOOGLE_'));
    expect(codes).to.include('GOOGLE_UNVERIFIED').and.have.length.above(5);
    expect(entrance.googleProblems).to.include.keys(...codes, 'ACCOUNT_NOT_ACTIVE', 'CODE_NOT_SENT');
  });

  it('a forgotten portal password can be reset only once with the mailed link', async () => {
    await registered('Dipa KC', 'dipa@example.com');
    const page = await visit('/portal');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await press(page, 'Send me the link');
    await page.getByText('Please fill this in.').waitFor({ timeout: 5_000 });
    await field(page, 'E-mail').fill('dipa@example.com');
    await press(page, 'Send me the link');
    await heading(page, 'Check your mail');
    await page.getByRole('link', { name: 'Back to signing in' }).click();
    await signInForm(page);
    const link = await linkTo('dipa@example.com');
    expect(link.startsWith(`${there.api.url}${LOGIN}?token=`)).to.equal(true);

    const choose = async (password: string, again = password): Promise<void> => {
      await field(page, 'New password').fill(password);
      await field(page, 'Repeat the new password').fill(again);
      await press(page, 'Save the new password');
    };
    await page.goto(link);
    await heading(page, 'Choose a new password');
    await choose('himal6', 'himal7');
    await page.getByText('not the same').waitFor();
    await choose('himal6');
    await alert(page, 'Your password is changed');
    expect(page.url()).to.equal(`${there.api.url}${LOGIN}`);
    await signIn(page, 'dipa@example.com', 'himal6');
    await askedForCode(page);

    await page.goto(link);
    await choose('himal8');
    await alert(page, 'Ask for a new one');
    await signInForm(page);
  });

  it('a Google sign-in’s result after “#” is removed from the address bar', async () => {
    const page = await visit(LOGIN);
    await page.evaluate("sessionStorage.setItem('google-nonce', 'one')");
    await page.evaluate("location.hash = 'gnonce=one&gticket=abc&gemail=x%40example.com'");
    await askedForCode(page);
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
    await enterCode(page, '123456');
    await page.getByRole('alert').getByText('has expired').waitFor();
    await signInForm(page);
    await page.evaluate("location.hash = 'gnonce=one&gticket=abc'");
    await alert(page, 'not started in this window');
    await page.evaluate("sessionStorage.setItem('google-nonce', 'two')");
    await page.evaluate("location.hash = 'gnonce=two&gaccess=forged&grefresh=forged&gname=x&gemail=y'");
    await alert(page, 'did not work');
    expect(page.url()).to.equal(`${there.api.url}/operator-login.html`);
  });

  describe('invitations', () => {
    it('an invitation’s page sets the new member’s password and leads to the sign-in', async () => {
      const { owner, invite, linkFor } = staffOn(() => there.api);
      await invite(await owner(), { email: 'ram@example.com' });
      const { href: link } = await linkFor('ram@example.com');
      const page = await visit(link.replace(there.api.url, ''));
      await heading(page, 'Join the staff');
      await field(page, 'Choose a password').fill('12345');
      await field(page, 'Repeat the password').fill('1234');
      await press(page, 'Accept the invitation');
      await page.getByText('not the same').waitFor();
      await field(page, 'Repeat the password').fill('12345');
      await press(page, 'Accept the invitation');
      await page.locator('.field-error', { hasText: 'at least 6 characters' }).waitFor();
      await field(page, 'Choose a password').fill('secret-123');
      await field(page, 'Repeat the password').fill('secret-123');
      await press(page, 'Accept the invitation');
      await heading(page, 'Welcome to the staff');
      expect(page.url()).not.to.contain('token');
      await page.getByText('ram@example.com').waitFor();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await signInForm(page);

      await page.goto(link);
      await press(page, 'Accept the invitation');
      await heading(page, 'This link does not work');
    });

    it('an invitation’s page without a token in its URL says that the link does not work', async () => {
      await heading(await visit('/portal/join'), 'This link does not work');
    });
  });
});

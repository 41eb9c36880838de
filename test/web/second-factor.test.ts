import { expect } from 'chai';
import type { WatchedPage } from '../support/browser.ts';
import { onPages } from '../support/pages.ts';
import { anAdmin } from '../support/people.ts';
import { CRYPTO } from '../support/crypto.ts';
import { codeOf } from '../support/totp.ts';

type Page = WatchedPage['page'];

onPages('an authenticator app in the portal', (there) => {
  const { visit, field, heading } = there;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').getByText(text).waitFor();
  const clock = () => there.api.clock();
  const region = (page: Page) => page.getByRole('region', { name: 'Second factor' });
  const recoveryCodes = (page: Page) =>
    page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();

  const someAdmin = async (email: string): Promise<void> => {
    await anAdmin(there.api.dependencies, { email, passwordHash: await CRYPTO.passwords.hash('secret-123') });
  };
  const signIn = async (page: Page, email: string): Promise<void> => {
    await field(page, 'E-mail').fill(email);
    await field(page, 'Password').fill('secret-123');
    await press(page, 'Sign in');
  };
  const isIn = (page: Page) => page.getByRole('navigation', { name: 'Administration' }).waitFor();
  /** The secret as text. Users without a camera type it into the app. */
  const shownSecret = async (page: Page): Promise<string> =>
    (await page.locator('.second-factor-secret').innerText()).replace(/\s/g, '');
  const turnOn = async (page: Page): Promise<{ readonly secret: string; readonly codes: readonly string[] }> => {
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const secret = await shownSecret(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, clock));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    return { secret, codes: await recoveryCodes(page) };
  };

  it('an authenticator app is turned on by keyboard, and its recovery codes are shown only once', async () => {
    await someAdmin('mina@example.com');
    const page = await visit('/portal/account');
    await signIn(page, 'mina@example.com');
    await press(page, 'Set up an app');
    await region(page).getByLabel('Password', { exact: true }).fill('not-it');
    await page.keyboard.press('Enter');
    await alert(page, /Attempt 1 of 5/);
    await region(page).getByLabel('Password', { exact: true }).fill('secret-123');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill('12345');
    await page.keyboard.press('Enter');
    await alert(page, /Try 1 of 5/);
    const { codes } = await turnOn(page);
    expect(codes).to.have.length(10);
    expect(await page.evaluate('document.activeElement?.textContent')).to.equal('Recovery codes');
    await press(page, 'I have kept them');
    await region(page).getByText('On. Signing in takes your password').waitFor();
    expect(await page.getByRole('list', { name: 'Recovery codes' }).count()).to.equal(0);
    await page.reload();
    await region(page).getByText('On. Signing in takes your password').waitFor();
    expect(await page.locator('main').innerText()).not.to.contain(codes[0]!);
  });

  it('an authenticator app’s QR code and phone link come before the key to type and the code field', async () => {
    await someAdmin('sita@example.com');
    const page = await visit('/portal/account');
    await signIn(page, 'sita@example.com');
    await press(page, 'Set up an app');
    await region(page).getByLabel('Password', { exact: true }).fill('secret-123');
    await press(page, 'Go on');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const order = await region(page)
      .locator('.qr-code, a[href^="otpauth://totp/"], .second-factor-secret, input')
      .evaluateAll((all) => all.map((element) => element.tagName.toLowerCase()));
    expect(order).to.deep.equal(['svg', 'a', 'p', 'input']);
  });

  it('an authenticator app’s code is asked for at the next sign-in, and a recovery code is accepted in its place', async () => {
    await someAdmin('rina@example.com');
    const page = await visit('/portal/account');
    await signIn(page, 'rina@example.com');
    await press(page, 'Set up an app');
    await region(page).getByLabel('Password', { exact: true }).fill('secret-123');
    await press(page, 'Go on');
    const { secret, codes } = await turnOn(page);
    await press(page, 'I have kept them');
    await press(page, 'Sign out');

    await signIn(page, 'rina@example.com');
    await heading(page, 'Enter the code');
    await page.getByText('six digits that your authenticator app shows').waitFor();
    expect(await page.getByRole('button', { name: 'Send a new code' }).count()).to.equal(0);
    await page.getByRole('textbox', { name: 'Code' }).fill('12345');
    await press(page, 'Verify');
    await alert(page, /Try 1 of 5/);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, clock, 1));
    await press(page, 'Verify');
    await isIn(page);
    await press(page, 'Sign out');

    await signIn(page, 'rina@example.com');
    await page.getByRole('textbox', { name: 'Code' }).fill('12345');
    await press(page, 'Use a recovery code');
    expect(await page.getByRole('textbox', { name: 'Code' }).inputValue()).to.equal('');
    expect(await page.getByRole('textbox', { name: 'Code' }).getAttribute('inputmode')).to.equal('text');
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0]!.toUpperCase());
    await press(page, 'Verify');
    await isIn(page);

    await page.getByRole('link', { name: 'Account' }).click();
    await press(page, 'Turn off');
    await region(page).getByLabel('Password', { exact: true }).fill('secret-123');
    await region(page).getByRole('textbox', { name: 'Code' }).fill(codes[1]!);
    await press(page, 'Turn off');
    await page.getByRole('button', { name: 'Set up an app' }).waitFor();
  });
});

onPages(
  'an authenticator app that administrators need',
  (there) => {
    const { visit, field, heading } = there;

    it('an authenticator app is set up at the first sign-in, which continues after the recovery codes are saved', async () => {
      const page = await visit('/portal');
      await field(page, 'E-mail').fill('anil@example.com');
      await field(page, 'Password').fill('secret-123');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await heading(page, 'Set up an authenticator app');
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      const secret = (await page.locator('.second-factor-secret').innerText()).replace(/\s/g, '');
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, () => there.api.clock()));
      await page.getByRole('button', { name: 'Turn on' }).click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await codes.first().waitFor();
      expect(await codes.count()).to.equal(10);
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await page.getByRole('navigation', { name: 'Administration' }).waitFor();
    });
  },
  { ADMIN_TOTP: 'required' },
);

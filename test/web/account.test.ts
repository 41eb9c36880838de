import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http.ts';
import { expectAccessible, hasFocus, onWeb, pressOn } from '../support/web.ts';

let people = 0;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

/** A red picture of 2 by 2 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

onWeb("a passenger's account", (web) => {
  const somebody = () => {
    people += 1;
    return { full_name: 'Asha Gurung', email: `traveller${people}@example.com`, password: 'himal-2026' };
  };
  const register = async (): Promise<Json> => (await web.api.post('/api/passenger/register', somebody())).json;
  const linkTo = async (email: string): Promise<string> => {
    const links = () => web.api.mailer.sent.flatMap((mail) => ('link' in mail && mail.to === email ? [mail.link] : []));
    await eventually(() => links().length > 0);
    return links().at(-1)!;
  };

  for (const language of ['en', 'ne'] as const)
    it(`the registration form shows each of four errors beside its field at once, in ${language}`, async () => {
      const page = await web.visit('/register', { language });
      const form = page.getByRole('main').locator('form');
      await form.locator('input[type=email]').fill('x');
      await form.locator('input[type=tel]').fill('९८१२');
      await form.locator('input[type=password]').fill('himal');
      await page.keyboard.press('Enter');
      await form.locator('.field-error').nth(3).waitFor();
      expect(await form.locator('[aria-invalid=true]').count()).to.equal(4);
      // An empty field asks to be filled in, and does not call its content wrong.
      await form.getByText(language === 'ne' ? 'यो भर्नुहोस्।' : 'Please fill this in.').waitFor();
      await form.locator('input').first().fill('Asha');
      await form.locator('.field-error').nth(3).waitFor({ state: 'detached' });
      await expectAccessible(page);
    });

  it('a passenger creates and confirms an account by keyboard alone, and returns to the page before the sign-in', async () => {
    const { email } = somebody();
    const page = await web.visit('/trips?origin=Kathmandu&destination=Pokhara&date=2026-11-22');
    await heading(page, 'Kathmandu to Pokhara');
    await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }), 'Enter');
    await heading(page, 'Sign in');
    await expectAccessible(page);
    await pressOn(page, page.getByRole('link', { name: 'Create an account' }), 'Enter');
    await heading(page, 'Create an account');
    await pressOn(page, field(page, 'Full name'), 'Tab');
    await pressOn(page, button(page, 'Create account'), 'Enter');
    await page.getByText('Please fill this in.').first().waitFor();
    expect(await hasFocus(field(page, 'Full name'))).to.equal(true);
    await expectAccessible(page);
    await page.keyboard.type('Asha Gurung');
    await field(page, 'E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Phone' }).fill('९८१२');
    await field(page, 'Password').fill('himal-2026');
    await page.keyboard.press('Enter');
    await page.getByText('10 digits that begin with 97 or 98').last().waitFor();
    await page.getByRole('textbox', { name: 'Phone' }).fill('९८१२३४५६७८');
    await page.keyboard.press('Enter');
    await heading(page, 'Confirm your e-mail');
    await expectAccessible(page);
    await field(page, 'Code').fill(await web.codeFor(email));
    await page.keyboard.press('Enter');
    await heading(page, 'Kathmandu to Pokhara');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).waitFor();
    const signedIn = await web.api.post('/api/passenger/login', { identifier: '9812345678', password: 'himal-2026' });
    expect(signedIn.json.user).to.deep.include({ email, email_verified: true });
  });

  it('a passenger can sign in after a wrong password, with the phone number in any spelling', async () => {
    const person = { ...somebody(), phone: '9841000001' };
    await web.api.post('/api/passenger/register', person);
    const page = await web.visit('/sign-in?next=//evil.test/');
    await page.getByRole('link', { name: 'Use e-mail and password' }).click();
    await field(page, 'E-mail or phone').fill('+977 984-1000001');
    await field(page, 'Password').fill('wrong-2026');
    await button(page, 'Sign in').click();
    await page.getByRole('alert').getByText('Attempt 1 of').waitFor();
    expect(await field(page, 'E-mail or phone').inputValue()).to.equal('+977 984-1000001');
    await button(page, 'Show').click();
    expect(await field(page, 'Password').getAttribute('type')).to.equal('text');
    await field(page, 'Password').fill(person.password);
    await button(page, 'Sign in').click();
    await page.waitForURL(`${web.api.url}/bookings`);
  });

  it('a passenger can set a new password only once with the mailed link', async () => {
    const { user } = await register();
    const page = await web.visit('/sign-in');
    await page.getByRole('link', { name: 'Use e-mail and password' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Forgot your password?');
    await expectAccessible(page);
    await field(page, 'E-mail').fill(user.email as string);
    await button(page, 'Send me the link').click();
    await heading(page, 'Check your mail');

    const link = await linkTo(user.email as string);
    expect(link.startsWith(`${web.api.url}/reset-password.html?token=`)).to.equal(true);
    await page.goto(link);
    await heading(page, 'Choose a new password');
    await expectAccessible(page);
    const save = async (password: string, again = password): Promise<void> => {
      await field(page, 'New password').fill(password);
      await field(page, 'Repeat the new password').fill(again);
      await button(page, 'Save the new password').click();
    };
    await field(page, 'New password').fill('himal');
    expect(await page.locator('.rule.met').count(), 'a password too short and without a digit').to.equal(0);
    await field(page, 'New password').fill('himalaya');
    await page.locator('.rule.met').getByText('At least 8 characters').waitFor();
    expect(await page.locator('.rule.met').count(), 'a digit is missing').to.equal(1);
    await save('himalaya');
    await page.getByText('at least one digit').first().waitFor();
    await save('himal-2027', 'himal-2028');
    await page.getByRole('alert').getByText('not the same').waitFor();
    await save('himal-2027');
    await heading(page, 'Your password is changed');
    expect(page.url()).not.to.contain('token');
    const credentials = { identifier: user.email as string, password: 'himal-2027' };
    expect((await web.api.post('/api/passenger/login', credentials)).status).to.equal(200);

    await page.goto(link);
    await save('himal-2029');
    await page.getByRole('alert').getByText('not valid any more').waitFor();
    await heading(page, 'Forgot your password?');
    expect(page.url()).not.to.contain('token');
  });

  for (const looks of [
    { width: 360, language: 'en', dark: true },
    { width: 1280, language: 'ne', dark: false },
  ] as const)
    it(`the account pages are accessible, ${looks.width} px wide, in ${looks.language}`, async () => {
      const person = await web.person({ ...looks, session: await register() });
      for (const path of ['/profile']) {
        const page = await person.open(path);
        await page.getByRole('textbox').first().waitFor();
        await expectAccessible(page);
      }
      for (const path of ['/register', '/reset-password.html?token=x']) {
        const page = await web.visit(path, looks);
        await page.getByRole('textbox').first().waitFor();
        await expectAccessible(page);
      }
    });

  it('the profile asks for the password before it saves another phone number long after the sign-in', async () => {
    const session = await register();
    web.api.clock.advance(11);
    const page = await (await web.person({ session })).open('/profile');
    const form = page.getByRole('form', { name: 'About you' });
    await form.getByRole('textbox', { name: 'Phone' }).fill('9841000077');
    await button(page, 'Save').click();
    await form.getByRole('status').getByText('To make sure that it is you').waitFor();
    const password = form.getByRole('textbox', { name: 'Current password' });
    expect(await hasFocus(password)).to.equal(true);
    await expectAccessible(page);
    await password.fill('wrong-2026');
    await button(page, 'Save').click();
    await form.getByRole('alert').getByText('The current password is not right.').waitFor();
    await password.fill('himal-2026');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Saved.').waitFor();
    const signedIn = await web.api.post('/api/passenger/login', { identifier: '9841000077', password: 'himal-2026' });
    expect(signedIn.status).to.equal(200);
  });

  it('a passenger changes name, picture and password, and signs out everywhere after a confirmation', async () => {
    const session = await register();
    const elsewhere = (
      await web.api.post('/api/passenger/login', { identifier: session.user.email as string, password: 'himal-2026' })
    ).json;
    const page = await (await web.person({ session })).open('/profile');
    await field(page, 'Full name').fill('Asha Gurung Magar');
    await button(page, 'Save').click();
    await page.getByRole('status').getByText('Saved.').waitFor();
    await page.getByText('Asha Gurung Magar', { exact: true }).waitFor();

    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE });
    const preview = page.getByRole('dialog', { name: 'Use this picture?' });
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('status').getByText('Your picture is changed.').waitFor();
    expect(await page.getByRole('img', { name: 'Your picture' }).getAttribute('src')).to.contain('/media/');

    await field(page, 'Current password').fill('wrong-2026');
    await field(page, 'New password').fill('himal-2030');
    await button(page, 'Save the new password').click();
    await page.getByRole('alert').getByText('The current password is not right.').waitFor();
    await field(page, 'Current password').fill('himal-2026');
    await button(page, 'Save the new password').click();
    await page.getByRole('status').getByText('Other devices are signed out').waitFor();
    expect((await web.api.get('/api/auth/me', elsewhere.access as string)).status).to.equal(401);

    await button(page, 'Sign out everywhere').click();
    const question = page.getByRole('dialog', { name: 'Sign out on all your devices?' });
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await button(page, 'Sign out everywhere').click();
    await question.getByRole('button', { name: 'Sign out everywhere' }).click();
    await heading(page, 'Where do you want to go?');
    await page.goto('/profile');
    await heading(page, 'Sign in');
    expect(new URL(page.url()).search).to.equal('?next=%2Fprofile');
  });
});

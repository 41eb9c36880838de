import { expect } from 'chai';
import { buyingOn } from '../support/buying.ts';
import { staffOn } from '../support/staff.ts';
import { expectAccessible, expectStill, onWeb } from '../support/web.ts';

const PAGES = ['/help', '/contact', '/terms', '/for-companies'];

onWeb(
  'the pages that the footer links',
  (web) => {
    const { register } = buyingOn(web);

    for (const program of ['/', '/portal', '/conductor'])
      it(`the footer of ${program} has links to help, contact, terms and the pages for companies and developers`, async () => {
        for (const [name, heading] of [
          ['Help', 'Help'],
          ['Contact', 'Contact'],
          ['Terms', 'Terms'],
          ['For companies', 'For companies'],
          ['Developers', 'Developers'],
        ] as const) {
          const page = await web.visit(program);
          await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
          await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        }
      });

    for (const [language, dark, width] of [
      ['en', false, 360],
      ['ne', true, 1280],
    ] as const)
      it(`the pages for help, contact, terms and companies are accessible and do not shift, in ${language}`, async () => {
        for (const path of PAGES) {
          const page = await web.visit(path, { language, dark, width });
          await page.getByRole('heading', { level: 1 }).waitFor();
          await expectAccessible(page);
          await expectStill(page);
        }
      });

    it('a footer link on the conductor’s pages does not leave the page while offline, and says why', async () => {
      const { context, open } = await web.person();
      const page = await open('/conductor');
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true });
      await link.waitFor();
      await context.setOffline(true);
      await link.click();
      await page.getByRole('status').getByText('with a network only').waitFor();
      expect(page.url()).to.match(/\/conductor$/);
      await context.setOffline(false);
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
    });

    it('the contact page has a link to the contact from the settings', async () => {
      const page = await web.visit('/contact');
      const link = page.getByRole('link', { name: '+977 1 4112233' });
      expect(await link.getAttribute('href')).to.equal('tel:+97714112233');
    });

    it('the page for companies leads to the form that registers a company', async () => {
      const page = await web.visit('/for-companies');
      await page.getByRole('link', { name: 'Register your company' }).click();
      await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
    });

    it('a suspended passenger reads why the sign-in fails, and the number to call', async () => {
      const { user } = await register();
      const admin = await staffOn(() => web.api).admin();
      const path = `/api/admin/users/${user.id as number}/suspend`;
      expect((await web.api.post(path, { reason: 'Test.' }, admin.token)).status).to.equal(200);
      web.forgive(/status of 403/);
      const page = await web.visit('/sign-in');
      await page.getByRole('link', { name: 'Use e-mail and password' }).click();
      await page.getByLabel('E-mail or phone').fill(user.email as string);
      await page.getByLabel('Password', { exact: true }).fill('secret-123');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const said = page.getByRole('alert').filter({ hasText: 'This account is suspended' });
      expect(await said.innerText()).to.contain('ask us: +977 1 4112233.');
    });

    for (const width of [320, 360])
      it(`the header for a signed-in passenger takes one row at ${width} px, in both languages`, async () => {
        for (const language of ['en', 'ne'] as const) {
          const page = await web.visit('/', { width, language, session: await register() });
          await page.getByRole('heading', { level: 1 }).waitFor();
          expect((await page.getByRole('banner').boundingBox())!.height, language).to.be.below(80);
        }
      });
  },
  { environment: { SUPPORT_CONTACT: '+977 1 4112233' } },
);

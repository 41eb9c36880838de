import { expect } from 'chai';
import { expectAccessible, expectStill, hasFocus, onWeb, tabTo } from '../support/web.ts';

onWeb('the frame of all pages', (web) => {
  for (const path of ['/trips', '/portal', '/conductor'])
    for (const [width, dark, language] of [
      [360, false, 'en'],
      [1280, true, 'ne'],
    ] as const)
      it(`the page ${path} is accessible and does not shift while loading, ${width} px wide, in ${language}`, async () => {
        const page = await web.visit(path, { width, dark, language });
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.locator('html').getAttribute('lang')).to.equal(language);
        await expectAccessible(page);
        await expectStill(page);
      });

  it('the portal’s sign-in form stays narrow on a wide screen', async () => {
    const page = await web.visit('/portal', { width: 1280 });
    const field = page.getByLabel('E-mail');
    await field.waitFor();
    expect((await field.boundingBox())!.width).to.be.below(450);
  });

  it('the page’s language can be chosen by keyboard, and is remembered', async () => {
    const { open } = await web.person();
    const page = await open('/portal');
    const button = page.getByRole('button', { name: 'नेपाली' });
    await tabTo(page, button);
    expect(await hasFocus(button)).to.equal(true);
    await page.keyboard.press('Enter');
    await page.locator('html[lang=ne]').waitFor();
    await (await open('/portal')).locator('html[lang=ne]').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator('html[lang=en]').waitFor();
  });
});

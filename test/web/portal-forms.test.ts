import { expect } from 'chai';
import { anUploadedDocument } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { portalsOn } from '../support/portals.ts';
import { expectAccessible, hasFocus, onWeb } from '../support/web.ts';

const WORDS = {
  en: { menu: 'Menu', company: 'Company', devices: 'Devices', fillIn: 'Please fill this in.', number: 'Number' },
  ne: { menu: 'मेनु', company: 'कम्पनी', devices: 'यन्त्र', fillIn: 'यो भर्नुहोस्।', number: 'नम्बर' },
};

onWeb('the forms and the menu of the portal', (web) => {
  for (const language of ['en', 'ne'] as const) {
    const words = WORDS[language];

    it(`the portal’s menu shows all its entries on a phone, and closes after a choice, in ${language}`, async () => {
      const { owner, at } = await aCompanyOnline(web);
      const page = await (await at(owner, { language })).open('/portal/trips');
      const menu = page.getByRole('button', { name: words.menu, exact: true });
      await menu.click();
      expect(await menu.getAttribute('aria-expanded')).to.equal('true');
      const links = page.getByRole('navigation', { name: words.company, exact: true }).getByRole('link');
      for (const link of await links.all()) {
        const { x, width } = (await link.boundingBox())!;
        expect([x >= 0, x + width <= 360], await link.innerText()).to.deep.equal([true, true]);
      }
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      expect(await menu.getAttribute('aria-expanded')).to.equal('false');
      await menu.click();
      await links.last().click();
      await page.waitForURL('**/portal/webhooks');
      await eventually(async () => (await menu.getAttribute('aria-expanded')) === 'false');
    });

    it(`the portal’s menu shows the entry of the open page in view on a phone, in ${language}`, async () => {
      const { owner, at } = await aCompanyOnline(web);
      const page = await (await at(owner, { language })).open('/portal/bookings');
      const navigation = page.getByRole('navigation', { name: words.company, exact: true });
      const current = navigation.locator('[aria-current=page]');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const [row, link] = [(await navigation.boundingBox())!, (await current.boundingBox())!];
      expect([link.x >= row.x, link.x + link.width <= row.x + row.width]).to.deep.equal([true, true]);
    });

    it(`a document upload without number and file shows both errors, and typing removes them, in ${language}`, async () => {
      const { owner, at, aBus } = await aCompanyOnline(web);
      const page = await (await at(owner, { language })).open(`/portal/buses/${await aBus()}`);
      const number = page.getByLabel(words.number, { exact: true });
      await number.waitFor();
      await page.locator('form', { has: number }).locator('button[type=submit]').click();
      const errors = page.locator('.field-error');
      await errors.nth(1).waitFor();
      expect(await errors.count()).to.equal(2);
      await page.getByText(words.fillIn).waitFor();
      expect(await hasFocus(number)).to.equal(true);
      await expectAccessible(page);
      await number.fill('12');
      await page.getByText(words.fillIn).waitFor({ state: 'detached' });
      expect(await errors.count()).to.equal(1);
    });
  }

  it('the timetable form shows an error at the weekdays until a day is chosen', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner)).open('/portal/timetables/new');
    await page.getByRole('checkbox', { name: 'Monday' }).waitFor();
    for (const day of await page.getByRole('checkbox').all()) await day.uncheck();
    await page.getByRole('button', { name: 'Save timetable' }).click();
    const error = page.getByRole('group', { name: 'Days of the week' }).locator('.field-error');
    await error.waitFor();
    await page.getByRole('checkbox', { name: 'Monday' }).check();
    await error.waitFor({ state: 'detached' });
  });

  it('the last day of a timetable can be chosen in Bikram Sambat or by the Gregorian calendar, in Nepali', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { language: 'ne' })).open('/portal/timetables/new');
    const gregorian = page.getByLabel('अन्तिम दिन');
    await gregorian.first().waitFor();
    const group = page.getByRole('group', { name: /^अन्तिम दिन.*विक्रम संवत्$/ });
    await page.locator('input[type=date]').nth(1).fill('2026-12-01');
    expect(await group.getByRole('combobox', { name: 'गते' }).locator('option:checked').innerText()).to.equal('१५');
    await group.getByRole('combobox', { name: 'महिना' }).selectOption('पुस');
    expect(await page.locator('input[type=date]').nth(1).inputValue()).to.equal('2026-12-30');
    await expectAccessible(page);
  });

  it('the day of a planned trip’s departure can be chosen in Bikram Sambat in Nepali, and keeps its time', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { language: 'ne' })).open('/portal/trips/new');
    const departure = page.locator('input[type=datetime-local]').first();
    await departure.fill('2026-12-01T06:30');
    const group = page.getByRole('group', { name: /^छुट्ने समय.*विक्रम संवत्$/ });
    expect(await group.getByRole('combobox', { name: 'गते' }).locator('option:checked').innerText()).to.equal('१५');
    await group.getByRole('combobox', { name: 'महिना' }).selectOption('पुस');
    expect(await departure.inputValue()).to.equal('2026-12-30T06:30');
    await expectAccessible(page);
  });

  it('a field for a day and a time shows its day in Bikram Sambat, in English', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner)).open('/portal/trips/new');
    await page.getByLabel('Arrival').fill('2026-12-01T06:30');
    await page.getByText('15 Mangsir 2083').waitFor();
  });

  it('the administrators’ list of reviews shows the documents of one bus one after the other', async () => {
    // Ignores the requests of the browser's own PDF viewer.
    web.forgive(/^elsewhere: chrome(-extension|-untrusted)?:/);
    const { aBus } = await aCompanyOnline(web);
    const [first, other] = [await aBus(), await aBus()];
    for (const bus of [first, other, first]) await anUploadedDocument(web.api.dependencies, bus);
    const session = await portalsOn(() => web.api).signIn();
    const { json: waiting } = await web.api.get('/api/admin/reviews', session['access']);
    const plates: string[] = waiting.results.map(
      (one: { bus: { registration_no: string } }) => one.bus.registration_no,
    );
    const page = await web.visit('/portal/admin/reviews', { width: 1280, session, keptAs: 'portal-session' });
    const pile = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
    await pile.first().waitFor();
    const texts = await pile.allInnerTexts();
    const shown = plates.filter((plate) => plate === plates[0]).length;
    expect(shown).to.equal(2);
    for (const text of texts.slice(0, 2)) expect(text).to.include(plates[0]!);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await pile.nth(2).waitFor({ state: 'detached' });
    expect(await page.locator('.pile-list [aria-current]').innerText()).to.include(plates[0]!);
    await expectAccessible(page);
  });
});

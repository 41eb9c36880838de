import { expect } from 'chai';
import { aTrip } from '../support/catalogue.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('the choice of a day in Bikram Sambat', (web) => {
  it('the day of the search can be chosen in Bikram Sambat or in the date field, and both always agree', async () => {
    const page = await web.visit('/', { language: 'ne' });
    const date = page.getByLabel('मिति', { exact: true });
    const group = page.getByRole('group', { name: 'मिति, विक्रम संवत्' });
    const part = (name: string) => group.getByRole('combobox', { name });
    await date.fill('2026-11-26');
    expect(await part('साल').inputValue()).to.equal('2083');
    expect(await part('महिना').locator('option:checked').innerText()).to.equal('मंसिर');
    expect(await part('गते').locator('option:checked').innerText()).to.equal('१०');
    await part('गते').selectOption('१५');
    expect(await date.inputValue()).to.equal('2026-12-01');
    await part('महिना').selectOption('पुस');
    expect(await date.inputValue()).to.equal('2026-12-30');
    await page.getByText('बुध ३० डिसेम्बर २०२६ · १५ पुस २०८३').waitFor();
    await expectAccessible(page);
  });

  it('an English page has a date field, and no choice in Bikram Sambat', async () => {
    const page = await web.visit('/');
    await page.getByLabel('Date', { exact: true }).waitFor();
    expect(await page.getByRole('group', { name: 'Bikram Sambat' }).count()).to.equal(0);
  });

  it('a Nepali page shows the part of the day before each time', async () => {
    const { id } = await aTrip(web.api.dependencies);
    const page = await web.visit(`/trips/${id}`, { language: 'ne' });
    const heading = page.locator('.trip-head-times');
    await heading.waitFor();
    expect(await heading.innerText()).to.match(/(?:बिहान|दिउँसो|साँझ|राति)\s+[०-९]{1,2}:[०-९]{2}/);
  });
});

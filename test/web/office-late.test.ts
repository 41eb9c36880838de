import { expect } from 'chai';
import { hoursAfter } from '../../core/kernel/time.ts';
import { eventually } from '../support/eventually.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { aRoad } from '../support/roads.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('the office tells that a bus is late', (web) => {
  for (const { language, words } of [
    { language: 'en', words: ['Running late', 'Minutes', 'Reason', 'From', 'Tell', 'Not late any more'] },
    { language: 'ne', words: ['ढिलो हुँदैछ', 'मिनेट', 'कारण', 'कहाँदेखि', 'खबर गर्नुहोस्', 'अब ढिलो छैन'] },
  ] as const)
    it(`the office tells of a delay on the trip’s page, and takes it back, in ${language}`, async () => {
      const [late, minutes, reason, from, tell, takeBack] = words;
      const { owner, at } = await aCompanyOnline(web);
      const departsAt = hoursAfter(web.api.clock(), 2);
      const bus = { operatorId: owner.operatorId! };
      const { id } = await aRoad(web.api.dependencies, { between: ['Mugling'], departsAt, seats: ['A1'], bus });
      const said = async () => (await web.api.get(`/api/trips/${id}/position`)).json.said ?? null;
      const page = await (await at(owner, { language, dark: language === 'ne' })).open(`/portal/trips/${id}`);
      await page.getByRole('button', { name: late }).click();
      await page.getByRole('spinbutton', { name: minutes }).fill('40');
      await page.getByRole('combobox', { name: reason }).selectOption('WEATHER');
      // Without a choice the service finds the next stop, which it may know better than the page.
      const chosen = language === 'en' ? { stop: 1 } : {};
      if (language === 'en') await page.getByRole('combobox', { name: from, exact: true }).selectOption('1');
      await expectAccessible(page);
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await page.getByRole('button', { name: tell, exact: true }).click();
      expect((await sent).postDataJSON()).to.deep.equal({ minutes: 40, reason: 'WEATHER', ...chosen });
      const told = page.getByText(language === 'en' ? /^Told: 40 minutes late from Mugling/ : /देखि ४० मिनेट ढिलो/);
      await told.waitFor();
      await eventually(async () => (await said())?.reason === 'WEATHER');
      await expectAccessible(page);
      await page.getByRole('button', { name: takeBack }).click();
      await told.waitFor({ state: 'detached' });
      await eventually(async () => (await said()) === null);
    });
});

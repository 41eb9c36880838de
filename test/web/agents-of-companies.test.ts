import { expect } from 'chai';
import { anAgencyOnline } from '../support/agency-web.ts';
import { anAgent } from '../support/agents.ts';
import type { Json } from '../support/http.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { agents as en } from '../../web/words/en/portal/agents.ts';
import { agents as ne } from '../../web/words/ne/portal/agents.ts';
import { anOperator } from '../support/people.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('agents in the portal of the administration and of companies', (web) => {
  it('an administrator adds an agent, invites its owner, makes a key, notes a payment and suspends it', async () => {
    const { admin } = await anAgencyOnline(web);
    const session = { access: admin.token, refresh: 'none is needed', user: { ...admin, role: 'ADMIN' } };
    const person = await web.person({ session, keptAs: 'portal-session', width: 360 });
    const page = await person.open('/portal/admin/agents');
    await page.getByRole('button', { name: 'New agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Pokhara Travels');
    await dialog.getByLabel('Contact e-mail').fill('office@pokhara.example');
    await dialog.getByLabel('Commission rate').fill('7.5');
    await dialog.getByLabel('Credit limit').fill('1,00,000');
    await dialog.getByLabel('Warn below').fill('20000');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add the agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pokhara Travels' }).waitFor();
    await page.getByText('7.5 %').waitFor();

    await page.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByLabel('Full name').fill('Maya Gurung');
    await dialog.getByLabel('E-mail').fill('maya@pokhara.example');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('status').getByText('maya@pokhara.example').waitFor();

    await page.getByRole('button', { name: 'Note a payment' }).click();
    await dialog.getByLabel('Amount').fill('5000');
    await dialog.getByLabel('Reference').fill('NIC-7');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Note it' }).click();
    await page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /NIC-7/ }).waitFor();
    await page.getByText('Rs 1,05,000').waitFor();

    await page.getByRole('button', { name: 'Make a statement' }).click();
    await dialog.getByLabel('Up to').fill('2026-11-20');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('list', { name: 'Statements' }).getByText('AG-2026-000001').waitFor();

    await page.getByRole('link', { name: 'AG-2026-000001' }).click();
    await page.getByRole('heading', { level: 1, name: 'AG-2026-000001' }).waitFor();
    await page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /NIC-7/ }).waitFor();
    await expectAccessible(page);
    await page.goBack();

    await page.getByRole('button', { name: 'New key' }).click();
    await dialog.getByLabel('Label').fill('Shop');
    await dialog.getByRole('button', { name: 'Make the new key' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Key' }).inputValue()).to.match(/^bt_/);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspended', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Activate' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('row', { name: /Pokhara Travels.*Suspended/ }).waitFor();
    await expectAccessible(page);
  });

  for (const [width, language] of [
    [360, 'en'],
    [1366, 'ne'],
  ] as const)
    it(`an administrator changes the terms of an agent and its companies, ${width} px wide, in ${language}`, async () => {
      const { admin, agent } = await anAgencyOnline(web);
      const name = 'Langtang Yatayat';
      const { operatorId } = await anOperator(web.api.dependencies, { companyName: name });
      const session = { access: admin.token, refresh: 'none is needed', user: { ...admin, role: 'ADMIN' } };
      const person = await web.person({ session, keptAs: 'portal-session', width, language });
      const page = await person.open(`/portal/admin/agents/${agent.id}`);
      const texts = { en, ne }[language];
      await page.getByRole('button', { name: texts.changeTerms }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(texts.rate).fill('12.5');
      await dialog.getByLabel(texts.limit).fill('2,00,000');
      await dialog.getByRole('radio', { name: texts.onlyThese }).check();
      await dialog.getByText(texts.noCompany).waitFor();
      await dialog.getByRole('combobox').fill('Langtang');
      await dialog.getByRole('option', { name }).first().click();
      await dialog.getByRole('button', { name: texts.removeCompany(name) }).waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: texts.saveTerms }).click();
      await dialog.waitFor({ state: 'detached' });
      const { json } = await web.api.get(`/api/admin/agents/${agent.id}`, admin.token);
      expect(json).to.deep.include({ commission_rate: 12.5, credit_limit: 200_000, operators: [operatorId] });
    });

  it('the owner of a company decides whether agents sell for it, and which', async () => {
    const { id } = await anAgent(web.api.dependencies, { name: 'Khumbu Tours' });
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { width: 1366 })).open('/portal/agents');
    await page.getByRole('checkbox', { name: 'Khumbu Tours may sell' }).uncheck();
    await page.getByRole('status').getByText('Khumbu Tours may not sell').waitFor();
    const agents: readonly Json[] = (await web.api.get('/api/operator/agents', owner.token)).json.results;
    expect(agents.filter(({ allowed }) => !allowed).map((agent) => agent.id)).to.deep.equal([id]);
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Agents may sell', exact: true }).uncheck();
    await page.getByText('No agent finds your trips now').waitFor();
    expect((await web.api.get('/api/operator/company', owner.token)).json.agents_allowed).to.equal(false);
  });

  it('a manager of a company sees which agents sell, and cannot change it', async () => {
    await anAgent(web.api.dependencies);
    const { member, at } = await aCompanyOnline(web);
    const page = await (await at(await member('MANAGER'))).open('/portal/agents');
    const one = page.getByRole('checkbox', { name: 'Agents may sell', exact: true });
    await one.waitFor();
    expect([await one.isChecked(), await one.isDisabled()]).to.deep.equal([true, true]);
    await expectAccessible(page);
  });
});

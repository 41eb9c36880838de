import { expect } from 'chai';
import type { AgentPosition } from '../../core/accounts/membership.ts';
import { anAgencyOnline } from '../support/agency-web.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const LINKS: readonly [AgentPosition, readonly string[]][] = [
  ['OWNER', ['Sell', 'Bookings', 'Account', 'Keys', 'Webhooks', 'Staff']],
  ['MANAGER', ['Sell', 'Bookings', 'Account']],
  ['CLERK', ['Sell', 'Bookings']],
];

onWeb('the pages of an agent', (web) => {
  for (const [position, links] of LINKS)
    it(`the navigation of an agent shows a ${position} the pages of that position`, async () => {
      const { owner, member, at } = await anAgencyOnline(web);
      const person = await at(position === 'OWNER' ? owner : await member(position), { width: 1280 });
      const page = await person.open('/portal');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const shown = await page.getByRole('navigation', { name: 'Agency' }).getByRole('link').allInnerTexts();
      expect(shown).to.deep.equal(links);
    });

  it('the owner of an agent makes, rotates, suspends and deletes a key, which is shown once', async () => {
    const { owner, at } = await anAgencyOnline(web);
    const page = await (await at(owner)).open('/portal/agency/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Label' }).fill('Web shop');
    await form.getByRole('checkbox', { name: 'Webhooks' }).check();
    await form.getByRole('checkbox', { name: 'Read' }).check();
    expect(await form.getByRole('checkbox', { name: 'Sell' }).isChecked()).to.equal(true);
    await form.getByRole('textbox', { name: 'Daily limit' }).fill('50,000');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Make the new key' }).click();
    const shown = page.getByRole('dialog').getByRole('textbox', { name: 'Key' });
    const key = await shown.inputValue();
    expect(key).to.match(/^bt_\w+$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: /Web shop/ });
    await row.getByText('Rs 50,000').waitFor();
    await row.getByText('Read, Sell, Webhooks').waitFor();
    expect((await web.api.get('/api/agent/account', key)).status).to.equal(200);

    const act = async (name: string): Promise<void> => {
      await row.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await act('Suspend');
    await row.getByText('Suspended').waitFor();
    expect((await web.api.get('/api/agent/account', key)).json.code).to.equal('KEY_SUSPENDED');
    await act('Activate');
    await row.getByText('Active').waitFor();
    await act('Rotate');
    expect(await shown.inputValue()).not.to.equal(key);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await row.getByText('Ends').waitFor();
    expect(await row.count(), 'the old key and the new one').to.equal(2);
    await act('Delete');
    await row.nth(1).waitFor({ state: 'detached' });
  });

  it('the account of an agent shows its credit and its entries', async () => {
    const { agent, admin, owner, at } = await anAgencyOnline(web);
    const payment = { amount: 5_000, reference: 'NIC-1' };
    await web.api.post(`/api/admin/agents/${agent.id}/payments`, payment, admin.token);
    const page = await (await at(owner)).open('/portal/agency/account');
    const credit = page.getByRole('region', { name: 'Credit' });
    await credit.getByText('Rs 1,05,000').waitFor();
    await credit.getByText('Paid in advance').waitFor();
    const entry = page.getByRole('table', { name: 'Entries' }).getByRole('row', { name: /NIC-1/ });
    await entry.getByText('−Rs 5,000').waitFor();
    await expectAccessible(page);
  });

  it('the owner of an agent invites a clerk, who is never offered as conductor', async () => {
    const { owner, at } = await anAgencyOnline(web);
    const page = await (await at(owner)).open('/portal/agency/staff');
    const position = page.getByRole('combobox', { name: 'Position', exact: true });
    await position.waitFor();
    expect(await position.getByRole('option').allInnerTexts()).to.deep.equal(['Owner', 'Manager', 'Clerk']);
    await page.getByLabel('Full name').fill('Ram Thapa');
    await page.getByLabel('E-mail').fill('ram-of-himal@example.com');
    await position.selectOption('CLERK');
    await page.getByRole('button', { name: 'Invite' }).click();
    const row = page.getByRole('row', { name: /Ram Thapa/ });
    await row.getByText('Invited').waitFor();
    await expectAccessible(page);
    await row.getByRole('combobox').selectOption('MANAGER');
    await page.getByRole('status').getByText('Ram Thapa is Manager now.').waitFor();
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await row.waitFor({ state: 'detached' });
  });
});

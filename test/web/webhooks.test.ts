import { expect } from 'chai';
import { anAgencyOnline } from '../support/agency-web.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb(
  'the pages of webhooks',
  (web) => {
    it('the owner of a company adds a webhook, and its secret is shown once', async () => {
      const { owner, at } = await aCompanyOnline(web);
      const page = await (await at(owner)).open('/portal/webhooks');
      await page.getByText('No webhooks yet').waitFor();
      await page.getByRole('button', { name: 'New webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://example.com/hook');
      await dialog.getByRole('button', { name: 'Add the webhook' }).click();
      await dialog.getByText('Choose at least one event, or all of them.').waitFor();
      await dialog.getByRole('checkbox', { name: 'booking.confirmed' }).check();
      await dialog.getByRole('button', { name: 'Add the webhook' }).click();
      await dialog.locator('.field-error').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:4430/hook');
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Accounting');
      await dialog.getByRole('button', { name: 'Add the webhook' }).click();
      expect(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()).to.match(/^whsec_/);
      await dialog.getByRole('button', { name: 'Copy' }).waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: /127\.0\.0\.1:4430/ });
      await row.getByText('Accounting').waitFor();
      await row.getByText('booking.confirmed').waitFor();
      await expectAccessible(page);
    });

    it('an agent tests, replays, switches off and deletes a webhook, and makes it a new secret', async () => {
      const { owner, at } = await anAgencyOnline(web);
      const body = { url: 'http://127.0.0.1:4430/hook', events: ['*'] };
      const { json } = await web.api.post('/api/agent/webhooks', body, owner.token);
      const page = await (await at(owner)).open('/portal/agency/webhooks');
      await page.getByRole('link', { name: '127.0.0.1:4430' }).click();
      const health = page.getByRole('region', { name: 'Health' });
      await health.getByText('All events').waitFor();
      await health.getByText('On', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Send a test' }).click();
      const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
      await delivery.getByText('webhook.test').waitFor();
      await delivery.getByRole('button', { name: 'Send again' }).click();
      await page.getByText('It is sent again now.').waitFor();
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('Choose a day and a time.').waitFor();
      await page.getByLabel('Since').fill('2026-11-19T10:00');
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('0 events are sent again.').waitFor();
      await expectAccessible(page);

      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'New secret' }).click();
      await dialog.getByRole('checkbox').check();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Make the new secret' }).click();
      const secret = dialog.getByRole('textbox', { name: 'Secret' });
      expect(await secret.inputValue())
        .to.match(/^whsec_/)
        .and.not.equal(json.secret);
      await dialog.getByRole('button', { name: 'Close' }).click();

      await page.getByRole('button', { name: 'Switch off' }).click();
      await dialog.getByRole('button', { name: 'Switch off' }).click();
      await health.getByText('Somebody switched it off.').waitFor();
      await page.getByRole('button', { name: 'Switch on' }).click();
      await health.getByText('On', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhooks yet').waitFor();
    });

    it('administrators have webhooks of the platform, in Nepali, too', async () => {
      const { admin } = await anAgencyOnline(web);
      const session = { access: admin.token, refresh: 'none is needed', user: { ...admin, role: 'ADMIN' } };
      await web.api.post('/api/admin/webhooks', { url: 'http://127.0.0.1:4430/hook', events: ['*'] }, admin.token);
      const page = await web.visit('/portal/admin/webhooks', { session, keptAs: 'portal-session', language: 'ne' });
      await page.getByRole('link', { name: '127.0.0.1:4430' }).first().click();
      await page.getByRole('region', { name: 'स्वास्थ्य' }).waitFor();
      await expectAccessible(page);
    });
  },
  { environment: { WEBHOOKS_LOCAL: 'on' } },
);

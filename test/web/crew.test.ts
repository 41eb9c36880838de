import { expect } from 'chai';
import { twoSeatsSold } from '../support/office-web.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const WORDS = {
  en: { crew: 'Crew', name: 'Name', phone: 'Phone', save: 'Save the crew', driver: 'Driver', manifest: 'Manifest' },
  ne: { crew: 'बसका कर्मचारी', name: 'नाम', phone: 'फोन', save: 'कर्मचारी राख्नुहोस्', driver: 'चालक', manifest: 'यात्रुसूची' },
};

onWeb('the crew of a trip on its pages', (web) => {
  for (const language of ['en', 'ne'] as const)
    it(`a manager enters the driver and conductor of a trip, and the manifest shows them, in ${language}`, async () => {
      const words = WORDS[language];
      const { trip, manager, at } = await twoSeatsSold(web);
      const page = await (await at(manager, { language })).open(`/portal/trips/${trip.id}`);
      await page.getByRole('button', { name: words.crew, exact: true }).click();
      const dialog = page.getByRole('dialog');
      const [name, phone] = [
        dialog.getByLabel(words.name, { exact: true }),
        dialog.getByLabel(words.phone, { exact: true }),
      ];
      await name.first().fill('Ram Thapa');
      await dialog.getByRole('button', { name: words.save }).click();
      await dialog.locator('.field-error').waitFor();
      await expectAccessible(page);
      await phone.first().fill('9851012345');
      await dialog.locator('.field-error').waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: words.save }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: words.manifest }).click();
      await page.getByRole('tabpanel').getByRole('link', { name: '9851012345' }).waitFor();
      await expectAccessible(page);
    });

  it('the page of a ticket shows the crew and their phone numbers on the day of travel, and not before', async () => {
    const { trip, manager, booking } = await twoSeatsSold(web);
    const crew = [{ role: 'DRIVER', name: 'Ram Thapa', phone: '9851012345' }];
    await web.api.put(`/api/operator/trips/${trip.id}/crew`, { crew }, manager.token);
    const { pathname, search } = new URL(booking.ticket_url);
    const early = await web.visit(pathname + search);
    await early.getByText('Valid', { exact: true }).waitFor();
    expect(await early.getByText('Ram Thapa').count()).to.equal(0);
    await web.pass((trip.departsAt - web.api.clock()) / 60_000 - 60);
    for (const language of ['en', 'ne'] as const) {
      const page = await web.visit(pathname + search, { language });
      await page.getByText(WORDS[language].driver, { exact: true }).waitFor();
      const call = page.getByRole('link', { name: '9851012345' });
      expect(await call.getAttribute('href')).to.equal('tel:9851012345');
      await expectAccessible(page);
    }
  });
});

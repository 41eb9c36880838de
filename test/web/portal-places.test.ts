import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { anAdmin } from '../support/people.ts';
import { aPicture } from '../support/pictures.ts';
import { staffOn } from '../support/staff.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('the portal’s page of places', (web) => {
  it('a manager adds a place at their own position, uploads its photo, changes it and removes it', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { width: 1280 })).open('/portal/places');
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 27.6933, longitude: 85.28141234 });
    await page.getByText('No places yet').waitFor();
    const form = page.getByRole('form', { name: 'Add the place' });
    await form.getByRole('combobox', { name: 'City' }).selectOption('Kathmandu');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Kalanki');
    await form.getByRole('textbox', { name: 'Landmark' }).fill('Petrol pump');
    await form.getByRole('textbox', { name: 'Latitude' }).fill('99');
    await form.getByRole('textbox', { name: 'Longitude' }).fill('85');
    await form.getByRole('button', { name: 'Add the place' }).click();
    await form.locator('.field-error').waitFor();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Use my position' }).click();
    const longitude = form.getByRole('textbox', { name: 'Longitude' });
    await eventually(async () => (await longitude.inputValue()) === '85.281412');
    await form.getByRole('button', { name: 'Add the place' }).click();

    const row = page.getByRole('table', { name: 'Places' }).getByRole('row', { name: /Kalanki/ });
    await row.getByText('Petrol pump').waitFor();
    const map = row.getByRole('link', { name: 'Map of Kalanki' });
    expect(await map.getAttribute('href')).to.include('mlat=27.6933&mlon=85.281412');
    expect(await map.getAttribute('rel')).to.include('noreferrer');

    const choosing = page.waitForEvent('filechooser');
    await row.getByRole('button', { name: 'Upload photo' }).click();
    await (await choosing).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: await aPicture('png') });
    await row.getByRole('img', { name: 'Petrol pump' }).waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Remove the photo' }).click();
    await row.getByRole('img').waitFor({ state: 'detached' });

    await row.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Landmark' }).fill('Bridge');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Bridge').waitFor();
    await row.getByRole('button', { name: /^Remove Kalanki/ }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No places yet').waitFor();
  });

  it('an administrator keeps the shared places, which companies see and cannot change', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const admin = staffOn(() => web.api).signedIn(await anAdmin(web.api.dependencies), 'ADMIN');
    const session = { access: admin.token, refresh: 'none is needed', user: { ...admin, role: 'ADMIN' } };
    const [city] = await web.api.dependencies.cities.all();
    const body = { city_id: city!.id, name: 'Gongabu', name_ne: 'गोङ्गबु', lat: 27.7347, lon: 85.3083 };
    await web.api.post('/api/admin/places', body, admin.token);
    const page = await web.visit('/portal/admin/places', { session, keptAs: 'portal-session', language: 'ne' });
    const row = page.getByRole('row', { name: /Gongabu/ });
    await row.getByRole('button', { name: 'फोटो राख्नुहोस्' }).waitFor();
    await expectAccessible(page);
    const seen = await (await at(owner)).open('/portal/places');
    await seen
      .getByRole('row', { name: /Gongabu/ })
      .getByText('Shared')
      .waitFor();
    expect(await seen.getByRole('button', { name: 'Upload photo' }).count()).to.equal(0);
  });
});

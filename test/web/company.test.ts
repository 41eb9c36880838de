import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Position } from '../../core/accounts/membership.ts';
import type { Json } from '../support/http.ts';
import { portalsOn } from '../support/portals.ts';
import { staffOn } from '../support/staff.ts';
import { type Looks, expectAccessible, onWeb, pressOn, tabTo } from '../support/web.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF');

onWeb('a bus company in the portal', (web) => {
  const portals = portalsOn(() => web.api);
  const staff = staffOn(() => web.api);

  const ownerSession = async (): Promise<Json> => {
    const { ticket, email } = (await portals.register()).json;
    return (await portals.verify(ticket, await web.codeFor(email))).json;
  };
  const open = async (session: Json, path: string, looks: Looks = {}): Promise<Page> =>
    (await web.person({ session, keptAs: 'portal-session', ...looks })).open(path);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const go = (page: Page, section: string) =>
    page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: section }).click();

  it('a company registers, draws a bus’s seat map, adds a document and invites a clerk', async () => {
    const page = await web.visit('/portal', { width: 1280 });
    await page.getByRole('link', { name: 'Register your bus company' }).click();
    await page.getByLabel('Company name').fill('Machhapuchhre Yatayat');
    await page.getByLabel('Your full name').fill('Sita Rai');
    await page.getByLabel('E-mail').fill('sita@machhapuchhre.example.com');
    await page.getByLabel('Password').fill('secret-123');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(await web.codeFor('sita@machhapuchhre.example.com'));
    await page.getByRole('button', { name: 'Verify' }).click();
    await heading(page, 'Today');

    await go(page, 'Buses');
    await page.getByRole('button', { name: 'New bus' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Himal Express');
    await page.getByLabel('Registration number').fill('GA 1 KHA 777');
    await page.getByRole('group', { name: 'Usual types' }).getByRole('button', { name: 'AC deluxe' }).click();
    expect(await page.getByLabel('Type', { exact: true }).inputValue()).to.equal('AC deluxe');
    const offers = page.getByRole('group', { name: 'On board' });
    await offers.getByRole('checkbox', { name: 'Wi-Fi' }).check();
    await page.getByRole('combobox', { name: 'Template' }).selectOption('micro-14');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Himal Express');
    expect(await offers.getByRole('checkbox', { name: 'Wi-Fi' }).isChecked()).to.equal(true);
    await page.getByText('14 seats for sale').waitFor();
    await page.getByText('AC deluxe').first().waitFor();

    const papers = page.getByRole('region', { name: 'Papers' });
    await papers.getByLabel('Number').fill('REG-777');
    await papers.getByLabel('File').setInputFiles({ name: 'bluebook.pdf', mimeType: 'application/pdf', buffer: PDF });
    await papers.getByRole('button', { name: 'Upload' }).click();
    const row = papers.getByRole('row', { name: /Registration REG-777/ });
    await row.getByText('Waits for review').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('bluebook.pdf');

    await go(page, 'Staff');
    await page.getByLabel('Full name').fill('Ram Thapa');
    await page.getByLabel('E-mail').fill('ram@machhapuchhre.example.com');
    await page.getByRole('combobox', { name: 'Position', exact: true }).selectOption('CLERK');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page
      .getByRole('row', { name: /Ram Thapa/ })
      .getByText('Invited')
      .waitFor();
    expect((await staff.linkFor('ram@machhapuchhre.example.com')).pathname).to.equal('/portal/join');
  });

  it('seats are kept for women, elderly or disabled people in the seat map, and the bus stores it', async () => {
    const page = await open(await ownerSession(), '/portal/buses/new', { width: 1280 });
    const grid = page.getByRole('grid', { name: 'Seat map' });
    const cell = (row: number, col: number) => grid.getByRole('gridcell', { name: `Row ${row}, column ${col},` });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept');
    await page.getByRole('textbox', { name: 'Registration number' }).fill('BA 9');
    await page.getByRole('textbox', { name: 'Type' }).fill('Mini');
    await page.getByRole('button', { name: 'Keep seats' }).click();
    for (const col of [1, 2]) await cell(1, col).click();
    await page.getByRole('combobox', { name: 'Keep for' }).selectOption('ELDERLY');
    await cell(2, 1).focus();
    await page.keyboard.press('Enter');
    await cell(1, 2).click();
    await cell(1, 2).click();
    await page
      .getByRole('status')
      .getByText(/is for anybody/)
      .waitFor();
    await page.getByRole('button', { name: 'Keep seats' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Kept');
    const labels = await grid.getByRole('gridcell').evaluateAll((cells) => cells.map((one) => one.ariaLabel));
    const kept = labels.flatMap((label) => /seat (.*kept for .*)/.exec(label ?? '')?.[1] ?? []);
    expect(kept).to.deep.equal(['A1, kept for women', 'A3, kept for elderly people']);
  });

  it('a seat map can be drawn by keyboard alone, and each change can be undone', async () => {
    const session = await ownerSession();
    const page = await open(session, '/portal/buses/new', { width: 1280 });
    const grid = page.getByRole('grid', { name: 'Seat map' });
    const at = (row: number, col: number) => grid.getByRole('gridcell', { name: `Row ${row}, column ${col},` });
    const labelOf = async (row: number, col: number) => (await at(row, col).getAttribute('aria-label')) ?? '';
    const { keyboard } = page;
    await pressOn(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'K');
    await pressOn(page, page.getByRole('textbox', { name: 'Registration number' }), '7');
    await pressOn(page, page.getByRole('textbox', { name: 'Type' }), 'M');

    await tabTo(page, at(1, 1));
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await keyboard.press(key);
    expect(await labelOf(1, 3)).to.contain('seat A21');
    await keyboard.type('z9');
    expect(await labelOf(1, 3)).to.contain('seat Z9');
    await keyboard.press('Enter');
    expect(await labelOf(1, 3), 'Enter ends what is typed').to.contain('seat Z9');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    expect(await labelOf(1, 2)).to.contain('free');
    await keyboard.press('Control+z');
    expect(await labelOf(1, 2)).to.contain('seat A2');
    await keyboard.press('Control+z');
    expect(await labelOf(1, 3)).to.contain('seat A21');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Shift+ArrowLeft']) await keyboard.press(key);
    expect(await labelOf(2, 3)).to.contain('seat B3');
    expect(await labelOf(2, 4)).to.contain('free');

    await keyboard.type('a1');
    await page.getByRole('alert').getByText('More than one seat is called A1').waitFor();
    await keyboard.press('Control+z');
    await pressOn(page, page.getByRole('button', { name: 'Save' }), 'Enter');
    await heading(page, 'K');
    expect(await labelOf(2, 3)).to.contain('seat B3');
    await page.getByText('41 seats for sale').waitFor();
  });

  it('a form on the company’s pages shows each error of the service beside its field', async () => {
    const page = await open(await ownerSession(), '/portal/buses/new');
    await page.getByRole('button', { name: 'Save' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await page.locator('input[aria-invalid=true]').first().waitFor();
    expect(await name.getAttribute('aria-invalid')).to.equal('true');
    expect(await name.evaluate((input) => input === input.ownerDocument.activeElement)).to.equal(true);
  });

  it('the code that enrols a crew phone can be scanned or typed, and disappears once it is used', async () => {
    const page = await open(await ownerSession(), '/portal/devices', { width: 1280 });
    await page.getByLabel('Name of the phone').fill('Conductor 1');
    await page.getByRole('button', { name: 'Enrol a phone' }).click();
    const code = page.getByRole('img', { name: 'Enrolment QR code' });
    await code.waitFor();
    await expectAccessible(page);
    const token = await page.locator('code').innerText();
    expect((await web.api.post('/api/conductor/enrol', { token, model: 'Redmi 9' })).status).to.equal(200);
    await web.pass(1);
    await code.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Conductor 1/ });
    await row.getByText('In use').waitFor();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
  });

  it('removing a staff member asks whether to revoke the crew phones that the member enrolled', async () => {
    const session = await ownerSession();
    for (const revokes of [true, false]) {
      const ram = await staff.member({ token: session.access }, 'MANAGER');
      const { json: device } = await web.api.post('/api/operator/devices', { name: 'Ram’s phone' }, ram.token);
      const page = await open(session, '/portal/staff', { width: 360 });
      await page.getByRole('button', { name: 'Remove Ram Thapa' }).click();
      const dialog = page.getByRole('dialog');
      const answer = dialog.getByRole('checkbox', { name: 'Revoke that phone as well' });
      expect(await answer.isChecked()).to.equal(true);
      await expectAccessible(page);
      if (!revokes) await answer.uncheck();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('status').getByText('no longer on the staff').waitFor();
      await go(page, 'Devices');
      const row = page.getByRole('row', { name: /Ram’s phone.*Ram Thapa/ });
      await row.getByText(revokes ? 'Revoked' : 'Not enrolled').waitFor();
      await web.api.delete(`/api/operator/devices/${device.id}`, undefined, session.access);
      await page.context().close();
    }
  });

  it('a company can set its own cancellation fees', async () => {
    const page = await open(await ownerSession(), '/portal/company', { width: 1280 });
    await page.getByLabel('Rules of your own').check();
    const first = page.getByRole('group', { name: 'Rule 1' });
    expect((await first.getByRole('button').boundingBox())!.width, 'no wider than what is on it').to.be.below(80);
    await first.getByLabel('Hours before departure').fill('48');
    await first.getByLabel('Fee in percent').fill('12.5');
    await page.getByRole('region', { name: 'Terms' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    await page.reload();
    expect(await first.getByLabel('Fee in percent').inputValue()).to.equal('12.5');
  });

  const sections: readonly [Position, string, string][] = [
    ['CLERK', 'Today', 'Staff'],
    ['CONDUCTOR', 'Trips', 'Today'],
    ['MANAGER', 'Staff', 'Reviews'],
  ];
  for (const [position, shown, hidden] of sections)
    it(`a ${position} sees only the menu entries of the company’s pages that this position may use`, async () => {
      const { token, ...user } = await staff.member(await staff.owner(), position);
      const { id, fullName: full_name, email } = user;
      const session = { access: token, refresh: 'none', user: { id, full_name, email, role: 'OPERATOR' } };
      const page = await open(session, '/portal', { width: 1280 });
      const navigation = page.getByRole('navigation', { name: 'Company' });
      await navigation.getByRole('link', { name: shown, exact: true }).waitFor();
      expect(await navigation.getByRole('link', { name: hidden, exact: true }).count()).to.equal(0);
      await page.getByRole('heading', { level: 1 }).waitFor();
    });

  for (const looks of [
    { width: 360, language: 'en', dark: true, pages: ['', '/buses', '/buses/new', '/staff'] },
    { width: 1280, language: 'ne', dark: false, pages: ['/buses/:id', '/devices', '/company', '/account'] },
  ] as const)
    it(`the company’s pages are accessible, ${looks.width} px wide, in ${looks.language}`, async () => {
      const session = await ownerSession();
      const body = { bus_name: 'Himal', registration_no: `${looks.width}`, bus_type: 'AC', template: 'micro-14' };
      const bus = (await web.api.post('/api/operator/buses', body, session.access)).json;
      const person = await web.person({ session, keptAs: 'portal-session', ...looks });
      for (const path of looks.pages) {
        const page = await person.open(`/portal${path.replace(':id', bus.id)}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('main .skeleton').waitFor({ state: 'detached' });
        await expectAccessible(page);
      }
    });
});

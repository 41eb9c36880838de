import { expect } from 'chai';
import { anAgencyOnline } from '../support/agency-web.ts';
import { aTrip } from '../support/catalogue.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('an agent sells in the portal', (web) => {
  const given = async () => {
    const agency = await anAgencyOnline(web);
    const trip = await aTrip(web.api.dependencies, { seats: ['A1', 'A2', 'B1', 'B2'] });
    const { json } = await web.api.get(`/api/trips/${trip.id}`);
    return { ...agency, trip: json, clerk: await agency.member('CLERK') };
  };

  for (const width of [360, 1366])
    it(`a clerk of an agent finds a trip, sells two seats and cancels them again, ${width} px wide`, async () => {
      const { trip, clerk, at } = await given();
      const page = await (await at(clerk, { width })).open('/portal');
      await page.getByRole('heading', { level: 1, name: 'Sell' }).waitFor();
      await page.getByText('Available Rs 1,00,000').waitFor();
      const choose = async (name: string, city: string): Promise<void> => {
        await page.getByRole('combobox', { name }).fill(city);
        await page.getByRole('option', { name: city }).click();
      };
      await choose('From', trip.source_city);
      await choose('To', trip.destination_city);
      await page.getByLabel('Date').fill(trip.departure_time.slice(0, 10));
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Search' }).click();
      const found = page.getByRole('list', { name: 'Trips' }).getByRole('listitem');
      await found.first().waitFor();
      await expectAccessible(page);
      const link = page.locator(`a[href*="/sell/${trip.id}"]`);
      expect(await link.innerText()).to.contain('Choose seats');
      await link.click();

      await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
      await page.getByRole('checkbox', { name: /^Seat A2, / }).check();
      await page.getByLabel("Traveller's name").fill('Asha Gurung');
      await page.getByLabel('Phone').fill('9812345678');
      const reference = page.getByRole('textbox', { name: 'Reference' });
      expect(await reference.inputValue(), 'a suggestion').to.match(/^\S{8}$/);
      await reference.fill(`HT-${width}`);
      await expectAccessible(page);
      await page.getByRole('button', { name: /^Sell for Rs / }).click();
      const sold = page.getByRole('region', { name: 'Sold' });
      await sold.getByText('A1, A2 sold to Asha Gurung.').waitFor();
      expect(await sold.evaluate((region) => region === region.ownerDocument.activeElement)).to.equal(true);
      await page.getByText('Available Rs 1,00,000').waitFor({ state: 'detached' });
      await expectAccessible(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        sold.getByRole('button', { name: 'Ticket (PDF)' }).click(),
      ]);
      expect(download.suggestedFilename()).to.match(/\.pdf$/);

      await page.getByRole('link', { name: 'Bookings', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
      await page.getByRole('row', { name: new RegExp(`HT-${width}`) }).waitFor();
      await expectAccessible(page);
      await page
        .getByRole('row', { name: new RegExp(`HT-${width}`) })
        .getByRole('link')
        .click();
      await page.getByRole('button', { name: 'Cancel booking' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('are credited to your account').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel it' }).click();
      await page.getByText('Cancelled by the agent').waitFor();
    });

  it('an agent who lost a seat is told so, and sells nothing', async () => {
    const { trip, clerk, at, owner } = await given();
    const page = await (await at(clerk)).open(`/portal/agency/sell/${trip.id}`);
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await page.getByLabel("Traveller's name").fill('Asha Gurung');
    await page.getByLabel('Phone').fill('9812345678');
    await web.api.post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, owner.token);
    await page.getByRole('button', { name: /^Sell for Rs / }).click();
    await page.getByRole('alert').getByText('A1: somebody else has it meanwhile').waitFor();
    expect((await web.api.get('/api/agent/bookings', clerk.token)).json.results).to.have.length(0);
    expect(await page.getByLabel("Traveller's name").inputValue()).to.equal('Asha Gurung');
  });

  it('an agent’s sale beyond its credit is refused, and what was typed stays', async () => {
    const { agent, admin, trip, clerk, at } = await given();
    await web.api.patch(`/api/admin/agents/${agent.id}`, { credit_limit: 0 }, admin.token);
    const page = await (await at(clerk)).open(`/portal/agency/sell/${trip.id}`);
    await page.getByText('Available Rs 0').waitFor();
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await page.getByLabel("Traveller's name").fill('Asha Gurung');
    await page.getByLabel('Phone').fill('9812345678');
    await page.getByRole('button', { name: /^Sell for Rs / }).click();
    await page.getByRole('alert').locator('.notice').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).to.equal('9812345678');
  });
});

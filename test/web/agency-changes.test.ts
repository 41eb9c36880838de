import { expect } from 'chai';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgencyOnline } from '../support/agency-web.ts';
import { aBus, aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { anOperator } from '../support/people.ts';
import { expectAccessible, onWeb } from '../support/web.ts';
import { agency as en } from '../../web/words/en/portal/agents.ts';
import { changing as enChanging } from '../../web/words/en/portal/changing.ts';
import { agency as ne } from '../../web/words/ne/portal/agents.ts';
import { changing as neChanging } from '../../web/words/ne/portal/changing.ts';

const SEATS = ['A1', 'A2', 'B1', 'B2'];

onWeb('an agent changes bookings in the portal', (web) => {
  let companies = 0;

  /** An agency that has sold seats A1 and A2 of a trip, whose company has another trip on the next day. */
  const given = async () => {
    const agency = await anAgencyOnline(web);
    const clerk = await agency.member('CLERK');
    const { dependencies } = web.api;
    const { operatorId } = await anOperator(dependencies, { companyName: `Langtang Yatayat ${(companies += 1)}` });
    const busId = await aBus(dependencies, { operatorId, seats: SEATS });
    const departsAt = hoursAfter(START, 48);
    const trip = await aTrip(dependencies, { busId, fare: paisa(100_000), departsAt });
    const later = await aTrip(dependencies, { busId, fare: paisa(120_000), departsAt: hoursAfter(departsAt, 24) });
    const lock = { seat_numbers: ['A1', 'A2'] };
    await web.api.post(`/api/agent/trips/${trip.id}/seats/lock`, lock, clerk.token);
    const order = {
      ...lock,
      schedule_id: trip.id,
      reference: 'HT-1',
      contact: { name: 'Asha Rai', phone: '98123456' },
    };
    const { json } = await web.api.post('/api/agent/bookings', order, clerk.token);
    const booking = async () => (await web.api.get(`/api/agent/bookings/${json.id}`, clerk.token)).json;
    return { ...agency, clerk, trip, later, id: json.id as number, booking };
  };

  for (const [width, language] of [
    [360, 'en'],
    [1366, 'ne'],
  ] as const) {
    const [words, changing] = language === 'en' ? [en, enChanging] : [ne, neChanging];

    it(`a clerk of an agent changes names, exchanges a seat and cancels another, ${width} px wide, in ${language}`, async () => {
      const { clerk, at, id, booking } = await given();
      const page = await (await at(clerk, { width, language })).open(`/portal/agency/bookings/${id}`);
      const choose = async (kind: string): Promise<void> => {
        await page.getByRole('button', { name: changing.change }).click();
        await page.getByRole('radio', { name: kind }).check();
      };
      await choose(words.changing.kinds.names);
      await page.getByRole('textbox', { name: words.travellers.name }).first().fill('Bina Rai');
      await expectAccessible(page);
      await page.getByRole('button', { name: words.changing.saveNames }).click();
      await page.getByRole('status').getByText(words.changing.namesSaved).waitFor();
      expect((await booking()).seats[0].passenger_name).to.equal('Bina Rai');

      await choose(words.changing.kinds.seats);
      await page.locator('input[data-seat="B1"]').check();
      await expectAccessible(page);
      await page.getByRole('button', { name: /2|२/ }).last().click();
      await page.getByRole('status').getByText(changing.seatsChanged).waitFor();
      const seats = (await booking()).seats.map((seat: { readonly seat_number: string }) => seat.seat_number);
      expect(seats).to.include('B1').and.to.have.length(2);

      await choose(words.changing.kinds.some);
      await page.getByRole('checkbox', { name: new RegExp('B1') }).check();
      const quote = page.getByRole('region', { name: changing.quote });
      await quote.getByRole('button').waitFor();
      await expectAccessible(page);
      await quote.getByRole('button').click();
      await page.getByRole('region', { name: changing.change }).waitFor({ state: 'detached' });
      expect(await booking()).to.include({ seats_count: 1, booking_status: 'CONFIRMED' });
    });

    it(`a clerk of an agent sees what a change to another bus costs, and makes it, ${width} px wide, in ${language}`, async () => {
      const { clerk, at, id, later, trip } = await given();
      const page = await (await at(clerk, { width, language })).open(`/portal/agency/bookings/${id}`);
      await page.getByRole('button', { name: changing.change }).click();
      await page.getByRole('radio', { name: words.changing.kinds.trip }).check();
      const trips = page.getByRole('group', { name: changing.trips }).getByRole('radio');
      await trips.first().check();
      await page.locator('input[data-seat="B1"]').check();
      await page.locator('input[data-seat="B2"]').check();
      const quote = page.getByRole('region', { name: changing.quote });
      await quote.getByText(words.changing.toPay).waitFor();
      await expectAccessible(page);
      await quote.getByRole('button').click();
      await page.waitForURL((url) => url.pathname !== `/portal/agency/bookings/${id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const made = Number(new URL(page.url()).pathname.split('/').at(-1));
      const { json } = await web.api.get(`/api/agent/bookings/${made}`, clerk.token);
      expect(json).to.include({ schedule_id: later.id, total_amount: 2_400, reference: 'HT-1' });
      expect(json.changed_from.id).to.equal(id);
      expect(trip.id).not.to.equal(later.id);
    });
  }

  it('a clerk of an agent that a company has refused exchanges seats that the agent has sold', async () => {
    const { agent, admin, clerk, at, id, booking } = await given();
    await web.api.patch(`/api/admin/agents/${agent.id}`, { operators: [] }, admin.token);
    const page = await (await at(clerk)).open(`/portal/agency/bookings/${id}`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('radio', { name: en.changing.kinds.seats }).check();
    await page.locator('input[data-seat="B1"]').check();
    await page.getByRole('button', { name: enChanging.takeSeats('2', false) }).click();
    await page.getByRole('status').getByText(enChanging.seatsChanged).waitFor();
    const seats = (await booking()).seats.map((seat: { readonly seat_number: string }) => seat.seat_number);
    expect(seats).to.include('B1').and.to.have.length(2);
  });

  it('a change that the credit of an agent does not cover is refused, and the booking stays', async () => {
    const { agent, admin, clerk, at, id, booking } = await given();
    await web.api.patch(`/api/admin/agents/${agent.id}`, { credit_limit: 0 }, admin.token);
    const page = await (await at(clerk)).open(`/portal/agency/bookings/${id}`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('radio', { name: 'Another day or bus' }).check();
    await page.getByRole('group', { name: 'Buses on this day' }).getByRole('radio').first().check();
    await page.locator('input[data-seat="B1"]').check();
    await page.locator('input[data-seat="B2"]').check();
    await page.getByRole('button', { name: /^Change for Rs / }).click();
    await page.getByRole('alert').locator('.notice').waitFor();
    expect((await booking()).booking_status).to.equal('CONFIRMED');
  });
});

import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aBus as aBusOfCatalogue, seat } from '../support/catalogue.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { addStops } from '../support/stops.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

/** Milliseconds by which Nepal's clocks are ahead of UTC. */
const NEPAL_MS = 5.75 * 3_600_000;

const dialog = (page: Page) => page.getByRole('dialog');

onWeb('the plans of a company', (web) => {
  it('a company adds a timetable, leaves out a day, sees the timetable’s trips and ends it', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { width: 1280 })).open('/portal/timetables');
    await page.getByRole('link', { name: 'New timetable' }).click();
    await page.getByRole('button', { name: 'Save timetable' }).click();
    const errors = page.locator('.field-error').getByText('Please fill this in.');
    await errors.first().waitFor();
    const wrong = await errors.count();
    expect(wrong, 'every empty field at once').to.be.above(1);

    await page.getByLabel('From', { exact: true }).selectOption({ label: 'Pokhara' });
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Kathmandu' });
    await page.getByLabel('Bus', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Fare for one seat (Rs)').fill('900');
    expect(await errors.count(), 'an error goes with the first letter').to.be.below(wrong);
    await page.getByLabel('Departure time').fill('19:30');
    await page.getByLabel('Hours on the way').fill('7');
    await page.getByText('Arrives at 02:30 on the next day').waitFor();
    for (const day of ['Monday', 'Wednesday']) await page.getByRole('checkbox', { name: day }).uncheck();
    await page.getByLabel('First day').fill('2026-11-29');
    await page.getByLabel('Last day').fill('2026-12-12');
    await page.getByText('Goes on 10 of these days').waitFor();
    await page.getByRole('button', { name: /^Thu 3 Dec 2026.*: goes$/ }).click();
    await page.getByText('Goes on 9 of these days').waitFor();
    await page.getByRole('button', { name: 'Add a boarding point' }).click();
    await page.getByRole('textbox', { name: 'Place' }).fill('Prithvi Chowk');
    await page.getByLabel('Minutes', { exact: true }).fill('-15');
    await page.getByText('at 19:15').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save timetable' }).click();

    await page.getByText(/^Saved\. Its trips are on sale from Sun 29 Nov 2026/).waitFor();
    await page.getByRole('heading', { name: 'Pokhara → Kathmandu' }).waitFor();
    expect(await page.getByText('Not on sale').count()).to.equal(0);
    await page.getByText('No timetable brings this bus back to Pokhara.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add the way back' }).click();
    await page.getByRole('heading', { name: 'New timetable' }).waitFor();
    expect(await page.getByLabel('To', { exact: true }).locator('option:checked').innerText()).to.equal('Pokhara');
    expect(await page.getByLabel('Departure time').inputValue()).to.equal('03:30');
    await page.goto('/portal/trips?from=2026-12-02&to=2026-12-05');
    await page.getByRole('region', { name: /^Fri 4 Dec/ }).waitFor();
    expect(
      await page.getByRole('link', { name: 'Pokhara → Kathmandu' }).count(),
      'Wednesday and a day are out',
    ).to.equal(2);
    await expectAccessible(page);

    await page.goto('/portal/timetables');
    await page.getByRole('link', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'End timetable' }).click();
    await page.getByLabel('First day without it').fill('2026-12-05');
    await page.getByText('6 trips without passengers').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'End the timetable' }).click();
    await page.getByText('Ended. 6 trips were cancelled.').waitFor();
  });

  it('a timetable of a bus that waits for its approval says so once it is saved, and in the list', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const waiting = { operatorId: owner.operatorId!, approvalStatus: 'PENDING', name: 'Late Swan' } as const;
    await aBusOfCatalogue(web.api.dependencies, waiting);
    const page = await (await at(owner, { width: 1280 })).open('/portal/timetables/new');
    await page.getByLabel('From', { exact: true }).selectOption({ label: 'Pokhara' });
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Kathmandu' });
    const bus = page.getByLabel('Bus', { exact: true });
    await bus.selectOption(await bus.getByRole('option', { name: /Late Swan/ }).getAttribute('value'));
    await page.getByLabel('Fare for one seat (Rs)').fill('900');
    await page.getByLabel('Departure time').fill('19:30');
    await page.getByLabel('Hours on the way').fill('7');
    await page.getByLabel('First day').fill('2026-11-29');
    await page.getByRole('button', { name: 'Save timetable' }).click();
    await page.getByText('Saved. Not on sale: the bus waits for its approval.').waitFor();
    await page
      .getByRole('list', { name: 'Timetables' })
      .getByText('⚠ Not on sale: the bus waits for its approval.')
      .waitFor();
    await expectAccessible(page);
  });

  it('a company gives a trip stops and fares between them, and the trip’s page shows them', async () => {
    const { owner, at } = await aCompanyOnline(web);
    await web.api.dependencies.transact(({ catalogue }) => catalogue.saveCities(['Mugling']));
    const page = await (await at(owner, { width: 360 })).open('/portal/trips/new');
    await page.getByLabel('From', { exact: true }).selectOption({ label: 'Pokhara' });
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Kathmandu' });
    await page.getByLabel('Bus', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Fare for one seat (Rs)').fill('1200');
    await page.getByLabel('Departure').fill('2026-12-01T07:00');
    await page.getByLabel('Arrival').fill('2026-12-01T14:00');
    await page.getByRole('button', { name: 'Add a stop' }).click();
    const stops = page.getByRole('table', { name: 'Stops' });
    await stops.getByLabel('City of stop 1').selectOption({ label: 'Mugling' });
    await stops.getByLabel('Minutes to Mugling').fill('150');
    await stops.getByLabel('Minutes until it leaves Mugling').fill('160');
    await stops.getByText('09:40').waitFor();
    const fares = page.getByRole('table', { name: 'Fares' });
    const toMugling = fares.getByLabel('Pokhara – Mugling');
    expect(await toMugling.inputValue(), 'proposed by the minutes').to.equal('430');
    await toMugling.fill('1300');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Plan this trip' }).click();
    await fares.locator('.field-error').waitFor();
    await toMugling.fill('500');
    await page.getByRole('button', { name: 'Plan this trip' }).click();
    await page.getByRole('button', { name: 'Change stops' }).waitFor();
    await fares.getByRole('cell', { name: 'Rs 500' }).waitFor();
    await stops.getByRole('cell', { name: '09:30' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change stops' }).click();
    const inDialog = dialog(page).getByRole('table', { name: 'Fares' });
    expect(await inDialog.getByLabel('Pokhara – Mugling').inputValue()).to.equal('500');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Remove Mugling' }).click();
    await dialog(page).getByRole('button', { name: 'Change the stops' }).click();
    await page.getByText('The stops are changed.').waitFor();
    await stops.waitFor({ state: 'detached' });
  });

  it('a timetable’s errors are shown in Nepali, each beside its field', async () => {
    const { owner, at } = await aCompanyOnline(web);
    const page = await (await at(owner, { language: 'ne' })).open('/portal/trips/new');
    await page.getByRole('button', { name: 'चढ्ने ठाउँ थप्नुहोस्' }).click();
    await page.getByRole('button', { name: 'यात्रा बनाउनुहोस्' }).click();
    await page.locator('.field-error').first().waitFor();
    const said = await page.locator('.field-error').allTextContents();
    expect(said).to.have.length(7);
    expect(said.filter((sentence) => /[a-z]/i.test(sentence))).to.deep.equal([]);
  });

  it('a company retimes the stops of a trip, and blocks a seat between two of them', async () => {
    const { owner, trip, at } = await aCompanyOnline(web);
    await addStops(web.api.dependencies, trip.id, [['Mugling', 60, 70]]);
    const page = await (await at(owner, { width: 1280 })).open(`/portal/trips/${trip.id}`);
    await page.getByRole('button', { name: 'Retime' }).click();
    const [arrives, leaves] = [page.getByLabel('Arrives in Mugling'), page.getByLabel('Leaves Mugling')];
    await page.getByLabel('New departure').fill('2026-11-22T12:00');
    expect([await arrives.inputValue(), await leaves.inputValue()]).to.deep.equal([
      '2026-11-22T13:00',
      '2026-11-22T13:10',
    ]);
    await leaves.fill('2026-11-22T11:00');
    await dialog(page).locator('.field-error').first().waitFor();
    await leaves.fill('2026-11-22T13:25');
    await dialog(page).getByText('Nobody has booked. Change the times?').waitFor();
    await expectAccessible(page);
    await dialog(page).getByLabel('Reason').selectOption('WEATHER');
    await dialog(page).getByRole('button', { name: 'Change the times' }).click();
    await page.getByRole('table', { name: 'Stops' }).getByRole('cell', { name: '13:25' }).waitFor();

    await page.getByRole('checkbox', { name: /^Seat A1/ }).check();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await dialog(page).getByLabel('From', { exact: true }).selectOption({ label: 'Mugling' });
    await dialog(page).getByLabel('Why').fill('For the agent');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Block seat A1' }).click();
    await page.getByText('Mugling – Pokhara · For the agent').waitFor();
    await page.getByRole('checkbox', { name: /^Seat A2/ }).check();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await dialog(page).getByLabel('Why').fill('For the agent');
    await dialog(page).getByRole('button', { name: 'Block seat A2' }).click();
    await page.getByText('Kathmandu – Pokhara · For the agent').waitFor();
    await page.getByText('Mugling – Pokhara · For the agent').waitFor();
  });

  it('a booked trip can be retimed, cancelled or given another bus or fare, after a preview of each change', async () => {
    const { trip, member, at, aBus } = await aCompanyOnline(web);
    await aBus(['A1', 'C1', 'C2', 'C3']);
    const manager = await member('MANAGER');
    for (const [number, phone] of [
      ['A1', '9841000000'],
      ['A2', '01-5551234'],
    ] as const)
      await web.api.post(
        `/api/operator/trips/${trip.id}/sales`,
        { seat_numbers: [seat(number)], contact: { name: `Of ${number}`, phone }, paid_by: 'QR' },
        manager.token,
      );
    const page = await (await at(manager, { width: 360 })).open(`/portal/trips/${trip.id}`);

    await page.getByRole('button', { name: 'Retime' }).click();
    await page.getByLabel('New departure').fill('2026-11-22T12:00');
    await dialog(page).getByText('Tell 2 passengers of the new times?').waitFor();
    await dialog(page).getByText('Bookings told by mail: 0. By SMS: 1. To call: 1.').waitFor();
    expect(await page.getByLabel('New arrival').inputValue()).to.equal('2026-11-22T19:00');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change the times and tell 2 passengers' }).click();
    await dialog(page).getByText('Choose a reason. The passengers are told.').waitFor();
    await dialog(page).getByLabel('Reason').selectOption('WEATHER');
    await page.getByRole('button', { name: 'Change the times and tell 2 passengers' }).click();
    await page.getByText('12:00 – 19:00').waitFor();
    const told = page.getByRole('table', { name: 'Who was told' });
    await told.getByRole('row', { name: /Of A1.*SMS/ }).waitFor();
    await told.getByRole('checkbox', { name: 'Called Of A2' }).check();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Swap bus' }).click();
    await page.getByLabel('New bus').selectOption({ index: 1 });
    await dialog(page).getByText('Move 2 passengers to the other bus?').waitFor();
    await dialog(page).getByText('Bookings told by mail: 0. By SMS: 1. To call: 1.').waitFor();
    await dialog(page)
      .getByText(/: A2 becomes C1$/)
      .waitFor();
    await dialog(page).getByLabel('Reason').selectOption('BREAKDOWN');
    await page.getByRole('button', { name: 'Swap the bus and move 2 passengers' }).click();
    await page.getByRole('link', { name: /^Annapurna Express/ }).waitFor();
    await page
      .getByRole('checkbox', { name: 'Seat C1, window, taken' })
      .or(page.getByRole('checkbox', { name: /^Seat C1, .*taken$/ }))
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Change fare' }).click();
    await page.getByLabel('Fare for one seat (Rs)').fill('1500');
    await dialog(page).getByText('The 2 seats that are sold keep their price.').waitFor();
    await page.getByRole('button', { name: 'Change the fare' }).click();
    await page.getByText('A seat costs Rs 1,500 now.').waitFor();

    await page.getByRole('button', { name: 'Cancel trip' }).click();
    await dialog(page).getByText('Cancel 2 bookings and refund Rs 2,400?').waitFor();
    await dialog(page).getByText('Bookings told by mail: 0. By SMS: 1. To call: 1.').waitFor();
    await page.getByLabel('Reason').selectOption('WEATHER');
    await page.getByRole('button', { name: 'Cancel the trip and refund 2 bookings' }).click();
    await page.getByText('The trip is cancelled.').waitFor();
    await page.getByRole('button', { name: 'Cancel trip' }).waitFor({ state: 'detached' });
    const cancelled = page.getByRole('region', { name: 'This trip is cancelled' });
    for (const text of ['The weather', manager.fullName]) await cancelled.getByText(text).waitFor();
    await cancelled.getByRole('row', { name: /A1.*Of A1.*SMS.*due/ }).waitFor();
    expect(await cancelled.getByRole('checkbox', { name: 'Called Of A2' }).isChecked()).to.equal(false);
    expect(await page.getByText('Nobody has a ticket yet.').count()).to.equal(0);
    await expectAccessible(page);

    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Refunds' }).click();
    await page.getByText('Rs 2,400 to pay out').waitFor();
    await page.getByLabel('Cash in the till now (Rs)').fill('2400');
    await page.getByRole('button', { name: 'Open shift' }).click();
    await page.getByRole('button', { name: 'Pay Rs 1,200' }).first().click();
    await page.getByRole('button', { name: 'Yes, it is paid' }).click();
    await page.getByText('Rs 1,200 to pay out').waitFor();
    await expectAccessible(page);
  });

  it('a refused change of a trip names the wrong field, the bus’s other trip, or the passengers without a seat', async () => {
    const { trip, owner, at, aBus } = await aCompanyOnline(web);
    const smaller = await aBus(['A1']);
    await web.api.post(
      `/api/operator/trips/${trip.id}/sales`,
      { seat_numbers: ['A1', 'A2'], contact: { name: 'Hari', phone: '9841000000' }, paid_by: 'QR' },
      owner.token,
    );
    const days = (count: number) => new Date(trip.departsAt + count * 86_400_000).toISOString();
    const { json: other } = await web.api.get(`/api/operator/trips/${trip.id}`, owner.token);
    const [source_city_id, destination_city_id] = [other.source_city.id, other.destination_city.id];
    const another = {
      source_city_id,
      destination_city_id,
      bus_id: trip.busId,
      fare: 900,
      departure_time: days(2),
      arrival_time: days(2.2),
    };
    expect((await web.api.post('/api/operator/trips', another, owner.token)).status).to.equal(201);
    const away = await aBus(['A1', 'A2']);
    const meanwhile = { ...another, bus_id: away, departure_time: days(0.1), arrival_time: days(0.2) };
    expect((await web.api.post('/api/operator/trips', meanwhile, owner.token)).status).to.equal(201);
    const bus = { operatorId: owner.operatorId!, approvalStatus: 'PENDING' } as const;
    const waiting = await aBusOfCatalogue(web.api.dependencies, bus);
    const page = await (await at(owner)).open(`/portal/trips/${trip.id}`);

    await page.getByRole('button', { name: 'Retime' }).click();
    const departure = page.getByLabel('New departure');
    const timeFieldOf = (moment: string) =>
      new Date(Date.parse(moment) + NEPAL_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
    await departure.fill(timeFieldOf(days(-9)));
    await dialog(page).locator('.field-error').getByText('Must be in the future').first().waitFor();
    expect(await departure.getAttribute('aria-invalid')).to.equal('true');
    await expectAccessible(page);
    await departure.fill(timeFieldOf(days(2)));
    await dialog(page)
      .getByText(/on another trip at that time.* That trip leaves \w{3} \d+ \w{3} · /)
      .waitFor();
    await page.keyboard.press('Escape');

    // The dialog shows all buses, but only those that are free and may carry passengers can be chosen.
    await page.getByRole('button', { name: 'Swap bus' }).click();
    await page.locator(`option[value="${smaller}"]`).waitFor({ state: 'attached' });
    const greyed = (id: unknown) => page.locator(`option[value="${String(id)}"]:disabled`);
    await greyed(away)
      .filter({ hasText: /\(on another trip, .+\)$/ })
      .waitFor({ state: 'attached' });
    await greyed(trip.busId).filter({ hasText: '(has this trip now)' }).waitFor({ state: 'attached' });
    await greyed(waiting).filter({ hasText: '(not approved yet)' }).waitFor({ state: 'attached' });
    await page.getByLabel('New bus').selectOption(String(smaller));
    await dialog(page)
      .getByText(/choose a larger one\. Without a seat: A\d \(BT\d+\)\.$/)
      .waitFor();

    await page.goto(`/portal/buses/${trip.busId}`);
    await page.getByRole('gridcell', { name: /seat A1$/ }).press('Delete');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page
      .getByRole('alert')
      .getByText(/cancel their bookings first\. Sold: A1 \(BT\d+\)\.$/)
      .waitFor();
  });

  it('a blocked seat can be unblocked, and the undo button blocks it again', async () => {
    const { trip, member, at } = await aCompanyOnline(web);
    const page = await (await at(await member('CLERK'), { width: 1280 })).open(`/portal/trips/${trip.id}`);
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    expect(await page.getByRole('button', { name: 'Cancel trip' }).count(), 'a clerk changes no plans').to.equal(0);
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByLabel('Why').fill('The driver’s family');
    await page.getByRole('button', { name: 'Block seat A1' }).click();
    await page.getByRole('button', { name: 'Free Seat A1' }).click();
    await page.getByRole('button', { name: 'Free Seat A1' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Free Seat A1' }).waitFor();
    await expectAccessible(page);
  });
});

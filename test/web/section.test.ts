import { expect } from 'chai';
import type { UserId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { buyingOn, seatOn, travel } from '../support/buying.ts';
import { seat } from '../support/catalogue.ts';
import type { Json } from '../support/http.ts';
import { payOverHttp } from '../support/paying-over-http.ts';
import { aRoad } from '../support/roads.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const DAY = '2026-11-22';

onWeb('a section of a road', (web) => {
  const { register, bookingsOf } = buyingOn(web);

  it('a passenger finds a bus that stops in the chosen city, and books a seat from that stop at the section’s fare', async () => {
    const { id } = await aRoad(web.api.dependencies, { between: ['Mugling'] });
    const session = await register();
    const page = await web.visit(`/trips?origin=Mugling&destination=Pokhara&date=${DAY}`, { session });
    const trip = page.getByRole('list', { name: 'Trips' }).getByRole('listitem').first();
    await trip.getByText('Rs 100').waitFor();
    await trip.getByText(/^On the bus Kathmandu → Pokhara, BA /).waitFor();
    await trip.getByRole('link', { name: /Choose seats/ }).click();
    await page.waitForURL(`**/trips/${id}?from_stop=1&to_stop=2`);
    await page.getByRole('heading', { name: 'Mugling to Pokhara' }).waitFor();
    await page.getByText(/^On the bus Kathmandu → Pokhara, BA /).waitFor();
    await seatOn(page, 'A1').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`**/book/${id}?from_stop=1&to_stop=2`);
    await travel(page, 'A1', 'Asha Gurung');
    await page.getByRole('radiogroup', { name: 'Pay with' }).getByRole('radio', { name: 'Khalti' }).check();
    await page.getByRole('button', { name: 'Pay with Khalti' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    const [booking] = (await bookingsOf(session)) as Json[];
    expect([booking.from_stop, booking.to_stop, booking.total_amount, booking.trip.source_city]).to.deep.equal([
      1,
      2,
      100,
      'Mugling',
    ]);

    // The same seat is still free from the first stop to the second, because nobody has booked that section.
    const other = await web.visit(`/trips/${id}?from_stop=0&to_stop=1`, { session: await register() });
    await seatOn(other, 'A1').check();
  });

  it('a passenger changes a booking from an inner stop to another day, at the time and the fare of that section', async () => {
    const { dependencies } = web.api;
    const { id: tripId, departsAt } = await aRoad(dependencies, { between: ['Mugling'] });
    const { operatorId } = (await dependencies.transact(({ trips }) => trips.find(tripId)))!.bus;
    const later = await aRoad(dependencies, {
      between: ['Mugling'],
      bus: { operatorId },
      departsAt: hoursAfter(departsAt, 24),
      fares: [{ from: 1, to: 2, fare: paisa(25_000) }],
    });
    const session = await register();
    const { id } = await aBooking(dependencies, {
      userId: session.user.id as UserId,
      tripId,
      seats: [seat('A1')],
      section: { from: 1, to: 2 },
      total: paisa(10_000),
      bookedAt: web.api.clock(),
    });
    await payOverHttp(web.api, id, session.access as string);

    const page = await web.visit(`/bookings/${id}`, { session });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('radio', { name: 'Another day or bus' }).check();
    const trips = page.getByRole('group', { name: 'Buses of the same company on this day' });
    // The bus leaves Kathmandu at 10:00, and Mugling 70 minutes later.
    await trips.getByRole('radio', { name: /11:10/ }).check();
    await page.getByRole('checkbox', { name: /B1[, ]/ }).check();
    const quote = page.getByRole('region', { name: 'Quote' });
    await expectAccessible(page);
    await quote.getByRole('button', { name: 'Change for Rs 150' }).click();
    await page.waitForURL('**/pay/*');
    await page.getByRole('radio', { name: 'Khalti' }).check();
    await page.getByRole('button', { name: /Khalti/ }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'You are booked' }).waitFor();

    const [made, old] = (await bookingsOf(session)) as Json[];
    expect([old.booking_status, old.changed_to.id]).to.deep.equal(['CANCELLED', made.id]);
    expect([made.schedule_id, made.from_stop, made.to_stop, made.total_amount]).to.deep.equal([later.id, 1, 2, 250]);
    expect([made.trip.source_city, made.trip.departure_time]).to.deep.equal([
      'Mugling',
      toIso(minutesAfter(hoursAfter(departsAt, 24), 70)),
    ]);
    expect(made.seats.map((one: Json) => one.seat_number)).to.deep.equal(['B1']);
  });
});

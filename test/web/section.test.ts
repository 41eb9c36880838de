import { expect } from 'chai';
import { buyingOn, seatOn, travel } from '../support/buying.ts';
import type { Json } from '../support/http.ts';
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
    await trip.getByRole('link', { name: /Choose seats/ }).click();
    await page.waitForURL(`**/trips/${id}?from_stop=1&to_stop=2`);
    await page.getByRole('heading', { name: 'Mugling to Pokhara' }).waitFor();
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
});

import { expect } from 'chai';
import type { TripId } from '../../core/kernel/ids.ts';
import { buyingOn, seatOn, travel } from '../support/buying.ts';
import { changePlan } from '../support/catalogue.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const SEATS = Array.from({ length: 61 }, (_, index) => `S${index + 1}`);
const POINTS = {
  boardingPoints: [
    { name: 'Gongabu', minutes: 0 },
    { name: 'Kalanki', minutes: 25 },
  ],
  droppingPoints: [{ name: 'Lakeside', minutes: 420 }],
};

onWeb('the bar with the chosen seats', (web) => {
  const { register, trip, bookingsOf } = buyingOn(web);

  it('the chosen seats, their price and the button Continue stay in view on a phone, on a bus of any size', async () => {
    const id = await trip({ seats: SEATS });
    const page = await web.visit(`/trips/${id}`);
    const bar = page.getByRole('region', { name: 'Your seats' });
    await seatOn(page, 'S1').check();
    await bar.getByText('Rs 1,200').last().waitFor();
    for (const at of [0, 300]) {
      await page.evaluate(`scrollTo(0, ${at})`);
      const box = (await bar.getByRole('button', { name: 'Continue' }).boundingBox())!;
      expect(box.y + box.height, `scrolled by ${at}`).to.be.at.most(740);
    }
    await expectAccessible(page);
  });

  it('the checkout page and the ticket show the boarding point with its time', async () => {
    const id = await trip();
    await changePlan(web.api.dependencies, id as TripId, POINTS);
    const session = await register();
    const { open } = await web.person({ session });
    const page = await open(`/trips/${id}`);
    await seatOn(page, 'A1').check();
    await page.getByRole('combobox', { name: 'Boarding point' }).selectOption('Kalanki');
    await page.getByRole('button', { name: 'Continue' }).click();
    const review = page.getByRole('region', { name: 'Getting on' });
    expect(await review.innerText()).to.match(/10:25 Kalanki[^]*Sun 22 Nov 2026[^]*17:00 Lakeside/);
    await travel(page, 'A1', 'Maya Lama');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'Getting on 10:25 Kalanki' }).waitFor();

    const [booking] = await bookingsOf(session);
    expect(booking.getting_on.name).to.equal('Kalanki');
    const { json } = await web.api.get(`/api/bookings/${booking.id}/ticket-token`, session.access);
    await (
      await open(`/ticket?token=${json.token}`)
    )
      .getByRole('heading', { name: 'Getting on 10:25 Kalanki' })
      .waitFor();
  });
});

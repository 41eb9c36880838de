import { expect } from 'chai';
import type { TripId } from '../../core/kernel/ids.ts';
import { buyingOn, seatOn, travel } from '../support/buying.ts';
import { changePlan } from '../support/catalogue.ts';
import type { Json } from '../support/http.ts';
import { aPicture } from '../support/pictures.ts';
import { aPlace } from '../support/places.ts';
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

  /** Adds a trip on which passengers choose a boarding point. */
  const tripWithPoints = async (): Promise<number> => {
    const id = await trip();
    await changePlan(web.api.dependencies, id as TripId, POINTS);
    return id;
  };

  /** Opens the seats' page of such a trip as a new passenger, and chooses the seat A1. */
  const choosing = async () => {
    const id = await tripWithPoints();
    const session = await register();
    const { open } = await web.person({ session });
    const page = await open(`/trips/${id}`);
    await seatOn(page, 'A1').check();
    return { id, session, open, page };
  };

  /** Books A1 of a trip through the API. */
  const book = async (id: number, session: { readonly access: string }, passenger: object): Promise<Json> => {
    await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['A1'] }, session.access);
    const passengers = [{ seat_number: 'A1', ...passenger }];
    const body = { schedule_id: id, seat_numbers: ['A1'], passengers };
    return (await web.api.post('/api/bookings', body, session.access)).json;
  };

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
    const { session, open, page } = await choosing();
    await page.getByRole('combobox', { name: 'Boarding point' }).selectOption('Kalanki');
    await page.getByRole('button', { name: 'Continue' }).click();
    const review = page.getByRole('region', { name: 'Getting on' });
    expect(await review.innerText()).to.match(/10:25 Kalanki[^]*Sun 22 Nov 2026[^]*17:00 Lakeside/);
    await travel(page, 'A1', 'Maya Lama');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'Getting on 10:25 Kalanki' }).waitFor();
    // A passenger's line repeats no place that the whole booking shares.
    expect(await page.getByRole('list', { name: 'Passengers' }).innerText()).to.equal('Seat A1 Maya Lama');

    const [booking] = await bookingsOf(session);
    expect(booking.getting_on.name).to.equal('Kalanki');
    const list = (await open('/bookings')).getByRole('list', { name: 'Next journeys' });
    await list.getByText('10:25 Kalanki').waitFor();
    const { json } = await web.api.get(`/api/bookings/${booking.id}/ticket-token`, session.access);
    await (
      await open(`/ticket?token=${json.token}`)
    )
      .getByRole('heading', { name: 'Getting on 10:25 Kalanki' })
      .waitFor();
  });

  it('the boarding point’s map and photo are on the seats’ page, at the checkout and on the ticket', async () => {
    const cityId = (await web.api.dependencies.cities.all()).find(({ name }) => name === 'Kathmandu')!.id;
    const { id } = await aPlace(web.api.dependencies, { cityId, name: 'Gongabu', landmark: 'Main gate' });
    const photo = await web.api.dependencies.placePhotos.keep(await aPicture('png'));
    await web.api.dependencies.transact(({ places }) => places.setPhoto(id, photo!));
    const { page } = await choosing();
    const expectPlace = async () => {
      const map = page.getByRole('link', { name: 'Map of Gongabu' });
      expect(await map.getAttribute('href')).to.include('mlat=27.6933&mlon=85.2814');
      expect(await map.getAttribute('rel')).to.include('noreferrer');
      await page.getByRole('img', { name: 'Main gate' }).waitFor();
      await expectAccessible(page);
    };
    await expectPlace();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('region', { name: 'Getting on' }).waitFor();
    await expectPlace();
    await travel(page, 'A1', 'Maya Lama');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'Getting on 10:00 Gongabu' }).waitFor();
    await expectPlace();
  });

  it('a passenger who continues with held seats in a new tab gets the first boarding point, as on the seats’ page', async () => {
    const { id, open, page } = await choosing();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('region', { name: 'Getting on' }).waitFor();
    // A new tab does not know the boarding point of the first tab, but the service still holds the seat.
    const again = await open(`/book/${id}`);
    await again.getByRole('region', { name: 'Getting on' }).getByText('10:00 Gongabu').waitFor();
    await travel(again, 'A1', 'Maya Lama');
    await again.getByRole('button', { name: 'Pay with eSewa' }).click();
    await again.getByRole('button', { name: 'Pay', exact: true }).click();
    await again.getByRole('heading', { name: 'Getting on 10:00 Gongabu' }).waitFor();
  });

  it('the page before payment begins with the boarding time and place, also for a bus without a seat map', async () => {
    const { open, page } = await choosing();
    await page.getByRole('combobox', { name: 'Boarding point' }).selectOption('Kalanki');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('region', { name: 'Getting on' }).waitFor();
    const said = await page.getByRole('main').innerText();
    expect(said).to.match(/^Kathmandu to Pokhara\s+Getting on\s+10:25\s+Kalanki/);

    const counted = await trip({ seats: 12 });
    const places = await open(`/book/${counted}`);
    await places.getByRole('region', { name: 'Getting on' }).getByText('10:00 Kathmandu').waitFor();
  });

  it('the checkout page says where to get on, names seats and price, and begins the ways to pay on the first screen', async () => {
    const session = await register();
    const booked = await book(await tripWithPoints(), session, { name: 'Maya Lama', boarding_point: 'Kalanki' });
    const page = await (await web.person({ session })).open(`/pay/${booked.id}`);
    await page.getByRole('heading', { name: 'Getting on 10:25 Kalanki' }).waitFor();
    const said = await page.getByRole('main').innerText();
    for (const fact of ['Kathmandu to Pokhara', 'Seat A1 Maya Lama', 'Rs 1,200', booked.booking_code])
      expect(said).to.contain(fact);
    expect((await page.getByRole('radio', { name: 'eSewa' }).boundingBox())!.y).to.be.below(740);
    await expectAccessible(page);
  });

  it('a long name breaks on the checkout page and the ticket, and cuts nothing off, 320 px wide', async () => {
    const session = await register();
    const { id } = await book(await trip(), session, { name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3) });
    const { open } = await web.person({ session, width: 320 });
    for (const path of ['pay', 'bookings']) {
      const line = (await open(`/${path}/${id}`)).getByRole('list', { name: 'Passengers' });
      const { x, width } = (await line.boundingBox())!;
      expect(x + width, path).to.be.below(320);
    }
  });
});

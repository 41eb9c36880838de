import { expect } from 'chai';
import type { TripId } from '../../core/kernel/ids.ts';
import { alert, buyingOn, seatOn, timer, travel } from '../support/buying.ts';
import { changePlan, seat, seatsNumbered } from '../support/catalogue.ts';
import { eventually } from '../support/eventually.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const berth = (number: string, deck: number) => ({
  number: seat(number),
  deck,
  row: 1,
  col: 1,
  type: 'SLEEPER',
  isActive: true,
});
const TWO_DECKS = { rows: 1, cols: 2, deckCount: 2, seats: [berth('L1', 1), berth('U1', 2)] };

onWeb('holding seats', (web) => {
  const { account, register, trip, bookingsOf } = buyingOn(web);

  it('a passenger who cannot get a seat because another passenger holds it can book a different seat', async () => {
    const id = await trip();
    const [session, rival] = [await register(), account()];
    const hers = await (await web.person({ session })).open(`/trips/${id}`);
    const his = await web.visit(`/trips/${id}`);

    // The rival's page shows the passenger's hold at once, without a reload.
    await seatOn(his, 'A1').waitFor();
    await seatOn(hers, 'A1').check();
    await his.getByRole('checkbox', { name: /^Seat A1, .*taken/, disabled: true }).waitFor();
    await his.getByRole('status').filter({ hasText: 'A1: just taken.' }).waitFor();

    // The rival, who is signed out, chooses a seat without holding it. The passenger then holds the same seat.
    await seatOn(his, 'A2').check();
    await seatOn(his, 'B1').check();
    await seatOn(hers, 'B1').check();
    await alert(his, /taken B1.*another seat\. Still chosen: A2/).waitFor();
    await his.getByRole('checkbox', { name: /^Seat B1, .*taken/, disabled: true, checked: false }).waitFor();

    // The rival chooses another seat, and makes an account on the same page.
    await seatOn(his, 'B2').check();
    await his.getByRole('button', { name: 'Continue' }).click();
    await his.getByRole('link', { name: 'Use e-mail and password' }).click();
    await his.getByRole('link', { name: 'Create an account' }).click();
    await his.getByLabel('Full name').fill('Bikash Rai');
    await his.getByLabel('E-mail', { exact: true }).fill(rival.email);
    await his.getByLabel('Password', { exact: true }).fill(rival.password);
    await his.getByRole('button', { name: 'Create account' }).click();
    await his.waitForURL(`**/book/${id}`);
    await hers.getByRole('button', { name: 'Continue' }).click();

    for (const [page, seats] of [
      [hers, ['A1', 'B1']],
      [his, ['A2', 'B2']],
    ] as const) {
      for (const seat of seats) await travel(page, seat, `Somebody on ${seat}`);
      await page.getByRole('button', { name: 'Pay with eSewa' }).click();
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.getByRole('heading', { name: 'You are booked' }).waitFor();
    }
  });

  it('a passenger who chooses a seat that is kept for others is told for whom', async () => {
    const seats = seatsNumbered('A1', 'A2').map((one) => ({
      ...one,
      keptFor: one.number === 'A1' ? ('WOMEN' as const) : undefined,
    }));
    const id = await trip({ bus: { totalSeats: 2, seatMap: { rows: 1, cols: 2, deckCount: 1, seats } } });
    const page = await (await web.person({ session: await register() })).open(`/trips/${id}`);
    await seatOn(page, 'A1').check();
    await alert(
      page,
      /^A1: Kept for women\. If that is you, say so under “Kept seats”\. Or choose another seat\.$/,
    ).waitFor();
    expect(await seatOn(page, 'A1').isChecked()).to.equal(false);
    await seatOn(page, 'A2').check();
    await timer(page).waitFor();
  });

  it('a message says that a hold has expired while the passenger typed, and seats that are still free are held again', async () => {
    const id = await trip();
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await seatOn(page, 'A1').check();
    await seatOn(page, 'A2').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A1', 'Maya Lama');
    await travel(page, 'A2', 'Dawa Lama');

    await web.pass(11);
    await alert(page, /time for your seats has run out/).waitFor();
    expect(await timer(page).count()).to.equal(0);
    const { access } = await register();
    await web.api.post(`/api/trips/${id}/seats/lock`, { seat_numbers: ['A2'] }, access);
    await page.getByRole('button', { name: 'Hold the seats again' }).click();

    await alert(page, /taken A2.*Still chosen: A1/).waitFor();
    await timer(page).waitFor();
    expect(await page.getByRole('group', { name: 'Seat A2' }).count()).to.equal(0);
    expect(await page.getByRole('group', { name: 'Seat A1' }).getByLabel('Name').inputValue()).to.equal('Maya Lama');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  });

  it('a seat hold survives a reload of the page at every step, and no seat is booked twice', async () => {
    const id = await trip();
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await seatOn(page, 'A1').check();
    await timer(page).waitFor();
    await web.pass(3);
    await page.reload();
    expect(await seatOn(page, 'A1').isChecked()).to.equal(true);
    expect(await timer(page).textContent()).to.match(/^[67]:/);

    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A1', 'Maya Lama');
    await page.reload();
    const group = page.getByRole('group', { name: 'Seat A1' });
    expect(await group.getByLabel('Name').inputValue()).to.equal('Maya Lama');
    expect(await group.getByRole('radio', { name: 'Female' }).isChecked()).to.equal(true);

    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await page.goBack();
    await page.waitForURL('**/pay/*');
    await page.getByRole('heading', { name: 'Pay your booking' }).waitFor();
    await page.reload();
    await timer(page).waitFor();
    expect(await bookingsOf(session)).to.have.length(1);
  });

  it('a booking interrupted by a network failure continues once the network is back', async () => {
    const id = await trip();
    const session = await register();
    const { context, open } = await web.person({ session });
    web.forgive(/ERR_FAILED/);
    const page = await open(`/trips/${id}`);
    await seatOn(page, 'A1').waitFor();
    await context.setOffline(true);
    await seatOn(page, 'A1').check();
    await alert(page, /could not be reached/).waitFor();
    await context.setOffline(false);
    await timer(page).waitFor();
    expect(await alert(page, /could not be reached/).count()).to.equal(0);

    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A1', 'Maya Lama');
    // The service makes the booking, but the browser never gets the answer.
    await page.route('**/api/bookings', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await alert(page, /could not be reached/).waitFor();
    await page.unroute('**/api/bookings');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    expect(await bookingsOf(session)).to.have.length(1);
  });

  it('a booking sent without a network is sent again by itself once the network is back, and the clock stays', async () => {
    const id = await trip();
    const session = await register();
    const { context, open } = await web.person({ session });
    web.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const page = await open(`/trips/${id}`);
    await seatOn(page, 'A1').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A1', 'Maya Lama');
    await timer(page).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Pay with Khalti' }).click();
    await alert(page, /sent again by itself/).waitFor();
    await timer(page).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    expect(await bookingsOf(session)).to.have.length(1);
  });

  it('a seat map that cannot fetch the code of live messages asks for its seats instead', async () => {
    const id = await trip();
    const { context, open } = await web.person({ session: await register() });
    web.forgive(/ERR_FAILED/);
    await context.route('**/assets/mqtt-*.js', (route) => route.abort());
    const failed = context.waitForEvent('requestfailed', (request) => request.url().includes('/mqtt-'));
    const page = await open(`/trips/${id}`);
    await failed;
    await seatOn(page, 'A1').waitFor();
    const asked = page.waitForRequest(`**/api/trips/${id}/seats*`);
    await web.pass(1);
    await asked;
  });

  it('a trip without boarding points shows its cities instead, and its booking has no boarding point', async () => {
    const id = await trip();
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await seatOn(page, 'A1').check();
    const shown = (name: string): Promise<string> => page.getByRole('combobox', { name }).innerText();
    expect(await shown('Boarding point')).to.match(/^\d\d:\d\d · Kathmandu$/);
    expect(await shown('Dropping point')).to.match(/^\d\d:\d\d · Pokhara$/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await travel(page, 'A1', 'Maya Lama');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    const [booking] = await bookingsOf(session);
    expect(booking.seats[0]).to.include({ boarding_point: '', dropping_point: '' });
  });

  it('the timer of held seats never shows more time than is left', async () => {
    // The service sends times in whole seconds. So the test moves the service's clock to a fraction of a second.
    await web.pass(0.01);
    const id = await trip();
    const { context, open } = await web.person({ session: await register() });
    const page = await open(`/trips/${id}`);
    await seatOn(page, 'A1').waitFor();
    await context.clock.pauseAt(web.api.clock() + 60_000);
    await seatOn(page, 'A1').click();
    await context.clock.runFor(300);
    await timer(page).waitFor();
    expect(await timer(page).innerText()).to.match(/^(?:10:00|9:59)$/);
  });

  it('a seat on the upper deck can be booked, with boarding and dropping points', async () => {
    const id = await trip({ bus: { totalSeats: 2, seatMap: TWO_DECKS } });
    const points = {
      boardingPoints: [
        { name: 'Kalanki', minutes: 0 },
        { name: 'Thankot', minutes: 20 },
      ],
      droppingPoints: [{ name: 'Lakeside', minutes: 420 }],
    };
    await changePlan(web.api.dependencies, id as TripId, points);
    const session = await register();
    const page = await (await web.person({ session })).open(`/trips/${id}`);
    await page.getByRole('tab', { name: 'Upper deck' }).click();
    expect(await seatOn(page, 'L1').count(), 'the lower deck is out of sight').to.equal(0);
    await seatOn(page, 'U1').check();
    await page.getByRole('combobox', { name: 'Boarding point' }).selectOption('Thankot');
    await timer(page).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('region', { name: 'Price' }).getByText('Rs 120').waitFor();
    await travel(page, 'U1', 'Maya Lama');
    await page.getByRole('button', { name: 'Pay with eSewa' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    const [booking] = await bookingsOf(session);
    expect(booking.seats).to.deep.equal([
      {
        seat_number: 'U1',
        passenger_name: 'Maya Lama',
        passenger_age: 34,
        passenger_gender: 'F',
        boarding_point: 'Thankot',
        dropping_point: 'Lakeside',
      },
    ]);
  });

  it('the seats of a trip that is cancelled while the page is open can no longer be chosen', async () => {
    const { trip: cancelled, owner } = await aCompanyOnline(web);
    const page = await web.visit(`/trips/${cancelled.id}`);
    await seatOn(page, 'A1').check();
    // Changes the fare until the page shows a change. The page may miss the first event, because it subscribes late.
    let fare = 1_200;
    await eventually(async () => {
      fare += 1;
      await web.api.patch(`/api/operator/trips/${cancelled.id}`, { fare }, owner.token);
      return (await page.getByText('The price of this trip has changed.').count()) > 0;
    });
    await web.api.post(`/api/operator/trips/${cancelled.id}/cancel`, { reason: 'STRIKE' }, owner.token);
    await page.getByText('cancelled this trip').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Seat/ }).count(), 'seats').to.equal(0);
    expect(await page.getByRole('button', { name: 'Continue' }).count()).to.equal(0);
    await expectAccessible(page);
  });
});

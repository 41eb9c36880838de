import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import { aBooking, sitting } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { aPassenger } from '../support/people.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('the page of a ticket', (web) => {
  const booked = async (status: Booking['status']): Promise<Booking> => {
    const { dependencies } = web.api;
    const { id: userId } = await aPassenger(dependencies, { fullName: 'आशा <b>Gurung</b>' });
    const { id: tripId } = await aTrip(dependencies, { bus: { name: 'Night Rider' } });
    return aBooking(dependencies, { userId, tripId, seats: [seat('A1'), seat('A2')], status });
  };
  const pathOf = ({ id, code, bookedAt }: Booking): string =>
    `/ticket?token=${web.api.dependencies.ticketTokens.sign({ bookingId: id, bookingCode: code }, bookedAt)}`;

  for (const looks of [
    { width: 360, dark: false },
    { width: 1280, dark: true },
  ])
    it(`a valid ticket’s page shows validity, passenger, trip and seats, ${looks.width} px wide`, async () => {
      const booking = await booked('CONFIRMED');
      const page = await web.visit(pathOf(booking), looks);
      await page.getByRole('heading', { level: 1, name: booking.code }).waitFor();
      await page.getByText('Valid', { exact: true }).waitFor();
      await page.getByRole('img', { name: 'Ticket code' }).waitFor();
      const said = await page.getByRole('main').innerText();
      // Times are in the buses' time zone, and days in both calendars.
      for (const fact of [
        'आशा <b>Gurung</b>',
        'Kathmandu to Pokhara',
        'A1, A2',
        'Night Rider',
        '10:00, Sun 22 Nov 2026',
      ])
        expect(said).to.contain(fact);
      expect(said).to.contain('6 Mangsir 2083').and.not.to.contain('Boarding');
      expect(await page.title()).to.contain(booking.code);
      await expectAccessible(page);
    });

  it('a ticket’s page names a stop that the passenger typed with the time of the departure', async () => {
    const { dependencies } = web.api;
    const { id: userId } = await aPassenger(dependencies);
    const { id: tripId } = await aTrip(dependencies, { seats: ['A1'] });
    const passengers = [sitting(seat('A1'), { boardingPoint: 'At the mill' })];
    const booking = await aBooking(dependencies, {
      userId,
      tripId,
      status: 'CONFIRMED',
      seats: [seat('A1')],
      passengers,
    });
    const page = await web.visit(pathOf(booking));
    await page.getByRole('heading', { name: 'Getting on 10:00 At the mill' }).waitFor();
  });

  it('an invalid ticket’s page says why it is invalid, and shows the passenger’s name only after the journey', async () => {
    for (const [status, why] of [
      ['REFUNDED', 'cancelled'],
      ['EXPIRED', 'not paid in time'],
      ['COMPLETED', 'journey is over'],
    ] as const) {
      const page = await web.visit(pathOf(await booked(status)));
      await page.getByText('Not valid', { exact: true }).waitFor();
      const said = await page.getByRole('main').innerText();
      expect(said).to.contain(why);
      expect(said.includes('Gurung'), status).to.equal(status === 'COMPLETED');
    }
  });

  it('a used ticket’s page says that the passenger has boarded, also in Nepali', async () => {
    const path = pathOf(await booked('CHECKED_IN'));
    await (await web.visit(path)).getByText('boarded with it already').waitFor();
    await (await web.visit(path, { language: 'ne' })).getByText('मान्य', { exact: true }).waitFor();
  });

  it('a ticket’s page says that the ticket is unknown if its token is missing or was edited', async () => {
    for (const path of ['/ticket', '/ticket?token=x', `${pathOf(await booked('CONFIRMED'))}A`]) {
      const page = await web.visit(path);
      await page.getByRole('heading', { name: 'This is not one of our tickets' }).waitFor();
      await page.getByText('Not valid', { exact: true }).waitFor();
    }
  });

  it('a ticket’s page offers to try again if the service cannot be reached', async () => {
    const { context, open } = await web.person();
    web.forgive(/ERR_FAILED/);
    await context.route('**/api/tickets/**', (route) => route.abort());
    const page = await open(pathOf(await booked('CONFIRMED')));
    await page.getByRole('alert').getByText('could not be reached').waitFor();
    await context.unroute('**/api/tickets/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Valid', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  it('the short link of a text opens the ticket that this phone keeps if there is no network', async () => {
    const { context, open } = await web.person();
    const [first, second] = [await booked('CONFIRMED'), await booked('CONFIRMED')];
    const keep = async (booking: Booking): Promise<void> => {
      const page = await open(pathOf(booking));
      await page.getByRole('heading', { level: 1, name: booking.code }).waitFor();
      await eventually(() => page.evaluate(`caches.match('/document').then(Boolean)`));
      await page.close();
    };
    await keep(first);
    await context.setOffline(true);
    const page = await open('/t/abcdefghjkmn');
    await page.getByRole('heading', { level: 1, name: first.code }).waitFor();

    await context.setOffline(false);
    await keep(second);
    await context.setOffline(true);
    await page.goto('/t/abcdefghjkmn');
    const list = page.getByRole('list', { name: 'Tickets of links' });
    await list.waitFor();
    expect(await list.getByRole('listitem').count()).to.equal(2);
    await expectAccessible(page);
    await list.getByRole('link').first().click();
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
  });
});

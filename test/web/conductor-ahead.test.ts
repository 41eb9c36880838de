import { expect } from 'chai';
import type { SeatNumber } from '../../core/kernel/ids.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBoardingTrip, anEnrolmentCode } from '../support/boarding-trip.ts';
import { aBooking, sitting } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aPassengerId, anOperator } from '../support/people.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

const PARTY = ['C1', 'C2', 'C3'].map(seat);
const ALONE = seat('D1');

onWeb('what a conductor’s phone keeps and boards at once', (web) => {
  /** A trip on which three seats are one booking, and a fourth seat another. Returns a code that enrols a phone. */
  async function aPartyOfThree(): Promise<string> {
    const { dependencies } = web.api;
    const { operatorId } = await anOperator(dependencies, { companyName: 'Party Bus' });
    const departsAt = hoursAfter(START, 2);
    const { id: tripId } = await aTrip(dependencies, { bus: { operatorId }, departsAt, seats: [...PARTY, ALONE] });
    const book = async (seats: readonly SeatNumber[], name: string, phone: string): Promise<unknown> =>
      aBooking(dependencies, {
        userId: await aPassengerId(dependencies),
        tripId,
        seats,
        passengers: seats.map((number) => sitting(number, { name: `${name} of ${number}` })),
        contact: { name, phone, email: null },
        status: 'CONFIRMED',
      });
    await book(PARTY, 'Kiran', '9841234567');
    await book([ALONE], 'Bikash', '9851234567');
    return (await anEnrolmentCode(dependencies, operatorId)).code;
  }

  it('a crew phone opens a trip of the next 24 hours without a network, though nobody opened the trip before', async () => {
    const trip = await aBoardingTrip(web.api.dependencies);
    await aTrip(web.api.dependencies, {
      bus: { operatorId: trip.operatorId },
      departsAt: hoursAfter(START, 23),
      to: 'Butwal',
      seats: ['A1'],
    });
    const person = await web.person();
    const page = await person.open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByText('On this phone').nth(1).waitFor();
    await expectAccessible(page);
    await person.context.setOffline(true);
    await page.getByRole('list', { name: 'Next trips' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Board A1' }).waitFor();
    await page.getByRole('link', { name: 'All trips' }).click();
    await page.getByRole('list', { name: 'Later', exact: true }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Butwal' }).waitFor();
    await page.getByText('Nobody has a ticket yet').waitFor();
  });

  it('a trip that is not on the crew phone opens by itself when the network is back', async () => {
    const trip = await aBoardingTrip(web.api.dependencies);
    const person = await web.person();
    let isBroken = true;
    await person.context.route('**/api/conductor/trips/*/manifest', (route) =>
      isBroken ? route.abort('internetdisconnected') : route.continue(),
    );
    const page = await person.open(`/conductor?token=${await trip.enrolmentCode()}`);
    await page.getByRole('list', { name: 'Next trips' }).getByRole('link').click();
    await page.getByText('This trip is not on this phone').waitFor();
    expect(await page.getByText('On this phone', { exact: true }).count()).to.equal(0);
    isBroken = false;
    await person.context.setOffline(true);
    await person.context.setOffline(false);
    await page.getByRole('button', { name: 'Board A1' }).waitFor();
  });

  it('a conductor boards three seats of one booking with one tap, finds people by name, and calls who is missing', async () => {
    const page = await web.visit(`/conductor?token=${await aPartyOfThree()}`);
    await page.getByRole('list', { name: 'Next trips' }).getByRole('link').click();
    const board = (seat: string) => page.getByRole('button', { name: `Board ${seat}`, exact: true });
    await board('C1').waitFor();
    const find = page.getByRole('searchbox', { name: 'Find a passenger' });
    await find.fill('bikash');
    await board('C1').waitFor({ state: 'detached' });
    await board('D1').waitFor();
    await find.fill('nobody of this name');
    await page.getByText('Nobody on this list has that.').waitFor();
    await expectAccessible(page);
    await find.fill('');

    const call = page.getByRole('link', { name: 'Call the next one' });
    const calls: (string | null)[] = [];
    // No phone opens in a browser without one, so the link's own action is left out.
    await page.evaluate(
      "addEventListener('click', (event) => event.target.closest('a[href^=tel]') && event.preventDefault())",
    );
    for (let tap = 0; tap < 3; tap += 1) {
      calls.push(await call.getAttribute('href'));
      await call.click();
    }
    expect(calls).to.deep.equal(['tel:9841234567', 'tel:9851234567', 'tel:9841234567']);

    await page.getByRole('button', { name: 'Board all 3' }).click();
    await page.getByText('3 of 4 boarded').first().waitFor();
    await page.getByText('Kiran, 1 of').waitFor({ state: 'detached' });
    expect(await call.getAttribute('href')).to.equal('tel:9851234567');
    expect(await page.getByRole('button', { name: 'Board all' }).count()).to.equal(0);
    await expectAccessible(page);
  });
});

import { expect } from 'chai';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { buyingOn } from '../support/buying.ts';
import { anOperator } from '../support/people.ts';
import { aRoad } from '../support/roads.ts';
import { staffOn } from '../support/staff.ts';
import { expectAccessible, onWeb } from '../support/web.ts';

onWeb('the page of a shared journey', (web) => {
  const { register } = buyingOn(web);

  /** A shared journey from Kathmandu to Pokhara with a stop between, whose bus leaves in an hour. */
  const aJourney = async () => {
    const { dependencies, clock } = web.api;
    const departsAt = hoursAfter(clock(), 1);
    const operator = await anOperator(dependencies);
    const { operatorId } = operator;
    const bus = { operatorId };
    const { id: tripId } = await aRoad(dependencies, { between: ['Mugling'], departsAt, seats: ['A1'], bus });
    const session = await register();
    const booking = await aBooking(dependencies, { tripId, userId: session.user.id, status: 'CONFIRMED' });
    const link = await web.api.post(`/api/bookings/${booking.id}/live-link`, undefined, session.access);
    const leave = async (): Promise<void> => {
      const { token } = staffOn(() => web.api).signedIn(operator, 'OPERATOR');
      await web.api.post(`/api/operator/trips/${tripId}/stops/0/left`, {}, token);
    };
    return { leave, path: new URL(link.json.url).pathname };
  };

  for (const language of ['en', 'ne'] as const)
    it(`a shared journey shows how late the bus is and when it comes to each stop, in ${language}`, async () => {
      const { leave, path } = await aJourney();
      const page = await web.visit(path, { language, dark: language === 'ne' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
      await web.pass(80);
      await leave();
      await web.pass(1);
      const region = page.getByRole('region', { name: language === 'en' ? 'Where is my bus' : 'मेरो बस कहाँ छ' });
      await region.getByText(language === 'en' ? 'About 20 minutes late' : 'करिब २० मिनेट ढिलो').waitFor();
      expect(await region.getByRole('list').getByRole('listitem').count()).to.equal(2);
      await region.getByRole('img').waitFor();
      await expectAccessible(page);
    });

  it('a link that has ended says so', async () => {
    const page = await web.visit('/live/2345678923456789');
    await page.getByRole('heading', { level: 1, name: 'This journey is not shown any more' }).waitFor();
    await expectAccessible(page);
  });
});

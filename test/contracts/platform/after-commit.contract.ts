import { expect } from 'chai';
import { aTrip } from '../../support/catalogue.ts';
import { aBooking } from '../../support/bookings.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('a commit whose listener fails', (engine) => {
  it('a transaction stays committed even if a listener to its commit fails, and the failure is reported', async () => {
    const [userId, tripId] = [await aPassengerId(engine()), (await aTrip(engine())).id];
    // The listener appends to this list. Because the list is frozen, the listener throws.
    Object.freeze(engine().committed);
    const { id } = await aBooking(engine(), { userId, tripId });
    expect((await engine().transact(({ bookings }) => bookings.find(id)))?.status).to.equal('PENDING_PAYMENT');
    expect(engine().reported).to.have.length(1);
  });
});

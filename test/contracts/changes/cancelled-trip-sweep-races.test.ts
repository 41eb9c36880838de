import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { sweepCancelledTrips } from '../../../core/changes/sweep-cancelled-trips.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { calendar, changePlan, seat } from '../../support/catalogue.ts';
import { aCompanyWithTrip, postedMails, statusesOf } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { entriesOf, expectBooksBalance } from '../../support/entries.ts';
import { beforeRecording } from '../../support/overlap.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

/*
 * Every process of the service runs this clean-up job. Two processes run it at the same time on Postgres, and one after
 * the other on SQLite.
 */
onEveryEngine('the job that cleans up cancelled trips', (engine, database) => {
  let paying: Paying;
  let bookings: readonly Booking[];

  const sweep = (transact: Transact<Stores> = engine().transact) =>
    sweepCancelledTrips({ ...engine(), transact, clock: paying.clock, calendar })();
  const refundsOf = async ({ id }: Booking) =>
    (await engine().transact(({ refunds }) => refunds.ofBooking(id))).map(({ amount }) => amount);

  beforeEach(async () => {
    paying = payingOn(engine());
    const { trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2', 'B1'] });
    const made: Booking[] = [];
    for (const name of ['A1', 'A2', 'B1']) {
      const userId = await aPassengerId(engine());
      const booking = await aBooking(engine(), { userId, tripId: trip.id, seats: [seat(name)] });
      await paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)));
      made.push(booking);
    }
    bookings = made;
    await changePlan(engine(), trip.id, { status: 'CANCELLED' });
  });

  afterEach(async () => {
    expect(await statusesOf(engine(), bookings)).to.deep.equal(['REFUNDED', 'REFUNDED', 'REFUNDED']);
    for (const booking of bookings) {
      expect(await refundsOf(booking)).to.deep.equal([booking.total]);
      expect(await entriesOf(engine(), booking)).to.have.length(2);
    }
    await expectBooksBalance(engine(), paying);
  });

  it('a booking on a cancelled trip is ended only once when two processes run the clean-up job', async () => {
    expect(await beforeRecording(database(), engine().transact, sweep, () => sweep())).to.deep.equal([1, 0]);
    expect(await postedMails(engine())).to.have.length(3);
  });

  it('a booking on a cancelled trip is ended only once when ten clean-up jobs start together', async () => {
    const counts = await Promise.all(Array.from({ length: 10 }, () => sweep()));
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(1);
    expect(await postedMails(engine())).to.have.length(3);
  });

  it('a booking on a cancelled trip is refunded only once when its passenger cancels it during the clean-up job', async () => {
    const [booking] = bookings;
    const cancel = () =>
      cancellingOn(paying)
        .cancel(booking!)
        .then(
          ({ status }) => status,
          (error: unknown) => (error as { readonly code: string }).code,
        );
    expect(await beforeRecording(database(), engine().transact, sweep, cancel)).to.deep.equal([1, 'BOOKING_OVER']);
  });
});

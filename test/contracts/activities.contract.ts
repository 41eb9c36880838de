import { expect } from 'chai';
import { paisa } from '../../core/kernel/money.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

onEveryEngine('the activity log', (engine) => {
  it('keeps what was done to a booking, oldest first', async () => {
    const [userId, tripId] = [await aPassengerId(engine()), (await aTrip(engine())).id];
    const [booking, other] = [
      await aBooking(engine(), { userId, tripId }),
      await aBooking(engine(), { userId, tripId }),
    ];
    const created = {
      type: 'BOOKING_CREATED',
      userId,
      actorRole: 'PASSENGER',
      bookingId: booking.id,
      description: 'Booked A1.',
      amount: paisa(120_000),
    } as const;
    const rated = {
      type: 'RATING_SUBMITTED',
      userId,
      actorRole: 'PASSENGER',
      bookingId: booking.id,
      description: '5 stars',
    } as const;
    await engine().transact(async ({ activities }) => {
      await activities.add(created, START);
      await activities.add({ ...rated, bookingId: other.id }, START);
      await activities.add(rated, minutesAfter(START, 1));
    });
    expect(await engine().transact(({ activities }) => activities.of(booking.id))).to.deep.equal([
      { ...created, at: START },
      { ...rated, at: minutesAfter(START, 1) },
    ]);
  });
});

import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import type { Rating } from '../../../core/bookings/rating.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

onEveryEngine('ratings', (engine) => {
  let tripId: TripId;
  let userId: UserId;
  let operatorId: OperatorId;

  beforeEach(async () => {
    operatorId = (await anOperator(engine())).operatorId;
    tripId = (await aTrip(engine(), { busId: await aBus(engine(), { operatorId, seats: 100 }) })).id;
    userId = await aPassengerId(engine());
  });

  const booked = (): Promise<Booking> => aBooking(engine(), { tripId, userId, status: 'COMPLETED' });
  const add = (bookingId: BookingId, traits: Partial<Rating> = {}): Promise<boolean> =>
    engine().transact(({ ratings }) =>
      ratings.add(
        { bookingId, userId, operatorId, stars: 4, review: '', issueFlag: false, issueNote: '', ...traits },
        START,
      ),
    );
  const find = (bookingId: BookingId): Promise<Rating | undefined> =>
    engine().transact(({ ratings }) => ratings.find(bookingId));
  const totals = async (): Promise<readonly [number, number]> => {
    const listing = await engine().tripSearch.find(tripId, START);
    return [listing!.ratingSum, listing!.ratingCount];
  };

  it('a rating is read with its stars and texts, alone and with its booking', async () => {
    const { id } = await booked();
    const said = { stars: 2, review: 'समयमै पुगियो।\nBut cold.', issueFlag: true, issueNote: 'No heating.' };
    expect(await find(id)).to.equal(undefined);
    expect(await add(id, said)).to.equal(true);
    expect(await find(id)).to.deep.equal({ bookingId: id, userId, operatorId, ...said });
    expect((await engine().bookingViews.find(id, userId))?.rating).to.deep.equal({
      stars: 2,
      review: said.review,
      issueFlag: true,
    });
  });

  it('a rating counts for the company of the rated booking, and for no other', async () => {
    expect(await totals()).to.deep.equal([0, 0]);
    for (const stars of [5, 3]) await add((await booked()).id, { stars });
    const other = await anOperator(engine());
    await add((await booked()).id, { stars: 1, operatorId: other.operatorId });
    expect(await totals()).to.deep.equal([8, 2]);
  });

  it('a booking has only one rating, however many are added at once', async () => {
    const { id } = await booked();
    const added = await Promise.all(Array.from({ length: 20 }, (_, index) => add(id, { stars: 1 + (index % 5) })));
    expect(added.filter(Boolean)).to.have.length(1);
    expect(await totals()).to.deep.equal([(await find(id))!.stars, 1]);
  });

  it('a second rating of a booking is refused, and its transaction can continue', async () => {
    const [rated, unrated] = [await booked(), await booked()];
    await add(rated.id);
    const both = await engine().transact(async ({ ratings }) => {
      const rating = { userId, operatorId, stars: 4, review: '', issueFlag: false, issueNote: '' };
      return [
        await ratings.add({ ...rating, bookingId: rated.id }, START),
        await ratings.add({ ...rating, bookingId: unrated.id }, START),
      ];
    });
    expect(both).to.deep.equal([false, true]);
    expect(await totals()).to.deep.equal([8, 2]);
  });
});

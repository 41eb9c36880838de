import { inspect } from 'node:util';
import { expect } from 'chai';
import type { Booking, BookingStatus } from '../../../core/bookings/booking.ts';
import type { BookingId, UserId } from '../../../core/kernel/ids.ts';
import { rateBooking } from '../../../core/bookings/rate-booking.ts';
import type { GivenRating } from '../../../core/bookings/rating.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine, onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const FIVE_STARS: GivenRating = { stars: 5, review: '', issueFlag: undefined, issueNote: '' };

/** Adds a passenger with a confirmed booking on a trip that has just arrived. */
async function arrived(engine: Engine): Promise<{
  clock: HandClock;
  trip: TripForTests;
  asha: UserId;
  booking: Booking;
  rate: (given?: Partial<GivenRating>, of?: Booking) => ReturnType<ReturnType<typeof rateBooking>>;
}> {
  const [clock, trip, asha] = [handClock(), await aTrip(engine, { seats: 50 }), await aPassengerId(engine)];
  const booking = await aBooking(engine, { userId: asha, tripId: trip.id, status: 'CONFIRMED' });
  clock.set(trip.arrivesAt);
  return {
    clock,
    trip,
    asha,
    booking,
    rate: (given = {}, of = booking) =>
      rateBooking({ ...engine, clock })(of.userId, of.id, { ...FIVE_STARS, ...given }),
  };
}

describe('rating a trip', () => {
  let engine: Engine;
  let the: Awaited<ReturnType<typeof arrived>>;

  beforeEach(async () => {
    engine = memoryEngine();
    the = await arrived(engine);
  });

  const totals = async () => {
    const listing = await engine.tripSearch.find(the.trip.id, the.clock());
    return [listing?.ratingSum, listing?.ratingCount];
  };

  it('a rating is stored, is added to the company’s ratings and is in the activity log', async () => {
    expect(await the.rate({ stars: 4, review: 'Good.' })).to.include({
      stars: 4,
      review: 'Good.',
      issueFlag: false,
      issueNote: '',
    });
    expect((await engine.bookingViews.find(the.booking.id, the.asha))?.rating).to.deep.equal({
      stars: 4,
      review: 'Good.',
      issueFlag: false,
    });
    expect(await totals()).to.deep.equal([4, 1]);
    const log = await engine.transact(({ trail }) => trail.of({ type: 'booking', id: the.booking.id }));
    expect(log).to.deep.equal([
      {
        kind: 'RATING_SUBMITTED',
        actor: { role: 'PASSENGER', userId: the.asha },
        operatorId: (await engine.tripSearch.find(the.trip.id, START))?.operator.id,
        subject: { type: 'booking', id: the.booking.id },
        changes: {},
        at: the.trip.arrivesAt,
        description: `Rated booking ${the.booking.code} with 4 of 5 stars.`,
      },
    ]);
  });

  it('a rating can be given for every paid booking that was not cancelled, and for no other', async () => {
    for (const status of ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'] satisfies BookingStatus[]) {
      expect(await the.rate({}, await aBooking(engine, { userId: the.asha, tripId: the.trip.id, status }))).to.include({
        stars: 5,
      });
    }
    for (const status of ['PENDING_PAYMENT', 'CANCELLED', 'REFUNDED', 'EXPIRED'] satisfies BookingStatus[]) {
      const booking = await aBooking(engine, { userId: the.asha, tripId: the.trip.id, status });
      expect(await refusalOf(the.rate({}, booking))).to.deep.equal(['conflict', 'BOOKING_NOT_RATEABLE']);
    }
  });

  it('a rating can be given from the trip’s arrival on', async () => {
    the.clock.advance(-1 / 60_000);
    expect(await refusalOf(the.rate())).to.deep.equal(['conflict', 'TRIP_NOT_OVER']);
  });

  it('a booking can be rated only once', async () => {
    await the.rate({ stars: 2 });
    expect(await refusalOf(the.rate())).to.deep.equal(['conflict', 'ALREADY_RATED']);
    expect(await totals()).to.deep.equal([2, 1]);
  });

  it('a rating has whole stars from 1 to 5, and any other value is refused', async () => {
    for (const stars of [undefined, null, 0, 6, -1, 2.5, '5', true, [5], {}, Number.NaN, Infinity]) {
      expect(await refusalOf(the.rate({ stars })), inspect(stars)).to.deep.equal(['invalid', 'VALIDATION']);
    }
    expect(await totals()).to.deep.equal([0, 0]);
    expect(await the.rate({ stars: 1 })).to.include({ stars: 1 });
  });

  it('a rating’s issue flag is true, false or absent', async () => {
    for (const issueFlag of ['true', 1, 0, 'yes', [], {}])
      expect(await refusalOf(the.rate({ issueFlag })), inspect(issueFlag)).to.deep.equal(['invalid', 'VALIDATION']);
    expect(await the.rate({ issueFlag: null })).to.include({ issueFlag: false });
  });

  it('a rating keeps the note about an issue only if its issue flag is set', async () => {
    expect(await the.rate({ issueFlag: false, issueNote: 'A loose seat.' })).to.include({ issueNote: '' });
    const flagged = await aBooking(engine, { userId: the.asha, tripId: the.trip.id, status: 'COMPLETED' });
    await the.rate({ issueFlag: true, issueNote: 'A loose seat.' }, flagged);
    expect(await engine.transact(({ ratings }) => ratings.find(flagged.id))).to.include({
      issueFlag: true,
      issueNote: 'A loose seat.',
    });
  });

  it('a rating’s texts are cut to 1000 characters; line breaks and emoji stay whole', async () => {
    const long = `One.\nTwo.\n${'😀'.repeat(1_000)}`;
    const { review, issueNote } = await the.rate({ review: long, issueFlag: true, issueNote: long });
    expect([review, issueNote]).to.deep.equal(Array.from({ length: 2 }, () => `One.\nTwo.\n${'😀'.repeat(990)}`));
  });

  it('a rating is refused for the first of these reasons: owner, booking state, arrival, earlier rating, stars', async () => {
    const [bikram, bad] = [await aPassengerId(engine), { stars: 9 }];
    expect(await refusalOf(the.rate(bad, { ...the.booking, userId: bikram }))).to.deep.equal([
      'absent',
      'BOOKING_UNKNOWN',
    ]);
    expect(await refusalOf(the.rate(bad, { ...the.booking, id: 2_000_000_000 as BookingId }))).to.deep.equal([
      'absent',
      'BOOKING_UNKNOWN',
    ]);
    the.clock.advance(-60);
    const over = await aBooking(engine, { userId: the.asha, tripId: the.trip.id, status: 'CANCELLED' });
    expect(await refusalOf(the.rate(bad, over))).to.deep.equal(['conflict', 'BOOKING_NOT_RATEABLE']);
    expect(await refusalOf(the.rate(bad))).to.deep.equal(['conflict', 'TRIP_NOT_OVER']);
    the.clock.advance(60);
    await the.rate();
    expect(await refusalOf(the.rate(bad))).to.deep.equal(['conflict', 'ALREADY_RATED']);
  });
});

onEveryEngine('several ratings of one booking at once', (engine) => {
  it('only one of several ratings of one booking at once is stored', async () => {
    const { rate, trip, clock, booking } = await arrived(engine());
    const endings = await Promise.all(
      Array.from({ length: 20 }, () =>
        rate({ stars: 3 }).then(
          () => 'rated',
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(endings.filter((ending) => ending === 'rated')).to.have.length(1);
    expect(endings.filter((ending) => ending === 'ALREADY_RATED')).to.have.length(19);
    expect(await engine().tripSearch.find(trip.id, clock())).to.include({ ratingSum: 3, ratingCount: 1 });
    expect(await engine().transact(({ trail }) => trail.of({ type: 'booking', id: booking.id }))).to.have.length(1);
  });
});

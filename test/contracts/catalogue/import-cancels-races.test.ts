import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { cancelBooking } from '../../../core/changes/cancel-booking.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking, bookingNeeds } from '../../support/bookings.ts';
import { seat } from '../../support/catalogue.ts';
import { PLATFORM_TIERS } from '../../support/counter.ts';
import { postedMails, statusesOf } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { expectBooksBalance } from '../../support/entries.ts';
import { importInto } from '../../support/importing.ts';
import { beforeCommit, beforeRecording } from '../../support/overlap.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { ended } from '../../support/refusals.ts';
import { expectLawful } from '../../support/trip-invariants.ts';

/**
 * Tests of an import that cancels a trip while a passenger uses it. They run on parallel connections of Postgres, and
 * in sequence on SQLite. In either order no booking stays on the cancelled trip. All money belongs to a seat or a
 * refund.
 */

type Work = (transact: Transact<Stores>) => Promise<string>;

/** The passenger's result if the import commits first, and if the passenger's work commits first. */
const ENDINGS = {
  'a payment': ['refund due', 'paid'],
  'a booking of held seats': ['TRIP_UNKNOWN', 'done'],
  'a hold on a seat': ['TRIP_UNKNOWN', 'B2'],
  'a cancellation of a booking': ['BOOKING_OVER', 'done'],
} as const;

onEveryEngine('an import that cancels a trip while others use it', (engine, database) => {
  let paying: Paying;
  let trip: TripId;
  let asha: UserId;
  let bikram: UserId;
  let booking: Booking;
  let payment: Payment;

  const load = (status: string, transact = engine().transact) =>
    importInto({ ...engine(), transact }, paying.clock, { '/schedules/0/status': status });
  const needs = (transact: Transact<Stores>) => ({
    ...bookingNeeds({ ...engine(), transact }, paying.clock),
    cancellationTiers: PLATFORM_TIERS,
  });
  const hold = (number: string, transact = engine().transact) =>
    lockSeats(needs(transact))(bikram, trip, [seat(number)]).then(({ granted }) => granted.join());

  beforeEach(async () => {
    paying = payingOn(engine());
    trip = (await load('ACTIVE')).schedules.get('deluxe')!;
    const { operatorId } = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip)))!;
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
    booking = await aBooking(engine(), { userId: asha, operatorId, tripId: trip, seats: [seat('A1')] });
    payment = await paying.checkout(booking);
    await hold('B1');
  });

  afterEach(async () => {
    const active = await engine().transact(({ bookings }) => bookings.countActive(trip));
    expect(active, 'bookings on the cancelled trip').to.equal(0);
    expect((await engine().officeTrips.find(trip, paying.clock()))?.seats).to.include({ sold: 0, held: 0, left: 4 });
    await expectLawful({ engine: engine(), clock: paying.clock, trips: [trip] });
    await expectBooksBalance(engine(), paying);
  });

  const works: Readonly<Record<keyof typeof ENDINGS, Work>> = {
    'a payment': (transact) => {
      const process = payingOn({ ...engine(), transact });
      return process.handleSuccess(paying.gateway.pay(payment)).then(({ outcome }) => outcome);
    },
    'a booking of held seats': (transact) => {
      const wanted = { tripId: trip, seatNumbers: [seat('B1')], passengers: [], seats: 0 };
      return ended(createBooking(needs(transact))(bikram, wanted));
    },
    'a hold on a seat': (transact) => ended(hold('B2', transact)),
    'a cancellation of a booking': (transact) => ended(cancelBooking(needs(transact))(asha, booking.id, '')),
  };

  for (const name of Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]) {
    const [after, before] = ENDINGS[name];

    it(`${name} that waits while an import cancels the trip ends with “${after}”`, async () => {
      const transact = engine().transact;
      // The import runs other transactions first. So it is paused at its first event, about a booking that it ends.
      const [, ending] = await beforeRecording(
        database(),
        transact,
        (slow) => load('CANCELLED', slow),
        () => works[name](transact),
      );
      expect(ending).to.equal(after);
    });

    it(`an import that cancels a trip waits for ${name} first`, async () => {
      const transact = engine().transact;
      const meeting = name === 'a payment' ? beforeRecording : beforeCommit;
      const [ending] = await meeting(database(), transact, works[name], () => load('CANCELLED'));
      expect(ending).to.equal(before);
      if (name === 'a payment') expect(await statusesOf(engine(), [booking])).to.deep.equal(['REFUNDED']);
      if (name === 'a booking of held seats') expect(await postedMails(engine())).to.have.length(2);
    });
  }
});

import { expect } from 'chai';
import { changeBlocks } from '../../../core/seats/change-blocks.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { cancelForOffice } from '../../../core/changes/cancel-for-office.ts';
import type { Member } from '../../../core/companies/member.ts';
import { cancelTrip } from '../../../core/changes/cancel-trip.ts';
import { sweepCancelledTrips } from '../../../core/changes/sweep-cancelled-trips.ts';
import { retimeTrip } from '../../../core/changes/retime-trip.ts';
import { swapBus } from '../../../core/changes/swap-bus.ts';
import type { BusId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { type Payment, isSettled } from '../../../core/payments/payment.ts';
import { changeTrip } from '../../../core/planning/change-trip.ts';
import { endHolds } from '../../../core/seats/release-seats.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking, bookingNeeds } from '../../support/bookings.ts';
import { type TripForTests, aBus, aTrip, seat } from '../../support/catalogue.ts';
import { counterOn, PLATFORM_TIERS } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { setStatus } from '../../support/exchange.ts';
import { beforeCommit, beforeRecording } from '../../support/overlap.ts';
import { type Paying, payingOn, paymentOf } from '../../support/paying.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { ended } from '../../support/refusals.ts';
import { expectLawful } from '../../support/trip-invariants.ts';

/**
 * Tests of a company that cancels, retimes or swaps a trip while another transaction changes it. They run on parallel
 * connections of Postgres, and in sequence on SQLite. In either order both end in a result or a refusal, and seats and
 * money add up.
 */

type Work = (transact: Transact<Stores>) => Promise<string>;

const WHY = { reason: 'BREAKDOWN', note: '', isDryRun: false } as const;
const DISRUPTIONS = ['cancel', 'retime', 'swap'] as const;

/**
 * The expected outcomes of the other transaction. `after`: if the trip was first cancelled, retimed or swapped, in this
 * order. `before`: if the other transaction commits first.
 */
type Endings = readonly [after: readonly [string, string, string], before: string];

const ENDINGS = {
  'a payment that comes in time': [['refund due', 'paid', 'paid'], 'paid'],
  'a payment that comes late': [['refund due', 'paid', 'paid'], 'paid'],
  'a checkout': [['BOOKING_NOT_PAYABLE', 'done', 'done'], 'done'],
  'a hold on a seat': [['TRIP_UNKNOWN', 'A3', 'A3'], 'A3'],
  'a booking of held seats': [['TRIP_UNKNOWN', 'SEAT_SELECTION_EXPIRED', 'SEAT_SELECTION_EXPIRED'], 'done'],
  'a sale at the counter': [['TRIP_CANCELLED', 'done', 'done'], 'done'],
  'a block on a seat': [['TRIP_CANCELLED', 'done', 'done'], 'done'],
  'a new fare': [['TRIP_CANCELLED', 'done', 'done'], 'done'],
  'an import that cancels the trip': [['done', 'done', 'done'], 'done'],
  'a booking cancelled by the office': [['BOOKING_CLOSED', 'done', 'done'], 'done'],
} as const satisfies Readonly<Record<string, Endings>>;

type Name = keyof typeof ENDINGS;

onEveryEngine('a trip change while others use the trip', (engine, database) => {
  let paying: Paying;
  let owner: Member;
  let trip: TripForTests;
  let other: BusId;
  let asha: UserId;
  let bikram: UserId;
  /** Asha's booking of A1, which she has begun to pay, and her unpaid booking of A2. */
  let first: Booking;
  let second: Booking;
  let payment: Payment;

  beforeEach(async () => {
    paying = payingOn(engine());
    const { id: userId, operatorId } = await anOperator(engine());
    owner = { userId, operatorId };
    const seats = ['A1', 'A2', 'A3', 'A4'];
    trip = await aTrip(engine(), { seats, bus: { operatorId } });
    other = await aBus(engine(), { operatorId, seats });
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
    const book = (number: string) => aBooking(engine(), { userId: asha, tripId: trip.id, seats: [seat(number)] });
    [first, second] = [await book('A1'), await book('A2')];
    payment = await paying.checkout(first);
    await hold('A4');
  });

  afterEach(async () => {
    // The import leaves bookings on the cancelled trip, as imports of earlier versions did. This job ends these
    // bookings.
    await sweepCancelledTrips(needs(engine().transact))();
    await expectLawful({ engine: engine(), clock: paying.clock, trips: [trip.id] });
  });

  const needs = (transact: Transact<Stores>) => ({
    ...bookingNeeds({ ...engine(), transact }, paying.clock),
    cancellationTiers: PLATFORM_TIERS,
  });
  const hold = (number: string, transact = engine().transact) =>
    lockSeats(needs(transact))(bikram, trip.id, [seat(number)]).then(({ granted }) => granted.join());
  const sent = (data: string, transact: Transact<Stores>) => {
    const process = payingOn({ ...engine(), transact });
    process.clock.set(paying.clock());
    return process.handleSuccess(data).then(({ outcome }) => outcome);
  };

  const disruptions: Readonly<Record<(typeof DISRUPTIONS)[number], Work>> = {
    cancel: (transact) => ended(cancelTrip(needs(transact))(owner, trip.id, WHY)),
    retime: (transact) => {
      const [departsAt, arrivesAt] = [hoursAfter(trip.departsAt, 1), hoursAfter(trip.arrivesAt, 1)];
      return ended(retimeTrip(needs(transact))(owner, trip.id, { ...WHY, departsAt, arrivesAt }));
    },
    swap: (transact) => ended(swapBus(needs(transact))(owner, trip.id, { ...WHY, busId: other, assignments: [] })),
  };

  /** Each function prepares a transaction of somebody else, and returns the work that commits it. */
  const others: Readonly<Record<Name, () => Promise<Work>>> = {
    'a payment that comes in time': async () => {
      const data = paying.gateway.pay(payment);
      return (transact) => sent(data, transact);
    },
    'a payment that comes late': async () => {
      const data = paying.gateway.pay(payment);
      paying.clock.set(first.paymentDeadline);
      await paying.expire();
      await hold('A4');
      return (transact) => sent(data, transact);
    },
    'a checkout': async () => (transact) => {
      const process = payingOn({ ...engine(), transact });
      process.clock.set(paying.clock());
      return ended(process.startCheckout(asha, second.id));
    },
    'a hold on a seat': async () => (transact) => ended(hold('A3', transact)),
    'a booking of held seats': async () => (transact) =>
      ended(
        createBooking(needs(transact))(bikram, {
          tripId: trip.id,
          seatNumbers: [seat('A4')],
          passengers: [],
          seats: 0,
        }),
      ),
    'a sale at the counter': async () => (transact) =>
      ended(counterOn({ ...engine(), transact }, paying.clock).sell(owner, trip.id, { numbers: ['A3'] })),
    'a block on a seat': async () => (transact) => {
      const blocks = [{ seat: seat('A3'), reason: 'Kept.', until: null }];
      return ended(changeBlocks(needs(transact))(owner, trip.id, blocks, () => true));
    },
    'a new fare': async () => (transact) =>
      ended(changeTrip(needs(transact))(owner, trip.id, { fare: 90_000 as never })),
    'an import that cancels the trip': async () => (transact) =>
      ended(
        transact(async (stores) => {
          await stores.documents.lockOf([trip.busId]);
          await setStatus(stores, trip, 'CANCELLED', paying.clock());
          const { status } = (await stores.plannedTrips.find(trip.id))!;
          // If the office has changed the trip, an import changes neither its status nor its holds.
          if (status === 'CANCELLED') await endHolds(stores, [trip.id], paying.clock());
        }),
      ),
    'a booking cancelled by the office': async () => {
      await paying.handleSuccess(paying.gateway.pay(payment));
      const office = { role: 'OPERATOR', ...owner } as const;
      return (transact) => ended(cancelForOffice(needs(transact))(office, first.id, { reason: 'Ill.', fee: 'none' }));
    },
  };

  const settled = async () => {
    if (paying.gateway.statusOf(payment.transactionUuid) !== 'COMPLETE') return;
    const { status } = await paymentOf(engine(), payment.transactionUuid);
    expect(isSettled(status), 'what was paid is settled').to.equal(true);
  };
  const plain = () => engine().transact;

  for (const name of Object.keys(ENDINGS) as Name[]) {
    const [after, before] = ENDINGS[name];
    DISRUPTIONS.forEach((disruption, index) => {
      it(`${name} that waits for a trip change (${disruption}) ends with “${after[index]!}”`, async () => {
        const work = await others[name]();
        const endings = await beforeCommit(database(), plain(), disruptions[disruption], () => work(plain()));
        expect(endings).to.deep.equal(['done', after[index]]);
        await settled();
      });

      it(`${name} that commits before a waiting trip change (${disruption}) ends with “${before}”`, async () => {
        const work = await others[name]();
        // A gateway callback runs other transactions before it stores the payment. So it is paused where it records its
        // events.
        const meeting = name.startsWith('a payment') ? beforeRecording : beforeCommit;
        const endings = await meeting(database(), plain(), work, () => disruptions[disruption](plain()));
        const isCancelled = name === 'an import that cancels the trip';
        expect(endings).to.deep.equal([before, isCancelled ? 'TRIP_CANCELLED' : 'done']);
        await settled();
      });
    });
  }
});

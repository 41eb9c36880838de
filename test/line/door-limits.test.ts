import { expect } from 'chai';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import type { Member } from '../../core/companies/member.ts';
import type { OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { stepDoors } from '../../core/line/step-doors.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { viewWaits } from '../../core/line/view-waits.ts';
import { changeBlocks } from '../../core/seats/change-blocks.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../core/seats/release-seats.ts';
import { aBooking, bookingNeeds } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { CHANGE_TIERS, changingOn, payFor } from '../support/changing.ts';
import { type HandClock, START } from '../support/clock.ts';
import { aClerk, ASHA, counterOn } from '../support/counter.ts';
import { aDoor } from '../support/doors.ts';
import { onEveryEngine } from '../support/engines.ts';
import { LINE_TERMS } from '../support/line.ts';
import { type Paying, payingOn } from '../support/paying.ts';
import { anOperator, aPassenger, aPassengerId } from '../support/people.ts';
import { ended, refused } from '../support/refusals.ts';

const EIGHT = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];
/** The door of all trips opened an hour ago. */
const OPENING = hoursAfter(START, -1);

onEveryEngine('limits until a door is clear', (engine) => {
  let paying: Paying;
  let clock: HandClock;
  let operatorId: OperatorId;
  let clerk: Member;
  let asha: UserId;

  beforeEach(async () => {
    paying = payingOn(engine());
    clock = paying.clock;
    ({ operatorId } = await anOperator(engine()));
    clerk = await aClerk(engine(), { operatorId });
    asha = (await aPassenger(engine(), { phone: '9841000001', phoneVerified: true })).id;
  });

  /** A trip whose sale has opened, by default on the same day as others. The counter may take two of eight seats. */
  async function atDoor(seats: readonly string[] | number = EIGHT, departsAt: Instant = hoursAfter(START, 48)) {
    const trip = await aTrip(engine(), { seats, bus: { operatorId }, departsAt });
    await aDoor(engine(), { opensAt: OPENING, trips: [trip.id] });
    return trip.id;
  }

  const world = () => ({ ...engine(), ...LINE_TERMS, clock, rateLimit: false });
  const lock = (user: UserId, trip: TripId, seats: readonly string[]) =>
    lockSeats(world())(user, trip, seats.map(seat));
  const lockBest = (user: UserId, trip: TripId, count: number) =>
    lockSeats(world())(user, trip, { count, together: false, like: undefined, near: undefined, deck: undefined });
  const booking = () => ({ ...bookingNeeds(engine(), clock), expireBookings: expireBookings(world()) });
  const book = (user: UserId, trip: TripId, seats: readonly string[] | number) =>
    createBooking(booking())(user, {
      tripId: trip,
      seatNumbers: typeof seats === 'number' ? [] : seats.map(seat),
      seats: typeof seats === 'number' ? seats : 0,
      passengers: [],
    });
  const hold = async (user: UserId, trip: TripId, seats: readonly string[]) => {
    await lock(user, trip, seats);
    return book(user, trip, seats);
  };
  const sell = (trip: TripId, numbers: readonly string[], phone = ASHA.phone) =>
    counterOn(engine(), clock).sell(clerk, trip, { numbers, contact: { ...ASHA, phone } });
  const sellPlaces = (trip: TripId, seats: number, phone: string) =>
    counterOn(engine(), clock).sell(clerk, trip, { seats, contact: { ...ASHA, phone } });
  const block = (trip: TripId, seats: readonly string[]) =>
    changeBlocks(world())(
      clerk,
      trip,
      seats.map((number) => ({ seat: seat(number), reason: 'Kept', until: null })),
      () => true,
    );
  const clear = async () => {
    clock.set(minutesAfter(OPENING, 400));
    await stepDoors(world())();
  };
  const limitOf = async (asked: Promise<unknown>) => {
    const { code, extra } = await refused(asked);
    return [code, extra];
  };

  describe('seats of an account for a day', () => {
    it('a lock grants six seats of a day and rejects the rest, until the door is clear', async () => {
      const [one, other] = [await atDoor(), await atDoor()];
      await hold(asha, one, ['A1', 'A2']);
      await lock(asha, one, ['A3']);
      const locked = await lock(asha, other, ['A1', 'A2', 'A3', 'A4']);
      expect(locked.granted).to.deep.equal(['A1', 'A2', 'A3']);
      expect(locked.rejected).to.deep.equal([{ seat: 'A4', reason: 'Day limit reached.' }]);
      await clear();
      expect((await lock(asha, other, ['A1', 'A2', 'A3', 'A4'])).rejected).to.deep.equal([]);
    });

    it('a seat that somebody else has takes none of the day’s six, and another day has six of its own', async () => {
      const [one, other, tomorrow] = [await atDoor(), await atDoor(), await atDoor(EIGHT, hoursAfter(START, 72))];
      await hold(asha, one, ['A1', 'A2', 'A3', 'A4']);
      await lock(await aPassengerId(engine()), other, ['A1']);
      const locked = await lock(asha, other, ['A1', 'A2', 'A3', 'A4']);
      expect(locked.granted).to.deep.equal(['A2', 'A3']);
      expect(locked.rejected).to.deep.equal([
        { seat: 'A1', reason: 'Currently held by another passenger.' },
        { seat: 'A4', reason: 'Day limit reached.' },
      ]);
      expect((await lock(asha, tomorrow, EIGHT.slice(0, 6))).granted).to.have.length(6);
    });

    it('a choice of the best seats beyond the limit is refused as a whole', async () => {
      const [one, other] = [await atDoor(), await atDoor()];
      await hold(asha, one, ['A1', 'A2', 'A3', 'A4']);
      expect(await limitOf(lockBest(asha, other, 3))).to.deep.equal(['SEATS_PER_DAY', { limit: 6, taken: 4 }]);
      expect((await lockBest(asha, other, 2)).granted).to.have.length(2);
    });

    it('a booking of places beyond the limit is refused with the seats taken before', async () => {
      const [one, other] = [await atDoor(20), await atDoor(20)];
      await book(asha, one, 4);
      expect(await limitOf(book(asha, other, 3))).to.deep.equal(['SEATS_PER_DAY', { limit: 6, taken: 4 }]);
      expect(await ended(book(asha, other, 2))).to.equal('done');
    });

    it('a change at once within the day takes no more seats, and one onto a full day is refused', async () => {
      const [one, other, tomorrow] = [await atDoor(), await atDoor(), await atDoor(EIGHT, hoursAfter(START, 72))];
      const changing = changingOn(paying);
      const six = await aBooking(engine(), {
        userId: asha,
        tripId: one,
        seats: EIGHT.slice(0, 6).map(seat),
        total: paisa(720_000),
        changeTiers: CHANGE_TIERS,
        bookedAt: clock(),
      });
      await payFor(paying, { id: six.id, userId: asha });
      const two = await hold(asha, tomorrow, ['A1', 'A2']);
      await payFor(paying, { id: two.id, userId: asha });
      await changing.hold({ userId: asha }, other, EIGHT.slice(0, 6));
      // The holds of the test are not limited, so that the change itself is.
      await changing.hold({ userId: asha }, one, ['B3', 'B4']);
      expect(
        await limitOf(changing.ask({ id: two.id, userId: asha }, { id: one }, { numbers: ['B3', 'B4'] })),
      ).to.deep.equal(['SEATS_PER_DAY', { limit: 6, taken: 12 }]);
      await releaseSeats(world())(asha, one);
      expect(
        await ended(changing.ask({ id: six.id, userId: asha }, { id: other }, { numbers: EIGHT.slice(0, 6) })),
      ).to.equal('done');
    });

    it('a late payment whose seats would be too many for the day is a refund due', async () => {
      const [one, other] = [await atDoor(), await atDoor()];
      const late = await hold(asha, one, ['A1', 'A2']);
      const payment = await paying.checkout({ id: late.id, userId: asha });
      clock.advance(20);
      await hold(asha, other, EIGHT.slice(0, 6));
      expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.include({ outcome: 'refund due' });
      expect((await lock(await aPassengerId(engine()), one, ['A1', 'A2'])).granted).to.have.length(2);
    });

    it('seats that the payer of a late payment holds again count once', async () => {
      const trip = await atDoor();
      const late = await hold(asha, trip, EIGHT.slice(0, 4));
      const payment = await paying.checkout({ id: late.id, userId: asha });
      clock.advance(20);
      await lock(asha, trip, EIGHT.slice(0, 4));
      expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.include({ outcome: 'paid' });
    });

    it('seats held besides those of a late payment count', async () => {
      const trip = await atDoor();
      const late = await hold(asha, trip, EIGHT.slice(0, 4));
      const payment = await paying.checkout({ id: late.id, userId: asha });
      clock.advance(20);
      await lock(asha, trip, EIGHT.slice(3, 7));
      expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.include({ outcome: 'refund due' });
    });

    it('a booking counts while the change of it is unpaid', async () => {
      const [one, third] = [await atDoor(), await atDoor(20)];
      const { id: dearer } = await aTrip(engine(), {
        seats: EIGHT,
        bus: { operatorId },
        departsAt: hoursAfter(START, 48),
        fare: paisa(900_000),
      });
      await aDoor(engine(), { opensAt: OPENING, trips: [dearer] });
      const old = await hold(asha, one, ['A1', 'A2', 'A3']);
      await payFor(paying, { id: old.id, userId: asha });
      await lock(asha, dearer, ['A1', 'A2', 'A3']);
      await changingOn(paying).ask({ id: old.id, userId: asha }, { id: dearer }, { numbers: ['A1', 'A2', 'A3'] });
      expect(await limitOf(book(asha, third, 1))).to.deep.equal(['SEATS_PER_DAY', { limit: 6, taken: 6 }]);
    });

    it('a change that is to be paid is refused if old and new seats together are too many', async () => {
      const one = await atDoor(20);
      const traits = { bus: { operatorId }, departsAt: hoursAfter(START, 48), fare: paisa(900_000) };
      const { id: dearer } = await aTrip(engine(), { seats: 20, ...traits });
      await aDoor(engine(), { opensAt: OPENING, trips: [dearer] });
      const old = await book(asha, one, 4);
      await payFor(paying, { id: old.id, userId: asha });
      const asked = changingOn(paying).ask({ id: old.id, userId: asha }, { id: dearer }, { seats: 4 });
      expect(await limitOf(asked)).to.deep.equal(['SEATS_PER_DAY', { limit: 6, taken: 4 }]);
    });

    it('whoever has six seats of the day is passed over in line, and cannot be told that seats are free', async () => {
      const [one, other] = [await atDoor(), await atDoor()];
      const [holder, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
      await lock(holder, other, EIGHT.slice(0, 6));
      await lock(await aPassengerId(engine()), other, EIGHT.slice(6));
      await hold(asha, one, EIGHT.slice(0, 6));
      const wait = (user: UserId) =>
        startWaiting(world())(user, other, { count: 1, anyOf: [], section: undefined, keptFor: undefined });
      await wait(asha);
      await wait(bikram);
      await releaseSeats(world())(holder, other);
      expect((await viewWaits(world())(asha))[0]?.offer).to.equal(null);
      expect((await viewWaits(world())(bikram))[0]?.offer?.seats).to.have.length(1);
    });
  });

  describe('sales at a counter', () => {
    it('counter sales count for the contact’s number and for the account that has verified it', async () => {
      const [one, other, third] = [await atDoor(20), await atDoor(20), await atDoor()];
      await sellPlaces(one, 3, '+977 984-1000001');
      await book(asha, other, 2);
      expect(await limitOf(sellPlaces(other, 2, '9841000001'))).to.deep.equal([
        'SEATS_PER_DAY',
        { limit: 6, taken: 5 },
      ]);
      expect((await lock(asha, third, ['A1', 'A2'])).rejected).to.deep.equal([
        { seat: 'A2', reason: 'Day limit reached.' },
      ]);
    });

    it('a number that nobody has verified, and one that is no mobile number, have six seats of a day', async () => {
      const [one, other] = [await atDoor(40), await atDoor(40)];
      for (const phone of ['9841000009', '01-4412345']) {
        await sellPlaces(one, 4, phone);
        expect(await limitOf(sellPlaces(other, 3, phone))).to.deep.equal(['SEATS_PER_DAY', { limit: 6, taken: 4 }]);
        expect(await ended(sellPlaces(other, 2, phone))).to.equal('done');
      }
    });

    it('a number that is no mobile number is the same in whatever way it is typed', async () => {
      const trip = await atDoor(40);
      await sellPlaces(trip, 4, '01-4412345');
      for (const phone of ['014412345', '+977 1 4412345', '1 4412345'])
        expect(await limitOf(sellPlaces(trip, 3, phone))).to.deep.equal(['SEATS_PER_DAY', { limit: 6, taken: 4 }]);
      expect(await ended(sellPlaces(trip, 3, '01-4412346'))).to.equal('done');
    });

    it('counter sales and blocks of a trip together take their share alone, until the door is clear', async () => {
      const trip = await atDoor();
      await block(trip, ['B4']);
      expect(await limitOf(sell(trip, ['A1', 'A2']))).to.deep.equal(['COUNTER_SHARE', { limit: 2, taken: 1 }]);
      await sell(trip, ['A1']);
      expect(await limitOf(block(trip, ['B3', 'B4']))).to.deep.equal(['COUNTER_SHARE', { limit: 2, taken: 2 }]);
      // A blocked seat that is sold counts once.
      expect(await ended(sell(trip, ['B4']))).to.equal('done');
      expect(await limitOf(sell(trip, ['A2']))).to.deep.equal(['COUNTER_SHARE', { limit: 2, taken: 2 }]);
      await clear();
      expect(await ended(sell(trip, ['A2']))).to.equal('done');
    });

    it('blocks that are refused before the opening are not counted at the door', async () => {
      const { id } = await aTrip(engine(), { seats: EIGHT, bus: { operatorId } });
      const opensAt = hoursAfter(START, 5);
      await aDoor(engine(), { opensAt, trips: [id] });
      const { refusalCounts } = world();
      refusalCounts.take();
      expect(await ended(block(id, ['A1', 'A2', 'A3']))).to.equal('COUNTER_SHARE');
      expect(refusalCounts.take()).to.deep.equal([]);
      clock.set(opensAt);
      expect(await ended(block(id, ['A1', 'A2', 'A3']))).to.equal('COUNTER_SHARE');
      expect(refusalCounts.take()).to.deep.equal([{ opensAt, code: 'COUNTER_SHARE', refused: 1 }]);
    });

    it('places that are blocked and sold at counters share the limit of a trip without a map', async () => {
      const trip = await atDoor(10);
      await changeBlocks(world())(clerk, trip, [{ places: 2, reason: 'Kept', until: null }], () => true);
      expect(await limitOf(sellPlaces(trip, 2, '9841000008'))).to.deep.equal(['COUNTER_SHARE', { limit: 3, taken: 2 }]);
      expect(await ended(sellPlaces(trip, 1, '9841000008'))).to.equal('done');
      expect(await limitOf(sellPlaces(trip, 1, '9841000008'))).to.deep.equal(['COUNTER_SHARE', { limit: 3, taken: 3 }]);
    });

    it('an office’s change onto a trip counts to the counter’s share', async () => {
      const [trip, from] = [await atDoor(), await aTrip(engine(), { seats: EIGHT, bus: { operatorId } })];
      await sell(trip, ['A1']);
      const changing = changingOn(paying);
      const old = await hold(asha, from.id, ['A1', 'A2']);
      await payFor(paying, { id: old.id, userId: asha });
      const asked = { numbers: ['B1', 'B2'], paidBy: 'QR' };
      expect(await limitOf(changing.changeForOffice(clerk, old.id, { id: trip }, asked))).to.deep.equal([
        'COUNTER_SHARE',
        { limit: 2, taken: 1 },
      ]);
      const one = await hold(asha, from.id, ['A3']);
      await payFor(paying, { id: one.id, userId: asha });
      expect(
        await ended(changing.changeForOffice(clerk, one.id, { id: trip }, { numbers: ['B1'], paidBy: 'QR' })),
      ).to.equal('done');
      expect(await limitOf(sell(trip, ['A2']))).to.deep.equal(['COUNTER_SHARE', { limit: 2, taken: 2 }]);
    });

    it('a share that a smaller bus leaves too large stays and may shrink, but not grow', async () => {
      const trip = await aTrip(engine(), { seats: EIGHT, bus: { operatorId } });
      await block(trip.id, ['A1', 'A2', 'A3', 'A4']);
      await aDoor(engine(), { opensAt: OPENING, trips: [trip.id] });
      expect(await limitOf(block(trip.id, ['A1', 'A2', 'A3', 'A4', 'B1']))).to.deep.equal([
        'COUNTER_SHARE',
        { limit: 2, taken: 4 },
      ]);
      expect(await ended(block(trip.id, ['A1', 'A2', 'A3']))).to.equal('done');
      expect(await ended(sell(trip.id, ['A1']))).to.equal('done');
      expect(await limitOf(sell(trip.id, ['B1']))).to.deep.equal(['COUNTER_SHARE', { limit: 2, taken: 3 }]);
    });
  });

  describe('requests at once', () => {
    it('an account that asks for seats of many trips at once gets six seats of the day', async () => {
      const trips = [];
      for (let made = 0; made < 6; made += 1) trips.push(await atDoor());
      const places = [await atDoor(20), await atDoor(20)];
      const locked = await Promise.all([
        ...trips.map(async (trip) => (await lock(asha, trip, ['A1', 'A2'])).granted.length),
        ...places.map((trip) =>
          book(asha, trip, 2).then(
            () => 2,
            () => 0,
          ),
        ),
        ...places.map((trip) =>
          sellPlaces(trip, 2, '9841000001').then(
            () => 2,
            () => 0,
          ),
        ),
      ]);
      expect(locked.reduce((sum, count) => sum + count, 0)).to.equal(6);
    });

    it('many sales to one number at many trips, and holds of its account, never deadlock', async () => {
      const trips = [await atDoor(40), await atDoor(40)];
      const people = await Promise.all(
        [2, 3, 4, 5].map((last) => aPassenger(engine(), { phone: `984100000${last}`, phoneVerified: true })),
      );
      const asked = people.flatMap(({ id, phone }) =>
        trips.flatMap((trip) => [
          book(id, trip, 2).then(
            () => 2,
            () => 0,
          ),
          sellPlaces(trip, 2, phone!).then(
            () => 2,
            () => 0,
          ),
          book(id, trip, 3).then(
            () => 3,
            () => 0,
          ),
        ]),
      );
      const counts = await Promise.all(asked);
      const perPerson = people.map((_, index) =>
        counts.slice(index * 6, index * 6 + 6).reduce((all, one) => all + one, 0),
      );
      expect(
        perPerson.every((count) => count <= 6 && count >= 4),
        String(perPerson),
      ).to.equal(true);
    });

    it('blocks, counter sales and changes of offices at once take the share and no more', async () => {
      const trip = await atDoor(Array.from({ length: 20 }, (_, index) => `A${index + 1}`));
      const sales = Array.from({ length: 8 }, (_, index) =>
        sell(trip, [`A${index + 1}`], `984100010${index}`).then(
          () => 1,
          () => 0,
        ),
      );
      const blocks = block(trip, ['A18', 'A19', 'A20']).then(
        () => 3,
        () => 0,
      );
      const counts = await Promise.all([...sales.slice(0, 4), blocks, ...sales.slice(4)]);
      expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(6);
    });

    it('a person whom two trips would offer seats at once gets six of the day', async () => {
      const [one, two, three] = [await atDoor(), await atDoor(), await atDoor()];
      const holder = [await aPassengerId(engine()), await aPassengerId(engine())];
      const others = [await aPassengerId(engine()), await aPassengerId(engine())];
      await lock(asha, one, ['A1', 'A2']);
      for (const [index, trip] of [two, three].entries()) {
        await lock(holder[index]!, trip, EIGHT.slice(0, 6));
        await lock(others[index]!, trip, EIGHT.slice(6));
        await startWaiting(world())(asha, trip, { count: 4, anyOf: [], section: undefined, keptFor: undefined });
      }
      await Promise.all([
        releaseSeats(world())(holder[0]!, two),
        releaseSeats(world())(holder[1]!, three),
        sweepLine(world())(),
        sweepLine(world())(),
        lock(asha, one, ['A1', 'A2']),
      ]);
      await sweepLine(world())();
      const offers = (await viewWaits(world())(asha)).map(({ offer }) => offer?.seats.length ?? 0);
      expect([...offers].sort()).to.deep.equal([0, 4]);
    });
  });
});

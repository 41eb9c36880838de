import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { addBus } from '../../../core/fleet/add-bus.ts';
import { changeBus } from '../../../core/fleet/change-bus.ts';
import { changeSeatMap } from '../../../core/fleet/change-seat-map.ts';
import type { WantedMap } from '../../../core/fleet/seat-layout.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BusId, SeatId, TripId, UserId } from '../../../core/kernel/ids.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import type { Stores } from '../../../core/stores.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { BOOKING_TERMS, aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat } from '../../support/catalogue.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { type Fleet, aFleet, redrawn, rowsOf } from '../../support/fleet.ts';
import { beforeCommit, beforeRecording } from '../../support/overlap.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { ended } from '../../support/refusals.ts';

/**
 * Tests of a company that changes a bus while a passenger takes a seat. They run on parallel connections of Postgres,
 * and in sequence on SQLite. The second transaction sees the changes of the first.
 */

type Inside = Transact<Stores>;

const calendar = calendarOf('Asia/Kathmandu');

onEveryEngine('races of buses and seat maps', (engine, database) => {
  let paying: Paying;
  let fleet: Fleet;
  let bus: BusId;
  let trip: TripId;
  let asha: UserId;

  beforeEach(async () => {
    paying = payingOn(engine());
    fleet = await aFleet(engine());
    bus = await aBus(engine(), { seats: ['A1', 'A2'], operatorId: fleet.member.operatorId });
    trip = (await aTrip(engine(), { busId: bus })).id;
    asha = await aPassengerId(engine());
  });

  afterEach(async () => {
    const { findings } = await runAudit({ ...engine(), clock: paying.clock, calendar })();
    expect(findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
  });

  const all = (): Inside => engine().transact;
  const meeting = <One, Two>(first: (transact: Inside) => Promise<One>, second: () => Promise<Two>) =>
    beforeCommit(database(), all(), first, second);
  const needs = (transact: Inside) => ({
    ...(engine() as Omit<Engine, 'transact'>),
    transact,
    clock: paying.clock,
    calendar,
  });
  const draw = (map: WantedMap | null, transact = all()) =>
    ended(changeSeatMap(needs(transact))(fleet.member, bus, map));
  const change = (given: Parameters<ReturnType<typeof changeBus>>[2], transact = all(), id = bus) =>
    ended(changeBus(needs(transact))(fleet.member, id, given));
  const present = async () => (await fleet.map(bus))!;
  const without = async (gone: string) => redrawn(await present(), (one) => (one.number === gone ? undefined : one));
  const hold = async (number: string, transact = all()) =>
    (
      await lockSeats({ ...needs(transact), seatLockMinutes: 10, rateLimit: true })(asha, trip, [seat(number)])
    ).granted.join();
  const book = (number: string, transact = all(), tripId = trip) =>
    ended(
      createBooking({
        ...needs(transact),
        ...BOOKING_TERMS,
        random: systemRandom,
        expireBookings: async () => 0,
        rateLimit: true,
      })(asha, { tripId, seatNumbers: [seat(number)], passengers: [], seats: 1 }),
    );
  const overdue = async () => {
    const booking = await aBooking(engine(), { userId: asha, tripId: trip, seats: [seat('A1')] });
    const data = paying.gateway.pay(await paying.checkout(booking));
    paying.clock.set(booking.paymentDeadline);
    await paying.expire();
    return async (transact = all()) => {
      const process = payingOn({ ...engine(), transact });
      process.clock.set(paying.clock());
      return (await process.handleSuccess(data)).outcome;
    };
  };
  const seats = async () => {
    const view = await engine().seatMaps.view(trip, undefined, paying.clock());
    return view?.hasSeatMap
      ? view.seats.map(({ number, isBooked, heldBy }) => `${number} ${isBooked ? 'booked' : heldBy}`)
      : view?.seatsLeft;
  };

  it('a seat that was just removed from the seat map cannot be booked', async () => {
    const map = await without('A1');
    await hold('A1');
    const ends = await meeting(
      (transact) => draw(map, transact),
      () => book('A1'),
    );
    expect(ends).to.deep.equal(['done', 'SEAT_SELECTION_EXPIRED']);
    expect(await seats()).to.deep.equal(['A2 nobody']);
  });

  it('a seat that was just booked cannot be removed from the seat map', async () => {
    const map = await without('A1');
    await hold('A1');
    const ends = await meeting(
      (transact) => book('A1', transact),
      () => draw(map),
    );
    expect(ends).to.deep.equal(['done', 'SEATS_SOLD']);
    expect(await seats()).to.deep.equal(['A1 booked', 'A2 nobody']);
  });

  it('a seat that was just removed from the seat map cannot be held', async () => {
    const map = await without('A1');
    expect(
      await meeting(
        (transact) => draw(map, transact),
        () => hold('A1'),
      ),
    ).to.deep.equal(['done', '']);
  });

  it('a seat that was just held can be removed from the seat map, which ends the hold', async () => {
    const map = await without('A1');
    expect(
      await meeting(
        (transact) => hold('A1', transact),
        () => draw(map),
      ),
    ).to.deep.equal(['A1', 'done']);
    expect([await seats(), await book('A1')]).to.deep.equal([['A2 nobody'], 'SEAT_SELECTION_EXPIRED']);
  });

  it('a hold of a seat number that was just given to another seat takes the seat that has the number now', async () => {
    const [one, other] = (await present()).seats;
    const swapped = rowsOf({ number: seat('A2'), id: one!.id }, { number: seat('A1'), id: other!.id });
    expect(
      await meeting(
        (transact) => draw(swapped, transact),
        () => hold('A1'),
      ),
    ).to.deep.equal(['done', 'A1']);
    expect(await book('A1')).to.equal('done');
    const sold = await database().knex('booking_seats').where({ active: true }).pluck<SeatId[]>('seat_id');
    expect(sold).to.deep.equal([other!.id]);
  });

  it('a late payment for a seat that was just removed from the seat map is refunded', async () => {
    const map = await without('A1');
    const pay = await overdue();
    const ends = await meeting(
      (transact) => draw(map, transact),
      () => pay(),
    );
    expect(ends).to.deep.equal(['done', 'refund due']);
  });

  it('a seat that a late payment just got back cannot be removed from the seat map', async () => {
    const map = await without('A1');
    const pay = await overdue();
    const ends = await beforeRecording(database(), all(), pay, () => draw(map));
    expect(ends).to.deep.equal(['paid', 'SEATS_SOLD']);
    expect(await seats()).to.deep.equal(['A1 booked', 'A2 nobody']);
  });

  it('a seat cannot be booked when the bus’s seat map was just removed', async () => {
    await hold('A1');
    const ends = await meeting(
      (transact) => draw(null, transact),
      () => book('A1'),
    );
    expect(ends[0]).to.equal('done');
    // A booking that succeeds after the map was removed has a place without a seat number.
    expect(await seats()).to.equal(ends[1] === 'done' ? 1 : 2);
    expect(await database().knex('booking_seats').pluck('seat_id')).to.deep.equal([]);
  });

  it('a seat on a bus that was just withdrawn cannot be booked', async () => {
    await hold('A1');
    const ends = await meeting(
      (transact) => change({ status: 'INACTIVE' }, transact),
      () => book('A1'),
    );
    expect(ends[0]).to.equal('done');
    expect(ends[1]).to.be.oneOf(['SEAT_SELECTION_EXPIRED', 'TRIP_NOT_BOOKABLE']);
  });

  it('a bus on which a seat was just booked cannot be withdrawn', async () => {
    await hold('A1');
    const ends = await meeting(
      (transact) => book('A1', transact),
      () => change({ status: 'INACTIVE' }),
    );
    expect(ends).to.deep.equal(['done', 'BUS_IN_USE']);
  });

  it('a late payment on a bus that was just withdrawn is refunded', async () => {
    const pay = await overdue();
    const ends = await meeting(
      (transact) => change({ status: 'INACTIVE' }, transact),
      () => pay(),
    );
    expect(ends).to.deep.equal(['done', 'refund due']);
  });

  describe('places on a bus without a seat map', () => {
    let counted: BusId;
    let tripId: TripId;
    beforeEach(async () => {
      counted = await aBus(engine(), { seats: 2, operatorId: fleet.member.operatorId });
      tripId = (await aTrip(engine(), { busId: counted })).id;
      await aBooking(engine(), { userId: asha, tripId, seatsCount: 1 });
    });

    it('a bus without a seat map cannot lose a place that was just booked on it', async () => {
      const ends = await meeting(
        (transact) => book('', transact, tripId),
        () => change({ totalSeats: 1 }, all(), counted),
      );
      expect(ends).to.deep.equal(['done', 'PLACES_TAKEN']);
    });

    it('a place that a bus without a seat map just lost cannot be booked', async () => {
      const ends = await meeting(
        (transact) => change({ totalSeats: 1 }, transact, counted),
        () => book('', all(), tripId),
      );
      expect(ends[0]).to.equal('done');
      expect(ends[1]).to.be.oneOf(['NOT_ENOUGH_SEATS', 'BUS_NOT_APPROVED']);
    });
  });

  describe('parallel changes within a company', () => {
    const add = (registrationNo: string, transact = all()) =>
      ended(addBus(needs(transact))(fleet.member, { name: 'Twin', registrationNo, type: 'SOFA', totalSeats: 9 }));

    it('two buses that are added at once never share a registration number', async () => {
      const ends = await meeting(
        (transact) => add('GA 9 PA 9', transact),
        () => add('ga9pa9'),
      );
      expect(ends).to.deep.equal(['done', 'REGISTRATION_NO_TAKEN']);
    });

    it('two buses that are changed at once never get the same registration number', async () => {
      const { id } = await fleet.add();
      const ends = await meeting(
        (transact) => change({ registrationNo: 'GA 9 PA 9' }, transact),
        () => change({ registrationNo: 'ga9pa9' }, all(), id),
      );
      expect(ends).to.deep.equal(['done', 'REGISTRATION_NO_TAKEN']);
      expect((await fleet.view(id)).revision).to.equal(1);
    });

    it('two changes of one bus at once are both made, and each raises its revision', async () => {
      const ends = await meeting(
        (transact) => change({ name: 'Day Queen' }, transact),
        () => change({ type: 'VIP' }),
      );
      expect(ends).to.deep.equal(['done', 'done']);
      expect(await fleet.view(bus)).to.include({ name: 'Day Queen', type: 'VIP', revision: 3 });
    });

    it('the second of two seat maps saved for one bus at once is checked against the first', async () => {
      const [one, other] = [await without('A1'), await without('A2')];
      const ends = await meeting(
        (transact) => draw(one, transact),
        () => draw(other),
      );
      expect(ends).to.deep.equal(['done', 'VALIDATION']);
      expect(await seats()).to.deep.equal(['A2 nobody']);
    });
  });
});

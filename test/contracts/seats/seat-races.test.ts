import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { expireBookings } from '../../../core/bookings/expire-bookings.ts';
import { cancelBooking } from '../../../core/changes/cancel-booking.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { SeatNumber, TripId, UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { sweepLocks } from '../../../core/seats/sweep-seats.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { BOOKING_TERMS, aBooking, ownBookings } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { afterWaiting, beforeCommit, beforeRecording } from '../../support/overlap.ts';
import { aPassengerId } from '../../support/people.ts';
import { NEWS } from '../../support/news.ts';
import { aWorld } from '../../support/world.ts';

/** Tests for faults that show only under parallel requests, on parallel connections of Postgres. */

onEveryEngine('seats that many want at once', (engine, database) => {
  let clock: HandClock;

  beforeEach(() => {
    clock = handClock();
  });

  const lock = (
    passenger: UserId,
    tripId: TripId,
    seats: readonly SeatNumber[],
    { transact }: Pick<Engine, 'transact'> = engine(),
  ) => lockSeats({ ...aWorld, transact, clock, seatLockMinutes: 10, rateLimit: false })(passenger, tripId, seats);
  const book = (passenger: UserId, tripId: TripId, seatNumbers: readonly SeatNumber[], seats = 1) =>
    createBooking({
      ...engine(),
      ...BOOKING_TERMS,
      clock,
      random: systemRandom,
      calendar: calendarOf('Asia/Kathmandu'),
      expireBookings: expireBookings({ ...engine(), clock }),
      rateLimit: false,
    })(passenger, { tripId, seatNumbers, passengers: [], seats });
  const people = async (count: number): Promise<readonly UserId[]> => {
    const ids: UserId[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await aPassengerId(engine()));
    return ids;
  };
  /** Seats `A1` to `A<count>`, rotated by `turn`, so that each passenger starts with another seat. */
  const seats = (count: number, turn = 0): readonly SeatNumber[] =>
    Array.from({ length: count }, (_, index) => seat(`A${1 + ((index + turn) % count)}`));
  const shown = async (tripId: TripId, viewer?: UserId) => {
    const map = await engine().seatMaps.view(tripId, viewer, clock());
    if (!map?.hasSeatMap) throw new Error('There is no map.');
    return map.seats;
  };
  /** The numbers of taken seats according to the recorded events. */
  const takenByEvents = async (tripId: TripId): Promise<readonly string[]> => {
    const taken = new Set<string>();
    for (const [topic, payload] of await recorded(engine())) {
      if (topic !== `schedules/${tripId}/seats`) continue;
      const { seat_numbers: numbers, status } = payload as {
        readonly seat_numbers: readonly string[];
        readonly status: string;
      };
      for (const number of numbers)
        if (status === 'AVAILABLE') taken.delete(number);
        else taken.add(number);
    }
    return [...taken].sort();
  };
  /** Returns results and the codes of refusals. Throws any other error. */
  const settled = async <Result>(works: readonly Promise<Result>[]) => {
    const endings = await Promise.allSettled(works);
    return {
      done: endings.flatMap((ending) => (ending.status === 'fulfilled' ? [ending.value] : [])),
      refused: endings.flatMap((ending) => {
        if (ending.status === 'fulfilled') return [];
        if (!(ending.reason instanceof Refusal)) throw ending.reason;
        return [ending.reason.code];
      }),
    };
  };

  it('a hold and a booking that wait for a locked trip begin when the lock is free, not when they were asked for', async () => {
    const passenger = await aPassengerId(engine());
    const { id: tripId } = await aTrip(engine(), { seats: ['A1', 'A2'], departsAt: minutesAfter(START, 600) });
    const delayed = <Result>(work: () => Promise<Result>) =>
      afterWaiting(
        database(),
        engine().transact,
        ({ plannedTrips }) => plannedTrips.lock(tripId),
        work,
        () => clock.advance(7),
      );
    const { expiresAt } = await delayed(() => lock(passenger, tripId, [seat('A1')]));
    expect(expiresAt).to.equal(minutesAfter(START, 17));
    expect(await delayed(() => book(passenger, tripId, [seat('A1')]))).to.include({
      bookedAt: minutesAfter(START, 14),
      paymentDeadline: minutesAfter(START, 29),
    });
  });

  it('the best seats that many ask for at once are different ones, until too few are left', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: seats(20) });
    const best = lockSeats({ ...engine(), clock, seatLockMinutes: 10, rateLimit: false });
    const { done, refused } = await settled(
      (await people(12)).map((passenger) => best(passenger, tripId, { count: 2 })),
    );
    expect(done.flatMap(({ granted }) => granted).sort()).to.deep.equal([...seats(20)].sort());
    expect(refused).to.deep.equal(['SEATS_TOO_FEW', 'SEATS_TOO_FEW']);
    expect(await takenByEvents(tripId)).to.deep.equal([...seats(20)].sort());
  });

  it('a booking that waits for a locked trip until its bus has left is refused', async () => {
    const passenger = await aPassengerId(engine());
    const { id: tripId } = await aTrip(engine(), { seats: ['A1'], departsAt: minutesAfter(START, 5) });
    await lock(passenger, tripId, [seat('A1')]);
    const refused = await afterWaiting(
      database(),
      engine().transact,
      ({ plannedTrips }) => plannedTrips.lock(tripId),
      () => book(passenger, tripId, [seat('A1')]).catch((error: unknown) => error),
      () => clock.advance(6),
    );
    expect(refused).to.include({ code: 'TRIP_DEPARTED' });
  });

  it('a seat has only one holder when 50 passengers want six seats at once', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: seats(6) });
    const passengers = await people(50);
    const answers = await Promise.all(passengers.map((passenger, turn) => lock(passenger, tripId, seats(6, turn))));
    expect(answers.flatMap(({ granted }) => granted).sort()).to.deep.equal([...seats(6)]);
    expect(new Set(answers.flatMap(({ rejected }) => rejected.map(({ reason }) => reason)))).to.deep.equal(
      new Set(['Currently held by another passenger.']),
    );
    for (const [index, { granted }] of answers.entries()) {
      const mine = (await shown(tripId, passengers[index]))
        .filter(({ heldBy }) => heldBy === 'me')
        .map(({ number }) => number);
      expect(mine).to.have.members([...granted]);
    }
  });

  it('a passenger who sends many selections at once holds only the seats of one selection', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: seats(30) });
    const [passenger] = (await people(1)) as [UserId];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        [0, 6, 12, 18, 24].map((turn) => lock(passenger, tripId, seats(30, turn).slice(0, 6))),
      );
      const mine = (await shown(tripId, passenger)).filter(({ heldBy }) => heldBy === 'me').map(({ number }) => number);
      expect(mine).to.have.length(6);
      expect(answers.some(({ granted }) => [...granted].sort().join() === [...mine].sort().join())).to.equal(true);
      expect(await takenByEvents(tripId), 'what subscribers believe').to.deep.equal([...mine].sort());
    }
  });

  it('passengers who ask for each other’s held seats at once never deadlock', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: seats(12) });
    const passengers = await people(12);
    const { transact } = engine();
    let runs = 0;
    // Counts how often transactions start. After a deadlock the database makes one of the transactions start again.
    const counting = {
      transact: (work: Parameters<typeof transact>[0]) =>
        transact((stores) => {
          runs += 1;
          return work(stores);
        }),
    } as Pick<Engine, 'transact'>;
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        passengers.map((passenger, index) =>
          lock(
            passenger,
            tripId,
            seats(12, index * 5 + round)
              .slice(0, 3)
              .reverse(),
            counting,
          ),
        ),
      );
    }
    expect(runs).to.equal(120);
    expect(await takenByEvents(tripId)).to.deep.equal(
      (await shown(tripId))
        .filter(({ heldBy }) => heldBy === 'another')
        .map(({ number }) => number)
        .sort(),
    );
  });

  it('a passenger’s held seats become only one booking when many bookings are requested at once', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: seats(3) });
    const [passenger] = (await people(1)) as [UserId];
    await lock(passenger, tripId, seats(3));
    const { done, refused } = await settled(Array.from({ length: 20 }, () => book(passenger, tripId, seats(3))));
    expect([done.length, new Set(refused)]).to.deep.equal([1, new Set(['SEAT_SELECTION_EXPIRED'])]);
    expect(await ownBookings(engine(), passenger)).to.have.length(1);
  });

  it('a passenger who holds a seat keeps it while other passengers keep asking for it', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: seats(6) });
    const passengers = await people(12);
    const booked: string[] = [];
    await Promise.all(
      passengers.map(async (passenger, turn) => {
        const { granted } = await lock(passenger, tripId, seats(6, turn));
        if (granted.length === 0) return;
        await book(passenger, tripId, granted);
        booked.push(...granted);
      }),
    );
    expect(booked.sort()).to.deep.equal([...seats(6)]);
    expect((await shown(tripId)).every(({ isBooked, heldBy }) => isBooked && heldBy === 'nobody')).to.equal(true);
  });

  it('a seat’s last published event agrees with the seat map if a booking ends while another passenger takes the seat', async () => {
    const ends: readonly ((transact: Engine['transact'], booking: Booking) => Promise<unknown>)[] = [
      (transact) => expireBookings({ ...engine(), transact, clock })(),
      (transact, { userId, id }) =>
        cancelBooking({ ...aWorld, ...NEWS, transact, clock, cancellationTiers: [] })(userId, id, ''),
    ];
    for (const end of ends) {
      const [asha, bikram] = (await people(2)) as [UserId, UserId];
      for (const isFirst of [true, false]) {
        const { id: tripId } = await aTrip(engine(), { seats: seats(1) });
        const booking = await aBooking(engine(), { userId: asha, tripId, seats: seats(1), bookedAt: clock() });
        clock.advance(15);
        const { transact } = engine();
        if (isFirst)
          await beforeRecording(
            database(),
            transact,
            (slow) => end(slow, booking),
            () => lock(bikram, tripId, seats(1)),
          );
        else
          await beforeCommit(
            database(),
            transact,
            (slow) => lock(bikram, tripId, seats(1), { transact: slow }),
            () => end(transact, booking),
          );
        expect([(await shown(tripId, bikram)).map(({ heldBy }) => heldBy), await takenByEvents(tripId)]).to.deep.equal([
          ['me'],
          ['A1'],
        ]);
      }
    }
  });

  it('a seat’s last published event agrees with the seat map if a hold expires while another passenger takes the seat', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: seats(1) });
    const [asha, bikram] = (await people(2)) as [UserId, UserId];
    await lock(asha, tripId, seats(1));
    clock.advance(10);
    const [swept, { granted }] = await beforeRecording(
      database(),
      engine().transact,
      (transact) => sweepLocks({ ...aWorld, transact, clock })(),
      () => lock(bikram, tripId, seats(1)),
    );
    expect([swept, granted, await takenByEvents(tripId)]).to.deep.equal([1, ['A1'], ['A1']]);
  });

  it('a bus without a seat map is never oversold when 50 passengers book at once', async () => {
    const { id: tripId } = await aTrip(engine(), { seats: 40 });
    const passengers = await people(50);
    const { done, refused } = await settled(
      passengers.map((passenger, index) => book(passenger, tripId, [], 1 + (index % 3))),
    );
    const taken = done.reduce((sum, { seatsCount }) => sum + seatsCount, 0);
    expect(taken).to.be.within(38, 40);
    expect(new Set(refused)).to.deep.equal(new Set(['NOT_ENOUGH_SEATS']));
    expect(await engine().seatMaps.view(tripId, undefined, clock())).to.include({ seatsLeft: 40 - taken });
  });

  it('an overdue booking ends only once when other passengers want its seats, and each seat is sold once', async () => {
    const [mapped, counted] = [await aTrip(engine(), { seats: seats(6) }), await aTrip(engine(), { seats: 10 })];
    const [late, ...passengers] = (await people(11)) as [UserId, ...UserId[]];
    for (const number of seats(6)) await aBooking(engine(), { userId: late, tripId: mapped.id, seats: [number] });
    for (let made = 0; made < 10; made += 1) await aBooking(engine(), { userId: late, tripId: counted.id });
    clock.set(minutesAfter(START, 15));
    await Promise.all(passengers.map((passenger, turn) => lock(passenger, mapped.id, seats(6, turn))));
    const outcomes = await settled(
      passengers.flatMap((passenger) => [
        shown(mapped.id, passenger).then((all) =>
          book(
            passenger,
            mapped.id,
            all.filter(({ heldBy }) => heldBy === 'me').map(({ number }) => number),
          ),
        ),
        book(passenger, counted.id, []),
      ]),
    );
    expect(outcomes.done.filter(({ tripId }) => tripId === counted.id)).to.have.length(10);
    expect(
      outcomes.done
        .filter(({ tripId }) => tripId === mapped.id)
        .flatMap((booking) => booking.seats.map(({ seat: number }) => number))
        .sort(),
    ).to.deep.equal([...seats(6)]);
    expect(new Set((await ownBookings(engine(), late)).map(({ status }) => status))).to.deep.equal(
      new Set(['EXPIRED']),
    );
    expect(await engine().seatMaps.view(counted.id, undefined, clock())).to.include({ seatsLeft: 0 });
  });
});

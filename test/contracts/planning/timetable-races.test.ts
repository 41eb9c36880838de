import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import type { Stores } from '../../../core/stores.ts';
import { BOOKING_TERMS } from '../../support/bookings.ts';
import { calendar, saveTrips, seat } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { aPassengerId } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';
import { type TimetableWorld, MONDAY, REACH, SATURDAY, SUNDAY, timetablesOn } from '../../support/timetables.ts';

/**
 * Tests of a timetable that is planned while another transaction wants its bus or its seats. They run on parallel
 * connections of Postgres, and in sequence on SQLite.
 */

type Inside = Transact<Stores>;

onEveryEngine('races of timetables', (engine, database) => {
  let world: TimetableWorld;

  beforeEach(async () => {
    world = await timetablesOn(engine());
  });

  afterEach(async () => {
    const { findings } = await runAudit({ ...engine(), clock: world.clock, calendar })();
    // The audit finds these faults, because this suite publishes no events and confirms a booking without a payment.
    const expected: readonly string[] = ['EVENT_UNTOLD', 'SEAT_WITHOUT_MONEY', 'CHAIN_DIFFERS', 'UNEARNED_DIFFERS'];
    expect(findings.filter(({ invariant }) => !expected.includes(invariant))).to.deep.equal([]);
  });

  const all = (): Inside => engine().transact;
  const meeting = <One, Two>(first: (transact: Inside) => Promise<One>, second: () => Promise<Two>) =>
    beforeCommit(database(), all(), first, second);

  it('the second of two timetables added at once for one bus reports the days on which both would run', async () => {
    const [first, second] = await meeting(
      (transact) => world.within(transact).add({ validUntil: MONDAY }),
      () => world.add({ validUntil: MONDAY, departs: '10:00' }),
    );
    expect([first.clashes, second.clashes]).to.deep.equal([[], [SATURDAY, SUNDAY, MONDAY]]);
    expect(await world.departures(second.id)).to.deep.equal([]);
  });

  it('a timetable for a bus to which another timetable is just being switched reports the days on which both would run', async () => {
    const { id } = await world.add({ validUntil: SUNDAY });
    const [moved, added] = await meeting(
      (transact) => world.within(transact).change(id, { busId: world.otherBus }),
      () => world.add({ busId: world.otherBus, validUntil: SUNDAY }),
    );
    expect([moved.changed, added.clashes]).to.deep.equal([2, [SATURDAY, SUNDAY]]);
    const [one, other] = await meeting(
      (transact) => world.within(transact).add({ validUntil: SUNDAY }),
      () => world.change(id, { busId: world.bus }),
    );
    expect([one.clashes, other.changed, other.timetable.clashes]).to.deep.equal([[], 0, [SATURDAY, SUNDAY]]);
  });

  it('a bus’s trip of each day is made by only one of ten timetables that are added at once', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => world.add({ validUntil: SUNDAY })));
    const departures = (await Promise.all(made.map(({ id }) => world.departures(id)))).flat();
    expect(departures.toSorted()).to.deep.equal([`${SATURDAY} 07:00`, `${SUNDAY} 07:00`]);
    expect(made.filter(({ clashes }) => clashes.length > 0)).to.have.length(9);
  });

  it('a timetable’s trips are made only once when two processes make trips at once', async () => {
    const [one, other] = [await world.add(), await world.add({ departs: '20:00', durationMinutes: 60 })];
    world.clock.set(calendar.at('2026-11-25', '00:00')!);
    const counts = await meeting(
      (transact) => world.within(transact).makeDueTrips(),
      () => world.makeDueTrips(),
    );
    expect(counts[0] + counts[1]).to.equal(10);
    for (const { id } of [one, other])
      expect(Object.keys(await world.tripsOf(id))).to.have.length(REACH + 4 + (id === other.id ? 1 : 0));
    expect(await Promise.all(Array.from({ length: 4 }, () => world.makeDueTrips()))).to.deep.equal([0, 0, 0, 0]);
  });

  it('a timetable makes no trip on a day on which an import just gave the bus another trip', async () => {
    const { id: kept } = await world.add({ busId: world.otherBus, validUntil: SATURDAY });
    const like = (await world.tripsOf(kept))[SATURDAY]!;
    const [, timetable] = await meeting(
      (transact) =>
        transact(async (stores) => {
          await stores.documents.lockOf([world.bus]);
          const [routeId] = await stores.catalogue.saveRoutes([{ source: world.kathmandu, destination: world.butwal }]);
          const { departsAt, arrivesAt, fare } = like;
          const trip = { key: 'imported', routeId: routeId!, busId: world.bus, status: 'ACTIVE' as const };
          return saveTrips(stores, [{ ...trip, departsAt, arrivesAt, fare, stops: [], fares: [] }]);
        }),
      () => world.add({ validUntil: SUNDAY }),
    );
    expect(timetable.clashes).to.deep.equal([SATURDAY]);
    expect(await world.departures(timetable.id)).to.deep.equal([`${SUNDAY} 07:00`]);
  });

  describe('a booking and a change of the timetable at once', () => {
    let trip: TripId;
    let id: Awaited<ReturnType<TimetableWorld['add']>>['id'];
    let book: (transact?: Inside) => Promise<unknown>;

    beforeEach(async () => {
      ({ id } = await world.add({ validUntil: SUNDAY }));
      trip = (await world.tripsOf(id))[SATURDAY]!.id;
      const asha = await aPassengerId(engine());
      const needs = { ...engine(), clock: world.clock, calendar, random: systemRandom, rateLimit: true };
      await lockSeats({ ...needs, seatLockMinutes: 10 })(asha, trip, [seat('A1')]);
      const terms = {
        ...BOOKING_TERMS,
      };
      book = (transact = all()) =>
        createBooking({ ...needs, ...terms, transact, expireBookings: async () => 0 })(asha, {
          tripId: trip,
          seatNumbers: [seat('A1')],
          passengers: [],
          seats: 1,
        });
    });

    it('a trip that was just booked is not changed when its timetable changes', async () => {
      const [, { kept, changed }] = await meeting(book, () => world.change(id, { departs: '08:00', fare: paisa(1) }));
      expect([kept, changed]).to.deep.equal([[trip], 1]);
    });

    it('a booking is refused while the trip’s timetable changes the trip, so the passenger must choose seats again', async () => {
      const [{ kept }, code] = await meeting(
        (transact) => world.within(transact).change(id, { fare: paisa(130_000) }),
        () => codeOf(book()),
      );
      expect([kept, code]).to.deep.equal([[], 'SEAT_SELECTION_EXPIRED']);
    });

    it('a booking is refused if its trip was just cancelled because the timetable ended', async () => {
      const [{ changed }, code] = await meeting(
        (transact) => world.within(transact).end(id),
        () => codeOf(book()),
      );
      expect([changed, code]).to.deep.equal([2, 'TRIP_UNKNOWN']);
    });
  });

  it('a trip whose payment was recorded just before its deadline is not changed when the timetable changes', async () => {
    const { id } = await world.add({ validUntil: SUNDAY });
    const trip = (await world.tripsOf(id))[SATURDAY]!.id;
    const { id: booking } = await world.book(trip);
    world.clock.advance(15);
    const [, { kept }] = await meeting(
      (transact) =>
        transact(async ({ bookings, seatLocks }) => {
          await bookings.lock(booking);
          await bookings.move(booking, 'confirm');
          await seatLocks.finalize(booking);
        }),
      () => world.change(id, { busId: world.otherBus }),
    );
    expect(kept).to.deep.equal([trip]);
  });

  it('two changes of one timetable at once are applied one after the other', async () => {
    const { id } = await world.add({ validUntil: SUNDAY });
    await meeting(
      (transact) => world.within(transact).change(id, { busId: world.otherBus }),
      () => world.change(id, { departs: '09:00' }),
    );
    expect((await world.tripsOf(id))[SUNDAY]).to.deep.include({
      busId: world.otherBus,
      departsAt: calendar.at(SUNDAY, '09:00'),
    });
  });
});

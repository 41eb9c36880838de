import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { Member } from '../../../core/companies/member.ts';
import { swapBus } from '../../../core/changes/swap-bus.ts';
import { changeBus } from '../../../core/fleet/change-bus.ts';
import { changeSeatMap } from '../../../core/fleet/change-seat-map.ts';
import { rejectDocument } from '../../../core/fleet/review-document.ts';
import type { BusId, TripId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { addTrip } from '../../../core/planning/add-trip.ts';
import type { Stores } from '../../../core/stores.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, aTrip, calendar, seat, seatsNumbered } from '../../support/catalogue.ts';
import { type HandClock, handClock } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { exchangeBus } from '../../support/exchange.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { ended } from '../../support/refusals.ts';
import { type TimetableWorld, SATURDAY, SUNDAY, timetablesOn } from '../../support/timetables.ts';

/**
 * Tests of a trip that gets another bus while the new bus, or the trip, is changed. They run on parallel connections of
 * Postgres, and in sequence on SQLite.
 */

type Inside = Transact<Stores>;
type Work = (transact: Inside) => Promise<string>;

const WHY = { reason: 'BREAKDOWN', note: '', assignments: [], isDryRun: false } as const;

onEveryEngine('a bus swap while others use the trip', (engine, database) => {
  let clock: HandClock;
  let owner: Member;
  let trip: TripForTests;
  let other: BusId;

  beforeEach(async () => {
    clock = handClock();
    const { id: userId, operatorId } = await anOperator(engine());
    owner = { userId, operatorId };
    trip = await aTrip(engine(), { seats: ['A1', 'A2'], bus: { operatorId } });
    other = await aBus(engine(), { operatorId, seats: ['A1', 'A2', 'B1'] });
    await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      bookedAt: clock(),
      seats: ['A1', 'A2'].map(seat),
    });
  });

  afterEach(async () => {
    const { findings } = await runAudit({ ...engine(), clock, calendar })();
    expect(findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
  });

  const needs = (transact: Inside) => ({
    ...engine(),
    transact,
    clock,
    calendar,
    random: systemRandom,
  });
  const swap: Work = (transact) => ended(swapBus(needs(transact))(owner, trip.id, { ...WHY, busId: other }));

  const changes: Readonly<Record<string, { readonly work: Work; readonly endings: readonly [string, string] }>> = {
    'a new seat map of the new bus without a sold seat': {
      work: (transact) => {
        const seatMap = { rows: 1, cols: 4, deckCount: 1, seats: seatsNumbered('A1', 'B1') };
        return ended(changeSeatMap(needs(transact))(owner, other, seatMap));
      },
      endings: ['SEATS_SOLD', 'done'],
    },
    'taking the new bus out of service': {
      work: (transact) => ended(changeBus(needs(transact))(owner, other, { status: 'INACTIVE' })),
      endings: ['BUS_IN_USE', 'BUS_NOT_BOOKABLE'],
    },
    'the rejection of a document of the new bus': {
      work: async (transact) => {
        const { rows } = await engine().documentViews.list(other, { limit: 9 });
        const { id } = await anAdmin(engine());
        return ended(rejectDocument(needs(transact))(id, rows[0]!.id, 'Not readable.'));
      },
      endings: ['done', 'BUS_NOT_BOOKABLE'],
    },
    'another trip of the new bus at that time': {
      work: async (transact) => {
        const planned = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip.id)))!;
        const { sourceCityId, destinationCityId, departsAt, arrivesAt, boardingPoints, droppingPoints } = planned;
        return ended(
          addTrip(needs(transact))(owner, {
            sourceCityId,
            destinationCityId,
            busId: other,
            fare: paisa(100),
            departsAt,
            arrivesAt,
            stops: [],
            fares: [],
            saleOpensAt: null,
            boardingPoints,
            droppingPoints,
          }),
        );
      },
      endings: ['BUS_ELSEWHERE', 'BUS_ELSEWHERE'],
    },
  };

  for (const [name, { work, endings }] of Object.entries(changes)) {
    it(`${name} that waits for a bus swap ends with “${endings[0]}”`, async () => {
      const met = await beforeCommit(database(), engine().transact, swap, () => work(engine().transact));
      expect(met).to.deep.equal(['done', endings[0]]);
    });

    it(`a bus swap that waits for ${name} ends with “${endings[1]}”`, async () => {
      const met = await beforeCommit(database(), engine().transact, work, () => swap(engine().transact));
      expect(met).to.deep.equal(['done', endings[1]]);
    });
  }

  it('a swapped trip is taken off sale when a document of its new bus is rejected', async () => {
    await swap(engine().transact);
    const { rows } = await engine().documentViews.list(other, { limit: 9 });
    const { id } = await anAdmin(engine());
    await rejectDocument(needs(engine().transact))(id, rows[0]!.id, 'Not readable.');
    expect((await engine().officeTrips.find(trip.id, clock()))?.notBookableReason).to.equal('PAPERS_MISSING');
  });
});

onEveryEngine('a bus swap while the trip is changed', (engine, database) => {
  let world: TimetableWorld;
  let third: BusId;

  beforeEach(async () => {
    world = await timetablesOn(engine());
    third = await aBus(engine(), { operatorId: world.member.operatorId });
  });

  afterEach(async () => {
    const { findings } = await runAudit({ ...engine(), clock: world.clock, calendar })();
    expect(findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
  });

  const all = (): Inside => engine().transact;
  const swap = (id: TripId, transact: Inside = all()) =>
    swapBus({ ...engine(), transact, clock: world.clock, calendar })(world.member, id, {
      ...WHY,
      busId: world.otherBus,
    });
  const busOf = async (id: TripId) => (await engine().officeTrips.find(id, world.clock()))?.bus.id;

  describe('a bus swap and a change of the timetable at once', () => {
    let trip: TripId;
    let change: (transact?: Inside) => ReturnType<TimetableWorld['change']>;

    beforeEach(async () => {
      const { id } = await world.add({ validUntil: SUNDAY });
      trip = (await world.tripsOf(id))[SATURDAY]!.id;
      change = (transact = all()) => world.within(transact).change(id, { busId: third });
    });

    it('a change of a timetable just after a bus swap does not change the bus of the swapped trip', async () => {
      const [, { changed, kept }] = await beforeCommit(
        database(),
        all(),
        (transact) => swap(trip, transact),
        () => change(),
      );
      expect([changed, kept, await busOf(trip)]).to.deep.equal([1, [trip], world.otherBus]);
    });

    it('a bus swap that waits while the trip’s timetable is changed replaces the bus that the timetable gave the trip', async () => {
      const [{ changed }] = await beforeCommit(database(), all(), change, () => swap(trip));
      expect([changed, await busOf(trip)]).to.deep.equal([2, world.otherBus]);
      const [row] = (await engine().transact(({ trail }) => trail.of({ type: 'schedule', id: trip }))).slice(-1);
      expect(row?.changes['bus_id']).to.deep.equal({ old: third, new: world.otherBus });
    });
  });

  describe('a bus swap and an import at once', () => {
    let trip: TripForTests;
    const load: Work = (transact) =>
      ended(
        transact(async (stores) => {
          await stores.documents.lockOf([trip.busId, third]);
          await exchangeBus(stores, trip, third, world.clock());
        }),
      );

    beforeEach(async () => {
      trip = await aTrip(engine(), { busId: world.bus });
    });

    for (const first of ['swap', 'import'])
      it(`a bus swap and an import at the same moment leave the trip with the swapped bus (${first} first)`, async () => {
        if (first === 'swap')
          await beforeCommit(
            database(),
            all(),
            (transact) => swap(trip.id, transact),
            () => load(all()),
          );
        else await beforeCommit(database(), all(), load, () => swap(trip.id));
        expect(await busOf(trip.id)).to.equal(world.otherBus);
      });
  });
});

import { expect } from 'chai';
import type { Member } from '../../../core/companies/member.ts';
import type { BusId, CityId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import type { WantedTrip } from '../../../core/planning/wanted-trip.ts';
import { aBus, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { setTerms } from '../../support/companies.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aPlanner, planningOn } from '../../support/planning.ts';
import { faultsOf, refusalOf, refused } from '../../support/refusals.ts';

const point = (name: string, minutes: number) => ({ name, minutes });

describe('a single trip', () => {
  let engine: Engine;
  let planning: ReturnType<typeof planningOn>;
  let member: Member;
  let busId: BusId;
  let wanted: (more?: Partial<WantedTrip>) => WantedTrip;
  beforeEach(async () => {
    engine = memoryEngine();
    planning = planningOn(engine);
    ({ member, busId, wanted } = await aPlanner(engine));
  });

  const add = (more?: Partial<WantedTrip>) => planning.addTrip(member, wanted(more));
  const trail = (id: TripId) => engine.transact(({ trail: log }) => log.of({ type: 'schedule', id }));
  const hours = (from: number, to: number) => ({
    departsAt: hoursAfter(START, from),
    arrivesAt: hoursAfter(START, to),
  });

  describe('adding a single trip', () => {
    it('a single trip is added as requested, on sale, and is in the activity log', async () => {
      const boardingPoints = [point('Kalanki', -15)];
      const trip = await add({ boardingPoints });
      expect(trip).to.deep.include({
        ...wanted({ boardingPoints }),
        operatorId: member.operatorId,
        status: 'ACTIVE',
        timetable: null,
        notBookableReason: null,
        changedInOffice: false,
      });
      expect(trip.seats).to.deep.equal({
        total: 4,
        sold: 0,
        held: 0,
        blocked: 0,
        left: 4,
        boarded: 0,
        sections: [{ from: 0, to: 1, sold: 0, held: 0, blocked: 0, left: 4 }],
      });
      const [entry, ...more] = await trail(trip.id);
      expect([entry?.kind, entry?.actor, entry?.operatorId, more]).to.deep.equal([
        'TRIP_ADDED',
        { role: 'OPERATOR', userId: member.userId },
        member.operatorId,
        [],
      ]);
      expect(entry?.changes).to.deep.include({
        fare: { old: null, new: 1200 },
        departure_time: { old: null, new: toIso(trip.departsAt) },
        boarding_points: { old: null, new: boardingPoints },
      });
    });

    it('a single trip can be added on a bus that is not approved yet', async () => {
      const bus = await aBus(engine, { operatorId: member.operatorId, approvalStatus: 'PENDING', documents: [] });
      expect((await add({ busId: bus })).notBookableReason).to.equal('BUS_NOT_APPROVED');
    });

    it('a single trip must go between two different known cities, depart in the future and last at most three days', async () => {
      const faults = async (more: Partial<WantedTrip>) => faultsOf(add(more));
      const nowhere = 4711 as CityId;
      const { sourceCityId } = wanted();
      expect(await faults({ sourceCityId: nowhere, destinationCityId: nowhere })).to.deep.equal([
        'source_city_id',
        'destination_city_id',
      ]);
      expect(await faults({ destinationCityId: sourceCityId })).to.deep.equal(['destination_city_id']);
      expect(await faults(hours(0, 5))).to.deep.equal(['departure_time']);
      expect(await faults(hours(9, 9))).to.deep.equal(['arrival_time']);
      const twoYears = 24 * 731;
      expect((await add(hours(twoYears, twoYears + 5))).departsAt).to.equal(hoursAfter(START, twoYears));
      expect(await faults(hours(twoYears + 24, twoYears + 29))).to.deep.equal(['departure_time']);
      expect(await faults(hours(-5, -9))).to.deep.equal(['departure_time', 'arrival_time']);
      const three = hours(9, 81);
      const longer = { ...three, arrivesAt: (three.arrivesAt + 1) as Instant };
      expect(await faults(longer)).to.deep.equal(['arrival_time']);
      expect((await add(three)).arrivesAt).to.equal(three.arrivesAt);
      const soon = { departsAt: (START + 1) as Instant, arrivesAt: hoursAfter(START, 2) };
      expect((await add(soon)).departsAt).to.equal(soon.departsAt);
    });

    it('a single trip has boarding and drop-off points between its departure and arrival', async () => {
      const points = { boardingPoints: [point('Far', 421)], droppingPoints: [point('Back', -1)] };
      expect(await faultsOf(add(points))).to.deep.equal(['boarding_points[0].minutes', 'dropping_points[0].minutes']);
    });

    it('a single trip can be added only on a bus of the company', async () => {
      const theirs = await aBus(engine);
      for (const bus of [theirs, 4711 as BusId])
        expect(await refusalOf(add({ busId: bus }))).to.deep.equal(['absent', 'BUS_UNKNOWN']);
    });

    it('a single trip cannot be added at a time when its bus is on another trip', async () => {
      const first = await add();
      for (const span of [hours(23, 25), hours(25, 26), hours(30, 40), hours(20, 40)]) {
        expect(await refusalOf(add(span))).to.deep.equal(['conflict', 'BUS_ELSEWHERE']);
        expect((await refused(add(span))).extra).to.deep.equal({
          trip: { id: first.id, departure_time: toIso(first.departsAt) },
        });
      }
      for (const span of [hours(20, 24), hours(31, 33)]) expect((await add(span)).busId).to.equal(busId);
      await changePlan(engine, first.id, { status: 'CANCELLED' });
      expect((await add()).id).not.to.equal(first.id);
    });

    it('a single trip cannot be added by former managers or by suspended companies', async () => {
      const { id: userId } = await anOperator(engine);
      const stranger = planning.addTrip({ userId, operatorId: member.operatorId }, wanted());
      expect(await refusalOf(stranger)).to.deep.equal(['forbidden', 'POSITION_TOO_LOW']);
      await setTerms(engine, (await add(hours(40, 44))).id, { status: 'SUSPENDED' });
      expect(await refusalOf(add())).to.deep.equal(['forbidden', 'COMPANY_SUSPENDED']);
    });
  });

  describe('changing a single trip', () => {
    let id: TripId;
    let asha: UserId;
    beforeEach(async () => {
      ({ id } = await add());
      asha = await aPassengerId(engine);
    });

    const change = (given: Parameters<typeof planning.changeTrip>[2], on = id) =>
      planning.changeTrip(member, on, given);
    const hold = () =>
      engine.transact(({ seatLocks }) =>
        seatLocks.hold({ tripId: id, passenger: asha, wanted: [seat('A2')], expiresAt: minutesAfter(START, 9) }, START),
      );

    it('a change of a trip’s fare releases the trip’s held seats, and is published', async () => {
      await hold();
      const trip = await change({ fare: paisa(99_950) });
      expect(trip).to.deep.include({ fare: 99_950, changedInOffice: true });
      expect(trip.seats).to.deep.include({ held: 0, left: 4 });
      const [freed, told] = await recorded(engine);
      expect(freed).to.deep.equal(seatMessage(id, 'AVAILABLE', 'A2'));
      expect(told?.[0]).to.equal(`schedules/${id}/trip`);
      expect(told?.[1]).to.deep.include({ schedule_id: id, type: 'fare_changed', status: 'ACTIVE' });
      const entries = await trail(id);
      expect(entries.map(({ kind, changes }) => [kind, Object.keys(changes)]).slice(1)).to.deep.equal([
        ['TRIP_CHANGED', ['fare']],
      ]);
    });

    it('changing the boarding and drop-off points of a trip keeps its held seats held', async () => {
      await hold();
      const points = { boardingPoints: [point('Kalanki', 0)], droppingPoints: [point('Prithvi Chowk', 420)] };
      expect(await change(points)).to.deep.include({ ...points, changedInOffice: true });
      expect(await change({ boardingPoints: [] })).to.deep.include({ ...points, boardingPoints: [] });
      expect((await change({})).seats.held).to.equal(1);
      expect(await recorded(engine)).to.deep.equal([]);
      expect((await trail(id)).map(({ kind }) => kind)).to.deep.equal(['TRIP_ADDED', 'TRIP_CHANGED', 'TRIP_CHANGED']);
    });

    it('saving a trip without changing a field changes nothing', async () => {
      const same = await change({ fare: wanted().fare, boardingPoints: [] });
      expect([same.changedInOffice, (await trail(id)).length]).to.deep.equal([false, 1]);
      expect(await recorded(engine)).to.deep.equal([]);
    });

    it('a change of a cancelled trip with wrong times of boarding points is refused for these times first', async () => {
      await changePlan(engine, id, { status: 'CANCELLED' });
      expect(await faultsOf(change({ droppingPoints: [point('Far', 421)] }))).to.deep.equal([
        'dropping_points[0].minutes',
      ]);
    });

    it('a trip cannot be changed once it is cancelled or has left, by the clock or by the crew’s report', async () => {
      const fare = paisa(1);
      await changePlan(engine, id, { departedAt: START });
      expect(await refusalOf(change({ fare }))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
      await changePlan(engine, id, { departedAt: null });
      planning.clock.set(hoursAfter(START, 24));
      expect(await refusalOf(change({ fare }))).to.deep.equal(['conflict', 'TRIP_DEPARTED']);
      expect((await change({})).notBookableReason).to.equal('DEPARTED');
      await changePlan(engine, id, { status: 'CANCELLED' });
      expect(await refusalOf(change({ fare }))).to.deep.equal(['conflict', 'TRIP_CANCELLED']);
    });

    it('another company’s trip cannot be changed', async () => {
      const { member: other } = await aPlanner(engine);
      expect(await refusalOf(planning.changeTrip(other, id, {}))).to.deep.equal(['absent', 'TRIP_UNKNOWN']);
      expect(await refusalOf(change({}, 4711 as TripId))).to.deep.equal(['absent', 'TRIP_UNKNOWN']);
    });
  });
});

import { expect } from 'chai';
import type { OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aTrip, changePlan } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aClerk } from '../../support/counter.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aRoad } from '../../support/roads.ts';

const DEPARTS = hoursAfter(START, 2);
const at = (minutes: number): string => toIso(minutesAfter(DEPARTS, minutes));

onEveryServer(
  'reports that a bus has left its stops',
  (api) => {
    let owner: UserId;
    let clerk: UserId;
    let operatorId: OperatorId;
    /**
     * A trip from Kathmandu to Pokhara. It stops in Mugling (60 to 70 minutes after departure) and Damauli (130 to
     * 140).
     */
    let trip: TripId;

    before(async () => {
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      ({ userId: clerk } = await aClerk(api().dependencies, { operatorId }));
    });
    beforeEach(async () => {
      api().clock.set(DEPARTS);
      const traits = { departsAt: DEPARTS, seats: ['A1'], bus: { operatorId } };
      trip = (await aRoad(api().dependencies, { between: ['Mugling', 'Damauli'], ...traits })).id;
    });

    const token = (position: 'CONDUCTOR' | 'CLERK' | 'MANAGER') =>
      staffTokenOf(position, position === 'CLERK' ? clerk : owner, operatorId);
    const paths = {
      crew: (stop: number | string) => [`/api/conductor/trips/${trip}/stops/${stop}/left`, token('CONDUCTOR')] as const,
      clerk: (stop: number | string) => [`/api/operator/trips/${trip}/stops/${stop}/left`, token('CLERK')] as const,
      manager: (stop: number | string) => [`/api/operator/trips/${trip}/stops/${stop}/left`, token('MANAGER')] as const,
    };
    type By = keyof typeof paths;
    const left = (stop: number | string, body: object = {}, by: By = 'crew'): Promise<Answer> => {
      const [path, caller] = paths[by](stop);
      return api().post(path, body, caller);
    };
    const back = (stop: number, query = '', by: By = 'crew'): Promise<Answer> => {
      const [path, caller] = paths[by](stop);
      return api().delete(`${path}${query}`, undefined, caller);
    };
    const own = async (): Promise<Json> => (await api().get(`/api/operator/trips/${trip}`, token('MANAGER'))).json;
    const stopsLeft = async () => (await own()).stops.map(({ left_at }: Json) => left_at);
    const kinds = async () =>
      (await api().dependencies.transact(({ trail }) => trail.of({ type: 'schedule', id: trip }))).map(
        ({ kind }) => kind,
      );
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    for (const by of ['crew', 'clerk'] as const)
      it(`a report that the bus has left a stop returns the time, and also counts for all earlier stops (${by})`, async () => {
        api().clock.set(minutesAfter(DEPARTS, 65));
        const { status, json } = await left(1, { at: at(62) }, by);
        expect([status, json]).to.deep.equal([200, { stop: 1, left_at: at(62), departed_at: at(62) }]);
        expect(await stopsLeft()).to.deep.equal([at(62), at(62), null, null]);
        expect((await own()).departed_at).to.equal(at(62));
      });

    it('a report that the bus has left a stop is checked in order: stop (404), fields (400), trip’s state (409)', async () => {
      const wrong = { at: 'noon', early: 'perhaps' };
      for (const stop of [3, 4]) expectProblem(await left(stop, wrong), 404, 'TRIP_UNKNOWN');
      expect((await left('x', wrong)).status).to.equal(404);
      expect(fieldsOf(await left(1, wrong))).to.deep.equal([400, ['at', 'early']]);
      expect(fieldsOf(await left(1, { at: '2026-11-20' }, 'clerk'))).to.deep.equal([400, ['at']]);
      api().clock.set(START);
      expectProblem(await left(1), 409, 'TOO_EARLY');
      await changePlan(api().dependencies, trip, { status: 'CANCELLED' });
      expect(fieldsOf(await left(1, wrong)), 'on a cancelled trip').to.deep.equal([400, ['at', 'early']]);
      expectProblem(await left(1), 409, 'TRIP_CANCELLED');
      expect((await left(3)).status, 'on a cancelled trip').to.equal(404);
    });

    it('a report that the bus left a stop over 30 minutes early is refused unless it sets `early`', async () => {
      expectProblem(await left(1, { at: at(39) }), 409, 'TOO_EARLY');
      api().clock.set(minutesAfter(DEPARTS, 41));
      expectProblem(await left(1, { at: at(39) }), 409, 'TOO_EARLY');
      expect((await left(1, { at: at(39), early: true })).status).to.equal(200);
      expect((await left(2, { at: at(40), early: true })).status).to.equal(200);
    });

    it('a repeated report that the bus has left a stop answers 200 with the earliest time reported', async () => {
      api().clock.set(minutesAfter(DEPARTS, 70));
      expect((await left(1, { at: at(99) })).json.left_at).to.equal(at(70));
      expect((await left(1, { at: at(66) })).json.left_at).to.equal(at(66));
      expect((await left(1)).json).to.deep.equal({ stop: 1, left_at: at(66), departed_at: at(66) });
      expect((await left(0, { at: at(3) })).json).to.deep.equal({ stop: 0, left_at: at(3), departed_at: at(3) });
      expect(await stopsLeft()).to.deep.equal([at(3), at(66), null, null]);
      expect(await kinds(), 'the trail has no repeats').to.deep.equal(['TRIP_DEPARTED', 'STOP_LEFT']);
    });

    it('undoing a stop’s departure report also undoes earlier reports for later stops, and answers 204', async () => {
      api().clock.set(minutesAfter(DEPARTS, 150));
      await left(0, { at: at(1) });
      await left(1, { at: at(140) });
      await left(2, { at: at(145) });
      expect((await back(1, `?at=${at(142)}`)).status).to.equal(204);
      expect(await stopsLeft(), 'the later report stands').to.deep.equal([at(1), at(145), at(145), null]);
      expect((await back(1)).status).to.equal(204);
      expect(await stopsLeft()).to.deep.equal([at(1), null, null, null]);
      expect((await back(1)).status, 'of what is not left').to.equal(204);
      expect((await back(2)).status).to.equal(204);
      expect(await kinds()).to.deep.equal(['TRIP_DEPARTED', 'STOP_LEFT', 'STOP_LEFT', 'STOP_TAKEN_BACK']);
    });

    it('a report that the bus has left a stop is ignored if it is not later than an undo', async () => {
      api().clock.set(minutesAfter(DEPARTS, 70));
      await left(0, { at: at(1) });
      await left(1, { at: at(65) });
      await back(1, `?at=${at(67)}`);
      expect((await left(1, { at: at(67) })).json.left_at).to.equal(null);
      expect((await left(2, { at: at(66), early: true })).json.left_at, 'of a later stop').to.equal(null);
      expect((await left(1, { at: at(68) })).json.left_at).to.equal(at(68));
    });

    it('undoing a report for a stop is possible within 30 minutes, and undoing a departure in the office needs a MANAGER', async () => {
      api().clock.set(minutesAfter(DEPARTS, 130));
      await left(0, { at: at(1) });
      await left(1, { at: at(70) });
      expectProblem(await back(1, `?at=${encodeURIComponent(at(101))}`), 409, 'TRIP_DEPARTED');
      expect((await back(1, `?at=${encodeURIComponent(at(100))}`)).status).to.equal(204);
      expect(fieldsOf(await back(1, '?at=noon'))).to.deep.equal([400, ['at']]);
      expectProblem(await back(0, `?at=${encodeURIComponent(at(20))}`, 'clerk'), 403, 'POSITION_TOO_LOW');
      expectProblem(await back(0, `?at=${encodeURIComponent(at(31))}`, 'manager'), 409, 'TRIP_DEPARTED');
      expect((await back(0, `?at=${encodeURIComponent(at(20))}`, 'manager')).status).to.equal(204);
      expect([(await own()).departed_at, (await kinds()).at(-1)]).to.deep.equal([null, 'TRIP_UNDEPARTED']);
    });

    it('the route depart reports that the bus has left stop 0, and the route undepart undoes the reports for all stops', async () => {
      api().clock.set(minutesAfter(DEPARTS, 5));
      const post = (action: string) =>
        api().post(`/api/conductor/trips/${trip}/${action}`, undefined, token('CONDUCTOR'));
      expect((await post('depart')).status).to.equal(200);
      expect((await left(1, { early: true })).json.departed_at).to.equal(at(5));
      expectProblem(await post('depart'), 409, 'TRIP_DEPARTED');
      expect((await post('undepart')).status).to.equal(200);
      expect(await stopsLeft()).to.deep.equal([null, null, null, null]);
      expectProblem(await post('undepart'), 409, 'NOT_DEPARTED');
    });

    it('a trip without stops on the way can be reported as having left stop 0, and no other stop', async () => {
      trip = (await aTrip(api().dependencies, { bus: { operatorId }, departsAt: DEPARTS })).id;
      expect((await left(1)).status).to.equal(404);
      expect((await left(0)).json).to.deep.equal({ stop: 0, left_at: at(0), departed_at: at(0) });
    });
  },
  { overrides: { authenticate } },
);

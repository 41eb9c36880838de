import { expect } from 'chai';
import type { OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { daysAfter, hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import { changePlan } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { anOperator } from '../support/people.ts';
import { authenticate, staffTokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';
import { aRoad } from '../support/roads.ts';
import { SPOTS } from '../support/spots.ts';

const DEPARTS = hoursAfter(START, 2);

onEveryServer(
  'the punctuality of buses through HTTP',
  (api) => {
    let owner: UserId;
    let operatorId: OperatorId;
    /** A trip from Kathmandu by Mugling (60 to 70 minutes after departure) to Pokhara (360). */
    let trip: TripId;
    let errors: (readonly [ahead: number, minutes: number])[] = [];

    before(async () => {
      for (const [name, coordinates] of Object.entries(SPOTS))
        await api().dependencies.transact(async ({ catalogue, cities }) => {
          const [city] = await catalogue.saveCities([name]);
          await cities.describe(city!, { nameNe: null, coordinates });
        });
    });
    beforeEach(async () => {
      api().clock.set(DEPARTS);
      errors = [];
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      const traits = { departsAt: DEPARTS, seats: ['A1'], bus: { operatorId } };
      trip = (await aRoad(api().dependencies, { between: ['Mugling'], ...traits })).id;
      await changePlan(api().dependencies, trip, { arrivesAt: hoursAfter(DEPARTS, 6) });
    });

    const staff = (position: 'CONDUCTOR' | 'CLERK' | 'MANAGER') => staffTokenOf(position, owner, operatorId);
    const at = (minutes: number): void => api().clock.set(minutesAfter(DEPARTS, minutes));
    const say = (minutes: number) =>
      api().put(`/api/operator/trips/${trip}/delay`, { minutes, reason: 'OTHER' }, staff('CLERK'));
    const endDelay = () => api().delete(`/api/operator/trips/${trip}/delay`, undefined, staff('CLERK'));
    const leave = (stop: number) =>
      api().post(`/api/conductor/trips/${trip}/stops/${stop}/left`, {}, staff('CONDUCTOR'));
    const keep = () => api().useCases.keepEstimates({ onError: (...error) => errors.push(error) });
    const report = (query = '?from=2026-11-20&to=2026-11-20', position: 'CLERK' | 'MANAGER' = 'MANAGER') =>
      api().get(`/api/operator/reports/punctuality${query}`, staff(position));
    const route = 'Kathmandu – Pokhara';

    it('stops that a bus has left are compared with the plan and with the estimates of 30 and 90 minutes before', async () => {
      at(-30);
      await say(20);
      await keep();
      await say(25);
      await keep();
      at(0);
      await leave(0);
      at(50);
      await endDelay();
      await keep();
      at(85);
      await leave(1);
      await keep();
      await keep();
      const row = (stop: number, city: string, late: number) => ({
        route,
        stop,
        city,
        passed: 1,
        late_median: late,
        late_p90: late,
      });
      expect((await report()).json).to.deep.equal({
        rows: [
          { ...row(0, 'Kathmandu', 0), error_30: 20, error_90: null },
          { ...row(1, 'Mugling', 15), error_30: 15, error_90: 5 },
        ],
      });
      expect(errors, 'the metric').to.have.deep.members([
        [30, 20],
        [30, 15],
        [90, 5],
      ]);
      expect((await report('?from=2026-11-21&to=2026-11-21')).json.rows, 'another day').to.deep.equal([]);
    });

    it('the last stop counts when the bus arrives, and other stops by points as well', async () => {
      const send = (minutes: number, spot: object) => {
        const points = [{ at: toIso(minutesAfter(DEPARTS, minutes)), ...spot }];
        return api().post('/api/conductor/positions', { trip_id: trip, points }, staff('CONDUCTOR'));
      };
      at(380);
      await send(80, SPOTS.Mugling);
      await send(100, { lat: 27.95, lon: 84.42 });
      await send(103, { lat: 27.96, lon: 84.4 });
      for (const minutes of [371, 374]) await send(minutes, SPOTS.Pokhara);
      await keep();
      expect(
        (await report()).json.rows.map(({ stop, late_median: late }: Record<string, number>) => [stop, late]),
      ).to.deep.equal([
        // At stop 0 nobody has seen the bus before.
        [1, 30],
        [2, 11],
      ]);
    });

    it('a stop whose tap is taken back counts no more', async () => {
      await leave(0);
      await keep();
      expect((await report()).json.rows).to.have.length(1);
      expect(
        (await api().delete(`/api/conductor/trips/${trip}/stops/0/left`, undefined, staff('CONDUCTOR'))).status,
      ).to.equal(204);
      await keep();
      expect((await report()).json.rows).to.deep.equal([]);
    });

    it('the median of two buses is the mean, in whole minutes', async () => {
      const bus = { operatorId };
      const other = (await aRoad(api().dependencies, { between: ['Mugling'], departsAt: DEPARTS, seats: ['A1'], bus }))
        .id;
      at(4);
      await leave(0);
      at(11);
      await api().post(`/api/conductor/trips/${other}/stops/0/left`, {}, staff('CONDUCTOR'));
      await keep();
      const { json } = await report();
      expect(json.rows.map((row: Json) => [row.passed, row.late_median, row.late_p90])).to.deep.equal([[2, 8, 11]]);
    });

    it('passings go after 92 days, and estimates after two', async () => {
      await leave(0);
      await keep();
      const estimate = () =>
        api().dependencies.transact(({ punctuality }) => punctuality.estimateAt(trip, 1, daysAfter(DEPARTS, 1)));
      expect(await estimate()).to.equal(minutesAfter(DEPARTS, 70));
      for (const [days, rows, expected] of [
        [2, 1, minutesAfter(DEPARTS, 70)],
        [92, 1, undefined],
        [93, 0, undefined],
      ] as const) {
        api().clock.set(daysAfter(DEPARTS, days));
        await api().useCases.prunePunctuality();
        expect([(await report()).json.rows.length, await estimate()], String(days)).to.deep.equal([rows, expected]);
      }
    });

    it('the report is for managers, and covers 92 days at most', async () => {
      expectProblem(await report(undefined, 'CLERK'), 403, 'POSITION_TOO_LOW');
      expect((await report('?from=2026-09-01&to=2026-12-01')).status).to.equal(200);
      const { status, json } = await report('?from=2026-09-01&to=2026-12-02');
      expect([status, json.errors[0].field]).to.deep.equal([400, 'to']);
    });
  },
  { overrides: { authenticate } },
);

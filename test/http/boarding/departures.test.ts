import { expect } from 'chai';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'departures',
  (api) => {
    let owner: UserId;
    let operatorId: OperatorId;
    let trip: number;

    beforeEach(async () => {
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      trip = (await aTrip(api().dependencies, { bus: { operatorId }, departsAt: hoursAfter(START, 2) })).id;
    });

    const crew = () => staffTokenOf('CONDUCTOR', owner, operatorId);
    const manager = () => staffTokenOf('MANAGER', owner, operatorId);
    const depart = (body?: object) => api().post(`/api/conductor/trips/${trip}/depart`, body, crew());
    const undepart = () => api().post(`/api/conductor/trips/${trip}/undepart`, undefined, crew());
    const undepartOwn = (token = manager()) => api().post(`/api/operator/trips/${trip}/undepart`, undefined, token);
    const sell = (body: object) =>
      api().post(
        `/api/operator/trips/${trip}/sales`,
        { seat_numbers: ['A1'], contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR', ...body },
        manager(),
      );

    it('a trip can be reported as departed over 30 minutes before its planned time only if the request sets `early`', async () => {
      for (const body of [undefined, {}, { early: false }]) expectProblem(await depart(body), 409, 'TOO_EARLY');
      const { status, json } = await depart({ early: true });
      expect([status, json.departed_at]).to.deep.equal([200, '2026-11-20T04:15:00.000Z']);
      expectProblem(await depart({ early: true }), 409, 'TRIP_DEPARTED');
      trip = (await aTrip(api().dependencies, { bus: { operatorId }, departsAt: hoursAfter(START, 13) })).id;
      expectProblem(await depart({ early: true }), 409, 'TOO_EARLY');
      expect((await depart({ early: 'perhaps' })).status).to.equal(400);
    });

    it('a crew device can undo the departure of a trip', async () => {
      expectProblem(await undepart(), 409, 'NOT_DEPARTED');
      await depart({ early: true });
      const { status, json } = await undepart();
      expect([status, json.id, json.departed_at]).to.deep.equal([200, trip, null]);
    });

    it('the office can undo the departure of a trip', async () => {
      await depart({ early: true });
      expectProblem(await undepartOwn(staffTokenOf('CLERK', owner, operatorId)), 403, 'POSITION_TOO_LOW');
      const { status, json } = await undepartOwn();
      expect([status, json.departed_at, json.bookable]).to.deep.equal([200, null, true]);
      expectProblem(await undepartOwn(), 409, 'NOT_DEPARTED');
      const { results } = (await api().get('/api/operator/activity-log?kind=TRIP_UNDEPARTED', manager())).json;
      expect(results.map(({ subject }: { readonly subject: object }) => subject)).to.deep.equal([
        { type: 'schedule', id: trip },
      ]);
    });

    it('a counter sale after the trip’s departure is accepted only if it says that the passenger is on board', async () => {
      await depart({ early: true });
      for (const body of [{}, { on_board: false }]) expectProblem(await sell(body), 409, 'TRIP_DEPARTED');
      expect((await sell({ on_board: true })).status).to.equal(201);
    });
  },
  { overrides: { authenticate } },
);

import { expect } from 'chai';
import type { OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

const RAM = { role: 'DRIVER', name: 'Ram Thapa', phone: '9841 000000' };
const SITA = { role: 'CONDUCTOR', name: 'Sita Rai', phone: '+977-9812345678' };

onEveryServer(
  'the crew of a trip',
  (api) => {
    let owner: UserId;
    let operatorId: OperatorId;
    let token: string;
    let id: TripId;

    before(async () => {
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      token = staffTokenOf('MANAGER', owner, operatorId);
    });
    beforeEach(async () => {
      ({ id } = await aTrip(api().dependencies, { bus: { operatorId }, departsAt: hoursAfter(START, 48) }));
    });

    const put = (crew: unknown, as = token, trip: number = id): Promise<Answer> =>
      api().put(`/api/operator/trips/${trip}/crew`, { crew }, as);
    const manifest = (): Promise<Answer> => api().get(`/api/operator/trips/${id}/manifest`, token);

    it('a trip’s crew is shown on the trip and on its manifest, and a change of crew raises the manifest’s revision', async () => {
      const before: Json = (await manifest()).json;
      expect(before.trip.crew).to.deep.equal([]);
      const { status, json } = await put([RAM, SITA]);
      expect([status, json]).to.deep.equal([200, { crew: [RAM, SITA] }]);
      const trip = await api().get(`/api/operator/trips/${id}`, token);
      expect(trip.json.crew).to.deep.equal([RAM, SITA]);
      const after: Json = (await manifest()).json;
      expect(after.trip.crew).to.deep.equal([RAM, SITA]);
      expect(after.revision).to.be.above(before.revision);
      expect((await put([])).json).to.deep.equal({ crew: [] });
    });

    it('a change of a trip’s crew is in the activity log with old and new crew, unless nothing changed', async () => {
      await put([RAM]);
      await put([SITA]);
      await put([SITA]);
      const { json } = await api().get(`/api/operator/activity-log?subject=schedule:${id}`, token);
      expect(json.results.map(({ kind, changes }: Json) => [kind, changes.crew])).to.deep.equal([
        ['TRIP_CHANGED', { old: [RAM], new: [SITA] }],
        ['TRIP_CHANGED', { old: [], new: [RAM] }],
      ]);
    });

    it('a trip’s crew with wrong fields is refused, and the answer names every wrong field', async () => {
      const wrong = await put([{ role: 'COOK', name: '', phone: 'none' }]);
      expect(wrong.status).to.equal(400);
      expect(wrong.json.errors.map(({ field }: Json) => field)).to.have.members([
        'crew[0].role',
        'crew[0].name',
        'crew[0].phone',
      ]);
      expectProblem(await put(Array.from({ length: 5 }, () => RAM)), 400, 'VALIDATION');
      expectProblem(await put(undefined), 400, 'VALIDATION');
    });

    it('a trip’s crew can be set only by managers of the company, and not on a cancelled trip', async () => {
      expectProblem(await put([RAM], staffTokenOf('CLERK', owner, operatorId)), 403, 'POSITION_TOO_LOW');
      const other = await anOperator(api().dependencies);
      expectProblem(await put([RAM], staffTokenOf('OWNER', other.id, other.operatorId)), 404, 'TRIP_UNKNOWN');
      await api().post(`/api/operator/trips/${id}/cancel`, { reason: 'STRIKE' }, token);
      expectProblem(await put([RAM]), 409, 'TRIP_CANCELLED');
    });

    it('a timetable still changes a trip on which a crew was set', async () => {
      await put([RAM]);
      const trip = await api().dependencies.transact(({ plannedTrips }) => plannedTrips.find(id));
      expect(trip).to.include({ changedInOffice: false });
      await api().dependencies.transact(({ plannedTrips }) => plannedTrips.save([trip!]));
      expect((await api().get(`/api/operator/trips/${id}`, token)).json.crew).to.deep.equal([RAM]);
    });
  },
  { overrides: { authenticate } },
);

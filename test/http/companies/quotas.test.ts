import { expect } from 'chai';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { aTrip } from '../../support/catalogue.ts';
import { PDF } from '../../support/documents.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'the quotas of a new company',
  (api) => {
    let token: string;
    let busId: number;
    let made = 0;

    const someone = async (): Promise<{ token: string; operatorId: OperatorId }> => {
      const { id, operatorId } = await anOperator(api().dependencies);
      return { token: staffTokenOf('OWNER', id, operatorId), operatorId };
    };
    const addBus = (by = token): Promise<Answer> => {
      made += 1;
      const bus = { bus_name: 'Night Queen', registration_no: `GA 1 PA ${made}`, bus_type: 'SOFA', total_seats: 14 };
      return api().post('/api/operator/buses', bus, by);
    };
    const addDocument = (size = 100): Promise<Answer> => {
      const form = new FormData();
      form.set('type', 'INSURANCE');
      form.set('number', 'N-1');
      const content = new Uint8Array(size);
      content.set(PDF);
      form.set('file', new Blob([content], { type: 'application/pdf' }), 'a.pdf');
      const headers = { authorization: `Bearer ${token}` };
      return api().send(`/api/operator/buses/${busId}/documents`, { method: 'POST', headers, body: form });
    };
    const invite = (email: string, by = token): Promise<Answer> =>
      api().post('/api/operator/staff', { full_name: 'Ram Thapa', email, position: 'CLERK' }, by);
    const quotaOf = (answer: Answer): Json => {
      expectProblem(answer, 409, 'QUOTA');
      return answer.json.quota;
    };

    beforeEach(async () => {
      ({ token } = await someone());
      busId = (await addBus()).json.id;
    });

    it('a bus beyond the company’s quota is refused, and the answer has the quota and the present number', async () => {
      expect((await addBus()).status).to.equal(201);
      expect(quotaOf(await addBus())).to.deep.equal({ what: 'buses', limit: 2, used: 2 });
    });

    it('a document beyond the company’s quota is refused', async () => {
      for (let count = 0; count < 2; count += 1) expect((await addDocument()).status).to.equal(201);
      expect(quotaOf(await addDocument())).to.deep.equal({ what: 'documents', limit: 2, used: 2 });
    });

    it('a file beyond the company’s storage quota in MiB is refused', async () => {
      expect((await addDocument(1024 * 1024)).status).to.equal(201);
      expect(quotaOf(await addDocument())).to.deep.equal({ what: 'mib', limit: 1, used: 1 });
    });

    it('a timetable beyond the company’s quota is refused', async () => {
      const trip = await aTrip(api().dependencies);
      const planned = (await api().dependencies.transact(({ plannedTrips }) => plannedTrips.find(trip.id)))!;
      const add = (departs: string) =>
        api().post(
          '/api/operator/timetables',
          {
            source_city_id: planned.sourceCityId,
            destination_city_id: planned.destinationCityId,
            bus_id: busId,
            fare: 900,
            departs,
            duration_minutes: 60,
            days: ['MON'],
            valid_from: '2026-11-21',
          },
          token,
        );
      expect((await add('07:00')).status).to.equal(201);
      expect(quotaOf(await add('17:00'))).to.deep.equal({ what: 'timetables', limit: 1, used: 1 });
    });

    it('an invitation beyond the company’s quota is refused, and withdrawn invitations count towards the quota', async () => {
      const { json } = await invite('one@example.com');
      expect((await api().delete(`/api/operator/staff/${json.id}`, undefined, token)).status).to.equal(204);
      expect(quotaOf(await invite('two@example.com'))).to.deep.equal({ what: 'invitations', limit: 1, used: 1 });
    });

    it('the fourth invitation to one e-mail address within 24 hours answers 429 with Retry-After', async () => {
      for (let count = 0; count < 3; count += 1)
        expect((await invite('ram@example.com', (await someone()).token)).status).to.equal(201);
      const fourth = await invite('ram@example.com', token);
      expectProblem(fourth, 429, 'TOO_MANY_INVITATIONS');
      expect(Number(fourth.headers.get('retry-after'))).to.equal(24 * 3_600);
    });
  },
  {
    overrides: { authenticate },
    environment: { QUOTAS: 'buses=2,timetables=1,documents=2,mib=1,invitations=1' },
  },
);

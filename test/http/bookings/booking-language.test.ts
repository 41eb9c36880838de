import { expect } from 'chai';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type Api, startApi } from '../../support/http.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { staffOn } from '../../support/staff.ts';

/** Accept-Language headers of browsers and programs, with the resulting language of the booking. */
const ACCEPTED = [
  ['ne', 'ne'],
  ['ne-NP,ne;q=0.9,en;q=0.8', 'ne'],
  ['fr, ne;q=0.5, en;q=0.4', 'ne'],
  ['en-GB,en;q=0.9,ne;q=0.8', 'en'],
  ['ne;q=0, en', 'en'],
  ['*', 'en'],
  ['fr-FR', 'en'],
  ['', 'en'],
] as const;

describe('booking language', () => {
  let api: Api;

  const languageOf = async (id: number) =>
    (await api.dependencies.transact(({ bookings }) => bookings.find(id as BookingId)))?.language;

  describe('bookings by passengers', () => {
    before(async () => {
      api = await startApi({ overrides: { authenticate } });
    });
    after(() => api.close());

    it('a passenger’s booking stores the language of the request that made it', async () => {
      const { id: schedule_id } = await aTrip(api.dependencies, { seats: 20 });
      for (const [accepted, language] of ACCEPTED) {
        const token = tokenOf(await aPassengerId(api.dependencies));
        const made = await api.post('/api/bookings', { schedule_id }, token, { 'Accept-Language': accepted });
        expect(await languageOf(made.json.id), accepted).to.equal(language);
      }
    });
  });

  describe('bookings at a counter', () => {
    before(async () => {
      api = await startApi();
    });
    after(() => api.close());

    it('a counter booking stores the language of the clerk’s request', async () => {
      const owner = await staffOn(() => api).owner();
      const { id } = await aTrip(api.dependencies, { seats: ['A1'], bus: { operatorId: owner.operatorId! } });
      const sale = { seat_numbers: [seat('A1')], contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR' };
      const sold = await api.post(`/api/operator/trips/${id}/sales`, sale, owner.token, { 'Accept-Language': 'ne-NP' });
      expect(await languageOf(sold.json.id)).to.equal('ne');
    });
  });
});

import { expect } from 'chai';
import { gateTrips } from '../../../core/fleet/gate-trips.ts';
import type { BusDocument } from '../../../core/fleet/documents.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { aBus, allVerified, aTrip, calendar } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { expectProblem } from '../../support/problems.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

onEveryServer(
  'a bus with documents that expire, over HTTP',
  (api) => {
    const until = (validUntil: string): readonly BusDocument[] => allVerified.map((one) => ({ ...one, validUntil }));
    const list = (busId: BusId, documents: readonly BusDocument[]) =>
      api().dependencies.transact(async (stores) => {
        await stores.documents.saveListed([{ busId, documents }], START);
        await gateTrips(stores, calendar, [busId]);
      });
    const found = async (): Promise<readonly number[]> =>
      (await api().get('/api/trips?origin=Kathmandu&destination=Pokhara')).json.results.map(({ id }: Json) => id);

    it('a trip that departs after a document of its bus has expired cannot be found, held, booked or paid for', async () => {
      const token = tokenOf(await aPassengerId(api().dependencies));
      const busId = await aBus(api().dependencies, { documents: until('2026-11-23'), seats: 10 });
      const mapped = await aBus(api().dependencies, { documents: until('2026-11-23'), seats: ['A1'] });
      const leaving = async (bus: BusId, day: string, time: string) =>
        (await aTrip(api().dependencies, { busId: bus, departsAt: calendar.at(day, time)! })).id;
      const [last, after] = [await leaving(busId, '2026-11-23', '23:30'), await leaving(busId, '2026-11-24', '00:30')];
      const withSeats = await leaving(mapped, '2026-11-24', '07:00');
      expect(await found()).to.deep.equal([last]);
      expect((await api().get(`/api/trips/${last}`)).status).to.equal(200);
      for (const id of [after, withSeats]) {
        expectProblem(await api().get(`/api/trips/${id}`), 404, 'TRIP_UNKNOWN');
        const book = { schedule_id: id, seats: 1, seat_numbers: ['A1'] };
        expectProblem(await api().post('/api/bookings', book, token), 409, 'TRIP_NOT_BOOKABLE');
      }
      const held = await api().post(`/api/trips/${withSeats}/seats/lock`, { seat_numbers: ['A1'] }, token);
      expect(held.json.granted).to.deep.equal(['A1']);
      const booked = await api().post('/api/bookings', { schedule_id: withSeats, seat_numbers: ['A1'] }, token);
      expectProblem(booked, 409, 'TRIP_NOT_BOOKABLE');

      const { status, json } = await api().post('/api/bookings', { schedule_id: last, seats: 1 }, token);
      expect(status).to.equal(201);
      await list(busId, until('2026-11-22'));
      const pay = () => api().post(`/api/bookings/${json.id}/checkout`, {}, token);
      expectProblem(await pay(), 409, 'TRIP_NOT_BOOKABLE');
      expect(await found()).to.deep.equal([]);
      await list(busId, until('2026-11-24'));
      expect((await pay()).status).to.equal(200);
      expect(await found()).to.deep.equal([last, after]);
    });
  },
  { overrides: { authenticate } },
);

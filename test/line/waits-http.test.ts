import { expect } from 'chai';
import type { UserId } from '../../core/kernel/ids.ts';
import { minutesAfter, toIso } from '../../core/kernel/time.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { aPassengerId, anOperator } from '../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../support/plain-tokens.ts';

onEveryServer(
  'waiting for seats, over HTTP',
  (api) => {
    let asha: UserId;
    let bikram: UserId;
    let owner: Awaited<ReturnType<typeof anOperator>>;
    let trip: number;

    beforeEach(async () => {
      api().clock.set(START);
      [asha, bikram] = [await aPassengerId(api().dependencies), await aPassengerId(api().dependencies)];
      owner = await anOperator(api().dependencies, { companyName: 'Blue Sky Travels' });
      trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId }, seats: ['A1', 'A2'] })).id;
    });

    const lock = (passenger: UserId, seats: readonly string[]) =>
      api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: seats }, tokenOf(passenger));
    const wait = (passenger: UserId, body: object, on = trip) =>
      api().post(`/api/trips/${on}/wait`, body, tokenOf(passenger));
    const fault = async (body: object): Promise<unknown> => {
      const { status, json } = await wait(asha, body);
      return [status, json.errors[0].field];
    };

    it('a passenger waits, is offered seats, and gives up', async () => {
      await lock(bikram, ['A1', 'A2']);
      const { status, json } = await wait(asha, { seats: 2 });
      expect(status).to.equal(201);
      expect(json).to.deep.include({
        schedule_id: trip,
        from_stop: 0,
        to_stop: 1,
        seats: 2,
        any_of: null,
        for: null,
        position: 1,
        status: 'WAITING',
        offer: null,
        until: toIso(minutesAfter(START, 48 * 60 - 30)),
        created_at: toIso(START),
      });
      expect(json.trip).to.deep.include({ source_city: 'Kathmandu', destination_city: 'Pokhara' });
      await api().post(`/api/trips/${trip}/seats/release`, {}, tokenOf(bikram));
      const [offered] = (await api().get('/api/waits', tokenOf(asha))).json as readonly Json[];
      expect(offered).to.deep.include({
        id: json.id,
        status: 'OFFERED',
        offer: { seat_numbers: ['A1', 'A2'], places: null, expires_at: toIso(minutesAfter(START, 15)) },
      });
      expect((await lock(bikram, ['A1'])).json.rejected[0].reason).to.equal('Currently held by another passenger.');
      const line = await api().get(
        `/api/operator/trips/${trip}/waits`,
        staffTokenOf('CLERK', owner.id, owner.operatorId),
      );
      expect(line.json).to.deep.equal({
        people: 1,
        seats: 2,
        offered: 2,
        sections: [{ from_stop: 0, to_stop: 1, people: 1, seats: 2 }],
      });
      expect((await api().delete(`/api/waits/${json.id}`, {}, tokenOf(bikram))).status).to.equal(404);
      expect((await api().delete(`/api/waits/${json.id}`, {}, tokenOf(asha))).status).to.equal(204);
      expect((await api().get('/api/waits', tokenOf(asha))).json).to.deep.equal([]);
      expect((await lock(bikram, ['A1'])).json.granted).to.deep.equal(['A1']);
    });

    it('a wait with faults is refused in order: the trip, then the seats, the section and the kinds', async () => {
      expect((await wait(asha, { seats: 0 }, 2_000_000)).json.code).to.equal('TRIP_UNKNOWN');
      expect(await fault({ seats: 0 })).to.deep.equal([400, 'seats']);
      expect(await fault({ seats: 7, any_of: ['Z1'] })).to.deep.equal([400, 'seats']);
      expect(await fault({ seats: 1, any_of: ['Z1'], to_stop: 5, from_stop: 0 })).to.deep.equal([400, 'any_of']);
      expect(await fault({ seats: 1, from_stop: 0, to_stop: 5, for: ['MEN'] })).to.deep.equal([400, 'to_stop']);
      expect(await fault({ seats: 1, for: ['MEN'] })).to.deep.equal([400, 'for']);
      expect((await wait(asha, { seats: 1, any_of: [] })).json.code).to.equal('SEATS_FREE');
    });

    it('a company sees no line of another company’s trip', async () => {
      const other = await anOperator(api().dependencies);
      const { status, json } = await api().get(
        `/api/operator/trips/${trip}/waits`,
        staffTokenOf('CLERK', other.id, other.operatorId),
      );
      expect([status, json.code]).to.deep.equal([404, 'TRIP_UNKNOWN']);
    });
  },
  { overrides: { authenticate } },
);

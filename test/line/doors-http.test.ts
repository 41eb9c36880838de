import { expect } from 'chai';
import type { TripId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, secondsAfter, toIso } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aDoor } from '../support/doors.ts';
import { onServer } from '../support/http.ts';
import { anOperator, aPassengerId } from '../support/people.ts';
import { authenticate, tokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';

const OPENING = hoursAfter(START, 12);
const DOOR = '/api/doors/20261120T161500';

onServer(
  'doors over HTTP',
  (api) => {
    let token: string;
    let trip: TripId;
    let unmapped: TripId;

    before(async () => {
      const { dependencies } = api();
      trip = (await aTrip(dependencies, { departsAt: hoursAfter(START, 48) })).id;
      unmapped = (await aTrip(dependencies, { departsAt: hoursAfter(START, 48), seats: 6 })).id;
      await aDoor(dependencies, { opensAt: OPENING, trips: [trip, unmapped] });
      token = tokenOf(await aPassengerId(dependencies));
    });

    it('a door has every field of the API, and caches keep it for five seconds', async () => {
      const { status, json, headers } = await api().get(DOOR, undefined, { Origin: 'http://shop.example' });
      expect([status, json]).to.deep.equal([
        200,
        {
          id: '20261120T161500',
          opens_at: toIso(OPENING),
          now: toIso(START),
          state: 'JOINING',
          joined: 0,
          admitted: 0,
          admits_per_minute: 600,
          poll_seconds: 5,
          paused: false,
          notice: null,
          notice_ne: null,
          seats: 10,
          seats_left: 10,
          routes: [{ source_city: 'Kathmandu', destination_city: 'Pokhara', seats_left: 10 }],
        },
      ]);
      expect(headers.get('cache-control')).to.equal('public, max-age=5');
      const again = await api().get(DOOR, undefined, { 'If-None-Match': headers.get('etag')! });
      expect(again.status).to.equal(304);
      expect(headers.get('access-control-expose-headers')?.split(',')).to.include.members(['Age', 'Date']);
      expect((await api().get('/api/doors')).json).to.deep.equal([json]);
    });

    it('pages may send a pass', async () => {
      const { headers } = await api().send('/api/trips/1/seats/lock', {
        method: 'OPTIONS',
        headers: { Origin: 'http://shop.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(headers.get('access-control-allow-headers')?.split(',')).to.include('Door-Pass');
    });

    it('an unknown door and a text that names none are unknown', async () => {
      for (const path of ['/api/doors/20261120T161501', '/api/doors/tomorrow', '/api/doors/20261120T161501/draw'])
        expectProblem(await api().get(path), 404, 'DOOR_UNKNOWN');
      expectProblem(await api().get(`${DOOR}/place`, token), 404, 'NO_PLACE');
      expectProblem(await api().post('/api/doors/tomorrow/join', {}, token), 404, 'DOOR_UNKNOWN');
      expectProblem(await api().post('/api/doors/tomorrow/enter', { token: 'x' }, token), 404, 'DOOR_UNKNOWN');
    });

    it('a passenger joins, is drawn, enters and buys with the pass', async () => {
      const draw = async () => (await api().get(`${DOOR}/draw`)).json;
      const before = await draw();
      expect(before).to.deep.include({ seed: null, places: null });
      const joined = await api().post(`${DOOR}/join`, undefined, token);
      expect([joined.status, joined.json.place, joined.json.number]).to.deep.equal([200, 1, null]);
      const enter = (place: string) => api().post(`${DOOR}/enter`, { token: place }, token);
      const early = await enter(joined.json.token);
      expectProblem(early, 409, 'NOT_YET');
      expect([early.json.number, early.json.admitted, Number(early.headers.get('retry-after'))]).to.deep.equal([
        null,
        0,
        12 * 60 * 60,
      ]);
      api().clock.set(OPENING);
      await api().useCases.stepDoors();
      api().clock.set(secondsAfter(OPENING, 5));
      const place = await api().get(`${DOOR}/place`, token);
      expect([place.json.place, place.json.number]).to.deep.equal([1, 1]);
      const refused = await enter(joined.json.token);
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field).to.equal('token');
      const { status, json } = await enter(place.json.token);
      expect([status, json.expires_at]).to.deep.equal([200, toIso(minutesAfter(secondsAfter(OPENING, 5), 15))]);
      const lock = (headers: Record<string, string>, seats: readonly string[] = ['A1'], who = token) =>
        api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: seats }, who, headers);
      const pass = { 'Door-Pass': json.pass };
      const without = await lock({});
      expectProblem(without, 409, 'DOOR_PASS_NEEDED');
      expect(without.json.door).to.equal('20261120T161500');
      expectProblem(await lock({ 'Door-Pass': `${json.pass}x` }), 409, 'DOOR_PASS_NEEDED');
      const stranger = tokenOf(await aPassengerId(api().dependencies));
      expectProblem(await lock(pass, ['A1'], stranger), 409, 'DOOR_PASS_NEEDED');
      expect((await lock({}, [])).status).to.equal(200);
      expect((await lock(pass)).json.granted).to.deep.equal(['A1']);
      const onPlaces = (headers: Record<string, string>) =>
        api().post('/api/bookings', { schedule_id: unmapped, seats: 1 }, token, headers);
      expectProblem(await onPlaces({}), 409, 'DOOR_PASS_NEEDED');
      expect((await onPlaces(pass)).status).to.equal(201);
      const seats = { schedule_id: trip, seat_numbers: ['A1'] };
      const booked = await api().post('/api/bookings', seats, token);
      expect(booked.status).to.equal(201);
      const change = { schedule_id: trip, seat_numbers: ['A2'] };
      expectProblem(await api().post(`/api/bookings/${booked.json.id}/change`, change, token), 409, 'DOOR_PASS_NEEDED');
      api().clock.set(minutesAfter(secondsAfter(OPENING, 5), 15));
      expectProblem(await lock(pass), 409, 'DOOR_PASS_NEEDED');
      const after = await draw();
      expect(after).to.deep.include({ seed_hash: before.seed_hash, places: 1 });
      expect(after.seed).to.match(/^[0-9a-f]{64}$/);
    });

    it('a trip that was given its opening within the last seconds is bought with a pass alone', async () => {
      const { dependencies, clock } = api();
      const opensAt = hoursAfter(START, 13);
      clock.set(secondsAfter(opensAt, -2));
      await api().get('/api/doors');
      const bus = { operatorId: (await anOperator(dependencies)).operatorId };
      const onBus = async (hours: number, seats?: number) =>
        (await aTrip(dependencies, { departsAt: hoursAfter(START, hours), bus, ...(seats && { seats }) })).id;
      const [late, places, old] = [await onBus(48), await onBus(48, 6), await onBus(72, 6)];
      const userId = await aPassengerId(dependencies);
      const booked = await aBooking(dependencies, { userId, tripId: old, status: 'CONFIRMED' });
      await aDoor(dependencies, { opensAt, trips: [late, places] });
      clock.set(opensAt);
      const post = async (path: string, body: object) => {
        const { status, json } = await api().post(path, body, tokenOf(userId));
        return [status, json.code, json.door];
      };
      const refusal = [409, 'DOOR_PASS_NEEDED', '20261120T171500'];
      expect(await post(`/api/trips/${late}/seats/lock`, { seat_numbers: ['A1'] })).to.deep.equal(refusal);
      expect(await post(`/api/trips/${late}/seats/lock`, { best: 1 })).to.deep.equal(refusal);
      expect(await post(`/api/trips/${late}/wait`, { seats: 1 })).to.deep.equal(refusal);
      expect(await post('/api/bookings', { schedule_id: places, seats: 1 })).to.deep.equal(refusal);
      const change = { schedule_id: places, seats: 1 };
      expect(await post(`/api/bookings/${booked.id}/change`, change)).to.deep.equal(refusal);
    });

    it('the faults of a wait come before its missing pass, and the missing pass before free seats', async () => {
      const { dependencies, clock } = api();
      const opensAt = hoursAfter(START, 14);
      const { id } = await aTrip(dependencies, { departsAt: hoursAfter(START, 48) });
      await aDoor(dependencies, { opensAt, trips: [id] });
      const wait = async (body: object) => {
        const { status, json } = await api().post(`/api/trips/${id}/wait`, body, token);
        return [status, json.errors?.[0]?.field ?? json.code];
      };
      clock.set(minutesAfter(opensAt, -1));
      expect(await wait({ seats: 1 })).to.deep.equal([409, 'NOT_ON_SALE']);
      clock.set(minutesAfter(opensAt, 1));
      expect(await wait({ seats: 0 })).to.deep.equal([400, 'seats']);
      expect(await wait({ seats: 1, any_of: ['Z1'] })).to.deep.equal([400, 'any_of']);
      expect(await wait({ seats: 1, from_stop: 0, to_stop: 5 })).to.deep.equal([400, 'to_stop']);
      expect(await wait({ seats: 1, for: ['MEN'] })).to.deep.equal([400, 'for']);
      expect(await wait({ seats: 1 })).to.deep.equal([409, 'DOOR_PASS_NEEDED']);
    });
  },
  { environment: { DOOR_IDENTITY: 'account', CORS_ORIGINS: 'http://shop.example' }, overrides: { authenticate } },
);

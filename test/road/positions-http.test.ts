import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import type { OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, secondsAfter, toIso } from '../../core/kernel/time.ts';
import { MOST_POINTS_KEPT, prunePoints } from '../../core/road/take-points.ts';
import { aBooking } from '../support/bookings.ts';
import { changePlan } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aDevice } from '../support/devices.ts';
import { type Answer, type Json, onEveryServer } from '../support/http.ts';
import { aPassenger, anOperator } from '../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';
import { aRoad } from '../support/roads.ts';
import { HALFWAY, SPOTS } from '../support/spots.ts';

const DEPARTS = hoursAfter(START, 2);
const at = (minutes: number): string => toIso(minutesAfter(DEPARTS, minutes));
const NOTHING = { FUTURE: 0, OLD: 0, OUTSIDE: 0, INACCURATE: 0, WINDOW: 0, JUMP: 0 };

onEveryServer(
  'positions of buses through HTTP',
  (api) => {
    let owner: UserId;
    let operatorId: OperatorId;
    /** A trip from Kathmandu by Mugling (60 to 70 minutes after departure) to Pokhara (360). */
    let trip: TripId;

    before(async () => {
      for (const [name, coordinates] of Object.entries(SPOTS))
        await api().dependencies.transact(async ({ catalogue, cities }) => {
          const [city] = await catalogue.saveCities([name]);
          await cities.describe(city!, { nameNe: null, coordinates });
        });
    });
    beforeEach(async () => {
      api().clock.set(DEPARTS);
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      const traits = { departsAt: DEPARTS, seats: ['A1', 'A2'], bus: { operatorId } };
      trip = (await aRoad(api().dependencies, { between: ['Mugling'], ...traits })).id;
      await changePlan(api().dependencies, trip, { arrivesAt: hoursAfter(DEPARTS, 6) });
    });

    const staff = (position: 'CONDUCTOR' | 'CLERK' | 'MANAGER' | 'OWNER' = 'CONDUCTOR') =>
      staffTokenOf(position, owner, operatorId);
    const send = (points: unknown, more: object = {}, token = staff()): Promise<Answer> =>
      api().post('/api/conductor/positions', { trip_id: trip, points, ...more }, token);
    const position = (query = '', token?: string): Promise<Answer> =>
      api().get(`/api/trips/${trip}/position${query}`, token);
    const fixAt = (minutes: number, spot: object = HALFWAY): object => ({ at: at(minutes), ...spot });
    const sayDelay = (body: object, path = 'operator', token = staff('CLERK')): Promise<Answer> =>
      api().put(`/api/${path}/trips/${trip}/delay`, body, token);
    const endDelay = (query = '', path = 'operator', token = staff('CLERK')): Promise<Answer> =>
      api().delete(`/api/${path}/trips/${trip}/delay${query}`, undefined, token);
    const positionsOf = (positions: string): Promise<Answer> =>
      api().patch('/api/operator/company', { positions }, staff('OWNER'));
    const trail = async (): Promise<readonly string[]> =>
      (await api().dependencies.transact((stores) => stores.trail.of({ type: 'schedule', id: trip }))).map(
        ({ kind }) => kind,
      );
    const fieldsOf = ({ status, json }: Answer) => [status, json.errors?.map(({ field }: Json) => field)];

    it('points are counted by what became of them, and the newest is the position, whenever it came', async () => {
      api().clock.set(minutesAfter(DEPARTS, 50));
      const points = [
        fixAt(45, { ...HALFWAY, accuracy: 12, speed: 'fast' }),
        fixAt(53),
        fixAt(40, { lat: '27', lon: 85 }),
        { ...HALFWAY },
        fixAt(41, { ...HALFWAY, accuracy: 1001 }),
        fixAt(-31),
      ];
      const { status, json } = await send(points);
      const because = { ...NOTHING, FUTURE: 1, OUTSIDE: 2, INACCURATE: 1, WINDOW: 1 };
      expect([status, json]).to.deep.equal([200, { taken: 1, ignored: 5, because }]);
      const phone = await aDevice(api().dependencies, { operatorId });
      expect((await send([fixAt(43)], {}, phone.token)).json).to.deep.equal({ taken: 1, ignored: 0, because: NOTHING });
      expect((await send([fixAt(45, SPOTS.Kathmandu)])).json.taken, 'a point of the same moment').to.equal(1);
      const shown = await position();
      expect(shown.headers.get('cache-control')).to.equal('max-age=10');
      const { eta, ...rest } = shown.json;
      expect(rest).to.deep.equal({
        schedule_id: trip,
        at: at(45),
        ...HALFWAY,
        accuracy: 12,
        speed: null,
        next_stop: 1,
        progress: 0.083,
        delay_minutes: 15,
        said: null,
        arrived_at: null,
      });
      expect(eta).to.deep.equal([
        {
          stop: 1,
          city: 'Mugling',
          at: at(75),
          departs_at: at(85),
          within_minutes: 9,
          points: [{ name: 'Mugling', at: at(85) }],
        },
        { stop: 2, city: 'Pokhara', at: at(375), departs_at: null, within_minutes: 54, points: [] },
      ]);
    });

    it('an accuracy and a speed that are negative or too great for a number are null', async () => {
      for (const [minutes, amount] of [-1, '-1e300', '1e400'].entries()) {
        const body = JSON.stringify({ trip_id: trip, points: [fixAt(minutes - 3)] });
        const sent = body.replace('}]', `,"accuracy":${amount},"speed":${amount}}]`);
        const headers = { 'Content-Type': 'application/json' };
        expect((await api().post('/api/conductor/positions', sent, staff(), headers)).json.taken, sent).to.equal(1);
        expect((await position()).json, sent).to.include({ at: at(minutes - 3), accuracy: null, speed: null });
      }
    });

    it('a bad list of points, a bad trip_id and another company’s trip are refused', async () => {
      for (const points of [undefined, 'none', [], [1], Array.from({ length: 101 }, () => fixAt(0))])
        expect((await send(points)).status, JSON.stringify(points)).to.equal(400);
      expect(fieldsOf(await send([fixAt(0)], { trip_id: 'x' }))).to.deep.equal([400, ['trip_id']]);
      const other = await anOperator(api().dependencies);
      expectProblem(await send([fixAt(0)], {}, staffTokenOf('OWNER', other.id, other.operatorId)), 404, 'TRIP_UNKNOWN');
      expectProblem(await send([fixAt(0)], { trip_id: 4_000_000_000 }), 404, 'TRIP_UNKNOWN');
    });

    it('nothing is known of a bus without point, tap and said delay, and of a cancelled or unknown trip', async () => {
      expectProblem(await position(), 404, 'NO_POSITION');
      expectProblem(await api().get('/api/trips/77777777/position'), 404, 'TRIP_UNKNOWN');
      await send([fixAt(0, SPOTS.Kathmandu)]);
      expect((await position()).status).to.equal(200);
      await changePlan(api().dependencies, trip, { status: 'CANCELLED' });
      expectProblem(await position(), 404, 'NO_POSITION');
      expect((await send([fixAt(0)])).json.because.WINDOW).to.equal(1);
    });

    it('a tap gives estimates, and one that is taken back takes them away', async () => {
      const path = `/api/conductor/trips/${trip}/stops/0/left`;
      api().clock.set(minutesAfter(DEPARTS, 12));
      await api().post(path, {}, staff());
      const { json } = await position();
      expect(json).to.include({ at: at(12), lat: null, next_stop: 1, delay_minutes: 12, progress: 0 });
      await api().delete(path, undefined, staff('MANAGER'));
      expectProblem(await position(), 404, 'NO_POSITION');
    });

    it('a boarding point with a place of the company is a mark in the place of its city', async () => {
      const spot = { lat: 27.6933, lon: 85.2814 };
      const [city] = (await api().get('/api/cities')).json.filter(({ city_name: name }: Json) => name === 'Kathmandu');
      await changePlan(api().dependencies, trip, { boardingPoints: [{ name: 'Kalanki', minutes: 15 }] });
      await api().post('/api/operator/places', { city_id: city.id, name: 'KALANKI', ...spot }, staff('MANAGER'));
      api().clock.set(minutesAfter(DEPARTS, 20));
      await send([fixAt(20, spot)]);
      expect((await position()).json.delay_minutes).to.equal(5);
    });

    it('with TICKETS only holders of a ticket and the staff see the place of the bus', async () => {
      const passenger = await aPassenger(api().dependencies);
      const booking: Booking = await aBooking(api().dependencies, {
        tripId: trip,
        userId: passenger.id,
        status: 'CONFIRMED',
      });
      const { token } = (await api().get(`/api/bookings/${booking.id}/ticket-token`, tokenOf(passenger.id))).json;
      expect((await positionsOf('TICKETS')).json.positions).to.equal('TICKETS');
      api().clock.set(minutesAfter(DEPARTS, 50));
      await send([fixAt(45)]);
      const hidden = { lat: null, lon: null, accuracy: null, speed: null, progress: null };
      for (const query of ['', '?ticket=bad'])
        expect((await position(query)).json, query).to.include({ ...hidden, at: at(45), delay_minutes: 15 });
      for (const shown of [await position(`?ticket=${token}`), await position('', staff())]) {
        expect(shown.json).to.include({ ...HALFWAY, progress: 0.083 });
        expect(shown.headers.get('cache-control')).to.equal('no-store');
      }
      const stranger = await anOperator(api().dependencies);
      const theirs = await position('', staffTokenOf('OWNER', stranger.id, stranger.operatorId));
      expect([theirs.json.lat, theirs.headers.get('cache-control')]).to.deep.equal([null, 'max-age=10']);
      const other = (await aRoad(api().dependencies, { between: ['Mugling'], departsAt: DEPARTS })).id;
      const elsewhere = await aBooking(api().dependencies, {
        tripId: other,
        userId: passenger.id,
        status: 'CONFIRMED',
      });
      const wrong = (await api().get(`/api/bookings/${elsewhere.id}/ticket-token`, tokenOf(passenger.id))).json.token;
      expect((await position(`?ticket=${wrong}`)).json.lat, 'the ticket of another trip').to.equal(null);
    });

    it('with TICKETS strangers see the moment of the evidence, not that of a point off the road', async () => {
      await positionsOf('TICKETS');
      const offRoad = { ...HALFWAY, lat: 28.085 };
      await send([fixAt(0, offRoad)]);
      expect((await position()).json, 'without evidence').to.deep.include({ at: null, lat: null, eta: [] });
      api().clock.set(minutesAfter(DEPARTS, 50));
      await send([fixAt(45), fixAt(49, offRoad)]);
      expect((await position()).json.at).to.equal(at(45));
      expect((await position('', staff())).json.at).to.equal(at(49));
    });

    it('with OFF points are deleted and no more are taken, but taps count', async () => {
      await send([fixAt(0, SPOTS.Kathmandu)]);
      await positionsOf('OFF');
      expect((await send([fixAt(0, SPOTS.Kathmandu)])).json.because.WINDOW).to.equal(1);
      expectProblem(await position(), 404, 'NO_POSITION');
      await api().post(`/api/conductor/trips/${trip}/stops/0/left`, {}, staff());
      expect((await position()).json).to.include({ lat: null, delay_minutes: 0, progress: 0 });
      await positionsOf('PUBLIC');
      expect((await position()).json).to.include({ lat: null, delay_minutes: 0 });
      const { status, json } = await positionsOf('SOMEBODY');
      expect([status, json.errors[0].field]).to.deep.equal([400, 'positions']);
    });

    it('crew and office say a delay, which counts from its stop on until they end it', async () => {
      const told = { minutes: 40, reason: 'ROAD_CLOSED', stop: 1, at: at(0) };
      const { status, json } = await sayDelay({ minutes: 40, reason: 'ROAD_CLOSED', stop: 1 });
      expect([status, json]).to.deep.equal([200, told]);
      const shown = (await position()).json;
      expect(shown).to.deep.include({ at: null, next_stop: 0, delay_minutes: null, progress: null, said: told });
      expect(shown.eta.map((stop: Json) => stop.at)).to.deep.equal([null, at(100), at(400)]);
      api().clock.set(minutesAfter(DEPARTS, 10));
      const crew = await sayDelay({ minutes: 30, reason: 'TRAFFIC', at: at(5) }, 'conductor', staff());
      expect(crew.json).to.deep.equal({ minutes: 30, reason: 'TRAFFIC', stop: 0, at: at(5) });
      expect((await sayDelay({ minutes: 90, reason: 'OTHER', at: at(4) })).status, 'an older word').to.equal(200);
      expect((await position()).json.said).to.deep.equal(crew.json);
      expect((await endDelay(`?at=${at(4)}`)).status).to.equal(204);
      expect((await position()).json.said, 'ended before it was said').to.deep.equal(crew.json);
      expect((await endDelay('', 'conductor', staff())).status).to.equal(204);
      expectProblem(await position(), 404, 'NO_POSITION');
      expect((await endDelay()).status).to.equal(204);
      expect(await trail()).to.deep.equal(['TRIP_DELAYED', 'TRIP_DELAYED', 'TRIP_DELAY_ENDED']);
      const published = await api().dependencies.transact(({ outbox }) => outbox.pending(1_000));
      const delays = published
        .filter(({ topic }) => topic === `schedules/${trip}/trip`)
        .map(({ payload }): Json => JSON.parse(payload));
      expect(delays.map(({ type, delay_minutes: minutes }) => [type, minutes])).to.deep.equal([
        ['delayed', 40],
        ['delayed', 30],
        ['delayed', 0],
      ]);
    });

    it('a delay with a wrong field, or from a stop that is past, is refused', async () => {
      const good = { minutes: 40, reason: 'OTHER' };
      for (const [body, field] of [
        [{ minutes: 0 }, 'minutes'],
        [{ minutes: 1441 }, 'minutes'],
        [{ reason: 'RAIN' }, 'reason'],
        [{ stop: 3 }, 'stop'],
        [{ stop: -1 }, 'stop'],
        [{ at: 'noon' }, 'at'],
      ] as const)
        expect(fieldsOf(await sayDelay({ ...good, ...body })), JSON.stringify(body)).to.deep.equal([400, [field]]);
      await api().post(`/api/conductor/trips/${trip}/stops/0/left`, {}, staff());
      expect(fieldsOf(await sayDelay({ ...good, stop: 0 }))).to.deep.equal([400, ['stop']]);
      expect((await sayDelay(good)).json.stop).to.equal(1);
      const other = await anOperator(api().dependencies);
      const theirs = staffTokenOf('OWNER', other.id, other.operatorId);
      expectProblem(await sayDelay(good, 'operator', theirs), 404, 'TRIP_UNKNOWN');
      expectProblem(await endDelay('', 'operator', theirs), 404, 'TRIP_UNKNOWN');
    });

    it('no delay is said of a trip that is cancelled, far ahead, or has arrived', async () => {
      const good = { minutes: 40, reason: 'OTHER' };
      api().clock.set(hoursAfter(DEPARTS, -13));
      expectProblem(await sayDelay(good), 409, 'TOO_EARLY');
      api().clock.set(hoursAfter(DEPARTS, 6));
      const between = { lat: 28, lon: 84.33 };
      await send([297, 300].map((minutes) => fixAt(minutes, between)));
      await send([350, 352].map((minutes) => fixAt(minutes, SPOTS.Pokhara)));
      expectProblem(await sayDelay(good), 409, 'TRIP_ARRIVED');
      expect((await position()).json).to.deep.include({ arrived_at: at(350), next_stop: null, eta: [] });
      await changePlan(api().dependencies, trip, { status: 'CANCELLED' });
      expectProblem(await sayDelay(good), 409, 'TRIP_CANCELLED');
    });

    it('the oldest points of a trip go when it has more than 5,000', async () => {
      const many = Array.from({ length: MOST_POINTS_KEPT }, (_, second) => ({
        ...HALFWAY,
        at: secondsAfter(DEPARTS, second),
        accuracy: null,
        speed: null,
      }));
      await api().dependencies.transact(({ tracks }) => tracks.add(trip, many));
      api().clock.set(hoursAfter(DEPARTS, 2));
      expect((await send([fixAt(-1), fixAt(119)])).json.taken).to.equal(2);
      const kept = await api().dependencies.trackViews.points(trip);
      expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).to.deep.equal([
        MOST_POINTS_KEPT,
        secondsAfter(DEPARTS, 1),
        minutesAfter(DEPARTS, 119),
      ]);
    });

    it('points go after POSITION_DAYS', async () => {
      await send([fixAt(0, SPOTS.Kathmandu)]);
      const prune = prunePoints(api().dependencies);
      const kept = async () => (await api().dependencies.trackViews.points(trip)).length;
      api().clock.set(hoursAfter(DEPARTS, 7 * 24));
      await prune();
      expect(await kept()).to.equal(1);
      api().clock.advance(1);
      await prune();
      expect(await kept()).to.equal(0);
    });
  },
  { overrides: { authenticate } },
);

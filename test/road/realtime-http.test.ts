import { expect } from 'chai';
import type { OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, secondsAfter, toIso } from '../../core/kernel/time.ts';
import { viewRealtime } from '../../core/road/gtfs/make-realtime.ts';
import { changePlan } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { anOperator } from '../support/people.ts';
import { authenticate, staffTokenOf } from '../support/plain-tokens.ts';
import { decodeRealtime, realtimeOf } from '../support/realtime-feeds.ts';
import { aRoad } from '../support/roads.ts';
import { HALFWAY, SPOTS } from '../support/spots.ts';

onEveryServer(
  'the realtime feeds through HTTP',
  (api) => {
    let owner: UserId;
    let operatorId: OperatorId;
    /** A trip from Kathmandu by Mugling (60 to 70 minutes after departure) to Pokhara (360). */
    let trip: TripId;
    /** A day later in each test, because the feeds are kept for 15 seconds. */
    let departs = hoursAfter(START, 2);
    let now = departs;

    before(async () => {
      for (const [name, coordinates] of Object.entries(SPOTS))
        await api().dependencies.transact(async ({ catalogue, cities }) => {
          const [city] = await catalogue.saveCities([name]);
          await cities.describe(city!, { nameNe: null, coordinates });
        });
    });
    beforeEach(async () => {
      departs = hoursAfter(departs, 24);
      later(0);
      ({ id: owner, operatorId } = await anOperator(api().dependencies));
      const times = { departsAt: departs, arrivesAt: hoursAfter(departs, 6) };
      const traits = { ...times, seats: ['A1'], bus: { operatorId } };
      trip = (await aRoad(api().dependencies, { between: ['Mugling'], ...traits })).id;
    });

    const staff = (position: 'CONDUCTOR' | 'CLERK' | 'MANAGER' | 'OWNER') => staffTokenOf(position, owner, operatorId);
    const epoch = (minutes: number): number => minutesAfter(departs, minutes) / 1_000;
    const named = (at = departs) => ({
      tripId: String(trip),
      startDate: api().dependencies.calendar.date(at).replaceAll('-', ''),
    });
    const later = (minutes: number): void => {
      now = minutesAfter(departs, minutes);
      api().clock.set(now);
    };
    const laterBySeconds = (minutes: number, seconds: number): void => {
      now = secondsAfter(minutesAfter(departs, minutes), seconds);
      api().clock.set(now);
    };
    const say = (minutes: number, reason = 'BREAKDOWN') =>
      api().put(`/api/operator/trips/${trip}/delay`, { minutes, reason }, staff('CLERK'));
    const send = (minutes: number) => {
      const points = [{ at: toIso(minutesAfter(departs, minutes)), ...HALFWAY, speed: 11.5 }];
      return api().post('/api/conductor/positions', { trip_id: trip, points }, staff('CONDUCTOR'));
    };
    const placeIn = (of: string, name: string) =>
      api().dependencies.transact(async ({ catalogue, places }) => {
        const [city] = await catalogue.saveCities([of]);
        const spot = { name, nameNe: null, landmark: null, landmarkNe: null, coordinates: { lat: 27.7, lon: 85.3 } };
        await places.add({ operatorId, cityId: city!, ...spot });
      });
    const updates = async () => (await realtimeOf(api(), 'trip-updates')).get(trip)?.tripUpdate;
    const vehicles = async () => (await realtimeOf(api(), 'vehicle-positions')).get(trip)?.vehicle;
    const alerts = async () => (await realtimeOf(api(), 'alerts')).get(trip)?.alert;
    const timesOf = (update: Json) =>
      update?.stopTimeUpdate.map((stop: Json) => [stop.stopSequence, stop.arrival.time, stop.departure.time]);

    it('the feeds are whole, and stay the same for 15 seconds', async () => {
      for (const [index, name] of ['trip-updates', 'vehicle-positions', 'alerts'].entries()) {
        const ask = (etag = '') => api().get(`/gtfs-realtime/${name}.pb`, undefined, { 'If-None-Match': etag });
        const { status, headers, bytes } = await ask();
        expect([status, headers.get('content-type'), headers.get('cache-control')]).to.deep.equal([
          200,
          'application/x-protobuf',
          'public, max-age=15',
        ]);
        const { header } = decodeRealtime(bytes);
        expect(header).to.deep.include({ gtfsRealtimeVersion: '2.0', incrementality: 'FULL_DATASET' });
        const etag = headers.get('etag')!;
        expect((await ask(etag)).status, name).to.equal(304);
        api().clock.set(secondsAfter(now, 15 * (index + 1)));
        expect((await ask(etag)).status, name).to.equal(200);
      }
    });

    it('a trip of which nothing is known is in no feed', async () => {
      expect([await updates(), await vehicles(), await alerts()]).to.deep.equal([undefined, undefined, undefined]);
    });

    it('a said delay is an update of the stops ahead, and an alert from the first of LATE_MINUTES on', async () => {
      later(2);
      await say(19);
      expect(await updates()).to.deep.include({ trip: named() });
      expect(timesOf(await updates())).to.deep.equal([
        [1, epoch(19), epoch(19)],
        [2, epoch(79), epoch(89)],
        [3, epoch(379), epoch(379)],
      ]);
      expect(await alerts()).to.equal(undefined);
      later(3);
      await say(20);
      const alert = await alerts();
      expect(alert).to.deep.include({ cause: 'TECHNICAL_PROBLEM', effect: 'SIGNIFICANT_DELAYS' });
      expect(alert.informedEntity).to.deep.equal([{ trip: named() }]);
      expect(alert.headerText.translation.map(({ text }: Json) => text)).to.deep.equal([
        'About 20 minutes late',
        'करिब 20 मिनेट ढिलो',
      ]);
    });

    it('a point is an update and a vehicle, whose lateness has an unknown cause', async () => {
      later(60);
      await send(60);
      expect(timesOf(await updates())).to.deep.equal([
        [1, epoch(60), epoch(60)],
        [2, epoch(90), epoch(100)],
        [3, epoch(390), epoch(390)],
      ]);
      const { position, timestamp, trip: of } = await vehicles();
      expect([of, timestamp, position.speed]).to.deep.equal([named(), epoch(60), 11.5]);
      expect([position.latitude, position.longitude].map((degrees) => degrees.toFixed(4))).to.deep.equal([
        '27.7850',
        '84.9400',
      ]);
      expect(await alerts()).to.include({ cause: 'UNKNOWN_CAUSE' });
    });

    it('a stop that is tapped is in no update', async () => {
      later(75);
      await api().post(`/api/conductor/trips/${trip}/stops/1/left`, {}, staff('CONDUCTOR'));
      expect(timesOf(await updates())).to.deep.equal([[3, epoch(365), epoch(365)]]);
      expect(await vehicles()).to.equal(undefined);
    });

    it('a place that only holders of tickets may see is in no feed', async () => {
      await api().patch('/api/operator/company', { positions: 'TICKETS' }, staff('OWNER'));
      later(60);
      await send(60);
      expect(await vehicles()).to.equal(undefined);
      expect(timesOf(await updates())).to.have.length(3);
    });

    it('a cancelled trip is CANCELED, with the cause of its cancellation and without the note', async () => {
      later(-60);
      const body = { reason: 'STRIKE', note: 'We are sorry.' };
      expect((await api().post(`/api/operator/trips/${trip}/cancel`, body, staff('MANAGER'))).status).to.equal(200);
      later(-59);
      expect(await updates()).to.deep.equal({ trip: { ...named(), scheduleRelationship: 'CANCELED' } });
      const alert = await alerts();
      expect(alert).to.include({ cause: 'STRIKE', effect: 'NO_SERVICE' });
      expect(JSON.stringify(alert)).not.to.include('sorry');
    });

    it('a trip that was retimed in the last 7 days has its new times', async () => {
      const [newDeparture, newArrival] = [hoursAfter(departs, 48), hoursAfter(departs, 54)];
      later(-50);
      const times = { departure_time: toIso(newDeparture), arrival_time: toIso(newArrival), reason: 'OTHER' };
      const { status, text } = await api().post(`/api/operator/trips/${trip}/retime`, times, staff('MANAGER'));
      expect(status, text).to.equal(200);
      later(-49);
      const update = await updates();
      expect(update.trip).to.deep.equal(named(newDeparture));
      expect(timesOf(update)[0]).to.deep.equal([1, newDeparture / 1_000, newDeparture / 1_000]);
    });

    it('a retimed trip of which nothing is known keeps its new times, also when they are over', async () => {
      const times = {
        departure_time: toIso(minutesAfter(departs, 10)),
        arrival_time: toIso(minutesAfter(departs, 370)),
        reason: 'OTHER',
      };
      later(-50);
      expect((await api().post(`/api/operator/trips/${trip}/retime`, times, staff('MANAGER'))).status).to.equal(200);
      later(120);
      expect(timesOf(await updates())).to.deep.equal([
        [1, epoch(10), epoch(10)],
        [2, epoch(70), epoch(80)],
        [3, epoch(370), epoch(370)],
      ]);
    });

    it('a boarding point that the bus has left keeps its time', async () => {
      await changePlan(api().dependencies, trip, {
        boardingPoints: [
          { name: 'Kalanki', minutes: 0, stop: 0 },
          { name: 'Thankot', minutes: 30, stop: 0 },
        ],
      });
      for (const name of ['Kalanki', 'Thankot']) await placeIn('Kathmandu', name);
      later(45);
      await say(5);
      expect(timesOf(await updates()).slice(0, 2)).to.deep.equal([
        [1, epoch(5), epoch(5)],
        [2, epoch(35), epoch(35)],
      ]);
    });

    it('lateness is judged by the plan, in whole minutes: late news makes no bus late', async () => {
      later(400);
      const body = { at: toIso(departs) };
      const path = `/api/conductor/trips/${trip}/stops/0/left`;
      expect((await api().post(path, body, staff('CONDUCTOR'))).status).to.equal(200);
      expect(await updates(), 'an estimate').not.to.equal(undefined);
      expect(await alerts()).to.equal(undefined);
    });

    it('a delay is in the feed as soon as it is said', async () => {
      laterBySeconds(2, 7);
      await say(30);
      expect(timesOf(await updates())).to.have.length(3);
    });

    it('processes make their feeds for the same moments', async () => {
      const feed = async (seconds: number) => {
        api().clock.set(secondsAfter(now, seconds));
        return (await viewRealtime(api().dependencies)('trip-updates')).etag;
      };
      const first = await feed(1);
      expect(await feed(14)).to.equal(first);
      expect(await feed(15)).not.to.equal(first);
    });

    it('a trip that the timetable feed leaves out is in no feed', async () => {
      await changePlan(api().dependencies, trip, { status: 'CANCELLED' });
      const other = await aRoad(api().dependencies, { to: 'Nowhere', between: ['Mugling'], departsAt: departs });
      await api().dependencies.transact(({ tracks }) =>
        tracks.say(other.id, { at: now, minutes: 40, reason: 'OTHER', stop: 0 }),
      );
      later(4);
      expect((await realtimeOf(api(), 'trip-updates')).has(other.id)).to.equal(false);
      expect((await realtimeOf(api(), 'alerts')).has(other.id)).to.equal(false);
    });
  },
  { overrides: { authenticate } },
);

import { expect } from 'chai';
import type { OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter, secondsAfter, toIso } from '../../core/kernel/time.ts';
import { doorNameOf } from '../../core/line/door.ts';
import { aTrip, changePlan } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aDoor } from '../support/doors.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { anAdmin, anOperator, aPassenger } from '../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';
import { addStops } from '../support/stops.ts';

const HOUR = 3_600_000;

onEveryServer(
  'the openings of sales for offices',
  (api) => {
    let opensAt: Instant;
    let own: { readonly id: UserId; readonly operatorId: OperatorId };
    let trip: TripId;
    let foreign: TripId;
    let owner: string;
    let admin: string;
    let asha: UserId;
    let people = 0;

    /** An opening in 12 hours of a trip of the own company and of one of another company. */
    beforeEach(async () => {
      const { dependencies, clock } = api();
      clock.set(START);
      opensAt = hoursAfter(START, 12);
      await clearDoors();
      own = await anOperator(dependencies);
      const departsAt = daysAfter(START, 4);
      trip = (await aTrip(dependencies, { bus: { operatorId: own.operatorId }, departsAt })).id;
      foreign = (await aTrip(dependencies, { departsAt, seats: 10 })).id;
      await aDoor(dependencies, { opensAt, trips: [trip, foreign] });
      owner = staffTokenOf('OWNER', own.id, own.operatorId);
      admin = adminTokenOf((await anAdmin(dependencies)).id);
      people += 1;
      const phone = `98410${String(people).padStart(5, '0')}`;
      asha = (await aPassenger(dependencies, { phone, phoneVerified: true })).id;
    });

    async function clearDoors(): Promise<void> {
      await api().dependencies.transact(async ({ doors, doorViews }) => {
        for (const { opensAt: at } of await doorViews.current(START)) {
          const door = await doors.lock(at);
          if (door) await doors.save({ ...door, clearedAt: START });
        }
      });
      // Each test has an opening of its own, because places stay with a door.
      while (await api().dependencies.doorViews.find(opensAt)) opensAt = minutesAfter(opensAt, 15);
    }

    const path = (role: 'operator' | 'admin', at = opensAt) => `/api/${role}/doors/${doorNameOf(at)}`;
    const join = (who = asha) => api().post(`/api/doors/${doorNameOf(opensAt)}/join`, undefined, tokenOf(who));
    const move = (to: Instant, reason = 'The road is closed.') =>
      api().post(`${path('admin')}/move`, { opens_at: toIso(to), reason }, admin);
    const open = async () => {
      api().clock.set(opensAt);
      await api().useCases.stepDoors();
      api().clock.set(secondsAfter(opensAt, 5));
    };

    it('a company follows its own trips, administrators all, with what was sold and refused', async () => {
      await join();
      await open();
      const { token } = (await api().get(`/api/doors/${doorNameOf(opensAt)}/place`, tokenOf(asha))).json;
      const lock = (headers = {}) =>
        api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: ['A1'] }, tokenOf(asha), headers);
      expectProblem(await lock(), 409, 'DOOR_PASS_NEEDED');
      const { pass } = (await api().post(`/api/doors/${doorNameOf(opensAt)}/enter`, { token }, tokenOf(asha))).json;
      expect((await lock({ 'Door-Pass': pass })).json.granted).to.deep.equal(['A1']);
      const contact = { name: 'Ram', phone: '9800000001' };
      const sell = (numbers: readonly string[]) =>
        api().post(`/api/operator/trips/${trip}/sales`, { seat_numbers: numbers, contact, paid_by: 'QR' }, owner);
      expect((await sell(['A2'])).status).to.equal(201);
      expectProblem(await sell(['B1']), 409, 'COUNTER_SHARE');
      await api().useCases.storeRefusals();
      const { status, json } = await api().get(path('operator'), owner);
      expect(status).to.equal(200);
      expect(json).to.deep.include({
        id: doorNameOf(opensAt),
        state: 'OPEN',
        joined: 1,
        entered: 1,
        passes_running: 1,
        refused: { NOT_YET: 0, DOOR_PASS_NEEDED: 1, SEATS_PER_DAY: 0, COUNTER_SHARE: 1 },
      });
      const road = { source_city: 'Kathmandu', destination_city: 'Pokhara' };
      const of = { id: trip, ...road, departure_time: toIso(daysAfter(START, 4)), seats: 4 };
      expect(json.trips).to.deep.equal([{ ...of, sold_online: 0, sold_counter: 1, withheld: 0, held: 1, left: 2 }]);
      const all = await api().get(path('admin'), admin);
      expect(all.json.trips.map(({ id }: { id: number }) => id)).to.deep.equal([trip, foreign]);
      expectProblem(await api().get(path('operator', hoursAfter(opensAt, 99)), owner), 404, 'DOOR_UNKNOWN');
    });

    it('a seat that a counter sold on two sections of a trip is one sold seat', async () => {
      const { dependencies } = api();
      const opening = (id: TripId) => aDoor(dependencies, { opensAt, trips: [id] });
      const mapped = (await aTrip(dependencies, { bus: { operatorId: own.operatorId } })).id;
      const counted = (await aTrip(dependencies, { bus: { operatorId: own.operatorId }, seats: 10 })).id;
      for (const id of [mapped, counted]) {
        await addStops(dependencies, id);
        await changePlan(dependencies, id, { departsAt: daysAfter(START, 5), arrivesAt: daysAfter(START, 6) });
        await opening(id);
      }
      await open();
      const contact = { name: 'Ram', phone: '9800000001' };
      for (const section of [0, 1].map((from) => ({ from_stop: from, to_stop: from + 1 })))
        for (const [id, what] of [
          [mapped, { seat_numbers: ['A1'] }],
          [counted, { seats: 2 }],
        ] as const) {
          const sale = { ...what, ...section, contact, paid_by: 'QR' };
          expect((await api().post(`/api/operator/trips/${id}/sales`, sale, owner)).status).to.equal(201);
        }
      const { trips } = (await api().get(path('operator'), owner)).json;
      const figures = (id: TripId) => {
        const found = trips.find((one: Json) => one.id === id);
        return [found.seats, found.sold_online, found.sold_counter, found.left];
      };
      expect([figures(mapped), figures(counted)]).to.deep.equal([
        [4, 0, 1, 3],
        [10, 0, 2, 8],
      ]);
    });

    it('administrators change how fast a door lets people in and what its page says', async () => {
      const body = { admits_per_minute: 12, paused: true, notice: ' Slow today ', notice_ne: 'आज ढिलो' };
      const { status, json } = await api().patch(path('admin'), body, admin);
      expect(status).to.equal(200);
      expect(json).to.deep.include({ ...body, notice: 'Slow today' });
      api().clock.set(secondsAfter(START, 6));
      expect((await api().get(`/api/doors/${doorNameOf(opensAt)}`)).json).to.deep.include({ paused: true });
      expect((await api().patch(path('admin'), { notice: null }, admin)).json.notice).to.equal(null);
      for (const [field, value] of [
        ['admits_per_minute', 0],
        ['admits_per_minute', 100_001],
        ['notice', 'x'.repeat(201)],
      ] as const) {
        const refused = await api().patch(path('admin'), { [field]: value }, admin);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal(field);
      }
      const { results: items } = (await api().get('/api/admin/activity-log?kind=DOOR_CHANGED', admin)).json;
      expect(items[0].changes).to.deep.equal({ notice: { old: 'Slow today', new: null } });
    });

    it('an opening moves with its trips and places, and who joined is told by text and mail', async () => {
      await join();
      const to = hoursAfter(opensAt, 24);
      const { status, json } = await move(to);
      expect([status, json.id, json.joined]).to.deep.equal([200, doorNameOf(to), 1]);
      expect(json.trips.map(({ id }: { id: number }) => id)).to.deep.equal([trip, foreign]);
      expect((await api().get(`/api/trips/${trip}`)).json.sale_opens_at).to.equal(toIso(to));
      expect((await api().get(`/api/doors/${doorNameOf(to)}/place`, tokenOf(asha))).json.place).to.equal(1);
      expectProblem(await api().get(path('admin'), admin), 404, 'DOOR_UNKNOWN');
      expect(await api().useCases.tellMoved()).to.equal(1);
      expect(await api().useCases.tellMoved()).to.equal(0);
      expect(await toldOf()).to.deep.equal(['DOOR', 'door-moved']);
      const { results: items } = (await api().get('/api/admin/activity-log?kind=DOOR_MOVED', admin)).json;
      expect(items[0]).to.deep.include({ changes: { opens_at: { old: toIso(opensAt), new: toIso(to) } } });
      expect(items[0].description).to.contain('The road is closed.');
    });

    /** The kinds of the text and of the mail that wait to be sent to Asha. */
    async function toldOf(): Promise<readonly string[]> {
      return api().dependencies.transact(async ({ smsQueue, mailQueue }) => {
        const now = api().clock();
        const until = minutesAfter(now, 1);
        const texts = await smsQueue.due(now, 100);
        const mails = await mailQueue.claim(now, until, 100);
        const of = (queued: object): string => JSON.stringify(queued);
        const text = texts.find((one) => of(one).includes('"DOOR"'));
        const mail = mails.find((one) => of(one).includes('door-moved'));
        return [...(text ? ['DOOR'] : []), ...(mail ? ['door-moved'] : [])];
      });
    }

    it('an opening does not move to a moment that no trip could have', async () => {
      for (const to of [minutesAfter(opensAt, 7), hoursAfter(START, -1), daysAfter(START, 61), daysAfter(START, 5)]) {
        const refused = await move(to);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal('opens_at');
      }
      const blank = await move(hoursAfter(opensAt, 24), ' ');
      expectProblem(blank, 400, 'VALIDATION');
      expect(blank.json.errors[0].field).to.equal('reason');
    });

    it('an opening does not move onto another one, nor once it has come', async () => {
      const to = ((opensAt as number) + 36 * HOUR) as Instant;
      await aDoor(api().dependencies, { opensAt: to, trips: [] });
      expectProblem(await move(to), 409, 'DOOR_EXISTS');
      await open();
      expectProblem(await move(((opensAt as number) + 48 * HOUR) as Instant), 409, 'DOOR_OPEN');
    });
  },
  { environment: { DOOR_IDENTITY: 'account' }, overrides: { authenticate } },
);

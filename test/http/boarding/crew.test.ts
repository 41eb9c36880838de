import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

/** The number of minutes in a day. */
const DAY = 1_440;

onEveryServer(
  'devices of the crew, and what they scan',
  (api) => {
    let operatorId: OperatorId;
    let owner: UserId;
    let manager: string;

    beforeEach(async () => {
      api().clock.set(START);
      ({ id: owner, operatorId } = await anOperator(api().dependencies, { companyName: `Sky ${randomUUID()}` }));
      manager = staffTokenOf('MANAGER', owner, operatorId);
    });

    const add = async (name = 'Front door'): Promise<Json> =>
      (await api().post('/api/operator/devices', { name }, manager)).json;
    const enrol = (token: unknown, more: object = {}) => api().post('/api/conductor/enrol', { token, ...more });
    const aPhone = async (): Promise<Json> => (await enrol((await add()).enrol_token)).json;
    const devices = async (): Promise<readonly Json[]> =>
      (await api().get('/api/operator/devices', manager)).json.results;
    const booked = async () => {
      const { id: tripId } = await aTrip(api().dependencies, { bus: { operatorId }, departsAt: hoursAfter(START, 2) });
      const userId = await aPassengerId(api().dependencies);
      return aBooking(api().dependencies, { userId, tripId, status: 'CONFIRMED', seats: [seat('A1'), seat('A2')] });
    };
    const scanOf = ({ id, tripId }: { readonly id: number; readonly tripId: number }, more: object = {}) => ({
      nonce: randomUUID(),
      trip_id: tripId,
      action: 'BOARD',
      booking_id: id,
      scanned_at: toIso(START),
      mode: 'ONLINE',
      ...more,
    });

    it('a crew device is added, enrolled only once, listed and revoked', async () => {
      const added = await add();
      expect(Object.keys(added)).to.deep.equal(['id', 'name', 'enrol_token', 'enrol_url', 'expires_at']);
      expect(added).to.include({ name: 'Front door', expires_at: toIso(minutesAfter(START, 15)) });
      expect(added.enrol_url).to.include(added.enrol_token);
      expect(await devices()).to.deep.equal([
        {
          id: added.id,
          name: 'Front door',
          model: null,
          enrolled_at: null,
          last_seen_at: null,
          revoked_at: null,
          added_by: { id: owner, full_name: 'Sita Rai' },
        },
      ]);
      const { status, json: phone } = await enrol(added.enrol_token, { model: 'Galaxy A14' });
      expect(status).to.equal(200);
      expect(phone.device).to.deep.equal({ id: added.id, name: 'Front door' });
      expect(phone.operator.id).to.equal(operatorId);
      expectProblem(await enrol(added.enrol_token), 401, 'ENROL_TOKEN_INVALID');
      expect((await devices())[0]).to.include({ model: 'Galaxy A14', enrolled_at: toIso(START) });

      api().clock.advance(2);
      const ask = () => api().post('/api/conductor/scans', { scans: [{}] }, phone.device_token as string);
      expect((await ask()).status).to.equal(200);
      expect((await devices())[0].last_seen_at).to.equal(toIso(minutesAfter(START, 2)));
      for (const again of [1, 2])
        expect(
          (await api().delete(`/api/operator/devices/${added.id}`, undefined, manager)).status,
          `${again}`,
        ).to.equal(204);
      expectProblem(await ask(), 401, 'DEVICE_TOKEN_INVALID');
      expect((await devices())[0].revoked_at).to.equal(toIso(minutesAfter(START, 2)));
      const { json: log } = await api().get(`/api/operator/activity-log?subject=device:${added.id}`, manager);
      expect(log.results.map(({ kind, actor }: Json) => [kind, actor.role, actor.device_id])).to.deep.equal([
        ['DEVICE_REVOKED', 'OPERATOR', null],
        ['DEVICE_ENROLLED', 'DEVICE', added.id],
        ['DEVICE_ADDED', 'OPERATOR', null],
      ]);
      expect(JSON.stringify(log)).not.to.include(added.enrol_token);
    });

    it('a crew device can be enrolled only within 15 minutes, and only with an unaltered enrolment code', async () => {
      const { enrol_token: token } = await add();
      for (const wrong of [`${token}0`, 'device_1', 4711])
        expectProblem(await enrol(wrong), 401, 'ENROL_TOKEN_INVALID');
      for (const none of ['', undefined, null, {}, [token as string]])
        expectProblem(await enrol(none), 400, 'VALIDATION');
      api().clock.advance(15);
      expectProblem(await enrol(token), 401, 'ENROL_TOKEN_INVALID');
    });

    it('a crew device’s enrolment code has eight letters and digits, and may be typed in any case with spaces and dashes', async () => {
      const { enrol_token: token } = await add();
      expect(token).to.match(/^[A-HJ-NP-Z2-9]{8}$/);
      const typed = ` ${(token as string).slice(0, 4).toLowerCase()}-${(token as string).slice(4)} `;
      expect((await enrol(typed)).status).to.equal(200);
    });

    it('a crew device’s enrolment preview shows the company any number of times until the enrolment token is used', async () => {
      const { id, enrol_token: token, expires_at } = await add();
      const preview = (shown: unknown) => api().post('/api/conductor/enrol/preview', { token: shown });
      for (const time of ['once', 'again']) {
        const { status, json, headers } = await preview(token);
        expect([status, headers.get('cache-control')], time).to.deep.equal([200, 'no-store']);
        expect([json.device, json.expires_at]).to.deep.equal([{ id, name: 'Front door' }, expires_at]);
        expect(json.operator).to.include({ id: operatorId });
        expect(Object.keys(json)).to.deep.equal(['device', 'operator', 'expires_at']);
      }
      expectProblem(await preview(`${token}0`), 401, 'ENROL_TOKEN_INVALID');
      expectProblem(await preview({}), 400, 'VALIDATION');
      expect((await enrol(token)).status).to.equal(200);
      expectProblem(await preview(token), 401, 'ENROL_TOKEN_INVALID');
    });

    it('a crew device that made no request for 60 days is refused until it is enrolled again', async () => {
      const { device_token: token } = await aPhone();
      const ask = () => api().get('/api/conductor/trips', token as string);
      api().clock.advance(60 * DAY - 1);
      expect((await ask()).status).to.equal(200);
      api().clock.advance(60 * DAY);
      expectProblem(await ask(), 401, 'DEVICE_TOKEN_INVALID');
      expectProblem(await ask(), 401, 'DEVICE_TOKEN_INVALID');
      manager = staffTokenOf('MANAGER', owner, operatorId);
      const again = await aPhone();
      expect((await api().get('/api/conductor/trips', again.device_token as string)).status).to.equal(200);
    });

    it('a crew device’s token is valid only for the conductors’ routes of the API', async () => {
      const { device_token: token } = await aPhone();
      for (const path of ['/api/operator/devices', '/api/operator/trips', '/api/bookings', '/api/admin/users'])
        expectProblem(await api().get(path, token as string), 401, 'TOKEN_INVALID');
    });

    it('a crew device of a suspended company works and can be revoked, but no device can be added', async () => {
      const phone = await aPhone();
      const suspended = staffTokenOf('MANAGER', owner, operatorId, 'SUSPENDED');
      await api().dependencies.transact(async ({ companies }) => {
        const company = await companies.lock(operatorId);
        if (company) await companies.save({ ...company, status: 'SUSPENDED' });
      });
      const booking = await booked();
      for (const token of [phone.device_token as string, suspended])
        expect((await api().post('/api/conductor/scans', { scans: [scanOf(booking)] }, token)).status).to.equal(200);
      expectProblem(await api().post('/api/operator/devices', { name: 'x' }, suspended), 403, 'COMPANY_SUSPENDED');
      expect((await enrol('x')).status).to.equal(401);
      expect((await api().delete(`/api/operator/devices/${phone.device.id}`, undefined, suspended)).status).to.equal(
        204,
      );
    });

    it('a crew device’s scans get answers with every field of the API, and its boarding conflicts are listed', async () => {
      const [one, two] = [await aPhone(), await aPhone()];
      const booking = await booked();
      const offline = scanOf(booking, { mode: 'OFFLINE' });
      const first = await api().post('/api/conductor/scans', { scans: [offline, null] }, one.device_token as string);
      expect(first.json.results).to.deep.equal([
        {
          nonce: offline.nonce,
          result: 'BOARDED',
          reason: null,
          booking_code: booking.code,
          seats: ['A1', 'A2'],
          places: 2,
          trip: null,
          first: null,
          boarded: null,
          changed_to: null,
          seat_taken_until: null,
        },
        {
          nonce: null,
          result: 'REFUSED',
          reason: 'INVALID',
          booking_code: null,
          seats: [],
          places: 0,
          trip: null,
          first: null,
          boarded: null,
          changed_to: null,
          seat_taken_until: null,
        },
      ]);
      const second = await api().post('/api/conductor/scans', { scans: [offline] }, two.device_token as string);
      expect(second.json.results[0]).to.deep.include({
        result: 'CONFLICT',
        first: { at: toIso(START), by: 'Front door' },
        changed_to: null,
        seat_taken_until: null,
      });
      const clerk = staffTokenOf('CLERK', owner, operatorId);
      const { json } = await api().get(`/api/operator/trips/${booking.tripId}/conflicts`, clerk);
      expect(json.results.map(({ id: _, ...conflict }: Json) => conflict)).to.deep.equal([
        {
          trip_id: booking.tripId,
          booking_code: booking.code,
          seats: ['A1', 'A2'],
          reason: 'ALREADY',
          scanned_at: toIso(START),
          received_at: toIso(START),
          by: 'Front door',
          nonce: offline.nonce,
          first: { at: toIso(START), by: 'Front door' },
        },
      ]);
    });

    it('a crew device’s scan raises the manifest’s revision only if it changes who is on board', async () => {
      const { device_token: token } = await aPhone();
      const booking = await booked();
      const revision = async (): Promise<number> =>
        (await api().get(`/api/conductor/trips/${booking.tripId}/manifest`, token as string)).json.revision;
      const scan = scanOf(booking);
      const revisions = [await revision()];
      for (const scans of [[scan], [scan], [scanOf(booking)], [scanOf(booking, { action: 'UNDO' })]]) {
        await api().post('/api/conductor/scans', { scans }, token as string);
        revisions.push(await revision());
      }
      const [first = 0] = revisions;
      expect(revisions).to.deep.equal([first, first + 1, first + 1, first + 1, first + 2]);
    });

    it('a passenger who cancels after boarding is recorded as a boarding conflict', async () => {
      const { device_token: token } = await aPhone();
      const booking = await booked();
      const scan = scanOf(booking);
      await api().post('/api/conductor/scans', { scans: [scan] }, token as string);
      const cancelled = await api().post(`/api/operator/bookings/${booking.id}/cancel`, { reason: 'x' }, manager);
      expect(cancelled.status, cancelled.text).to.equal(200);
      const { json } = await api().get(`/api/operator/trips/${booking.tripId}/conflicts`, manager);
      expect(json.results[0]).to.deep.include({ reason: 'CANCELLED', seats: ['A1', 'A2'], nonce: scan.nonce });
      const trip = await api().get(`/api/operator/trips/${booking.tripId}`, manager);
      expect(trip.json.seats).to.include({ sold: 0, boarded: 0 });
    });

    it('cancelling a trip with a passenger on board records a boarding conflict, and later scans answer TRIP_CANCELLED', async () => {
      const { device_token: token } = await aPhone();
      const booking = await booked();
      const scan = (more: object) =>
        api().post('/api/conductor/scans', { scans: [scanOf(booking, more)] }, token as string);
      await scan({});
      const path = `/api/operator/trips/${booking.tripId}`;
      const cancelled = await api().post(`${path}/cancel`, { reason: 'BREAKDOWN' }, manager);
      expect(cancelled.status, cancelled.text).to.equal(200);
      const told = (await scan({ mode: 'OFFLINE' })).json.results[0];
      const { json } = await api().get(`${path}/conflicts`, manager);
      expect([told, ...json.results].map(({ reason }: Json) => reason)).to.deep.equal(
        Array<string>(3).fill('TRIP_CANCELLED'),
      );
    });

    it('a batch of scans is refused as a whole if it is no list, is empty or exceeds 200 scans', async () => {
      const { device_token: token } = await aPhone();
      const post = (body: unknown, headers = {}) => api().post('/api/conductor/scans', body, token as string, headers);
      for (const scans of [undefined, null, {}, 'x', [], Array<object>(201).fill({})])
        expectProblem(await post({ scans }), 400, 'VALIDATION');
      expect((await post({ scans: Array<object>(200).fill({ nonce: 'x'.repeat(2_000) }) })).status).to.equal(200);
      expectProblem(await post({ scans: [{ nonce: 'x'.repeat(600_000) }] }), 413, 'BODY_TOO_LARGE');
      expectProblem(await api().post('/api/conductor/scans', { scans: [{}] }), 401, 'TOKEN_MISSING');
      const passenger = tokenOf(await aPassengerId(api().dependencies));
      expectProblem(await api().post('/api/conductor/scans', { scans: [{}] }, passenger), 403, 'WRONG_ROLE');
    });

    it('an Idempotency-Key of one crew device never returns the answer of another crew device', async () => {
      const [one, two] = [await aPhone(), await aPhone()];
      const body = { scans: [scanOf(await booked())] };
      const post = (phone: Json) =>
        api().post('/api/conductor/scans', body, phone.device_token as string, { 'Idempotency-Key': 'k' });
      const answers = [await post(one), await post(one), await post(two)];
      expect(answers.map(({ json }) => json.results[0].result)).to.deep.equal(['BOARDED', 'BOARDED', 'ALREADY']);
      expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).to.deep.equal([null, 'true', null]);
    });
  },
  { overrides: { authenticate } },
);

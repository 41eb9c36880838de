import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DEFAULT_QUOTAS } from '../../app/quotas-setting.ts';
import { hoursAfter, toIso } from '../../core/kernel/time.ts';
import { type TripForTests, aTrip } from '../support/catalogue.ts';
import { handClock } from '../support/clock.ts';
import { PDF, documentForm } from '../support/documents.ts';
import { beginning } from '../support/gateway.ts';
import { hold } from '../support/held-request.ts';
import { type Listener, listenTo } from '../support/mqtt.ts';
import { AMOUNT, gatewayOf } from '../support/sandbox-payments.ts';
import type { FormGateway } from '../../core/payments/gateway.ts';
import { type Footprint, footprintOf, rowsGained } from '../support/footprint.ts';
import { type Answer, type Api, startApi } from '../support/http.ts';
import { budgetsBy } from '../support/limits-by-clock.ts';
import { aPicture } from '../support/pictures.ts';
import { freshDatabase, needs } from '../support/servers.ts';
import { enginesOf } from '../support/test-engines.ts';

/** How often the abusive user tries each action within the hour. */
const TIMES = Number(process.env['STRANGER_TIMES'] ?? 200);
const MIB = 1024 * 1024;

for (const engine of enginesOf('of rules'))
  describe(`one abusive user within an hour (${engine})`, function () {
    const clock = handClock();
    let folder: string;
    let started: Api | undefined;
    let start: Footprint;
    let end: Footprint;
    /** The number of answers, by action and HTTP status. */
    const answers: Record<string, Record<number, number>> = {};

    before(async function () {
      this.timeout(540_000);
      folder = await mkdtemp(join(tmpdir(), 'stranger-'));
      const database = engine === 'SQLite' ? `sqlite:${join(folder, 'busticket.sqlite')}` : await freshDatabase();
      needs(this, database);
      const api = (started = await startApi({
        environment: {
          // Other tests set higher quotas.
          QUOTAS: DEFAULT_QUOTAS,
          DATA_DIR: folder,
          DATABASE_URL: database,
          RATE_LIMIT: 'on',
          TRUST_PROXY: 'true',
          // Tokens last longer than the test, because other tests cover signing in again.
          ACCESS_TOKEN_MINUTES: '120',
        },
        storage: { openBudget: budgetsBy(clock) },
        overrides: { clock },
      }));
      const { dependencies } = api;
      const others: TripForTests[] = [];
      for (let made = 0; made < 8; made += 1)
        others.push(await aTrip(dependencies, { seats: ['A1', 'A2', 'A3', 'A4'] }));
      start = await footprintOf(folder, database);

      const from = (ip: string) => ({ 'X-Forwarded-For': ip });
      const anonymous = (path: string, body: object) => api.post(path, body, undefined, from('203.0.113.1'));
      const registered = await anonymous('/api/auth/register', {
        full_name: 'Nobody Known',
        company_name: 'Nowhere Yatayat',
        email: 'stranger@example.com',
        password: 'stranger-1',
      });
      const code = api.mailer.sent.map((mail) => (mail.kind === 'code' ? mail.code : '')).at(-1);
      const { access: owner } = (await anonymous('/api/auth/verify-otp', { ticket: registered.json.ticket, code }))
        .json;
      const { access: passenger } = (
        await anonymous('/api/passenger/register', {
          full_name: 'Nobody Known',
          email: 'traveller@example.com',
          password: 'stranger-1',
        })
      ).json;
      const [source, destination] = await dependencies.cities.all();
      const route = { source_city_id: source!.id, destination_city_id: destination!.id };
      const bus = (turn: number) => ({
        bus_name: 'Ghost',
        registration_no: `NO 1 PA ${turn}`,
        bus_type: 'SOFA',
        total_seats: 40,
      });
      const { id: busId } = (await api.post('/api/operator/buses', bus(9_999), owner)).json;
      const added = (await api.post('/api/operator/devices', { name: 'Phone' }, owner)).json;
      const { device_token: device } = (await anonymous('/api/conductor/enrol', { token: added.enrol_token })).json;
      const avatar = await aPicture();

      const office = (path: string, body: object, headers = {}) =>
        api.post(`/api/operator/${path}`, body, owner, { ...from('203.0.113.2'), ...headers });
      const traveller = (path: string, body?: object) => api.post(`/api/${path}`, body, passenger, from('203.0.113.3'));
      const upload = (path: string, token: string, body: FormData) =>
        api.send(path, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, ...from('203.0.113.4') },
          body,
        });
      const large = new Uint8Array(4 * MIB);
      large.set(PDF);

      const things: Readonly<Record<string, (turn: number) => Promise<Answer>>> = {
        documents: (turn) =>
          upload(
            `/api/operator/buses/${busId}/documents`,
            owner,
            // Most files are small, because many large ones would make the test slow.
            documentForm(undefined, { content: turn < 40 ? large : PDF, name: 'a.pdf' }),
          ),
        buses: (turn) => office('buses', bus(turn)),
        timetables: (turn) =>
          office('timetables', {
            ...route,
            bus_id: busId,
            fare: 900,
            duration_minutes: 5,
            valid_from: '2026-11-20',
            departs: `${String(turn % 24).padStart(2, '0')}:30`,
            days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
          }),
        trips: (turn) =>
          office('trips', {
            ...route,
            bus_id: busId,
            fare: 900,
            departure_time: toIso(hoursAfter(clock(), 2_000 + turn)),
            arrival_time: toIso(hoursAfter(clock(), 2_000.5 + turn)),
          }),
        invitations: (turn) =>
          office('staff', { full_name: 'Ram Thapa', email: `ram-${turn}@example.com`, position: 'CLERK' }),
        devices: (turn) => office('devices', { name: `Phone ${turn}` }),
        scans: (turn) =>
          api.post(
            '/api/conductor/scans',
            { scans: Array.from({ length: 100 }, (_, index) => ({ nonce: `${turn}-${index}`, trip_id: index + 1 })) },
            device,
            from('203.0.113.5'),
          ),
        'invalid bodies': (turn) => office('buses', { bus_name: '' }, { 'Idempotency-Key': `key-${turn}` }),
        avatars: () => {
          const form = new FormData();
          form.set('avatar', new Blob([new Uint8Array(avatar)], { type: 'image/png' }), 'a.png');
          return upload('/api/passenger/avatar', passenger, form);
        },
        'sign-ups of passengers': (turn) =>
          anonymous('/api/passenger/register', {
            full_name: 'Nobody Known',
            email: `victim-${turn}@example.com`,
            password: 'stranger-1',
          }),
        'sign-ups of companies': (turn) =>
          anonymous('/api/auth/register', {
            full_name: 'Nobody Known',
            company_name: `Ghost ${turn}`,
            email: `company-${turn}@example.com`,
            password: 'stranger-1',
          }),
        'made-up payments': (turn) =>
          api.get(
            `/api/payments/passenger/khalti/return?pidx=${turn}&x=${'x'.repeat(2_000)}`,
            undefined,
            from('203.0.113.1'),
          ),
        'made-up states of Google': (turn) =>
          api.get(`/api/auth/google/callback?state=${turn}&code=x`, undefined, from('203.0.113.1')),
        'made-up sign-outs': (turn) => anonymous('/api/auth/logout', { refresh: `${turn}` }),
        codes: () => api.post('/api/passenger/resend-verification', undefined, passenger, from('203.0.113.1')),
        'forgotten passwords': (turn) =>
          anonymous('/api/passenger/forgot-password', { email: `victim-${turn}@example.com` }),
        'forgotten passwords of companies': (turn) =>
          anonymous('/api/auth/forgot-password', { email: `company-${turn}@example.com` }),
        'sign-ins by code': (turn) =>
          anonymous('/api/auth/login', {
            portal: 'operator',
            email: `company-${turn % 10}@example.com`,
            password: 'stranger-1',
          }),
        holds: (turn) =>
          traveller(`trips/${others[turn % others.length]!.id}/seats/lock`, { seat_numbers: ['A1', 'A2', 'A3', 'A4'] }),
        bookings: (turn) =>
          traveller('bookings', {
            schedule_id: others[turn % others.length]!.id,
            seat_numbers: ['A1', 'A2', 'A3', 'A4'],
          }),
      };
      for (let turn = 0; turn < TIMES; turn += 1) {
        for (const [name, attempt] of Object.entries(things)) {
          const { status } = await attempt(turn);
          expect(status, name).to.be.lessThan(500);
          const counts = (answers[name] ??= {});
          counts[status] = (counts[status] ?? 0) + 1;
        }
        clock.advance(60 / TIMES);
        if (turn % 20 === 0) {
          await api.useCases.expireBookings();
          await api.useCases.sweepLocks();
          await api.useCases.sendMails();
        }
      }
      end = await footprintOf(folder, database);
    });

    after(async () => {
      await started?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('one abusive user’s requests take less than 100 MiB of disk in an hour', () => {
      expect(end.bytes - start.bytes).to.be.within(40 * MIB, 100 * MIB);
    });

    it('one abusive user’s requests add fewer than 5,000 database rows in an hour', () => {
      const gained = rowsGained(start, end);
      const sum = Object.values(gained).reduce((all, count) => all + count, 0);
      expect(sum, JSON.stringify(gained)).to.be.within(1_000, 5_000);
    });

    it('one abusive user causes fewer than 20 mails in an hour', () => {
      const kinds = started?.mailer.sent.map(({ kind }) => kind);
      expect(kinds?.length, kinds?.join()).to.be.within(10, 19);
    });

    it('one abusive user’s actions succeed up to the quota of each action, and are refused beyond it', () => {
      const done = Object.entries(answers).map(([name, counts]) => [name, (counts[200] ?? 0) + (counts[201] ?? 0)]);
      expect(Object.fromEntries(done)).to.include({
        documents: 20,
        buses: 4,
        timetables: 3,
        trips: 100,
        invitations: 5,
        devices: 19,
        'invalid bodies': 0,
        scans: TIMES,
      });
    });

    it('one abusive user’s invalid scans and request bodies store nothing', () => {
      expect(rowsGained(start, end)).to.not.have.any.keys('scans', 'idempotency_keys');
    });
  });

/** How often a quarter of an hour some paths are tried: more often than their limits allow. */
const MOST_KNOCKS: Readonly<Record<string, number>> = {
  '/api/passenger/register': 310,
  '/api/passenger/login': 510,
  '/sandbox/api/epay/main/v2/form': 620,
  '/api/auth/google/callback': 310,
  'connections to the broker': 110,
};

/** The path of a payment page at the sandbox, padded to its longest length. */
const LONG_RETURN = `/api/payments/${'x'.repeat(400)}`;

/** The number of bodies that are held back at the same time. */
const HELD_BACK = 30;

interface Status {
  readonly status: number;
}

/** A user agent longer than what is stored of one. */
const LONG_AGENT = 'x'.repeat(4_000);

describe('one IP address without an account, doing its worst for an hour', function () {
  const clock = handClock();
  let folder: string;
  let started: Api | undefined;
  let start: Footprint;
  let end: Footprint;
  /** The number of answers by path and HTTP status. */
  const answers: Record<string, Record<number, number>> = {};
  /** Open connections to the broker. */
  const listeners: Listener[] = [];

  before(async function () {
    this.timeout(540_000);
    folder = await mkdtemp(join(tmpdir(), 'nobody-'));
    const database = `sqlite:${join(folder, 'busticket.sqlite')}`;
    const api = (started = await startApi({
      environment: { DATA_DIR: folder, DATABASE_URL: database, RATE_LIMIT: 'on', TRUST_PROXY: 'true' },
      storage: { openBudget: budgetsBy(clock) },
      overrides: { clock },
    }));
    start = await footprintOf(folder, database);

    const headers = { 'X-Forwarded-For': '203.0.113.1', 'User-Agent': LONG_AGENT };
    let turn = 0;
    const name = (): string => `${(turn += 1)}${'x'.repeat(40)}`;
    /** Sends heads and first bytes of many requests, and their other bytes only once all of them wait. */
    const holdBack = async (path: string, body: object): Promise<Status> => {
      const bytes = Buffer.from(JSON.stringify(body));
      const held = Array.from({ length: HELD_BACK }, () =>
        hold(api, { method: 'post', path, type: 'application/json', bytes }, 'no token', { headers }),
      );
      const all = await Promise.all(held.map(({ release }) => release()));
      return all.at(-1)!;
    };
    /** Opens a payment at the sandbox, which asks nobody who they are, and returns to a payment that nobody knows. */
    const playMoney = async (): Promise<Status> => {
      const order = { ...beginning({ transactionUuid: name(), amount: AMOUNT }), gatewayId: undefined };
      const { url, fields } = (gatewayOf(api, 'ESEWA') as FormGateway).form(order);
      const opened = await api.send(url, {
        method: 'POST',
        body: new URLSearchParams({
          ...fields,
          success_url: api.url + LONG_RETURN,
          failure_url: api.url + LONG_RETURN,
        }),
        headers,
      });
      const act = { reference: order.transactionUuid, action: 'pay_twice' };
      if (opened.status === 200) await api.post('/sandbox/esewa/act', act, undefined, headers);
      return opened;
    };
    /** Connects to the broker, leaves a session there and subscribes. Answers 429 where the broker hangs up. */
    const listen = async (): Promise<Status> => {
      const url = api.url.replace('http', 'ws') + '/mqtt';
      const options = { clientId: name(), clean: false, wsOptions: { headers } };
      const listener = await listenTo(url, options).catch(() => undefined);
      if (!listener) return { status: 429 };
      listeners.push(listener);
      await listener.subscribe(...Array.from({ length: 30 }, (_, index) => `schedules/${turn * 30 + index}/seats`));
      return { status: 200 };
    };
    const doors: Readonly<Record<string, () => Promise<Status>>> = {
      '/api/passenger/register': () =>
        api.post(
          '/api/passenger/register',
          { full_name: 'Nobody Known', email: `${name()}@example.com`, password: 'stranger-1' },
          undefined,
          headers,
        ),
      '/api/passenger/login': () =>
        api.post('/api/passenger/login', { identifier: `${name()}@example.com`, password: 'x' }, undefined, headers),
      '/api/auth/google/callback': () =>
        api.get(`/api/auth/google/callback?state=${name()}&code=x`, undefined, headers),
      '/api/auth/logout': () => api.post('/api/auth/logout', { refresh: name() }, undefined, headers),
      '/api/passenger/forgot-password': () =>
        api.post('/api/passenger/forgot-password', { email: `${name()}@example.com` }, undefined, headers),
      '/api/tickets/find': () => api.post('/api/tickets/find', { ticket: name(), code: '123456' }, undefined, headers),
      '/api/payments/passenger/khalti/return': () =>
        api.get(`/api/payments/passenger/khalti/return?pidx=${name()}&x=${'x'.repeat(5_000)}`, undefined, headers),
      '/api/payments/passenger/gateway/failure': () =>
        api.get(`/api/payments/passenger/gateway/failure?data=${'x'.repeat(5_000)}`, undefined, headers),
      'HEAD /api/payments/passenger/gateway/failure': () =>
        api.send(`/api/payments/passenger/gateway/failure?data=${name()}`, { method: 'HEAD', headers }),
      '/sandbox/api/epay/main/v2/form': playMoney,
      'held-back passwords': () => holdBack('/api/passenger/change-password', { current_password: name() }),
      'held-back sign-ins': () =>
        holdBack('/api/passenger/login', { identifier: `${name()}@example.com`, password: 'x' }),
      'connections to the broker': listen,
    };
    /** Asks for a code by SMS, and enters wrong codes until it is spent. */
    const code = async (): Promise<Answer> => {
      const phone = String(9_800_000_000 + (turn += 1));
      const asked = await api.post('/api/passenger/phone/start', { phone }, undefined, headers);
      for (let tried = 0; asked.status === 200 && tried < 6; tried += 1)
        await api.post(
          '/api/passenger/phone/verify',
          { ticket: asked.json.ticket, code: '000000', full_name: 'Nobody' },
          undefined,
          headers,
        );
      return asked;
    };

    const tries: readonly (readonly [path: string, most: number, knock: () => Promise<Status>])[] = [
      ['/api/passenger/phone/start', 70, code],
      ...Object.entries(doors).map(([path, knock]) => [path, MOST_KNOCKS[path] ?? 40, knock] as const),
    ];
    for (let quarter = 0; quarter < 4; quarter += 1) {
      for (const [path, most, knock] of tries) {
        for (let knocked = 0, refused = 0; knocked < most && refused < 3; knocked += 1) {
          const { status } = await knock();
          expect(status, path).to.be.lessThan(500);
          const counts = (answers[path] ??= {});
          counts[status] = (counts[status] ?? 0) + 1;
          if (status === 429) refused += 1;
        }
      }
      clock.advance(15);
    }
    await api.useCases.sendMails();
    end = await footprintOf(folder, database);
  });

  after(async () => {
    await Promise.all(listeners.map((listener) => listener.close()));
    await started?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('one address without an account adds fewer than 5,000 database rows in an hour', () => {
    const gained = rowsGained(start, end);
    const sum = Object.values(gained).reduce((all, count) => all + count, 0);
    expect(sum, JSON.stringify({ gained, answers })).to.be.within(2_000, 4_999);
  });

  it('one address without an account takes less than 100 MiB of disk in an hour', () => {
    expect(end.bytes - start.bytes).to.be.lessThan(100 * MIB);
  });

  it('one address without an account is stopped at every limit before the hour is over', () => {
    const refused = Object.entries(answers).filter(([, counts]) => (counts[429] ?? 0) > 0);
    expect(refused.map(([path]) => path)).to.include.members([
      '/api/passenger/register',
      '/api/passenger/login',
      '/api/passenger/phone/start',
      '/sandbox/api/epay/main/v2/form',
      'connections to the broker',
    ]);
  });

  it('one address without an account changes nothing by HEAD or by bodies that it holds back', () => {
    const answered = (door: string) => Object.keys(answers[door] ?? {});
    expect(answered('HEAD /api/payments/passenger/gateway/failure')).to.deep.equal(['405']);
    expect(answered('held-back passwords')).to.deep.equal(['401', '429']);
    expect(rowsGained(start, end)).to.not.have.any.keys('payments', 'idempotency_keys');
  });

  it('one address without an account opens payments at the sandbox up to their limit', () => {
    expect(answers['/sandbox/api/epay/main/v2/form']).to.include({ 200: 600 });
  });
});

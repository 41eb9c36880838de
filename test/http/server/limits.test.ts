import { expect } from 'chai';
import { buildRoutes } from '../../../app/areas.ts';
import { aTrip } from '../../support/catalogue.ts';
import { onEveryServer } from '../../support/http.ts';

const FAILURE = '/api/payments/passenger/gateway/failure';
const SUCCESS = '/api/payments/passenger/gateway/success';
const ON = { environment: { RATE_LIMIT: 'on', TRUST_PROXY: 'true' } };

onEveryServer(
  'limits of the service',
  (api) => {
    const from = (ip: string) => ({ 'X-Forwarded-For': ip });
    let accounts = 0;

    async function signedUp(): Promise<string> {
      accounts += 1;
      const { json } = await api().post(
        '/api/passenger/register',
        { full_name: 'Asha Gurung', email: `hoarder-${accounts}@example.com`, password: 'himal-2026' },
        undefined,
        from('198.51.100.1'),
      );
      return json.access;
    }

    it('callbacks that match no payment always redirect, and are logged at most sixty times a local day for one IP address', async () => {
      const logged = async () => (await api().dependencies.transact(({ callbacks }) => callbacks.of(''))).length;
      for (let turn = 0; turn < 35; turn += 1) {
        const answers = [
          await api().get(`${SUCCESS}?data=x`, undefined, from('203.0.113.1')),
          await api().get(FAILURE, undefined, from('203.0.113.1')),
        ];
        expect(answers.map(({ status }) => status)).to.deep.equal([302, 302]);
        expect(
          answers.map(({ headers }) => new URL(headers.get('location') ?? '').searchParams.get('reason')),
        ).to.deep.equal(['not_matched', 'cancelled']);
      }
      expect(await logged()).to.equal(60);
      await api().get(FAILURE, undefined, from('203.0.113.2'));
      expect(await logged()).to.equal(61);
      expect((await api().get('/metrics')).text).to.include('busticket_unmatched_returns_dropped_total 10');
      api().clock.advance(24 * 60);
      await api().get(FAILURE, undefined, from('203.0.113.1'));
      expect(await logged()).to.equal(62);
    });

    it('a callback that matches no payment takes less than 1 KiB, whatever it sends', async () => {
      const { dependencies, get } = api();
      await get(
        `/api/payments/passenger/khalti/return?pidx=huge&x=${'x'.repeat(5_000)}`,
        undefined,
        from('203.0.113.9'),
      );
      const [entry] = await dependencies.transact(({ callbacks }) => callbacks.of('huge'));
      expect(entry?.payload).to.have.length.within(700, 1_024);
    });

    it('the Google callback counts as a sign-in, and beyond the limit leads to the login page with an error', async () => {
      const back = () => api().get('/api/auth/google/callback?state=x&code=y', undefined, from('203.0.113.77'));
      let turns = 0;
      const isRefused = async () => /moment/.test((await back()).headers.get('location') ?? '');
      while (turns < 1_000 && !(await isRefused())) turns += 1;
      expect(turns).to.equal(500);
      expect((await back()).headers.get('location')).to.include('#gerror=');
      const { status } = await api().post(
        '/api/passenger/login',
        { identifier: 'nobody@example.com', password: 'wrong' },
        undefined,
        from('203.0.113.77'),
      );
      expect(status).to.equal(429);
      expect(await api().dependencies.transact(({ loginLog }) => loginLog.newest(10))).to.deep.equal([]);
    });

    it('the sandbox counts requests and opened payments of an IP address', async () => {
      const open = () =>
        api().send('/sandbox/api/epay/main/v2/form', {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...from('203.0.113.50') },
          body: 'amount=1',
        });
      let opened = 0;
      while (opened < 2_000 && (await open()).status !== 429) opened += 1;
      expect(opened).to.equal(600);
    });

    it('requests from one IP address cannot fill the queue of password hashing', () => {
      const limits = new Map(buildRoutes(api().useCases, api().dependencies).map(({ path, limit }) => [path, limit]));
      for (const path of ['login', 'register', 'reset-password'].flatMap((name) => [
        `/api/auth/${name}`,
        `/api/passenger/${name}`,
      ])) {
        expect(limits.get(path), path).to.be.oneOf(['sign-in', 'registration']);
      }
      expect(limits.get('/api/passenger/change-password')).to.equal('sign-in');
    });

    it('payment checks count towards the rate limit of checkouts for passengers, and of the office for companies', () => {
      const limits = new Map(buildRoutes(api().useCases, api().dependencies).map(({ path, limit }) => [path, limit]));
      expect([
        limits.get('/api/bookings/:id/payment/check'),
        limits.get('/api/bookings/:id/checkout'),
        limits.get('/api/operator/bookings/:id/payment/check'),
      ]).to.deep.equal(['checkout', 'checkout', 'office']);
    });

    it('one IP address can cause at most twelve mails an hour to people whose addresses are not verified', async () => {
      const register = (path: string, turn: number, more: object = {}) =>
        api().post(
          path,
          { full_name: 'Asha Gurung', email: `unproven-${turn}@example.com`, password: 'himal-2026', ...more },
          undefined,
          from('198.51.100.12'),
        );
      for (let turn = 0; turn < 12; turn += 1)
        expect((await register('/api/passenger/register', turn)).json.verification_email_sent).to.equal(true);
      const { status, json } = await register('/api/passenger/register', 12);
      expect([status, json.verification_email_sent, json.verification_error]).to.deep.equal([
        ...[200, false],
        'Many codes were mailed for your network within an hour. Please try again in 60 minutes.',
      ]);
      const company = await register('/api/auth/register', 13, { company_name: 'Blue Sky' });
      expect([company.status, company.json.code, company.headers.has('retry-after')]).to.deep.equal([
        ...[429, 'CODE_NOT_SENT', true],
      ]);
      const account = await api().dependencies.transact(({ users }) => users.findByEmail('unproven-13@example.com'));
      expect(account).to.equal(undefined);
    });

    it('one account can download at most sixty tickets a minute', async () => {
      const access = await signedUp();
      await aTrip(api().dependencies);
      for (let turn = 0; turn < 60; turn += 1)
        expect((await api().get('/api/bookings/1/ticket', access)).status).to.equal(409);
      const { status, json, headers } = await api().get('/api/bookings/1/ticket', access, from('203.0.113.3'));
      expect([status, json.code]).to.deep.equal([429, 'RATE_LIMITED']);
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
    });

    it('one account can hold seats on at most five trips and have at most five unpaid bookings', async () => {
      const access = await signedUp();
      const { id, busId } = await aTrip(api().dependencies, { seats: ['A1', 'A2'] });
      const lock = (trip: number) => api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: ['A1'] }, access);
      const refused = ({ status, json, headers }: Awaited<ReturnType<typeof lock>>) => [
        status,
        json.code,
        Number(headers.get('retry-after')),
      ];
      const trips = [id];
      for (let made = 1; made < 6; made += 1) trips.push((await aTrip(api().dependencies, { busId })).id);
      for (const trip of trips.slice(0, 5)) expect((await lock(trip)).status).to.equal(200);
      expect(refused(await lock(trips[5]!))).to.deep.equal([429, 'TOO_MANY_HOLDS', 600]);

      const book = (trip: number) =>
        api().post('/api/bookings', { schedule_id: trip, seat_numbers: ['A1'] }, access, {
          'Idempotency-Key': `trip-${trip}`,
        });
      for (const trip of trips.slice(0, 5)) expect((await book(trip)).status).to.equal(201);
      expect((await lock(trips[5]!)).status).to.equal(200);
      expect(refused(await book(trips[5]!))).to.deep.equal([429, 'TOO_MANY_UNPAID', 900]);
      const again = await book(trips[0]!);
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([201, 'true']);

      const { id: booking } = again.json;
      expect((await api().post(`/api/bookings/${booking}/cancel`, undefined, access)).status).to.equal(200);
      expect((await book(trips[5]!)).status).to.equal(201);
    });
  },
  ON,
);

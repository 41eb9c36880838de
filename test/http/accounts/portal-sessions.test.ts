import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { eventually } from '../../support/eventually.ts';
import { onEveryServer } from '../../support/http.ts';
import { listenTo } from '../../support/mqtt.ts';
import { portalsOn, UNLIMITED } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'registration and sessions of portals',
  (api) => {
    const { admin, passenger, login, codeFor, verify, refresh, me, signIn, register } = portalsOn(api);

    describe('POST /api/auth/register', () => {
      it('an operator’s registration returns a sign-in ticket, and the mailed code completes the registration', async () => {
        const { status, json } = await register({ device_id: 'laptop', phone: '' });
        expect(status).to.equal(200);
        expect(json).to.have.all.keys('otp_required', 'method', 'ticket', 'email');
        const { json: session } = await verify(json.ticket, codeFor(json.email as string));
        expect(session.user).to.include({
          company_name: 'Blue Sky',
          role: 'OPERATOR',
          phone: null,
          email_verified: true,
        });
      });

      it('an operator’s registration with a wrong field answers 400 and names the field', async () => {
        expectProblem(await api().post('/api/auth/register', {}), 400, 'VALIDATION');
        for (const [field, given] of [
          ['full_name', { full_name: ' ' }],
          ['email', { email: 'sita@example' }],
          ['email', { email: 'a@x.com,b@x.com' }],
          ['email', { email: '"a"@x.com' }],
          ['password', { password: 'secre' }],
          ['password', { password: '       ' }],
        ] as const) {
          const refused = await register(given);
          expectProblem(refused, 400, 'VALIDATION');
          expect(refused.json.errors[0].field).to.equal(field);
        }
        expectProblem(await register({ email: 'a@x.com\r\nBcc: b@x.com' }), 400, 'VALIDATION');
        expectProblem(await register({ full_name: 'a\u0000b' }), 400, 'VALIDATION');
      });

      it('an operator’s registration with a taken e-mail address answers 409, whatever the letter case', async () => {
        const sita = await passenger();
        expectProblem(await register({ email: sita.email.toUpperCase() }), 409, 'EMAIL_TAKEN');
      });

      it('an operator’s registration answers 502 if the mail cannot be sent, and a sign-in mails a new code', async () => {
        api().mailer.broken = true;
        const email = 'unmailed@bluesky.example.com';
        const refused = await register({ email });
        api().mailer.broken = false;
        expectProblem(refused, 502, 'MAIL_FAILED');
        const sent = await login({ email }, { password: 'secret' });
        expect((await verify(sent.json.ticket, codeFor(email))).json.user).to.include({ company_name: 'Blue Sky' });
      });
    });

    describe('POST /api/auth/refresh', () => {
      it('a refresh token is exchanged for a new pair of tokens with the same role', async () => {
        const { refresh: token } = await signIn();
        const { status, headers, json } = await refresh(token);
        expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
        expect(json).to.have.all.keys('access', 'refresh', 'user');
        expect(json.user).to.include({ role: 'ADMIN' });
      });

      it('a refresh token that is missing, malformed, already used or signed out answers 401', async () => {
        const { access, refresh: token } = await signIn();
        expectProblem(await refresh(), 401, 'REFRESH_MISSING');
        const malformed = await refresh('x');
        expectProblem(malformed, 401, 'REFRESH_INVALID');
        expect(malformed.json.detail).to.contain('jwt malformed');
        expectProblem(await refresh(access), 401, 'REFRESH_INVALID');
        expectProblem(await me(token), 401, 'TOKEN_INVALID');
        const { json: next } = await refresh(token);
        expectProblem(await refresh(token), 401, 'REFRESH_REVOKED');
        await api().post('/api/auth/logout-all', undefined, next.access as string);
        const remote = await refresh(next.refresh);
        expectProblem(remote, 401, 'SIGNED_OUT');
        expect(remote.json.detail).to.contain('signed out remotely');
      });

      it('a refresh token is exchanged only once when 50 requests use it at once', async () => {
        const { refresh: token } = await signIn();
        const statuses = (await Promise.all(Array.from({ length: 50 }, () => refresh(token)))).map(
          ({ status }) => status,
        );
        expect([
          statuses.filter((status) => status === 200).length,
          statuses.filter((status) => status === 401).length,
        ]).to.deep.equal([1, 49]);
      });
    });

    describe('GET /api/auth/me, POST /api/auth/logout and /api/auth/logout-all', () => {
      it('GET /api/auth/me returns the signed-in user and the expiry time of the access token', async () => {
        const anil = await admin();
        const { access } = (await login(anil, { portal: 'admin' })).json;
        expect((await me(access)).json).to.deep.equal({
          id: anil.id,
          full_name: 'Anil Shrestha',
          email: anil.email,
          role: 'ADMIN',
          expires_at: '2026-11-20 10:15',
          totp: false,
          agent: null,
        });
      });

      it('a sign-out ends only the session that signs out', async () => {
        const other = await signIn();
        for (const refreshToken of [undefined, 'x', other.refresh]) {
          const one = await signIn();
          const body = refreshToken === undefined ? undefined : { refresh: refreshToken };
          const { status, json } = await api().post('/api/auth/logout', body, one.access as string);
          expect([status, json]).to.deep.equal([200, { logged_out: true }]);
          expectProblem(await me(one.access), 401, 'SIGNED_OUT');
          expectProblem(await refresh(one.refresh), 401, 'REFRESH_REVOKED');
        }
        expect((await me(other.access)).status).to.equal(200);
        expect((await refresh(other.refresh)).status).to.equal(200);
      });

      it('a connection to the broker closes when its session ends, and connections of other sessions go on', async () => {
        const broker = `${api().url.replace(/^http/, 'ws')}/mqtt`;
        const [one, other] = [await signIn(), await signIn()];
        const listeners = await Promise.all(
          [one, other].map(({ access }) => listenTo(broker, { username: 'admin', password: access as string })),
        );
        await api().post('/api/auth/logout', undefined, one.access as string);
        await eventually(() => !listeners[0]!.client.connected);
        expect(listeners[1]!.client.connected).to.equal(true);
        await Promise.all(listeners.map(({ close }) => close()));
      });

      it('a sign-out everywhere ends all sessions of the account at once', async () => {
        const { access, refresh: token } = await signIn();
        const { status, json } = await api().post('/api/auth/logout-all', {}, access as string);
        expect([status, json]).to.deep.equal([200, { revoked: true }]);
        expectProblem(await me(access), 401, 'SIGNED_OUT');
        expectProblem(await refresh(token), 401, 'SIGNED_OUT');
      });

      it('a missing, malformed, forged or expired access token answers 401', async () => {
        const { access } = await signIn();
        const [header = '', payload = '', signature = ''] = (access as string).split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
        const edited = Buffer.from(JSON.stringify({ ...claims, role: 'PASSENGER' })).toString('base64url');
        const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
        const ticket = api().dependencies.loginTickets.sign(
          { method: 'email', userId: 1 as Account['id'], role: 'OPERATOR', deviceId: '' },
          api().clock(),
        );
        const lapsed = api().dependencies.tokens.issueAccess(
          { userId: 1 as Account['id'], role: 'ADMIN', tokenVersion: 0 },
          minutesAfter(api().clock(), -1),
        );
        for (const path of ['/api/auth/logout', '/api/auth/logout-all'])
          expectProblem(await api().post(path), 401, 'TOKEN_MISSING');
        expectProblem(await me(), 401, 'TOKEN_MISSING');
        for (const scheme of [`Basic ${access}`, `${access}`, 'Bearer', `Bearer ${access} x`])
          expect((await api().get('/api/auth/me', undefined, { Authorization: scheme })).status).to.equal(401);
        for (const token of [
          'x',
          'a.b.c',
          `${header}.${edited}.${signature}`,
          `${none}.${payload}.`,
          `${none}.${payload}.${signature}`,
          ticket,
          lapsed,
        ])
          expectProblem(await me(token), 401, 'TOKEN_INVALID');
        expect((await me(access)).status).to.equal(200);
      });
    });
  },
  { environment: UNLIMITED },
);

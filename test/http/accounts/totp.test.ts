import { expect } from 'chai';
import type { Account, Role } from '../../../core/accounts/account.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import { PASSWORD, portalsOn, UNLIMITED } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';
import { codeOf } from '../../support/totp.ts';

onEveryServer(
  'an authenticator app as second factor',
  (api) => {
    const { operator, admin, passenger, login, verify, resend, me, refresh } = portalsOn(api);

    const tokenOf = async (who: Pick<Account, 'id'>, role: Role) =>
      api().dependencies.tokens.issueAccess({ userId: who.id, role, tokenVersion: 0 }, minutesAfter(api().clock(), 15));
    const start = (body: object, token?: string) => api().post('/api/auth/totp/start', body, token);
    const confirm = (body: object, token?: string) => api().post('/api/auth/totp/confirm', body, token);
    const remove = (body: object, token?: string): Promise<Answer> =>
      api().send('/api/auth/totp', {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
    const turnedOn = async (role: 'OPERATOR' | 'ADMIN') => {
      const who = await (role === 'ADMIN' ? admin() : operator());
      const token = await tokenOf(who, role);
      const { secret } = (await start({ password: PASSWORD }, token)).json as { secret: string };
      const { recovery_codes: codes } = (await confirm({ code: codeOf(secret, api().clock) }, token)).json as {
        recovery_codes: string[];
      };
      return { who, token, secret, codes };
    };

    it('an authenticator app is set up with the account’s password and the app’s first code', async () => {
      const sita = await operator();
      const token = await tokenOf(sita, 'OPERATOR');
      expect((await me(token)).json).to.include({ totp: false });
      const started = await start({ password: PASSWORD }, token);
      expect([started.status, started.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(started.json).to.have.all.keys('secret', 'otpauth_url');
      expect(started.json.otpauth_url).to.match(/^otpauth:\/\/totp\//);
      const confirmed = await confirm({ code: codeOf(started.json.secret, api().clock) }, token);
      expect([confirmed.status, confirmed.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(confirmed.json).to.have.all.keys('recovery_codes');
      expect(confirmed.json.recovery_codes).to.have.length(10);
      expect((await me(token)).json).to.include({ totp: true });
      expectProblem(await start({ password: PASSWORD }, token), 409, 'TOTP_ON');
      expectProblem(await confirm({ code: '123456' }, token), 409, 'TOTP_ON');
    });

    it('the authenticator app’s routes can be called only by signed-in operators and administrators', async () => {
      const asha = await tokenOf(await passenger(), 'PASSENGER');
      for (const call of [start, confirm, remove]) {
        expectProblem(await call({}), 401, 'TOKEN_MISSING');
        expectProblem(await call({}, 'x.y.z'), 401, 'TOKEN_INVALID');
        expectProblem(await call({}, asha), 403, 'WRONG_ROLE');
      }
      for (const call of [start, confirm])
        expectProblem(await call({ ticket: 'x.y', code: '123456' }), 401, 'TICKET_INVALID');
      const sita = await tokenOf(await operator(), 'OPERATOR');
      expectProblem(await start({}, sita), 400, 'VALIDATION');
      expectProblem(await start({ password: 'not-it' }, sita), 401, 'BAD_CREDENTIALS');
      expectProblem(await confirm({ code: '123456' }, sita), 410, 'TOTP_SETUP_OVER');
      expectProblem(await remove({ password: PASSWORD, code: '123456' }, sita), 409, 'TOTP_OFF');
    });

    it('an authenticator app’s code or a recovery code signs an operator in', async () => {
      const { who, secret, codes } = await turnedOn('OPERATOR');
      const { json } = await login(who, { device_id: 'laptop' });
      expect(json).to.have.all.keys('otp_required', 'method', 'ticket', 'email');
      expect(json).to.include({ otp_required: true, method: 'totp', email: who.email });
      expectProblem(await resend(json.ticket), 409, 'TOTP_ON');
      const wrong = await verify(json.ticket, '12345');
      expectProblem(wrong, 401, 'CODE_WRONG');
      expect(wrong.json.detail).to.contain('Try 1 of 5');
      const signedIn = await verify(json.ticket, codeOf(secret, api().clock, 1));
      expect(signedIn.json).to.have.all.keys('access', 'refresh', 'user');
      expect((await refresh(signedIn.json.refresh)).status).to.equal(200);
      expect((await login(who, { device_id: 'laptop' })).json).to.have.property('access');
      const another = (await login(who)).json.ticket;
      expect((await verify(another, ` ${codes[0]!.toUpperCase().replaceAll('-', '')} `)).status).to.equal(200);
      expectProblem(await verify((await login(who)).json.ticket, codes[0]), 401, 'CODE_WRONG');
    });

    it('an authenticator app’s code signs an administrator in, and is asked for on every device, also trusted ones', async () => {
      const { who, secret, codes } = await turnedOn('ADMIN');
      const { json } = await login(who, { portal: 'admin', device_id: 'laptop' });
      expect(json.method).to.equal('totp');
      const { user } = (await verify(json.ticket, codeOf(secret, api().clock, 1))).json;
      expect(user).to.include({ role: 'ADMIN' }).and.not.have.any.keys('company_name', 'operator_id');
      const again = await login(who, { portal: 'admin', device_id: 'laptop' });
      expect(again.json.method).to.equal('totp');
      expect((await verify(again.json.ticket, codes[3])).json.user).to.include({ role: 'ADMIN' });
    });

    it('an authenticator app’s code signs in only once when fifteen requests use it at once', async () => {
      const { who, secret } = await turnedOn('OPERATOR');
      const tickets: unknown[] = [];
      for (let n = 0; n < 15; n += 1) tickets.push((await login(who)).json.ticket);
      const code = codeOf(secret, api().clock, 1);
      const statuses = (await Promise.all(tickets.map((ticket) => verify(ticket, code)))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).to.have.length(1);
      expect(statuses.filter((status) => status === 401)).to.have.length(14);
    });

    it('wrong authenticator codes sent at once are checked five times for one sign-in ticket at most, and twenty times a day', async () => {
      const { who, secret } = await turnedOn('OPERATOR');
      const tickets: unknown[] = [];
      for (let n = 0; n < 6; n += 1) tickets.push((await login(who)).json.ticket);
      const guess = async (ticket: unknown) =>
        (await Promise.all(Array.from({ length: 12 }, () => verify(ticket, '12345')))).map(({ status }) => status);
      const first = await guess(tickets[0]);
      expect([401, 410, 429].map((status) => first.filter((one) => one === status).length)).to.deep.equal([5, 7, 0]);
      const rest = (await Promise.all(tickets.slice(1, 5).map(guess))).flat();
      expect(rest.filter((status) => status === 401)).to.have.length(15);
      const refused = await verify(tickets[5], codeOf(secret, api().clock, 1));
      expectProblem(refused, 429, 'TOTP_TRIES_USED_UP');
      expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
    });

    it('an authenticator app is turned off with the account’s password and a code', async () => {
      const { token, secret, who } = await turnedOn('OPERATOR');
      expectProblem(await remove({ password: 'not-it', code: '123456' }, token), 401, 'BAD_CREDENTIALS');
      expectProblem(await remove({ password: PASSWORD, code: '12345' }, token), 401, 'CODE_WRONG');
      expect((await remove({ password: PASSWORD, code: codeOf(secret, api().clock, 1) }, token)).status).to.equal(204);
      expect((await me(token)).json).to.include({ totp: false });
      expect((await login(who)).json).to.include({ method: 'email' });
    });
  },
  { environment: UNLIMITED },
);

onEveryServer(
  'ADMIN_TOTP=required',
  (api) => {
    const { admin, login, verify } = portalsOn(api);

    it('an administrator without an authenticator app must set one up to sign in if ADMIN_TOTP=required', async () => {
      const anil = await admin();
      const { json } = await login(anil, { portal: 'admin' });
      expect(json).to.have.all.keys('otp_required', 'method', 'ticket');
      expect(json).to.include({ otp_required: true, method: 'totp-setup' });
      expectProblem(await verify(json.ticket, '123456'), 401, 'TICKET_INVALID');
      const started = await api().post('/api/auth/totp/start', { ticket: json.ticket });
      expect(started.status).to.equal(200);
      const code = codeOf(started.json.secret, api().clock);
      const confirmed = await api().post('/api/auth/totp/confirm', { ticket: json.ticket, code });
      expect(confirmed.json).to.have.all.keys('recovery_codes', 'access', 'refresh', 'user');
      expect(confirmed.json.user).to.include({ id: anil.id, role: 'ADMIN' });
      expect((await login(anil, { portal: 'admin' })).json).to.include({ method: 'totp' });
      const removed = await api().send('/api/auth/totp', {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${confirmed.json.access}` },
        body: JSON.stringify({ password: PASSWORD, code: confirmed.json.recovery_codes[0] }),
      });
      expectProblem(removed, 409, 'TOTP_REQUIRED');
    });
  },
  { environment: { ADMIN_TOTP: 'required' } },
);

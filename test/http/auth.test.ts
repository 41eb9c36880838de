import { expect } from 'chai';
import type { Account } from '../../core/accounts/account.ts';
import type { NewUser } from '../../core/accounts/ports.ts';
import { daysAfter, minutesAfter } from '../../core/kernel/time.ts';
import { otherThan } from '../support/accounts.ts';
import { onEveryServer } from '../support/http.ts';
import type { Answer, Api } from '../support/http.ts';
import { aPassenger, anAdmin, anOperator } from '../support/people.ts';

const PASSWORD = 'secret-123';
const UNLIMITED = { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' };

/** What every refusal looks like. */
const isProblem = ({ status, headers, json }: Answer, expected: number, code: string): void => {
  expect([status, (json as { code?: string }).code]).to.deep.equal([expected, code]);
  expect(headers.get('content-type')).to.match(/^application\/problem\+json/);
  expect(json).to.include({ type: 'about:blank', status: expected });
  expect(json).to.have.property('detail').that.is.a('string').and.is.not.empty;
  expect(headers.get('www-authenticate')).to.equal(expected === 401 ? 'Bearer' : null);
};

let registered = 0;

onEveryServer('portals and sessions', (api) => {
  const traits = async (given: Partial<NewUser> = {}): Promise<Partial<NewUser>> => ({ passwordHash: await api().world.passwords.hash(PASSWORD), ...given });
  const operator = async (given: Partial<NewUser> & { readonly companyName?: string } = {}) => anOperator(api().world, { ...(await traits(given)), companyName: given.companyName ?? 'Blue Sky' });
  const admin = async (given: Partial<NewUser> = {}) => anAdmin(api().world, await traits(given));
  const passenger = async (given: Partial<NewUser> = {}) => aPassenger(api().world, await traits(given));

  const login = (who: Pick<Account, 'email'>, given: object = {}): Promise<Answer> =>
    api().post('/api/auth/login', { portal: 'operator', email: who.email, password: PASSWORD, ...given });
  const codeFor = (to: string): string => api().mailer.sent.filter((mail) => mail.kind === 'code' && mail.to === to).map((mail) => (mail as { code?: string }).code).at(-1) ?? '';
  const verify = (ticket: unknown, code: unknown): Promise<Answer> => api().post('/api/auth/verify-otp', { ticket, code });
  const resend = (ticket: unknown): Promise<Answer> => api().post('/api/auth/resend-otp', { ticket });
  const refresh = (token?: unknown): Promise<Answer> => api().post('/api/auth/refresh', { refresh: token });
  const me = (token?: string): Promise<Answer> => api().get('/api/auth/me', token);
  const signIn = async (): Promise<Answer['json']> => (await login(await admin(), { portal: 'admin' })).json;
  const register = (given: object = {}): Promise<Answer> => {
    registered += 1;
    return api().post('/api/auth/register', { full_name: 'Sita Rai', company_name: 'Blue Sky', email: `sita-${registered}@bluesky.example.com`, password: 'secret', ...given });
  };

  describe('POST /api/auth/login', () => {
    it('answers an admin with tokens', async () => {
      const anil = await admin({ fullName: 'Anil Shrestha', phone: '9811100001' });
      const { status, headers, json } = await login({ email: anil.email.toUpperCase() }, { portal: 'Admin' });
      expect(status).to.equal(200);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(json).to.have.all.keys('access', 'refresh', 'user');
      expect(json.user).to.deep.equal({
        id: anil.id, full_name: 'Anil Shrestha', email: anil.email, phone: '9811100001', role: 'ADMIN', email_verified: true, avatar_color: '#15803d', created_at: '2026-11-01T06:00:00.000Z',
      });
      expect((await me(json.access)).json).to.include({ role: 'ADMIN' });
    });

    it('answers an operator with a ticket, and with tokens on a trusted device', async () => {
      const sita = await operator();
      const { status, json } = await login(sita, { device_id: ' laptop ' });
      expect(status).to.equal(200);
      expect(json).to.have.all.keys('otp_required', 'ticket', 'email');
      expect(json).to.include({ otp_required: true, email: sita.email });
      expect((await verify(json.ticket, codeFor(sita.email))).status).to.equal(200);
      const trusted = await login(sita, { device_id: 'laptop' });
      expect(trusted.json).to.have.all.keys('access', 'refresh', 'user');
      expect(trusted.json.user).to.include({ role: 'OPERATOR', company_name: 'Blue Sky' });
      for (const deviceId of ['', 'phone', undefined]) expect((await login(sita, { device_id: deviceId })).json).to.have.property('ticket');
    });

    it('400: no such portal, nothing to sign in with', async () => {
      const anil = await admin();
      const noPortal = await login(anil, { portal: 'passenger' });
      isProblem(noPortal, 400, 'VALIDATION');
      expect(noPortal.json).to.deep.include({ detail: "portal must be 'operator' or 'admin'.", errors: [{ field: 'portal', message: "portal must be 'operator' or 'admin'." }] });
      isProblem(await api().post('/api/auth/login', {}), 400, 'VALIDATION');
      isProblem(await login(anil, { portal: 'admin', password: '' }), 400, 'VALIDATION');
      isProblem(await login(anil, { portal: 'admin', password: { $gt: '' } }), 400, 'VALIDATION');
      isProblem(await login({ email: ' ' }), 400, 'VALIDATION');
    });

    it('401: unknown user, wrong password with the count', async () => {
      isProblem(await login({ email: 'nobody@example.com' }), 401, 'BAD_CREDENTIALS');
      const answer = await login(await operator(), { password: 'not-it' });
      isProblem(answer, 401, 'BAD_CREDENTIALS');
      expect(answer.json.detail).to.contain('Attempt 1 of 5');
    });

    it('403: not ACTIVE, no usable password, another role', async () => {
      const suspended = await login(await operator({ status: 'SUSPENDED' }), { password: 'not-it' });
      isProblem(suspended, 403, 'ACCOUNT_NOT_ACTIVE');
      expect(suspended.json.detail).to.contain('SUSPENDED');
      isProblem(await login(await operator({ passwordHash: '!x' })), 403, 'NO_PASSWORD');
      isProblem(await login(await passenger()), 403, 'WRONG_PORTAL');
      isProblem(await login(await operator(), { portal: 'admin' }), 403, 'WRONG_PORTAL');
    });

    it('423: locked, of a hundred wrong passwords at once after the fifth', async () => {
      const sita = await operator();
      const statuses = (await Promise.all(Array.from({ length: 100 }, () => login(sita, { password: 'not-it' })))).map(({ status }) => status);
      expect([statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 423).length]).to.deep.equal([4, 96]);
      const locked = await login(sita);
      isProblem(locked, 423, 'ACCOUNT_LOCKED');
      expect(locked.json.detail).to.match(/\b1[56] minutes/);
    });

    it('429: the code can\'t be mailed', async () => {
      api().mailer.broken = true;
      const refused = await login(await operator());
      api().mailer.broken = false;
      isProblem(refused, 429, 'CODE_NOT_SENT');
      expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
    });
  });

  describe('POST /api/auth/verify-otp and /api/auth/resend-otp', () => {
    const ticketFor = async (who: Account): Promise<string> => (await login(who)).json.ticket as string;

    it('let an operator in', async () => {
      const sita = await operator({ emailVerified: false });
      const ticket = await ticketFor(sita);
      const again = await resend(ticket);
      expect([again.status, again.json]).to.deep.equal([200, { resent: true, email: sita.email }]);
      const { status, headers, json } = await verify(ticket, ` ${codeFor(sita.email)} `);
      expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(json.user).to.include({ role: 'OPERATOR', email_verified: true, company_name: 'Blue Sky' });
      expect((await me(json.access)).json).to.include({ id: sita.id, role: 'OPERATOR' });
    });

    it('401: a ticket that is none, or of somebody not ACTIVE; a wrong code with the count', async () => {
      const { access } = await signIn();
      for (const ticket of [undefined, '', 'x.y', 7, access]) {
        isProblem(await verify(ticket, '123456'), 401, 'TICKET_INVALID');
        isProblem(await resend(ticket), 401, 'TICKET_INVALID');
      }
      const gone = await operator({ status: 'SUSPENDED' });
      const ticket = api().world.loginTickets.sign({ uid: gone.id, p: 'otp', role: 'OPERATOR', device_id: '' }, api().clock());
      isProblem(await verify(ticket, '123456'), 401, 'TICKET_INVALID');
      const sent = api().mailer.sent.length;
      expect((await resend(ticket)).json).to.deep.equal({ resent: true, email: gone.email });
      expect(api().mailer.sent.length).to.equal(sent);
      const sita = await operator();
      const good = await ticketFor(sita);
      const wrong = await verify(good, otherThan(codeFor(sita.email)));
      isProblem(wrong, 401, 'CODE_WRONG');
      expect(wrong.json.detail).to.contain('Try 1 of 5');
      isProblem(await verify(good, { code: 1 }), 400, 'VALIDATION');
    });

    it('410: no code, an old one, one tried too often', async () => {
      const sita = await operator();
      const ticket = await ticketFor(sita);
      const statuses = (await Promise.all(Array.from({ length: 200 }, () => verify(ticket, otherThan(codeFor(sita.email)))))).map(({ status }) => status);
      expect([statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 410).length]).to.deep.equal([5, 195]);
      isProblem(await verify(ticket, codeFor(sita.email)), 410, 'CODE_EXPIRED');
      const rita = await operator();
      const late = await ticketFor(rita);
      await api().world.transact(async ({ codes }) => codes.prune(daysAfter(api().clock(), 1), 1_000));
      isProblem(await verify(late, codeFor(rita.email)), 410, 'CODE_EXPIRED');
    });

    it('one wins of fifty that bring the right code', async () => {
      const sita = await operator();
      const ticket = await ticketFor(sita);
      const statuses = (await Promise.all(Array.from({ length: 50 }, () => verify(ticket, codeFor(sita.email))))).map(({ status }) => status);
      expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 410).length]).to.deep.equal([1, 49]);
    });

    it('429: the code can\'t be mailed again', async () => {
      const ticket = await ticketFor(await operator());
      api().mailer.broken = true;
      const refused = await resend(ticket);
      api().mailer.broken = false;
      isProblem(refused, 429, 'CODE_NOT_SENT');
    });
  });

  describe('POST /api/auth/register', () => {
    it('gives a ticket, and the code finishes it', async () => {
      const { status, json } = await register({ device_id: 'laptop', phone: '' });
      expect(status).to.equal(200);
      expect(json).to.have.all.keys('otp_required', 'ticket', 'email');
      const { json: session } = await verify(json.ticket, codeFor(json.email as string));
      expect(session.user).to.include({ company_name: 'Blue Sky', role: 'OPERATOR', phone: null, email_verified: true });
    });

    it('400: what is missing or malformed', async () => {
      isProblem(await api().post('/api/auth/register', {}), 400, 'VALIDATION');
      for (const [field, given] of [['full_name', { full_name: ' ' }], ['email', { email: 'sita@example' }], ['email', { email: 'a@x.com,b@x.com' }], ['email', { email: '"a"@x.com' }], ['password', { password: 'secre' }], ['password', { password: '       ' }]] as const) {
        const refused = await register(given);
        isProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal(field);
      }
      isProblem(await register({ email: 'a@x.com\r\nBcc: b@x.com' }), 400, 'VALIDATION');
      isProblem(await register({ full_name: 'a\u0000b' }), 400, 'VALIDATION');
    });

    it('409: the address is taken, in any case', async () => {
      const sita = await passenger();
      isProblem(await register({ email: sita.email.toUpperCase() }), 409, 'EMAIL_TAKEN');
    });

    it('502: the mail failed; the account is there, and signing in mails another code', async () => {
      api().mailer.broken = true;
      const refused = await register();
      api().mailer.broken = false;
      isProblem(refused, 502, 'MAIL_FAILED');
      const email = `sita-${registered}@bluesky.example.com`;
      const sent = await login({ email }, { password: 'secret' });
      expect((await verify(sent.json.ticket, codeFor(email))).json.user).to.include({ company_name: 'Blue Sky' });
    });
  });

  describe('POST /api/auth/refresh', () => {
    it('exchanges a token for a pair in the same role', async () => {
      const { refresh: token } = await signIn();
      const { status, headers, json } = await refresh(token);
      expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(json).to.have.all.keys('access', 'refresh', 'user');
      expect(json.user).to.include({ role: 'ADMIN' });
    });

    it('401: missing, malformed, of the other type, exchanged, signed out', async () => {
      const { access, refresh: token } = await signIn();
      isProblem(await refresh(), 401, 'REFRESH_MISSING');
      const malformed = await refresh('x');
      isProblem(malformed, 401, 'REFRESH_INVALID');
      expect(malformed.json.detail).to.contain('jwt malformed');
      isProblem(await refresh(access), 401, 'REFRESH_INVALID');
      isProblem(await me(token), 401, 'TOKEN_INVALID');
      const { json: next } = await refresh(token);
      isProblem(await refresh(token), 401, 'REFRESH_REVOKED');
      await api().post('/api/auth/logout-all', undefined, next.access as string);
      const remote = await refresh(next.refresh);
      isProblem(remote, 401, 'SIGNED_OUT');
      expect(remote.json.detail).to.contain('signed out remotely');
    });

    it('one wins of fifty', async () => {
      const { refresh: token } = await signIn();
      const statuses = (await Promise.all(Array.from({ length: 50 }, () => refresh(token)))).map(({ status }) => status);
      expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 401).length]).to.deep.equal([1, 49]);
    });
  });

  describe('GET /api/auth/me, POST /api/auth/logout and /api/auth/logout-all', () => {
    it('tell who is signed in, until when', async () => {
      const anil = await admin();
      const { access } = (await login(anil, { portal: 'admin' })).json;
      expect((await me(access)).json).to.deep.equal({ id: anil.id, full_name: 'Anil Shrestha', email: anil.email, role: 'ADMIN', expires_at: '2026-11-20 10:15' });
    });

    it('sign out, and end that session alone', async () => {
      const [one, other] = [await signIn(), await signIn()];
      for (const body of [undefined, {}, { refresh: 'x' }, { refresh: other.refresh }, { refresh: one.refresh }]) {
        const { status, json } = await api().post('/api/auth/logout', body, one.access as string);
        expect([status, json]).to.deep.equal([200, { logged_out: true }]);
      }
      isProblem(await refresh(one.refresh), 401, 'REFRESH_REVOKED');
      expect((await refresh(other.refresh)).status).to.equal(200);
    });

    it('sign out everywhere, at once', async () => {
      const { access, refresh: token } = await signIn();
      const { status, json } = await api().post('/api/auth/logout-all', {}, access as string);
      expect([status, json]).to.deep.equal([200, { revoked: true }]);
      isProblem(await me(access), 401, 'SIGNED_OUT');
      isProblem(await refresh(token), 401, 'SIGNED_OUT');
    });

    it('401: without a token, and with any that is not good', async () => {
      const { access } = await signIn();
      const [header = '', payload = '', signature = ''] = (access as string).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      const edited = Buffer.from(JSON.stringify({ ...claims, role: 'PASSENGER' })).toString('base64url');
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      const ticket = api().world.loginTickets.sign({ uid: 1 as Account['id'], p: 'otp', role: 'OPERATOR', device_id: '' }, api().clock());
      const lapsed = api().world.tokens.issueAccess({ userId: 1 as Account['id'], role: 'ADMIN', tokenVersion: 0 }, minutesAfter(api().clock(), -1));
      for (const path of ['/api/auth/logout', '/api/auth/logout-all']) isProblem(await api().post(path), 401, 'TOKEN_MISSING');
      isProblem(await me(), 401, 'TOKEN_MISSING');
      for (const scheme of [`Basic ${access}`, `${access}`, 'Bearer', `Bearer ${access} x`]) expect((await api().get('/api/auth/me', undefined, { Authorization: scheme })).status).to.equal(401);
      for (const token of ['x', 'a.b.c', `${header}.${edited}.${signature}`, `${none}.${payload}.`, `${none}.${payload}.${signature}`, ticket, lapsed]) isProblem(await me(token), 401, 'TOKEN_INVALID');
      expect((await me(access)).status).to.equal(200);
    });
  });
}, { environment: UNLIMITED });

onEveryServer('the pause between codes', (api: () => Api) => {
  it('429: with the time to come back', async () => {
    const sita = await anOperator(api().world, { passwordHash: await api().world.passwords.hash(PASSWORD) });
    const login = () => api().post('/api/auth/login', { portal: 'operator', email: sita.email, password: PASSWORD });
    const { json } = await login();
    for (const refused of [await login(), await api().post('/api/auth/resend-otp', { ticket: json.ticket as string })]) {
      isProblem(refused, 429, 'CODE_NOT_SENT');
      expect(refused.headers.get('retry-after')).to.equal('60');
    }
  });
});

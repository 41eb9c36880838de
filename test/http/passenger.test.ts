import { expect } from 'chai';
import type { Account } from '../../core/accounts/account.ts';
import type { NewUser } from '../../core/accounts/ports.ts';
import type { PasswordResetMail } from '../../core/kernel/mailer.ts';
import { otherThan } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { onEveryServer } from '../support/http.ts';
import type { Answer } from '../support/http.ts';
import { aPassenger, anOperator } from '../support/people.ts';

const PASSWORD = 'himal-2026';
const NEW = 'koshi-2027';

const isProblem = ({ status, headers, json }: Answer, expected: number, code: string): void => {
  expect([status, (json as { code?: string }).code]).to.deep.equal([expected, code]);
  expect(headers.get('content-type')).to.match(/^application\/problem\+json/);
};
const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length;

let registered = 0;

onEveryServer('passengers', (api) => {
  const passenger = async (given: Partial<NewUser> = {}) => aPassenger(api().world, { passwordHash: await api().world.passwords.hash(PASSWORD), ...given });
  const operator = async () => anOperator(api().world, { passwordHash: await api().world.passwords.hash(PASSWORD) });
  const login = (identifier: string, password = PASSWORD): Promise<Answer> => api().post('/api/passenger/login', { identifier, password });
  const tokenOf = async (who: Account): Promise<string> => (await login(who.email)).json.access as string;
  const operatorToken = async (): Promise<string> => {
    const { id } = await operator();
    return api().world.tokens.issueAccess({ userId: id, role: 'OPERATOR', tokenVersion: 0 }, (api().clock() + 60_000) as ReturnType<ReturnType<typeof api>['clock']>);
  };
  const codeFor = (to: string): string => api().mailer.sent.filter((mail) => mail.kind === 'code' && mail.to === to).map((mail) => (mail as { code?: string }).code).at(-1) ?? '';
  const register = (given: object = {}): Promise<Answer> => {
    registered += 1;
    return api().post('/api/passenger/register', { full_name: 'Asha Gurung', email: `asha-${registered}@example.com`, password: PASSWORD, ...given });
  };

  it('are refused without a token, and with the token of another role', async () => {
    const token = await operatorToken();
    expect((await api().get('/api/auth/me', token)).status).to.equal(200);
    for (const path of ['verify-email', 'resend-verification', 'change-password']) {
      isProblem(await api().post(`/api/passenger/${path}`, {}), 401, 'TOKEN_MISSING');
      isProblem(await api().post(`/api/passenger/${path}`, {}, token), 403, 'WRONG_ROLE');
    }
    isProblem(await api().get('/api/passenger/profile', token), 403, 'WRONG_ROLE');
    isProblem(await api().put('/api/passenger/profile', { full_name: 'x' }, token), 403, 'WRONG_ROLE');
  });

  describe('POST /api/passenger/register', () => {
    it('registers and signs in', async () => {
      const { status, headers, json } = await register({ full_name: '  Asha Gurung ', email: ' Asha.New@Example.com ', phone: '9811111101' });
      expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(json).to.have.all.keys('access', 'refresh', 'user', 'verification_email_sent', 'verification_error');
      expect(json).to.include({ verification_email_sent: true, verification_error: null });
      expect(json.user).to.have.all.keys('id', 'full_name', 'email', 'phone', 'role', 'email_verified', 'avatar_color', 'created_at');
      expect(json.user).to.include({ full_name: 'Asha Gurung', email: 'asha.new@example.com', phone: '9811111101', role: 'PASSENGER', email_verified: false });
      expect((await api().get('/api/auth/me', json.access as string)).json).to.include({ role: 'PASSENGER' });
    });

    it('goes well without a mail', async () => {
      api().mailer.broken = true;
      const { status, json } = await register();
      api().mailer.broken = false;
      expect(status).to.equal(200);
      expect(json.verification_email_sent).to.equal(false);
      expect(json.verification_error).to.be.a('string');
    });

    it('400: what is missing or malformed', async () => {
      isProblem(await api().post('/api/passenger/register', {}), 400, 'VALIDATION');
      for (const [field, given] of [
        ['full_name', { full_name: ' ' }], ['email', { email: 'asha@example' }], ['email', { email: 'a@x.com,b@x.com' }], ['email', { email: "a'b@x.com" }], ['email', { email: '<a@x.com>' }], ['phone', { phone: '9612345678' }],
        ['phone', { phone: 981234567 }], ['password', { password: 'himal-2' }], ['password', { password: 'himalaya' }], ['password', { password: '          ' }], ['password', { password: `${'h'.repeat(128)}1` }],
      ] as const) {
        const refused = await register(given);
        isProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field, JSON.stringify(given)).to.equal(field);
      }
      isProblem(await register({ email: 'a@x.com\r\nBcc: b@x.com' }), 400, 'VALIDATION');
    });

    it('409: the address or the phone number is taken', async () => {
      const asha = await passenger({ phone: '9811111102' });
      isProblem(await register({ email: asha.email.toUpperCase() }), 409, 'EMAIL_TAKEN');
      isProblem(await register({ phone: '9811111102' }), 409, 'PHONE_TAKEN');
    });

    it('one wins of thirty with one address', async () => {
      const statuses = (await Promise.all(Array.from({ length: 30 }, () => register({ email: 'many@example.com' })))).map(({ status }) => status);
      expect([count(statuses, 200), count(statuses, 409)]).to.deep.equal([1, 29]);
    });
  });

  describe('POST /api/passenger/login', () => {
    it('takes e-mail address or phone number, and `email` in the place of `identifier`', async () => {
      const asha = await passenger({ phone: '9811111103' });
      for (const body of [{ identifier: asha.email }, { identifier: '9811111103' }, { identifier: 9811111103 }, { email: asha.email }, { identifier: ' ', email: asha.email }]) {
        const { status, json } = await api().post('/api/passenger/login', { ...body, password: PASSWORD });
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(json).to.have.all.keys('access', 'refresh', 'user');
        expect(json.user).to.include({ id: asha.id, email_verified: true });
      }
    });

    it('shows the picture', async () => {
      const asha = await passenger();
      await api().world.transact(({ users }) => users.setAvatar(asha.id, 'asha.png'));
      expect((await login(asha.email)).json.user.avatar_url).to.equal(`${api().world.baseUrl}/media/asha.png`);
      expect((await api().get('/api/passenger/profile', await tokenOf(asha))).json.avatar_url).to.equal(`${api().world.baseUrl}/media/asha.png`);
    });

    it('400, 401, 403 and 423', async () => {
      isProblem(await login(''), 400, 'VALIDATION');
      isProblem(await login('asha@example.com', ''), 400, 'VALIDATION');
      isProblem(await login('nobody@example.com'), 401, 'BAD_CREDENTIALS');
      isProblem(await login((await passenger({ status: 'SUSPENDED' })).email), 403, 'ACCOUNT_NOT_ACTIVE');
      isProblem(await login((await passenger({ passwordHash: '!x' })).email), 403, 'NO_PASSWORD');
      isProblem(await login((await operator()).email), 403, 'WRONG_PORTAL');
      const asha = await passenger();
      for (const n of [1, 2, 3, 4]) expect((await login(asha.email, 'not-it')).json.detail).to.contain(`Attempt ${n} of 5`);
      isProblem(await login(asha.email, 'not-it'), 423, 'ACCOUNT_LOCKED');
      isProblem(await login(asha.email), 423, 'ACCOUNT_LOCKED');
    });
  });

  describe('POST /api/passenger/verify-email and /api/passenger/resend-verification', () => {
    it('verify the address', async () => {
      const { json: { access: token, user } } = await register();
      const sent = await api().post('/api/passenger/resend-verification', undefined, token as string);
      expect([sent.status, sent.json]).to.deep.equal([200, { resent: true }]);
      const wrong = await api().post('/api/passenger/verify-email', { code: otherThan(codeFor(user.email as string)) }, token as string);
      isProblem(wrong, 401, 'CODE_WRONG');
      expect(wrong.json.detail).to.contain('Try 1 of 5');
      const { status, json } = await api().post('/api/passenger/verify-email', { code: codeFor(user.email as string) }, token as string);
      expect([status, json]).to.deep.equal([200, { email_verified: true }]);
      expect((await api().get('/api/passenger/profile', token as string)).json).to.include({ email_verified: true });
      isProblem(await api().post('/api/passenger/verify-email', { code: codeFor(user.email as string) }, token as string), 410, 'CODE_EXPIRED');
    });

    it('410 after five wrong codes, 429 when no code can be mailed', async () => {
      const { json: { access: token, user } } = await register();
      const verify = (code: string) => api().post('/api/passenger/verify-email', { code }, token as string);
      const statuses = (await Promise.all(Array.from({ length: 20 }, () => verify(otherThan(codeFor(user.email as string)))))).map(({ status }) => status);
      expect([count(statuses, 401), count(statuses, 410)]).to.deep.equal([5, 15]);
      isProblem(await verify(codeFor(user.email as string)), 410, 'CODE_EXPIRED');
      api().mailer.broken = true;
      const refused = await api().post('/api/passenger/resend-verification', {}, token as string);
      api().mailer.broken = false;
      isProblem(refused, 429, 'CODE_NOT_SENT');
    });
  });

  describe('POST /api/passenger/forgot-password and /api/passenger/reset-password', () => {
    const forget = (email?: unknown): Promise<Answer> => api().post('/api/passenger/forgot-password', { email });
    const linksTo = (to: string): readonly string[] => api().mailer.sent.filter((mail): mail is PasswordResetMail => mail.kind === 'password-reset' && mail.to === to).map(({ link }) => link);
    const reset = (token: unknown, newPassword: unknown = NEW): Promise<Answer> => api().post('/api/passenger/reset-password', { token, new_password: newPassword });
    const forgetAndRead = async (who: Account): Promise<string> => {
      const before = linksTo(who.email).length;
      await forget(who.email);
      await eventually(() => linksTo(who.email).length > before);
      return new URL(linksTo(who.email).at(-1)!).searchParams.get('token')!;
    };

    it('answer everybody the same, and mail passengers alone', async () => {
      const [asha, sita] = [await passenger(), await operator()];
      for (const email of [undefined, '', 'x', 'nobody@example.com', sita.email, asha.email.toUpperCase()]) {
        const { status, json } = await forget(email);
        expect([status, json]).to.deep.equal([200, { sent: true }]);
      }
      await eventually(() => linksTo(asha.email).length === 1);
      expect(linksTo(asha.email)[0]?.startsWith(`${api().world.passengerClientBase}/reset-password.html?token=`)).to.equal(true);
      expect(linksTo(sita.email)).to.deep.equal([]);
    });

    it('set a new password, once, and end every session', async () => {
      const asha = await passenger();
      const old = (await login(asha.email)).json;
      const token = await forgetAndRead(asha);
      const { status, json } = await reset(token);
      expect([status, json]).to.deep.equal([200, { reset: true }]);
      isProblem(await api().get('/api/auth/me', old.access as string), 401, 'SIGNED_OUT');
      isProblem(await login(asha.email), 401, 'BAD_CREDENTIALS');
      expect((await login(asha.email, NEW)).status).to.equal(200);
      isProblem(await reset(token, 'third-pass-3'), 401, 'RESET_TOKEN_INVALID');
    });

    it('400 before 401', async () => {
      for (const password of ['', 'koshi-2', 'koshikoshi']) isProblem(await reset('x', password), 400, 'VALIDATION');
      for (const token of [undefined, '', 'x', 'x.y', 7]) isProblem(await reset(token), 401, 'RESET_TOKEN_INVALID');
      for (const uid of [0, -1, 1.5, 2 ** 31, 1e300, '7', 'x', null, true, {}, []]) {
        isProblem(await reset(`${Buffer.from(JSON.stringify({ uid, p: 'pwreset' })).toString('base64url')}.x`), 401, 'RESET_TOKEN_INVALID');
      }
    });

    it('one wins of fifty', async () => {
      const asha = await passenger();
      const token = await forgetAndRead(asha);
      const statuses = (await Promise.all(Array.from({ length: 50 }, () => reset(token)))).map(({ status }) => status);
      expect([count(statuses, 200), count(statuses, 401)]).to.deep.equal([1, 49]);
    });
  });

  describe('POST /api/passenger/change-password', () => {
    it('changes it and goes on with a fresh pair', async () => {
      const asha = await passenger();
      const token = await tokenOf(asha);
      const change = (current: string, next: string) => api().post('/api/passenger/change-password', { current_password: current, new_password: next }, token);
      isProblem(await change('not-it', 'x'), 401, 'CURRENT_PASSWORD_WRONG');
      isProblem(await change(PASSWORD, 'koshikoshi'), 400, 'VALIDATION');
      const { status, headers, json } = await change(PASSWORD, NEW);
      expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(json).to.have.all.keys('access', 'refresh', 'changed');
      expect(json.changed).to.equal(true);
      isProblem(await api().get('/api/auth/me', token), 401, 'SIGNED_OUT');
      expect((await api().get('/api/auth/me', json.access as string)).status).to.equal(200);
      expect((await api().post('/api/auth/refresh', { refresh: json.refresh as string })).status).to.equal(200);
      expect((await login(asha.email, NEW)).status).to.equal(200);
    });
  });

  describe('GET and PUT /api/passenger/profile', () => {
    it('show and change it', async () => {
      const asha = await passenger();
      const token = await tokenOf(asha);
      expect((await api().get('/api/passenger/profile', token)).json).to.deep.equal({
        full_name: 'Asha Gurung', email: asha.email, phone: null, email_verified: true, avatar_url: '', avatar_color: '#15803d', member_since: '2026-11-01',
      });
      const put = (body: object) => api().put('/api/passenger/profile', body, token);
      expect((await put({ full_name: ' आशा गुरुङ ', phone: '9811111104' })).json).to.deep.equal({ full_name: 'आशा गुरुङ', phone: '9811111104' });
      expect((await put({ full_name: 'Asha', phone: null })).json).to.deep.equal({ full_name: 'Asha', phone: null });
      expect((await api().get('/api/passenger/profile', token)).json).to.include({ full_name: 'Asha', phone: null });
    });

    it('400 and 409', async () => {
      await passenger({ phone: '9811111105' });
      const token = await tokenOf(await passenger());
      const put = (body: object) => api().put('/api/passenger/profile', body, token);
      isProblem(await put({}), 400, 'VALIDATION');
      isProblem(await put({ full_name: 'Asha', phone: '123' }), 400, 'VALIDATION');
      isProblem(await put({ full_name: ['Asha'] }), 400, 'VALIDATION');
      isProblem(await put({ full_name: 'Asha', phone: '9811111105' }), 409, 'PHONE_TAKEN');
    });
  });
}, { environment: { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' } });

import { expect } from 'chai';
import { otherThan } from '../../support/accounts.ts';
import { onEveryServer } from '../../support/http.ts';

import { count, PASSWORD, passengersOn } from '../../support/passengers.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'passengers',
  (api) => {
    const { passenger, operator, login, tokenOf, operatorToken, codeFor, register } = passengersOn(api);

    it('passenger routes refuse calls without a token or with an operator’s token', async () => {
      const token = await operatorToken();
      expect((await api().get('/api/auth/me', token)).status).to.equal(200);
      for (const path of ['verify-email', 'resend-verification', 'change-password']) {
        expectProblem(await api().post(`/api/passenger/${path}`, {}), 401, 'TOKEN_MISSING');
        expectProblem(await api().post(`/api/passenger/${path}`, {}, token), 403, 'WRONG_ROLE');
      }
      expectProblem(await api().get('/api/passenger/profile', token), 403, 'WRONG_ROLE');
      expectProblem(await api().put('/api/passenger/profile', { full_name: 'x' }, token), 403, 'WRONG_ROLE');
    });

    describe('POST /api/passenger/register', () => {
      it('a passenger who registers with an invisible character in the address signs in without it', async () => {
        const { json } = await register({ email: 'unseen@example.com\u200b' });
        expect(json.user).to.include({ email: 'unseen@example.com' });
        expect((await login('unseen@example.com')).status).to.equal(200);
      });

      it('a passenger’s name without a letter or a digit is refused as empty', async () => {
        for (const name of ['\u200b', '\u00ad…', '—', '\u202e\u2066', '\u3164']) {
          const refused = await register({ full_name: name, email: 'nameless@example.com', phone: '9811111177' });
          expectProblem(refused, 400, 'VALIDATION');
          expect(refused.json.errors).to.deep.equal([{ field: 'full_name', message: 'full_name is required.' }]);
        }
      });

      it('a passenger’s name keeps its joiners and loses controls of the reading direction', async () => {
        const { json } = await register({
          full_name: '\u202eश्री\u200dमान\u2069',
          email: 'joined@example.com',
          phone: '9811111178',
        });
        expect(json.user.full_name).to.equal('श्री\u200dमान');
      });

      it('a passenger registers and is signed in', async () => {
        const { status, headers, json } = await register({
          full_name: '  Asha Gurung ',
          email: ' Asha.New@Example.com ',
          phone: '9811111101',
        });
        expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
        expect(json).to.have.all.keys('access', 'refresh', 'user', 'verification_email_sent', 'verification_error');
        expect(json).to.include({ verification_email_sent: true, verification_error: null });
        expect(json.user).to.have.all.keys(
          'id',
          'full_name',
          'email',
          'phone',
          'role',
          'email_verified',
          'phone_verified',
          'avatar_color',
          'created_at',
        );
        expect(json.user).to.include({
          full_name: 'Asha Gurung',
          email: 'asha.new@example.com',
          phone: '9811111101',
          role: 'PASSENGER',
          email_verified: false,
        });
        expect((await api().get('/api/auth/me', json.access as string)).json).to.include({ role: 'PASSENGER' });
      });

      it('a passenger’s registration succeeds even if the verification mail fails', async () => {
        api().mailer.broken = true;
        const { status, json } = await register();
        api().mailer.broken = false;
        expect(status).to.equal(200);
        expect(json.verification_email_sent).to.equal(false);
        expect(json.verification_error).to.be.a('string');
      });

      it('a passenger’s registration with a wrong field answers 400 and names the field', async () => {
        expectProblem(await api().post('/api/passenger/register', {}), 400, 'VALIDATION');
        for (const [field, given] of [
          ['full_name', { full_name: ' ' }],
          ['email', { email: 'asha@example' }],
          ['email', { email: 'a@x.com,b@x.com' }],
          ['email', { email: '"a"@x.com' }],
          ['email', { email: '<a@x.com>' }],
          ['phone', { phone: '9612345678' }],
          ['phone', { phone: 981234567 }],
          ['password', { password: 'himal-2' }],
          ['password', { password: 'himalaya' }],
          ['password', { password: '          ' }],
          ['password', { password: `${'h'.repeat(128)}1` }],
        ] as const) {
          const refused = await register(given);
          expectProblem(refused, 400, 'VALIDATION');
          expect(refused.json.errors[0].field, JSON.stringify(given)).to.equal(field);
        }
        expectProblem(await register({ email: 'a@x.com\r\nBcc: b@x.com' }), 400, 'VALIDATION');
      });

      it('a passenger’s registration with a taken e-mail address or phone number answers 409', async () => {
        const asha = await passenger({ phone: '9811111102' });
        expectProblem(await register({ email: asha.email.toUpperCase() }), 409, 'EMAIL_TAKEN');
        expectProblem(await register({ phone: '9811111102' }), 409, 'PHONE_TAKEN');
      });

      it('only one account is registered when 30 requests register the same e-mail address at once', async () => {
        const answers = await Promise.all(Array.from({ length: 30 }, () => register({ email: 'many@example.com' })));
        const statuses = answers.map(({ status }) => status);
        expect(count(statuses, 200) + count(statuses, 409)).to.equal(30);
        // A request that arrives after the first one has ended takes the same account over.
        const ids = answers.flatMap(({ status, json }) => (status === 200 ? [json.user.id] : []));
        expect(new Set(ids)).to.have.property('size', 1);
      });
    });

    describe('POST /api/passenger/login', () => {
      it('a passenger signs in by e-mail address or phone number, given as `identifier` or `email`', async () => {
        const asha = await passenger({ phone: '9811111103' });
        for (const body of [
          { identifier: asha.email },
          { identifier: '9811111103' },
          { identifier: 9811111103 },
          { email: asha.email },
          { identifier: ' ', email: asha.email },
        ]) {
          const { status, json } = await api().post('/api/passenger/login', { ...body, password: PASSWORD });
          expect(status, JSON.stringify(body)).to.equal(200);
          expect(json).to.have.all.keys('access', 'refresh', 'user');
          expect(json.user).to.include({ id: asha.id, email_verified: true });
        }
      });

      it('a passenger’s sign-in and profile return the address of the avatar', async () => {
        const asha = await passenger();
        await api().dependencies.transact(({ users }) => users.setAvatar(asha.id, 'asha.png'));
        expect((await login(asha.email)).json.user.avatar_url).to.equal(`${api().dependencies.baseUrl}/media/asha.png`);
        expect((await api().get('/api/passenger/profile', await tokenOf(asha))).json.avatar_url).to.equal(
          `${api().dependencies.baseUrl}/media/asha.png`,
        );
      });

      it('a passenger’s sign-in answers 400 without a password, 401 for a wrong one, 403 if suspended and 423 if locked', async () => {
        expectProblem(await login(''), 400, 'VALIDATION');
        expectProblem(await login('asha@example.com', ''), 400, 'VALIDATION');
        expectProblem(await login('nobody@example.com'), 401, 'BAD_CREDENTIALS');
        expectProblem(await login((await passenger({ status: 'SUSPENDED' })).email), 403, 'ACCOUNT_NOT_ACTIVE');
        expectProblem(await login((await passenger({ passwordHash: '!x' })).email), 403, 'NO_PASSWORD');
        expectProblem(await login((await operator()).email), 403, 'WRONG_PORTAL');
        const asha = await passenger();
        for (const n of [1, 2, 3, 4])
          expect((await login(asha.email, 'not-it')).json.detail).to.contain(`Attempt ${n} of 5`);
        expectProblem(await login(asha.email, 'not-it'), 423, 'ACCOUNT_LOCKED');
        expectProblem(await login(asha.email), 423, 'ACCOUNT_LOCKED');
      });
    });

    describe('POST /api/passenger/verify-email and /api/passenger/resend-verification', () => {
      it('a passenger’s e-mail address becomes verified by the mailed code', async () => {
        const {
          json: { access: token, user },
        } = await register();
        const sent = await api().post('/api/passenger/resend-verification', undefined, token as string);
        expect([sent.status, sent.json]).to.deep.equal([200, { resent: true }]);
        const wrong = await api().post(
          '/api/passenger/verify-email',
          { code: otherThan(codeFor(user.email as string)) },
          token as string,
        );
        expectProblem(wrong, 401, 'CODE_WRONG');
        expect(wrong.json.detail).to.contain('Try 1 of 5');
        const { status, json } = await api().post(
          '/api/passenger/verify-email',
          { code: codeFor(user.email as string) },
          token as string,
        );
        expect([status, json]).to.deep.equal([200, { email_verified: true }]);
        expect((await api().get('/api/passenger/profile', token as string)).json).to.include({ email_verified: true });
        expectProblem(
          await api().post('/api/passenger/verify-email', { code: codeFor(user.email as string) }, token as string),
          410,
          'CODE_EXPIRED',
        );
      });

      it('a passenger’s e-mail verification answers 410 after five wrong codes, and 429 if no more codes can be mailed', async () => {
        const {
          json: { access: token, user },
        } = await register();
        const verify = (code: string) => api().post('/api/passenger/verify-email', { code }, token as string);
        const statuses = (
          await Promise.all(Array.from({ length: 20 }, () => verify(otherThan(codeFor(user.email as string)))))
        ).map(({ status }) => status);
        expect([count(statuses, 401), count(statuses, 410)]).to.deep.equal([5, 15]);
        expectProblem(await verify(codeFor(user.email as string)), 410, 'CODE_EXPIRED');
        api().mailer.broken = true;
        const refused = await api().post('/api/passenger/resend-verification', {}, token as string);
        api().mailer.broken = false;
        expectProblem(refused, 429, 'CODE_NOT_SENT');
      });
    });
  },
  { environment: { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' } },
);

import { expect } from 'chai';
import type { PasswordResetMail } from '../../../core/platform/mailer.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import type { Addressed } from '../../support/people.ts';

import { count, NEW, PASSWORD, passengersOn } from '../../support/passengers.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'passwords of passengers',
  (api) => {
    const { passenger, operator, login, tokenOf } = passengersOn(api);

    describe('POST /api/passenger/forgot-password and /api/passenger/reset-password', () => {
      const forget = (email?: unknown): Promise<Answer> => api().post('/api/passenger/forgot-password', { email });
      const linksTo = (to: string): readonly string[] =>
        api()
          .mailer.sent.filter((mail): mail is PasswordResetMail => mail.kind === 'password-reset' && mail.to === to)
          .map(({ link }) => link);
      const reset = (token: unknown, newPassword: unknown = NEW): Promise<Answer> =>
        api().post('/api/passenger/reset-password', { token, new_password: newPassword });
      const forgetAndRead = async (who: Addressed): Promise<string> => {
        const before = linksTo(who.email).length;
        await forget(who.email);
        await eventually(() => linksTo(who.email).length > before);
        return new URL(linksTo(who.email).at(-1)!).searchParams.get('token')!;
      };

      it('a request to reset a passenger’s password gets the same answer for every address, and mails only passengers', async () => {
        const [asha, sita] = [await passenger(), await operator()];
        for (const email of [undefined, '', 'x', 'nobody@example.com', sita.email, asha.email.toUpperCase()]) {
          const { status, json } = await forget(email);
          expect([status, json]).to.deep.equal([200, { sent: true }]);
        }
        await eventually(() => linksTo(asha.email).length === 1);
        expect(
          linksTo(asha.email)[0]?.startsWith(`${api().dependencies.passengerClientBase}/reset-password.html?token=`),
        ).to.equal(true);
        expect(linksTo(sita.email)).to.deep.equal([]);
      });

      it('a passenger’s reset link sets a password only once, and ends every session', async () => {
        const asha = await passenger();
        const old = (await login(asha.email)).json;
        const token = await forgetAndRead(asha);
        const { status, json } = await reset(token);
        expect([status, json]).to.deep.equal([200, { reset: true }]);
        expectProblem(await api().get('/api/auth/me', old.access as string), 401, 'SIGNED_OUT');
        expectProblem(await login(asha.email), 401, 'BAD_CREDENTIALS');
        expect((await login(asha.email, NEW)).status).to.equal(200);
        expectProblem(await reset(token, 'third-pass-3'), 401, 'RESET_TOKEN_INVALID');
      });

      it('a passenger’s password reset checks the new password before it checks the reset token', async () => {
        for (const password of ['', 'koshi-2', 'koshikoshi'])
          expectProblem(await reset('x', password), 400, 'VALIDATION');
        for (const token of [undefined, '', 'x', 'x.y', 7])
          expectProblem(await reset(token), 401, 'RESET_TOKEN_INVALID');
        for (const uid of [0, -1, 1.5, 2 ** 31, 1e300, '7', 'x', null, true, {}, []]) {
          expectProblem(
            await reset(`${Buffer.from(JSON.stringify({ uid, p: 'pwreset' })).toString('base64url')}.x`),
            401,
            'RESET_TOKEN_INVALID',
          );
        }
      });

      it('a passenger’s reset link sets only one password when 50 requests use it at once', async () => {
        const asha = await passenger();
        const token = await forgetAndRead(asha);
        const statuses = (await Promise.all(Array.from({ length: 50 }, () => reset(token)))).map(
          ({ status }) => status,
        );
        expect([count(statuses, 200), count(statuses, 401)]).to.deep.equal([1, 49]);
      });
    });

    describe('POST /api/passenger/change-password', () => {
      it('changing a passenger’s password ends the other sessions and returns new tokens', async () => {
        const asha = await passenger();
        const token = await tokenOf(asha);
        const change = (current: string, next: string) =>
          api().post('/api/passenger/change-password', { current_password: current, new_password: next }, token);
        expectProblem(await change('not-it', 'x'), 401, 'CURRENT_PASSWORD_WRONG');
        expectProblem(await change(PASSWORD, 'koshikoshi'), 400, 'VALIDATION');
        const { status, headers, json } = await change(PASSWORD, NEW);
        expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
        expect(json).to.have.all.keys('access', 'refresh', 'changed');
        expect(json.changed).to.equal(true);
        expectProblem(await api().get('/api/auth/me', token), 401, 'SIGNED_OUT');
        expect((await api().get('/api/auth/me', json.access as string)).status).to.equal(200);
        expect((await api().post('/api/auth/refresh', { refresh: json.refresh as string })).status).to.equal(200);
        expect((await login(asha.email, NEW)).status).to.equal(200);
      });
    });
  },
  { environment: { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' } },
);

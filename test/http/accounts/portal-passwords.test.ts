import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import { aPassenger, anAdmin, anOperator } from '../../support/people.ts';

const PASSWORD = 'secret-123';

onEveryServer('forgotten passwords of portals', (api) => {
  const traits = async () => ({ passwordHash: await api().dependencies.passwords.hash(PASSWORD) });
  const login = (who: Pick<Account, 'email'>, portal: string, password = PASSWORD): Promise<Answer> =>
    api().post('/api/auth/login', { portal, email: who.email, password });
  const isProblem = ({ status, json }: Answer, expected: number, code: string): void => {
    expect([status, (json as { code?: string }).code]).to.deep.equal([expected, code]);
  };
  const forget = (email?: unknown): Promise<Answer> => api().post('/api/auth/forgot-password', { email });
  const reset = (token: unknown, newPassword: unknown = 'himal6'): Promise<Answer> =>
    api().post('/api/auth/reset-password', { token, new_password: newPassword });
  const linksTo = (to: string): readonly string[] =>
    api().mailer.sent.flatMap((mail) => (mail.kind === 'password-reset' && mail.to === to ? [mail.link] : []));

  it('a request to reset a portal password gets the same answer for every address, and mails only operators and admins', async () => {
    const [sita, anil, asha] = [
      await anOperator(api().dependencies, await traits()),
      await anAdmin(api().dependencies, await traits()),
      await aPassenger(api().dependencies),
    ];
    const old = (await login(anil, 'admin')).json;
    for (const email of [undefined, '', 'nobody@example.com', asha.email, sita.email, anil.email.toUpperCase()]) {
      const { status, json } = await forget(email);
      expect([status, json]).to.deep.equal([200, { sent: true }]);
    }
    await eventually(() => [sita, anil].every(({ email }) => linksTo(email).length === 1));
    expect(linksTo(asha.email)).to.deep.equal([]);
    for (const [who, portal] of [
      [sita, 'operator'],
      [anil, 'admin'],
    ] as const) {
      const link = linksTo(who.email)[0]!;
      expect(link.startsWith(`${api().dependencies.operatorLoginUrl}?token=`)).to.equal(true);
      const token = new URL(link).searchParams.get('token');
      const { status, json } = await reset(token);
      expect([status, json]).to.deep.equal([200, { reset: true }]);
      isProblem(await login(who, portal), 401, 'BAD_CREDENTIALS');
      expect((await login(who, portal, 'himal6')).status).to.equal(200);
      isProblem(await reset(token, 'himal7'), 401, 'RESET_TOKEN_INVALID');
    }
    isProblem(await api().get('/api/auth/me', old.access as string), 401, 'SIGNED_OUT');
  });

  it('a portal’s password reset checks the new password before it checks the reset token', async () => {
    for (const password of ['', 'himal']) isProblem(await reset('x', password), 400, 'VALIDATION');
    for (const token of [undefined, '', 'x', 'x.y', 7]) isProblem(await reset(token), 401, 'RESET_TOKEN_INVALID');
  });
});

import { expect } from 'chai';
import { secondsAfter } from '../../../core/kernel/time.ts';
import { otherThan } from '../../support/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, type Api, startApi } from '../../support/http.ts';
import { readableLog } from '../../support/readable-log.ts';

describe('secrets of accounts', () => {
  const PASSWORDS = ['correct-horse-1', 'battery-staple-2', 'wrong-guess-3', 'another-new-4'] as const;
  const [PASSENGERS, OPERATORS, WRONG, NEXT] = PASSWORDS;
  const { log, lines } = readableLog();
  const refusals: Answer[] = [];
  const tokens: string[] = [];
  let api: Api;

  /** Calls a route. Records the tokens of successful answers, and the whole text of refusals. */
  const call = async (path: string, body: object, token?: string): Promise<Answer['json']> => {
    const answer = await api.post(path, body, token);
    if (answer.status >= 400) refusals.push(answer);
    else
      for (const key of ['access', 'refresh', 'ticket'])
        if (typeof answer.json[key] === 'string') tokens.push(answer.json[key]);
    return answer.json;
  };
  const codes = (): readonly string[] => api.mailer.sent.flatMap((mail) => (mail.kind === 'code' ? [mail.code] : []));
  const links = (): readonly string[] =>
    api.mailer.sent.flatMap((mail) => (mail.kind === 'password-reset' ? [mail.link] : []));

  before(async () => {
    api = await startApi({ environment: { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' }, overrides: { log } });
    await passengersDay();
    await operatorsDay();
  });
  after(() => api.close());

  async function passengersDay(): Promise<void> {
    const { access, refresh } = await call('/api/passenger/register', {
      full_name: 'Asha',
      email: 'asha@example.com',
      password: PASSENGERS,
    });
    await call('/api/passenger/verify-email', { code: otherThan(codes().at(-1)!) }, access as string);
    await call('/api/passenger/verify-email', { code: codes().at(-1) }, access as string);
    await call('/api/passenger/login', { identifier: 'asha@example.com', password: WRONG });
    await call('/api/passenger/register', { full_name: 'Asha', email: 'asha@example.com', password: PASSENGERS });
    await call('/api/auth/refresh', { refresh: refresh as string });
    api.clock.set(secondsAfter(api.clock(), 11));
    await call('/api/auth/refresh', { refresh: refresh as string });
    await call('/api/passenger/forgot-password', { email: 'asha@example.com' });
    await eventually(() => links().length === 1);
    const token = new URL(links()[0]!).searchParams.get('token');
    await call('/api/passenger/reset-password', { token, new_password: 'short' });
    await call('/api/passenger/reset-password', { token, new_password: NEXT });
    await call('/api/passenger/reset-password', { token, new_password: WRONG });
    const { access: fresh } = await call('/api/passenger/login', { identifier: 'asha@example.com', password: NEXT });
    await call(
      '/api/passenger/change-password',
      { current_password: WRONG, new_password: PASSENGERS },
      fresh as string,
    );
  }

  async function operatorsDay(): Promise<void> {
    api.mailer.broken = true;
    await call('/api/auth/register', {
      full_name: 'Sita',
      company_name: 'Blue Sky',
      email: 'sita@example.com',
      password: OPERATORS,
    });
    await call('/api/auth/login', { portal: 'operator', email: 'sita@example.com', password: OPERATORS });
    api.mailer.broken = false;
    const { ticket } = await call('/api/auth/login', {
      portal: 'operator',
      email: 'sita@example.com',
      password: OPERATORS,
    });
    await call('/api/auth/resend-otp', { ticket: ticket as string });
    await call('/api/auth/verify-otp', { ticket: `${ticket as string}x`, code: codes().at(-1) });
    await call('/api/auth/verify-otp', { ticket: ticket as string, code: otherThan(codes().at(-1)!) });
    const { refresh } = await call('/api/auth/verify-otp', { ticket: ticket as string, code: codes().at(-1) });
    for (let n = 0; n < 6; n += 1)
      await call('/api/auth/login', { portal: 'operator', email: 'sita@example.com', password: WRONG });
    await call('/api/auth/logout', { refresh: refresh as string }, tokens.at(-2));
    await call('/api/auth/logout-all', {}, tokens.at(-2));
  }

  /** A longer number may contain a code by chance, so codes are searched as whole words. */
  const isFreeOfSecrets = (text: string): void => {
    for (const secret of [
      ...PASSWORDS,
      ...tokens,
      ...links(),
      ...links().map((link) => new URL(link).searchParams.get('token')!),
    ])
      expect(text).not.to.contain(secret);
    for (const code of codes()) expect(text).not.to.match(new RegExp(`(?<![\\w-])${code}(?![\\w-])`));
  };

  it('the test of leaked secrets really uses every kind of secret that an account has', () => {
    expect([tokens.length > 8, codes().length, links().length, refusals.length > 12]).to.deep.equal([true, 3, 1, true]);
  });

  it('secrets of accounts appear in no line of the log', () => {
    expect(lines.length).to.be.greaterThan(20);
    isFreeOfSecrets(lines.join(''));
  });

  it('secrets of accounts appear in no error answer', () => {
    for (const { text, headers } of refusals) isFreeOfSecrets(`${text} ${JSON.stringify([...headers])}`);
  });

  it('secrets of accounts do not appear in the login log, which records every sign-in', async () => {
    const entries = await api.dependencies.transact(({ loginLog }) => loginLog.newest(100));
    isFreeOfSecrets(JSON.stringify(entries));
    expect(new Set(entries.map(({ kind }) => kind))).to.deep.equal(
      new Set(['SUCCESS', 'FAILED', 'LOCKED', 'LOGOUT', 'OTP_SENT']),
    );
    for (const { origin } of entries) expect(origin.ip).to.equal('127.0.0.1');
  });

  it('secrets of accounts are mailed only to the account’s owner', () => {
    expect(api.mailer.sent.map(({ kind, to }) => `${kind} ${to}`)).to.deep.equal([
      'code asha@example.com',
      'password-reset asha@example.com',
      'code sita@example.com',
      'code sita@example.com',
      'lockout sita@example.com',
    ]);
  });
});

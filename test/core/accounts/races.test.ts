import { expect } from 'chai';
import { daysAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, otherThan } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anOperator } from '../../support/people.ts';

const PASSWORD = 'himal-2026';

/** A mutex that never waits, because several processes share no mutex. So the database alone must keep the limits. */
const WITHOUT_TURNS = { mutex: <Result>(_key: string, work: () => Promise<Result>) => work() };

/** Hashes without a queue, because these tests are not about hashing. */
const PASSWORDS = {
  passwords: {
    hash: async (password: string) => `hash of ${password} ${Math.random()}`,
    matches: async (password: string, hash: string | undefined) => hash?.startsWith(`hash of ${password} `) ?? false,
  },
};

const times = <Result>(count: number, work: (n: number) => Promise<Result>): Promise<PromiseSettledResult<Result>[]> =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)));

/** Counts the outcomes by `ok` or by the refusal’s code. */
function tally(outcomes: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const key =
      outcome.status === 'fulfilled' ? 'ok' : String((outcome.reason as { code?: unknown }).code ?? outcome.reason);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

onEveryEngine('accounts with many requests at once', (engine) => {
  let accounts: Accounts;
  let asha: Addressed;

  beforeEach(async () => {
    accounts = accountsOn(engine(), { ...WITHOUT_TURNS, ...PASSWORDS });
    asha = await aPassenger(engine(), { passwordHash: await PASSWORDS.passwords.hash(PASSWORD), emailVerified: false });
  });

  const signIn = (password: string) => accounts.signInPassenger({ identifier: asha.email, password }, ORIGIN);

  it('only five of a hundred wrong passwords at once are checked, and the others are refused unchecked', async () => {
    let tried = 0;
    const counting = {
      passwords: {
        ...PASSWORDS.passwords,
        matches: async () => {
          tried += 1;
          return false;
        },
      },
    };
    accounts = accountsOn(engine(), { ...WITHOUT_TURNS, ...counting });
    const outcomes = await times(100, () => signIn('not-it'));
    expect(tally(outcomes)).to.deep.equal({ BAD_CREDENTIALS: 4, ACCOUNT_LOCKED: 96 });
    expect(tried).to.equal(5);
    expect(await accounts.find(asha.id)).to.include({ failedAttempts: 5 });
    const kinds = (await accounts.log(200)).map(({ kind }) => kind);
    expect([
      kinds.filter((kind) => kind === 'FAILED').length,
      kinds.filter((kind) => kind === 'LOCKED').length,
    ]).to.deep.equal([4, 96]);
  });

  it('a hundred wrong passwords at once cause five password checks on a trusted device and five elsewhere', async () => {
    const sita = await anOperator(engine());
    await engine().transact(async ({ users, devices }) => {
      await users.replacePassword(sita.id, sita.passwordHash, 'hash of x');
      await devices.trust(sita.id, 'laptop', accounts.clock(), daysAfter(accounts.clock(), 7));
    });
    let tried = 0;
    accounts = accountsOn(engine(), {
      ...WITHOUT_TURNS,
      passwords: {
        ...PASSWORDS.passwords,
        matches: async () => {
          tried += 1;
          return false;
        },
      },
    });
    const outcomes = await times(100, (n) =>
      accounts.signInPortal(
        {
          portal: 'operator',
          email: sita.email,
          password: 'not-it',
          deviceId: n % 2 === 0 ? 'laptop' : `another ${n}`,
        },
        ORIGIN,
      ),
    );
    expect(tally(outcomes)).to.deep.equal({ BAD_CREDENTIALS: 8, ACCOUNT_LOCKED: 92 });
    expect(tried).to.equal(10);
    await accounts.settled();
    expect(accounts.mailer.sent.map(({ kind }) => kind)).to.deep.equal(['lockout']);
  });

  it('two hundred wrong codes at once cause at most five checks for each mailed code, and twenty checks a day', async () => {
    accounts = accountsOn(engine(), { otp: { maxTries: 5, ttlMinutes: 10, resendSeconds: 0, maxPerHour: 0 } });
    let wrong = 0;
    for (let round = 0; round < 5; round += 1) {
      await accounts.resendVerification(accounts.callerFor(asha), ORIGIN).catch(() => undefined);
      const outcomes = tally(
        await times(40, () => accounts.verifyEmail(accounts.callerFor(asha), otherThan(accounts.codeFor(asha.email)))),
      );
      expect(outcomes['CODE_WRONG'] ?? 0).to.equal(round < 4 ? 5 : 0);
      wrong += outcomes['CODE_WRONG'] ?? 0;
      expect(
        Object.keys(outcomes).filter((code) => !['CODE_WRONG', 'CODE_EXHAUSTED', 'CODE_EXPIRED'].includes(code)),
      ).to.deep.equal([]);
    }
    expect(wrong).to.equal(20);
  });

  it('a right code signs in only once when 50 requests use it at once', async () => {
    const sita = await anOperator(engine(), { passwordHash: await PASSWORDS.passwords.hash(PASSWORD) });
    const sent = await accounts.signInPortal(
      { portal: 'operator', email: sita.email, password: PASSWORD, deviceId: 'laptop' },
      ORIGIN,
    );
    const ticket = 'ticket' in sent ? sent.ticket : '';
    const outcomes = tally(
      await times(50, () => accounts.verifyCode({ ticket, code: accounts.codeFor(sita.email) }, ORIGIN)),
    );
    expect(outcomes).to.deep.equal({ ok: 1, CODE_EXPIRED: 49 });
  });

  it('a refresh token is exchanged only once when 50 calls of the use case arrive at once', async () => {
    const { refresh } = await signIn(PASSWORD);
    const outcomes = await times(50, () => accounts.refreshSession(refresh));
    expect(tally(outcomes)).to.deep.equal({ ok: 1, REFRESH_REVOKED: 49 });
    const [won] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    await accounts.refreshSession(won!.refresh);
  });

  it('a stolen refresh token that is used while its successor is refreshed ends all sessions of the sign-in', async () => {
    for (let n = 0; n < 10; n += 1) {
      const first = await signIn(PASSWORD);
      let newest = await accounts.refreshSession(first.refresh);
      accounts.clock.set(secondsAfter(accounts.clock(), 11));
      const [owner, ...thieves] = await Promise.allSettled(
        [newest, first, first, first].map(({ refresh }) => accounts.refreshSession(refresh)),
      );
      expect(tally(thieves)).to.deep.equal({ REFRESH_REVOKED: 3 });
      if (owner?.status === 'fulfilled') newest = owner.value;
      expect(tally(await times(1, () => accounts.refreshSession(newest.refresh)))).to.deep.equal({
        REFRESH_REVOKED: 1,
      });
    }
  });

  it('a session that is refreshed during a sign-out of all sessions is signed out too', async () => {
    const { refresh } = await signIn(PASSWORD);
    const [, refreshed] = await Promise.allSettled([
      accounts.signOutEverywhere(accounts.callerFor(asha), ORIGIN),
      accounts.refreshSession(refresh),
    ]);
    if (refreshed.status === 'fulfilled')
      expect(tally(await times(1, () => accounts.authenticate(refreshed.value.access)))).to.deep.equal({
        SIGNED_OUT: 1,
      });
  });

  it('a session that is refreshed during its sign-out is revoked', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { refresh } = await signIn(PASSWORD);
      const [, refreshed] = await Promise.allSettled([
        accounts.signOut(accounts.callerFor(asha), refresh, ORIGIN),
        accounts.refreshSession(refresh),
      ]);
      if (refreshed.status === 'fulfilled')
        expect(tally(await times(1, () => accounts.refreshSession(refreshed.value.refresh)))).to.deep.equal({
          REFRESH_REVOKED: 1,
        });
    }
  });

  it('a reset link sets only one password when 50 requests use it at once', async () => {
    await accounts.forgotPassword(asha.email, ORIGIN);
    await accounts.settled();
    const [mail] = accounts.mailer.sent;
    const token = mail?.kind === 'password-reset' ? new URL(mail.link).searchParams.get('token')! : '';
    const outcomes = await times(50, (n) => accounts.resetPassword({ token, newPassword: `koshi-2027-${n}` }));
    expect(tally(outcomes)).to.deep.equal({ ok: 1, RESET_TOKEN_INVALID: 49 });
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    await signIn(`koshi-2027-${won}`);
    expect(await accounts.find(asha.id)).to.include({ tokenVersion: 1 });
  });

  it('a password is changed only once when 50 requests change it at once', async () => {
    const outcomes = await times(50, (n) =>
      accounts.changePassword(
        accounts.callerFor(asha),
        { currentPassword: PASSWORD, newPassword: `koshi-2027-${n}` },
        ORIGIN,
      ),
    );
    // Some callers' password is replaced just after the check. Such calls do not count towards the lock.
    const { ok, CURRENT_PASSWORD_WRONG: wrong = 0, ACCOUNT_LOCKED: locked = 0 } = tally(outcomes);
    expect(ok).to.equal(1);
    expect(wrong).to.be.at.least(4);
    expect(wrong + locked).to.equal(49);
  });

  it('only one code and one reset link are mailed when 30 of each are requested at once', async () => {
    const outcomes = tally(await times(30, () => accounts.resendVerification(accounts.callerFor(asha), ORIGIN)));
    expect(outcomes).to.deep.equal({ ok: 1, CODE_NOT_SENT: 29 });
    await times(30, () => accounts.forgotPassword(asha.email, ORIGIN));
    await accounts.settled();
    expect(accounts.mailer.sent.map(({ kind }) => kind)).to.deep.equal(['code', 'password-reset']);
  });

  it('an e-mail address and a phone number are registered only once when 30 people use them at once', async () => {
    const register = (email: string, phone: string) =>
      accounts.registerPassenger({ fullName: 'Bikram Thapa', email, password: PASSWORD, phone }, ORIGIN);
    expect(tally(await times(30, () => register('bikram@example.com', '')))).to.deep.equal({ ok: 1, EMAIL_TAKEN: 29 });
    expect(tally(await times(30, (n) => register(`person-${n}@bikram.example.com`, '9811111111')))).to.deep.equal({
      ok: 1,
      PHONE_TAKEN: 29,
    });
  });

  it('a phone number is given to only one profile when 20 ask for it at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => aPassenger(engine())));
    const outcomes = tally(
      await times(20, (n) =>
        accounts.updateProfile(
          accounts.callerFor(people[n]!),
          { fullName: 'Asha', phone: '9844444444', currentPassword: '' },
          ORIGIN,
        ),
      ),
    );
    expect(outcomes).to.deep.equal({ ok: 1, PHONE_TAKEN: 19 });
  });

  it('a right password signs in every time when 30 requests use it at once', async () => {
    accounts = accountsOn(engine(), { ...PASSWORDS, mutex: CRYPTO.mutex });
    expect(tally(await times(30, () => signIn(PASSWORD)))).to.deep.equal({ ok: 30 });
  });
});

import { expect } from 'chai';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { memoryEngine } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { aPassenger, anOperator } from '../../support/people.ts';

const PASSWORD = 'himal-2026';

describe('signing in as a passenger', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let accounts: Accounts;
  let passwordHash: string;

  before(async () => {
    passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  });
  beforeEach(() => {
    accounts = accountsOn((engine = memoryEngine()));
  });

  const signIn = (identifier: string, password = PASSWORD) =>
    accounts.signInPassenger({ identifier, password }, ORIGIN);
  const refused = (identifier: string, password = PASSWORD) => refusalOf(signIn(identifier, password));

  it('a passenger signs in by e-mail address in any letter case, or by phone number', async () => {
    const asha = await aPassenger(engine, {
      email: 'asha@example.com',
      phone: '9812345678',
      passwordHash,
      emailVerified: false,
    });
    for (const identifier of ['asha@example.com', 'ASHA@EXAMPLE.COM', '9812345678']) {
      const { user, access } = await signIn(identifier);
      expect(user)
        .to.include({ id: asha.id, role: 'PASSENGER', emailVerified: false })
        .and.not.have.any.keys('companyName', 'avatarUrl', 'passwordHash');
      expect(await accounts.authenticate(access)).to.include({ userId: asha.id, role: 'PASSENGER' });
    }
    expect(await accounts.find(asha.id)).to.include({ lastLoginAt: accounts.clock() });
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'SUCCESS',
      userId: asha.id,
      role: 'PASSENGER',
      origin: ORIGIN,
    });
  });

  it('a passenger’s sign-in returns the URL of the avatar', async () => {
    const asha = await aPassenger(engine, { passwordHash });
    await engine.transact(({ users }) => users.setAvatar(asha.id, 'asha.png'));
    expect((await signIn(asha.email)).user.avatarUrl).to.equal('https://example.com/media/asha.png');
  });

  it('password hashing for sign-ins of unknown users runs in parallel', async () => {
    const hashing: (() => void)[] = [];
    const matches = () =>
      new Promise<boolean>((resolve) => {
        hashing.push(() => resolve(false));
      });
    accounts = accountsOn(engine, { passwords: { ...CRYPTO.passwords, matches } });
    const guesses = Array.from({ length: 3 }, () => refused('nobody@example.com'));
    await eventually(() => hashing.length === 3, 1);
    for (const finish of hashing) finish();
    for (const refusal of await Promise.all(guesses))
      expect(refusal).to.include({ kind: 'unauthenticated', code: 'BAD_CREDENTIALS' });
  });

  it('a passenger’s sign-in needs an identifier and the right password of a known account', async () => {
    for (const [identifier, password] of [
      ['', PASSWORD],
      ['asha@example.com', ''],
      ['asha@example.com', '  '],
    ] as const) {
      expect(await refused(identifier, password)).to.include({ kind: 'invalid' });
    }
    expect(await refused('asha@example.com')).to.include({ kind: 'unauthenticated' });
    expect(await refused('9812345678')).to.include({ kind: 'unauthenticated' });
  });

  it('five wrong passwords of a passenger lock the account for 15 minutes', async () => {
    const asha = await aPassenger(engine, { passwordHash, phone: '9812345678' });
    for (const n of [1, 2, 3, 4])
      expect((await refused(n % 2 ? asha.email : '9812345678', 'not-it')).message).to.contain(`Attempt ${n} of 5`);
    expect(await refused(asha.email, 'not-it')).to.include({ kind: 'locked' });
    expect(await refused(asha.email)).to.include({ kind: 'locked' });
    accounts.clock.advance(15);
    expect(await signIn(asha.email)).to.have.property('access');
    expect(await accounts.find(asha.id)).to.include({ failedAttempts: 0, lockedUntil: null });
  });

  it('a passenger’s sign-in is refused for a suspended account or one without a password, before the password is checked', async () => {
    const suspended = await aPassenger(engine, { passwordHash, status: 'SUSPENDED' });
    const refusal = await refused(suspended.email, 'not-it');
    expect(refusal).to.include({ kind: 'forbidden' });
    expect(refusal.message).to.contain('SUSPENDED');
    const passwordless = await aPassenger(engine);
    expect(await refused(passwordless.email)).to.include({ kind: 'forbidden', code: 'NO_PASSWORD' });
  });

  it('a right password of an operator at the passengers’ sign-in is refused, and earlier wrong ones still count', async () => {
    const sita = await anOperator(engine, { passwordHash });
    expect(await refused(sita.email, 'not-it')).to.include({ kind: 'unauthenticated' });
    expect(await refused(sita.email)).to.include({ kind: 'forbidden' });
    expect((await refused(sita.email, 'not-it')).message).to.contain('Attempt 2 of 5');
    expect(await accounts.find(sita.id)).to.include({ lastLoginAt: null });
  });

  it('a passenger can sign in several times at once', async () => {
    const asha = await aPassenger(engine, { passwordHash });
    const entered = await Promise.all(Array.from({ length: 20 }, () => signIn(asha.email)));
    expect(new Set(entered.map(({ refresh }) => refresh)).size).to.equal(20);
    expect(await accounts.find(asha.id)).to.include({ failedAttempts: 0, lockedUntil: null });
  });
});

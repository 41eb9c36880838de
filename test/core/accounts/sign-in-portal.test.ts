import { expect } from 'chai';
import type { SignedIn } from '../../../core/accounts/open-session.ts';
import type { SecondStep } from '../../../core/accounts/second-step.ts';
import { type Instant, daysAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anAdmin, anOperator } from '../../support/people.ts';

const PASSWORD = 'secret-123';

describe('signing in to a portal', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let accounts: Accounts;
  let passwordHash: string;

  before(async () => {
    passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  });
  beforeEach(() => {
    accounts = accountsOn((engine = memoryEngine()));
  });

  const signIn = (
    email: string,
    given: Partial<Parameters<Accounts['signInPortal']>[0]> = {},
  ): Promise<SignedIn | SecondStep> =>
    accounts.signInPortal({ portal: 'operator', email, password: PASSWORD, deviceId: '', ...given }, ORIGIN);
  const refused = (email: string, given: Partial<Parameters<Accounts['signInPortal']>[0]> = {}) =>
    refusalOf(signIn(email, given));
  const wrong = { password: 'not-it' };

  it('a portal sign-in accepts the portal names “operator” and “admin”, in any letter case', async () => {
    for (const portal of ['', 'passenger', 'operators', 'constructor']) {
      expect(await refused('', { portal })).to.include({
        kind: 'invalid',
        message: "portal must be 'operator' or 'admin'.",
      });
    }
    const admin = await anAdmin(engine, { passwordHash });
    expect(await signIn(admin.email, { portal: 'ADMIN' })).to.have.property('access');
  });

  it('a portal sign-in needs an e-mail address and a password that is not blank', async () => {
    for (const [email, password] of [
      ['', PASSWORD],
      ['sita@example.com', ''],
      ['sita@example.com', '   '],
    ] as const) {
      expect(await refused(email, { password })).to.include({ kind: 'invalid' });
    }
    expect(await accounts.log()).to.deep.equal([]);
  });

  it('a portal sign-in with an unknown e-mail address is refused and is in the login log', async () => {
    expect(await refused('nobody@example.com')).to.include({
      kind: 'unauthenticated',
      code: 'BAD_CREDENTIALS',
      message: 'The e-mail address and the password do not match an account.',
    });
    expect((await accounts.log())[0])
      .to.deep.include({ kind: 'FAILED', email: 'nobody@example.com', origin: ORIGIN })
      .and.not.have.property('userId');
  });

  it('a portal sign-in hashes the password also for an unknown e-mail address', async () => {
    const hashed: (string | undefined)[] = [];
    const passwords = {
      ...CRYPTO.passwords,
      matches: async (_password: string, hash: string | undefined) => {
        hashed.push(hash);
        return false;
      },
    };
    accounts = accountsOn(engine, { passwords });
    await refused('nobody@example.com');
    expect(hashed).to.deep.equal([undefined]);
  });

  it('an admin without an authenticator app signs in at once, by e-mail address in any letter case', async () => {
    const admin = await anAdmin(engine, { email: 'anil@example.com', passwordHash });
    const signedIn = (await signIn(' ANIL@Example.com', { portal: 'admin' })) as SignedIn;
    expect(signedIn.user)
      .to.include({ id: admin.id, role: 'ADMIN' })
      .and.not.have.any.keys('companyName', 'operatorId');
    expect(await accounts.authenticate(signedIn.access)).to.include({ userId: admin.id, role: 'ADMIN' });
    expect(await accounts.find(admin.id)).to.include({ lastLoginAt: accounts.clock() });
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'SUCCESS',
      userId: admin.id,
      role: 'ADMIN',
      origin: ORIGIN,
    });
    expect(accounts.mailer.sent).to.deep.equal([]);
  });

  it('an operator’s sign-in mails a code and returns a sign-in ticket', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const sent = (await signIn(sita.email, { deviceId: 'laptop' })) as SecondStep;
    expect(sent.email).to.equal(sita.email);
    expect(CRYPTO.loginTickets.open(sent.ticket, accounts.clock())).to.deep.equal({
      method: 'email',
      userId: sita.id,
      tokenVersion: 0,
      role: 'OPERATOR',
      deviceId: 'laptop',
    });
    expect(accounts.mailer.sent).to.have.length(1);
    expect(accounts.mailer.sent[0]).to.include({
      kind: 'code',
      purpose: 'LOGIN',
      firstFactor: 'password',
      to: sita.email,
      name: 'Sita Rai',
      minutesValid: 10,
    });
    expect(accounts.codeFor(sita.email)).to.match(/^[0-9]{6}$/);
    expect(await accounts.find(sita.id)).to.include({ lastLoginAt: null });
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'OTP_SENT',
      userId: sita.id,
      email: sita.email,
      origin: ORIGIN,
    });
  });

  for (const [ofAccount, ofRequest, language] of [
    ['ne', 'en', 'ne'],
    [undefined, 'ne', 'ne'],
    [undefined, undefined, 'en'],
  ] as const)
    it(`a mailed code is in ${language} for an account in ${ofAccount} and a request in ${ofRequest}`, async () => {
      const sita = await anOperator(engine, { passwordHash });
      await engine.transact(({ users }) => users.signedIn(sita.id, accounts.clock(), ofAccount));
      const credentials = { portal: 'operator', email: sita.email, password: PASSWORD, deviceId: '' };
      await accounts.signInPortal(credentials, { ...ORIGIN, language: ofRequest });
      expect(accounts.mailer.sent[0]).to.include({ kind: 'code', language });
    });

  it('a portal sign-in shortens a device’s name to 100 characters', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const { ticket } = (await signIn(sita.email, { deviceId: '😀'.repeat(101) })) as SecondStep;
    expect(CRYPTO.loginTickets.open(ticket, accounts.clock())?.deviceId).to.equal('😀'.repeat(100));
  });

  it('an operator’s sign-in on a trusted device needs no code, until the trust ends', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const until = daysAfter(accounts.clock(), 7);
    await engine.transact(({ devices }) => devices.trust(sita.id, 'laptop', accounts.clock(), until));
    expect(await signIn(sita.email, { deviceId: 'phone' })).to.have.property('ticket');
    const signedIn = (await signIn(sita.email, { deviceId: 'laptop' })) as SignedIn;
    expect(signedIn.user).to.include({ role: 'OPERATOR', companyName: 'Sita Rai' });
    expect(await accounts.find(sita.id)).to.include({ lastLoginAt: accounts.clock() });
    accounts.clock.set((until - 1) as Instant);
    expect(await signIn(sita.email, { deviceId: 'laptop' })).to.have.property('access');
    accounts.clock.set(until);
    expect(await signIn(sita.email, { deviceId: 'laptop' })).to.have.property('ticket');
  });

  it('an admin with the added role of an operator signs in as an operator with a company', async () => {
    const admin = await anAdmin(engine, { passwordHash, fullName: 'Anil Shrestha' });
    await engine.transact(async ({ users, devices }) => {
      await users.grantRole(admin.id, 'OPERATOR');
      await devices.trust(admin.id, 'laptop', accounts.clock(), daysAfter(accounts.clock(), 7));
    });
    expect(((await signIn(admin.email, { deviceId: 'laptop' })) as SignedIn).user).to.include({
      role: 'OPERATOR',
      companyName: 'Anil Shrestha',
    });
  });

  it('a portal sign-in in a role that the user lacks is refused, and leaves the count of wrong passwords unchanged', async () => {
    const people: readonly (readonly [Addressed, string])[] = [
      [await aPassenger(engine, { passwordHash }), 'operator'],
      [await aPassenger(engine, { passwordHash }), 'admin'],
      [await anAdmin(engine, { passwordHash }), 'operator'],
      [await anOperator(engine, { passwordHash }), 'admin'],
    ];
    for (const [{ id, email }, portal] of people) {
      await refused(email, { portal, ...wrong });
      expect(await refused(email, { portal })).to.include({ kind: 'forbidden', code: 'WRONG_PORTAL' });
      expect((await accounts.log())[0]).to.deep.include({ kind: 'FAILED', userId: id });
      expect((await refused(email, { portal, ...wrong })).message).to.contain('Attempt 2 of 5');
      expect(await accounts.find(id)).to.include({ lastLoginAt: null });
    }
  });

  it('the admin portal accepts users whose primary role is ADMIN, and not those with ADMIN as an added role', async () => {
    const sita = await anOperator(engine, { passwordHash });
    await engine.transact(({ users }) => users.grantRole(sita.id, 'ADMIN'));
    expect(await refused(sita.email, { portal: 'admin' })).to.include({ kind: 'forbidden' });
  });

  it('a right password at the wrong portal does not count as one of the five allowed tries', async () => {
    const asha = await aPassenger(engine, { passwordHash });
    for (let n = 0; n < 4; n += 1) await refused(asha.email, wrong);
    expect(await refused(asha.email)).to.include({ kind: 'forbidden' });
    expect(await accounts.find(asha.id)).to.include({ failedAttempts: 4, lockedUntil: null });
    expect(await refused(asha.email, wrong)).to.include({ kind: 'locked' });
  });

  it('a portal sign-in counts wrong passwords, locks after five, and says for how long', async () => {
    const sita = await anOperator(engine, { passwordHash });
    for (const n of [1, 2, 3, 4]) {
      const refusal = await refused(sita.email, wrong);
      expect(refusal).to.include({ kind: 'unauthenticated' });
      expect(refusal.message).to.contain(`Attempt ${n} of 5`);
      expect((await accounts.log())[0]).to.deep.include({ kind: 'FAILED', userId: sita.id });
    }
    const last = await refused(sita.email, wrong);
    expect(last).to.include({ kind: 'locked', code: 'ACCOUNT_LOCKED' });
    expect(last.message).to.contain('15 minutes');
    expect((await accounts.log())[0]).to.deep.include({ kind: 'LOCKED', userId: sita.id });
    accounts.clock.advance(5.5);
    expect((await refused(sita.email)).message).to.contain('10 minutes');
    expect((await accounts.log())[0]).to.deep.include({ kind: 'LOCKED', userId: sita.id });
  });

  it('a locked portal sign-in is allowed again after 15 minutes, with a new count of wrong passwords', async () => {
    const sita = await anOperator(engine, { passwordHash });
    for (let n = 0; n < 5; n += 1) await refused(sita.email, wrong);
    accounts.clock.advance(15);
    expect((await refused(sita.email, wrong)).message).to.contain('Attempt 1 of 5');
    expect(await signIn(sita.email)).to.have.property('ticket');
    expect(await accounts.lockedUntil(sita.id)).to.equal(null);
  });

  it('a right password at a portal clears the count of wrong passwords, even before the mailed code is entered', async () => {
    const sita = await anOperator(engine, { passwordHash });
    for (let n = 0; n < 4; n += 1) await refused(sita.email, wrong);
    await signIn(sita.email);
    expect((await refused(sita.email, wrong)).message).to.contain('Attempt 1 of 5');
  });

  it('a portal sign-in checks the lock first, then the status, then the password, and counts only wrong passwords', async () => {
    const suspended = await anOperator(engine, { passwordHash, status: 'SUSPENDED' });
    const refusal = await refused(suspended.email, wrong);
    expect(refusal).to.include({ kind: 'forbidden', code: 'ACCOUNT_NOT_ACTIVE' });
    expect(refusal.message).to.contain('SUSPENDED');
    await engine.transact(({ signInAddresses }) =>
      signInAddresses.reserveAttempt(suspended.id, ORIGIN.ip, { maxAttempts: 1, minutes: 15 }, accounts.clock()),
    );
    expect(await refused(suspended.email, wrong)).to.include({ kind: 'locked' });
    const passwordless = await anOperator(engine, { passwordHash: '!none' });
    expect(await refused(passwordless.email, { password: '!none' })).to.include({
      kind: 'forbidden',
      code: 'NO_PASSWORD',
    });
    expect(await engine.transact(({ signInAddresses }) => signInAddresses.find(passwordless.id, ORIGIN.ip))).to.equal(
      undefined,
    );
    expect((await accounts.log())[0]).to.deep.include({ kind: 'FAILED', userId: passwordless.id });
  });

  it('a portal sign-in whose code cannot be mailed is refused, and can be tried again', async () => {
    const sita = await anOperator(engine, { passwordHash });
    accounts.mailer.broken = true;
    expect(await refused(sita.email)).to.include({ kind: 'throttled', code: 'CODE_NOT_SENT' });
    accounts.mailer.broken = false;
    expect(await signIn(sita.email)).to.have.property('ticket');
    const refusal = await refused(sita.email);
    expect(refusal).to.include({ kind: 'throttled', retryAfterSeconds: 60 });
    expect(refusal.message).to.contain('60 seconds');
  });

  it('a portal sign-in whose password check fails with an error does not count as a try', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const passwords = { ...CRYPTO.passwords, matches: () => Promise.reject(new Error('busy')) };
    accounts = accountsOn(engine, { passwords });
    expect(await signIn(sita.email).catch((error: unknown) => (error as Error).message)).to.equal('busy');
    expect(await accounts.find(sita.id)).to.include({ failedAttempts: 0 });
  });

  it('a portal sign-in is refused if somebody changes the password while it is being checked', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const replace = () => engine.transact(({ users }) => users.replacePassword(sita.id, passwordHash, 'another'));
    accounts = accountsOn(engine, { passwords: { ...CRYPTO.passwords, matches: replace } });
    expect(await refused(sita.email)).to.include({ kind: 'unauthenticated' });
    expect(accounts.mailer.sent).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { scryptPasswords } from '../../../adapters/crypto/passwords.ts';
import type { HashTurn } from '../../../core/accounts/crypto-ports.ts';
import type { Origin } from '../../../core/accounts/account.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anAdmin, anOperator } from '../../support/people.ts';

const PASSWORD = 'secret-123';
const DAY = 24 * 60;
const from = (ip: string): Origin => ({ ip, userAgent: 'Firefox' });
const OFFICE = from('198.51.100.20');
const STRANGER = from('203.0.113.66');
const stranger = (n: number): Origin => from(`10.0.${n >> 8}.${n & 255}`);

describe('wrong passwords at a portal', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let accounts: Accounts;
  let passwordHash: string;
  let admin: Addressed;

  before(async () => {
    passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  });
  beforeEach(async () => {
    accounts = accountsOn((engine = memoryEngine()));
    admin = await anAdmin(engine, { passwordHash });
  });

  const signIn = (origin: Origin, password = PASSWORD, deviceId = '') =>
    accounts.signInPortal({ portal: 'admin', email: admin.email, password, deviceId }, origin);
  const refused = (origin: Origin, password = PASSWORD) => refusalOf(signIn(origin, password));
  const guess = async (origin: Origin, times = 1): Promise<void> => {
    for (let n = 0; n < times; n += 1) await refused(origin, 'not-it');
  };
  /** Tries fifty wrong passwords, each from another IP address. */
  const guessFromEverywhere = async (first = 0): Promise<void> => {
    for (let n = first; n < first + 50; n += 1) await guess(stranger(n));
  };

  it('five wrong passwords for an account lock the IP address that they came from, and no other address', async () => {
    await guess(STRANGER, 5);
    expect(await refused(STRANGER)).to.include({ kind: 'locked', code: 'ACCOUNT_LOCKED' });
    expect((await refused(OFFICE, 'not-it')).message).to.contain('Attempt 1 of 5');
    expect(await signIn(OFFICE)).to.have.property('access');
    expect(await refused(STRANGER), 'still').to.include({ kind: 'locked' });
  });

  it('five wrong passwords lock one account at an IP address, and no other account there', async () => {
    const other = await anAdmin(engine, { passwordHash });
    await guess(STRANGER, 5);
    const signedIn = accounts.signInPortal(
      { portal: 'admin', email: other.email, password: PASSWORD, deviceId: '' },
      STRANGER,
    );
    expect(await signedIn).to.have.property('access');
  });

  it('wrong passwords from one IPv6 /64 network are counted as from one address', async () => {
    for (const n of [1, 2, 3, 4, 5]) await guess(from(`2001:db8:1:2::${n}`));
    expect(await refused(from('2001:db8:1:2:ffff::1'))).to.include({ kind: 'locked' });
    expect(await signIn(from('2001:db8:1:3::1'))).to.have.property('access');
  });

  it('a missing IP address never counts as known for an account, even after a sign-in without one', async () => {
    await signIn(from(''));
    await guessFromEverywhere();
    expect(await refused(from(''))).to.include({ kind: 'locked' });
  });

  it('fifty wrong passwords lock an account for the rest of the hour at IP addresses where its owner never signed in', async () => {
    await guessFromEverywhere();
    accounts.clock.advance(14.5);
    const refusal = await refused(STRANGER);
    expect(refusal).to.include({ kind: 'locked', code: 'ACCOUNT_LOCKED' });
    expect(refusal.message).to.contain('46 minutes');
    expect((await accounts.log())[0]).to.deep.include({ kind: 'LOCKED', userId: admin.id, origin: STRANGER });
    accounts.clock.advance(45.5);
    expect(await signIn(STRANGER)).to.have.property('access');
  });

  it('a right password from a new IP address signs in after forty-nine wrong passwords', async () => {
    for (let n = 0; n < 49; n += 1) await guess(stranger(n));
    expect(await signIn(STRANGER)).to.have.property('access');
    expect(await refused(OFFICE, 'not-it'), 'the sign-in took none of the fifty').to.include({
      code: 'BAD_CREDENTIALS',
    });
    expect(await refused(stranger(100))).to.include({ kind: 'locked' });
  });

  it('fifty wrong passwords do not lock an IP address where the owner signed in within 90 days', async () => {
    await signIn(OFFICE);
    accounts.clock.advance(90 * DAY - 1);
    await guessFromEverywhere();
    expect((await refused(OFFICE, 'not-it')).message).to.contain('Attempt 1 of 5');
    expect(await signIn(OFFICE)).to.have.property('access');
  });

  it('fifty wrong passwords lock an IP address where the owner signed in 90 days ago', async () => {
    await signIn(OFFICE);
    accounts.clock.advance(90 * DAY);
    await guessFromEverywhere();
    expect(await refused(OFFICE)).to.include({ kind: 'locked' });
  });

  it('an IP address counts as known for an operator’s account only after the mailed code was entered', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const signInAs = (origin: Origin, password = PASSWORD) =>
      accounts.signInPortal({ portal: 'operator', email: sita.email, password, deviceId: '' }, origin);
    expect(await signInAs(OFFICE)).to.have.property('ticket');
    for (let n = 0; n < 50; n += 1) await refusalOf(signInAs(stranger(n), 'not-it'));
    expect(await refusalOf(signInAs(OFFICE))).to.include({ kind: 'locked' });
  });

  it('fifty wrong passwords for an account do not lock its trusted device at any IP address', async () => {
    await engine.transact(({ devices }) =>
      devices.trust(admin.id, 'laptop', accounts.clock(), daysAfter(accounts.clock(), 7)),
    );
    await guessFromEverywhere();
    expect(await signIn(STRANGER, PASSWORD, 'laptop')).to.have.property('access');
  });

  it('an account stores at most fifty IP addresses from which wrong passwords were tried', async () => {
    let kept = 0;
    for (let n = 0; n < 200; n += 1) {
      await guess(stranger(n));
      if (await engine.transact(({ signInAddresses }) => signInAddresses.find(admin.id, stranger(n).ip))) kept += 1;
    }
    expect(kept).to.equal(50);
  });

  it('a password reset clears the count of wrong passwords', async () => {
    await guess(OFFICE, 5);
    await guessFromEverywhere();
    await accounts.forgotPortalPassword(admin.email, OFFICE);
    await accounts.settled();
    const mail = accounts.mailer.sent.find(({ kind }) => kind === 'password-reset');
    const token = mail?.kind === 'password-reset' ? new URL(mail.link).searchParams.get('token') : null;
    await accounts.resetPortalPassword({ token: token ?? '', newPassword: 'another-123' });
    expect(await signIn(OFFICE, 'another-123')).to.have.property('access');
    expect(await signIn(STRANGER, 'another-123')).to.have.property('access');
  });

  it('wrong passwords while an authenticator app is set up count like those at a sign-in', async () => {
    const caller = accounts.callerFor(admin);
    for (const n of [1, 2, 3, 4])
      expect((await refusalOf(accounts.startTotp(caller, 'not-it', STRANGER))).message).to.contain(`Attempt ${n} of 5`);
    expect(await refusalOf(accounts.startTotp(caller, 'not-it', STRANGER))).to.include({ kind: 'locked' });
    expect(await refused(STRANGER)).to.include({ kind: 'locked' });
    expect(await accounts.startTotp(caller, PASSWORD, OFFICE)).to.have.property('secret');
  });

  it('an account’s owner gets only one mail when fifty wrong passwords lock the account for unknown IP addresses', async () => {
    await guessFromEverywhere();
    await guess(stranger(51));
    await accounts.settled();
    expect(accounts.mailer.sent).to.have.length(1);
    expect(accounts.mailer.sent[0]).to.include({ kind: 'lockout', locked: 'new addresses', minutesLocked: 60 });
  });

  it('wrong passwords for a passenger who is also an operator lock only the IP address that they came from', async () => {
    const asha = await aPassenger(engine, { passwordHash });
    await engine.transact(({ users }) => users.grantRole(asha.id, 'OPERATOR'));
    const signInAsha = (origin: Origin, password = PASSWORD) =>
      accounts.signInPassenger({ identifier: asha.email, password }, origin);
    for (let n = 0; n < 5; n += 1) await refusalOf(signInAsha(STRANGER, 'not-it'));
    expect(await refusalOf(signInAsha(STRANGER))).to.include({ kind: 'locked' });
    expect(await signInAsha(ORIGIN)).to.have.property('access');
  });

  it('five wrong passwords for a passenger lock the whole account at every IP address', async () => {
    const asha = await aPassenger(engine, { passwordHash });
    const signInAsha = (origin: Origin, password = PASSWORD) =>
      accounts.signInPassenger({ identifier: asha.email, password }, origin);
    for (let n = 0; n < 5; n += 1) await refusalOf(signInAsha(stranger(n), 'not-it'));
    expect(await refusalOf(signInAsha(OFFICE))).to.include({ kind: 'locked' });
  });
});

describe('the queue of password hashes at a sign-in', () => {
  it('ten addresses with five wrong passwords each leave a passenger from another address their sign-in', async () => {
    const [engine, passwords] = [memoryEngine(), scryptPasswords({ logN: 8, atOnce: 2 })];
    const accounts = accountsOn(engine, { passwords });
    const asha = await aPassenger(engine, { passwordHash: await passwords.hash(PASSWORD) });
    const signIn = (identifier: string, password: string, origin: Origin) =>
      accounts.signInPassenger({ identifier, password }, origin);
    const guesses = Array.from({ length: 50 }, (_, n) =>
      refusalOf(signIn(`nobody-${n}@example.com`, 'not-it', stranger(n % 10))),
    );
    expect(await signIn(asha.email, PASSWORD, OFFICE)).to.have.property('access');
    expect((await Promise.all(guesses)).map(({ code }) => code)).to.include('SIGN_IN_BUSY');
  });

  it('an address has more turns for 90 days after anybody signed in from it', async () => {
    const engine = memoryEngine();
    const turns: (HashTurn | undefined)[] = [];
    const matches: typeof CRYPTO.passwords.matches = (password, hash, turn) => {
      turns.push(turn);
      return CRYPTO.passwords.matches(password, hash, turn);
    };
    const accounts = accountsOn(engine, { passwords: { ...CRYPTO.passwords, matches } });
    const admin = await anAdmin(engine, { passwordHash: await CRYPTO.passwords.hash(PASSWORD) });
    const signIn = () =>
      accounts.signInPortal({ portal: 'admin', email: admin.email, password: PASSWORD, deviceId: '' }, OFFICE);
    const guess = () => refusalOf(accounts.signInPassenger({ identifier: 'x@example.com', password: 'x' }, OFFICE));

    await guess();
    await signIn();
    accounts.clock.advance(90 * DAY - 1);
    await guess();
    accounts.clock.advance(1);
    await guess();
    expect(turns.map((turn) => turn?.isUsual)).to.deep.equal([false, false, true, false]);
    expect(turns[0]?.address).to.equal(OFFICE.ip);
  });
});

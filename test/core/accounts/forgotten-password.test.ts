import { expect } from 'chai';
import { forgotPassword, forgotPortalPassword } from '../../../core/accounts/forgot-password.ts';
import { daysAfter, hoursAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anAdmin, anOperator } from '../../support/people.ts';

const PASSWORD = 'himal-2026';
const NEW = 'koshi-2027';

let engine: ReturnType<typeof memoryEngine>;
let accounts: Accounts;
let asha: Addressed;
let passwordHash: string;

const given = async (): Promise<void> => {
  accounts = accountsOn((engine = memoryEngine()));
  passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  asha = await aPassenger(engine, { passwordHash });
};
const signIn = (password: string) => accounts.signInPassenger({ identifier: asha.email, password }, ORIGIN);
const trustLaptop = () =>
  engine.transact(({ devices }) => devices.trust(asha.id, 'laptop', START, daysAfter(START, 7)));
const isLaptopTrusted = () => engine.transact(({ devices }) => devices.isTrusted(asha.id, 'laptop', START));

describe('a forgotten password', () => {
  beforeEach(given);

  const forget = async (email = asha.email): Promise<void> => {
    await accounts.forgotPassword(email, ORIGIN);
    await accounts.settled();
  };
  const links = (): readonly string[] =>
    accounts.mailer.sent.flatMap((mail) => (mail.kind === 'password-reset' ? [mail.link] : []));
  const tokenOf = (link = links().at(-1)): string => new URL(link!).searchParams.get('token')!;
  const reset = (token: string, newPassword = NEW) => accounts.resetPassword({ token, newPassword });
  const refused = (token: string, newPassword = NEW) => refusalOf(reset(token, newPassword));

  it('a mailed reset link replaces a forgotten password only once', async () => {
    await forget(asha.email.toUpperCase());
    expect(accounts.mailer.sent[0]).to.include({
      kind: 'password-reset',
      to: asha.email,
      name: 'Asha Gurung',
      minutesValid: 60,
    });
    expect(links()[0]).to.match(/^https:\/\/example\.com\/reset-password\.html\?token=[\w.-]+$/);
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'OTP_SENT',
      userId: asha.id,
      email: asha.email,
      origin: ORIGIN,
    });
    await reset(tokenOf());
    expect(await signIn(NEW)).to.have.property('access');
    expect(await refusalOf(signIn(PASSWORD))).to.include({ kind: 'unauthenticated' });
    expect(await refused(tokenOf(), 'third-pass-3')).to.include({
      kind: 'unauthenticated',
      code: 'RESET_TOKEN_INVALID',
    });
  });

  it('an unverified e-mail address gets no password reset link once the account has a verified phone number', async () => {
    const verifyNumber = () =>
      engine.transact(async ({ users }) => {
        await users.setEmail(asha.id, { email: asha.email, emailVerified: false });
        await users.saveProfile(asha.id, { ...asha, phone: '9811111111', phoneVerified: true });
      });
    await forget();
    await verifyNumber();
    expect(await refused(tokenOf())).to.include({ kind: 'unauthenticated', code: 'RESET_TOKEN_INVALID' });
    accounts.clock.advance(60);
    await forget();
    expect(links()).to.have.length(1);
    expect(await signIn(PASSWORD)).to.have.property('access');
  });

  it('a link for a forgotten password is mailed in the language of the account', async () => {
    await engine.transact(({ users }) => users.signedIn(asha.id, accounts.clock(), 'ne'));
    await accounts.forgotPassword(asha.email, { ...ORIGIN, language: 'en' });
    await accounts.settled();
    expect(accounts.mailer.sent[0]).to.include({ kind: 'password-reset', language: 'ne' });
  });

  it('a request for a reset link is answered in the same way for every address, before the mail is sent', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const waiting: (() => Promise<void>)[] = [];
    const ask = forgotPassword({
      ...accounts.dependencies,
      runInBackground: (work) => {
        waiting.push(work);
      },
    });
    for (const email of [asha.email, sita.email, 'nobody@example.com', '', 'x']) await ask(email, ORIGIN);
    expect(accounts.mailer.sent).to.deep.equal([]);
    for (const work of waiting) await work();
    expect(accounts.mailer.sent.map(({ to }) => to)).to.deep.equal([asha.email]);
  });

  it('password reset links count towards the limit of mailed codes, and requests over the limit send nothing', async () => {
    accounts.mailer.broken = true;
    await forget();
    expect(await accounts.log()).to.deep.equal([]);
    accounts.mailer.broken = false;
    await forget();
    await forget();
    expect(links()).to.have.length(1);
    for (let n = 0; n < 9; n += 1) {
      accounts.clock.advance(1);
      await forget();
    }
    expect(links()).to.have.length(5);
    accounts.clock.advance(60);
    await forget();
    expect(links()).to.have.length(6);
  });

  it('a password reset link can be mailed during the pause between two mailed codes', async () => {
    await accounts.resendVerification(accounts.callerFor(asha), ORIGIN);
    await forget();
    expect(links()).to.have.length(1);
  });

  it('a password reset ends every session, ends the trust in devices and unlocks the account', async () => {
    const { access, refresh } = await signIn(PASSWORD);
    await trustLaptop();
    for (let n = 0; n < 5; n += 1) await refusalOf(signIn('not-it'));
    await forget();
    await reset(tokenOf());
    expect(await accounts.find(asha.id)).to.include({ failedAttempts: 0, lockedUntil: null, tokenVersion: 1 });
    expect(await refusalOf(accounts.authenticate(access))).to.include({ kind: 'unauthenticated' });
    expect(await refusalOf(accounts.refreshSession(refresh))).to.include({ kind: 'unauthenticated' });
    expect(await isLaptopTrusted()).to.equal(false);
    await signIn(NEW);
  });

  it('a password reset checks the new password first, and then the reset link', async () => {
    for (const password of ['', '        ', 'koshi-2', 'koshikoshi', `${'k'.repeat(128)}1`]) {
      const refusal = await refused('x', password);
      expect(refusal).to.include({ kind: 'invalid' });
      expect(refusal.faults[0]?.field).to.equal('new_password');
    }
  });

  it('a password reset link is valid for an hour, and a forged link is refused', async () => {
    await forget();
    const token = tokenOf();
    const [payload, signature] = token.split('.');
    const another = Buffer.from(JSON.stringify({ uid: 999, p: 'pwreset', iat: START / 1_000 })).toString('base64url');
    const crafted = [
      '',
      'x',
      '.',
      `${payload}.`,
      `${another}.${signature}`,
      CRYPTO.resetTokens.sign({ userId: asha.id }, START),
      CRYPTO.loginTickets.sign(
        { method: 'email', userId: asha.id, role: 'OPERATOR', deviceId: '' },
        START,
        passwordHash,
      ),
    ];
    for (const uid of [0, -1, 1.5, 2 ** 31, 1e300, '7', null, {}, []])
      crafted.push(`${Buffer.from(JSON.stringify({ uid })).toString('base64url')}.${signature}`);
    for (const text of crafted)
      expect(await refused(text), text).to.include({ kind: 'unauthenticated', code: 'RESET_TOKEN_INVALID' });
    accounts.clock.set(secondsAfter(hoursAfter(START, 1), 1));
    expect(await refused(token)).to.include({ kind: 'unauthenticated' });
    accounts.clock.set(hoursAfter(START, 1));
    await reset(token);
  });

  it('a password reset link is invalid once the password is changed in any other way', async () => {
    await forget();
    await accounts.changePassword(
      accounts.callerFor(asha),
      { currentPassword: PASSWORD, newPassword: 'other-pass-1' },
      ORIGIN,
    );
    expect(await refused(tokenOf())).to.include({ kind: 'unauthenticated' });
  });

  it('a password reset link sets a password for an account that had none', async () => {
    asha = await aPassenger(engine);
    await forget();
    await reset(tokenOf());
    await signIn(NEW);
  });
});

describe('a forgotten password of a portal user', () => {
  beforeEach(given);

  const forget = async (email: string): Promise<void> => {
    await accounts.forgotPortalPassword(email, ORIGIN);
    await accounts.settled();
  };
  const links = () => accounts.mailer.sent.flatMap((mail) => (mail.kind === 'password-reset' ? [mail] : []));
  const tokenOf = (): string => new URL(links().at(-1)!.link).searchParams.get('token')!;
  const reset = (newPassword = 'himal6', token = tokenOf()) => accounts.resetPortalPassword({ token, newPassword });
  const openSession = (email: string, password: string, portal = 'operator') =>
    accounts.signInPortal({ portal, email, password, deviceId: 'laptop' }, ORIGIN);

  it('a mailed reset link replaces a forgotten portal password only once', async () => {
    const sita = await anOperator(engine, { passwordHash });
    await forget(sita.email.toUpperCase());
    expect(links()[0]).to.include({ to: sita.email, name: 'Sita Rai', minutesValid: 60 });
    expect(links()[0]!.link).to.match(/^https:\/\/operators\.example\.com\/login\?token=[\w.-]+$/);
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'OTP_SENT',
      userId: sita.id,
      email: sita.email,
      origin: ORIGIN,
    });
    await reset();
    expect(await openSession(sita.email, 'himal6')).to.have.property('ticket');
    expect(await refusalOf(openSession(sita.email, PASSWORD))).to.include({ kind: 'unauthenticated' });
    expect(await refusalOf(reset('himal7'))).to.include({ kind: 'unauthenticated', code: 'RESET_TOKEN_INVALID' });
  });

  it('a portal’s password reset link is mailed only to users who may sign in to the operator or the admin portal', async () => {
    const [sita, admin, granted] = [
      await anOperator(engine, { passwordHash: '!none' }),
      await anAdmin(engine),
      await aPassenger(engine),
    ];
    await engine.transact(({ users }) => users.grantRole(granted.id, 'OPERATOR'));
    for (const email of [sita.email, admin.email, granted.email, asha.email, 'nobody@example.com', ''])
      await forget(email);
    expect(links().map(({ to }) => to)).to.deep.equal([sita.email, admin.email, granted.email]);
  });

  it('a portal password reset unlocks an admin, ends every session and ends the trust in devices', async () => {
    const admin = await anAdmin(engine, { passwordHash });
    await engine.transact(({ devices }) => devices.trust(admin.id, 'laptop', START, daysAfter(START, 7)));
    for (let n = 0; n < 5; n += 1)
      await refusalOf(
        accounts.signInPortal({ portal: 'admin', email: admin.email, password: 'not-it', deviceId: '' }, ORIGIN),
      );
    await forget(admin.email);
    await reset();
    expect(await accounts.find(admin.id)).to.include({ failedAttempts: 0, lockedUntil: null, tokenVersion: 1 });
    expect(await engine.transact(({ devices }) => devices.isTrusted(admin.id, 'laptop', START))).to.equal(false);
    expect(await openSession(admin.email, 'himal6', 'admin')).to.have.property('access');
  });

  it('a portal password needs 6 to 128 characters, which a reset checks before the reset link', async () => {
    for (const password of ['', '      ', 'himal', 'k'.repeat(129)]) {
      const refusal = await refusalOf(reset(password, 'x'));
      expect(refusal).to.include({ kind: 'invalid' });
      expect(refusal.faults[0]?.field).to.equal('new_password');
    }
    expect(await refusalOf(reset('himal6', 'x'))).to.include({ kind: 'unauthenticated', code: 'RESET_TOKEN_INVALID' });
  });

  it('a passenger’s reset link works in the portal only if the passenger is also an operator, and the rule for passengers’ passwords applies', async () => {
    await accounts.forgotPassword(asha.email, ORIGIN);
    await accounts.settled();
    expect(await refusalOf(reset(NEW))).to.include({ kind: 'unauthenticated', code: 'RESET_TOKEN_INVALID' });
    await engine.transact(({ users }) => users.grantRole(asha.id, 'OPERATOR'));
    expect(await refusalOf(reset('himal6'))).to.include({ kind: 'invalid' });
    await reset(NEW);
    expect(await signIn(NEW)).to.have.property('access');
  });

  it('password reset links of portals and of the passengers’ site count towards the same limit', async () => {
    await engine.transact(({ users }) => users.grantRole(asha.id, 'OPERATOR'));
    await accounts.forgotPassword(asha.email, ORIGIN);
    await forget(asha.email);
    expect(links()).to.have.length(1);
  });

  for (const [page, start, end] of [
    ['https://portal.example.com/login?tab=1', 'https://portal.example.com/login?tab=1&token=', ''],
    ['https://portal.example.com/#/login', 'https://portal.example.com/?token=', '#/login'],
  ] as const) {
    it(`a password reset link for the portal page ${page} carries its token as a query parameter`, async () => {
      const sita = await anOperator(engine);
      await forgotPortalPassword({ ...accounts.dependencies, operatorLoginUrl: page })(sita.email, ORIGIN);
      await accounts.settled();
      expect(links()[0]!.link.startsWith(start) && links()[0]!.link.endsWith(end)).to.equal(true);
    });
  }
});

import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import { forgotPassword } from '../../../core/accounts/forgot-password.ts';
import { daysAfter, hoursAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { accountsOn, CRYPTO, ORIGIN, refusalOf } from '../../support/accounts.ts';
import type { Accounts } from '../../support/accounts.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { aPassenger, anOperator } from '../../support/people.ts';

const PASSWORD = 'himal-2026';
const NEW = 'koshi-2027';

let engine: ReturnType<typeof memoryEngine>;
let accounts: Accounts;
let asha: Account;
let passwordHash: string;

const given = async (): Promise<void> => {
  accounts = accountsOn((engine = memoryEngine()));
  passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  asha = await aPassenger(engine, { passwordHash });
};
const signIn = (password: string) => accounts.signInPassenger({ identifier: asha.email, password }, ORIGIN);
const trustLaptop = () => engine.transact(({ devices }) => devices.trust(asha.id, 'laptop', START, daysAfter(START, 7)));
const isLaptopTrusted = () => engine.transact(({ devices }) => devices.isTrusted(asha.id, 'laptop', START));

describe('a forgotten password', () => {
  beforeEach(given);

  const forget = async (email = asha.email): Promise<void> => {
    await accounts.forgotPassword(email, ORIGIN);
    await accounts.settled();
  };
  const links = (): readonly string[] => accounts.mailer.sent.flatMap((mail) => (mail.kind === 'password-reset' ? [mail.link] : []));
  const tokenOf = (link = links().at(-1)): string => new URL(link!).searchParams.get('token')!;
  const reset = (token: string, newPassword = NEW) => accounts.resetPassword({ token, newPassword });
  const refused = (token: string, newPassword = NEW) => refusalOf(reset(token, newPassword));

  it('is replaced by a mailed link, once', async () => {
    await forget(asha.email.toUpperCase());
    expect(accounts.mailer.sent[0]).to.include({ kind: 'password-reset', to: asha.email, name: 'Asha Gurung', minutesValid: 60 });
    expect(links()[0]).to.match(/^https:\/\/example\.com\/reset-password\.html\?token=[\w.-]+$/);
    expect((await accounts.log())[0]).to.deep.include({ kind: 'OTP_SENT', userId: asha.id, email: asha.email, origin: ORIGIN });
    await reset(tokenOf());
    expect(await signIn(NEW)).to.have.property('access');
    expect(await refusalOf(signIn(PASSWORD))).to.include({ kind: 'unauthenticated' });
    expect(await refused(tokenOf(), 'third-pass-3')).to.include({ kind: 'unauthenticated', code: 'RESET_TOKEN_INVALID' });
  });

  it('is mailed after the answer, which is the same for everybody', async () => {
    const sita = await anOperator(engine, { passwordHash });
    const waiting: (() => Promise<void>)[] = [];
    const ask = forgotPassword({ ...accounts.world, later: (work) => { waiting.push(work); } });
    for (const email of [asha.email, sita.email, 'nobody@example.com', '', 'x']) await ask(email, ORIGIN);
    expect(accounts.mailer.sent).to.deep.equal([]);
    for (const work of waiting) await work();
    expect(accounts.mailer.sent.map(({ to }) => to)).to.deep.equal([asha.email]);
  });

  it('mails no more often than codes, and says nothing of that; a failed mail counts for nothing', async () => {
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

  it('is not kept waiting by codes', async () => {
    await accounts.resendVerification(accounts.callerFor(asha), ORIGIN);
    await forget();
    expect(links()).to.have.length(1);
  });

  it('ends every session, forgets every browser, and lifts the lock', async () => {
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

  it('is judged before the link is', async () => {
    for (const password of ['', '        ', 'koshi-2', 'koshikoshi', `${'k'.repeat(128)}1`]) {
      const refusal = await refused('x', password);
      expect(refusal).to.include({ kind: 'invalid' });
      expect(refusal.faults[0]?.field).to.equal('new_password');
    }
  });

  it('needs a link of ours, for an hour', async () => {
    await forget();
    const token = tokenOf();
    const [payload, signature] = token.split('.');
    const another = Buffer.from(JSON.stringify({ uid: 999, p: 'pwreset', iat: START / 1_000 })).toString('base64url');
    const crafted = ['', 'x', '.', `${payload}.`, `${another}.${signature}`, CRYPTO.resetTokens.sign({ uid: asha.id, p: 'pwreset' }, START),
      CRYPTO.loginTickets.sign({ uid: asha.id, p: 'otp', role: 'OPERATOR', device_id: '' }, START, passwordHash)];
    for (const uid of [0, -1, 1.5, 2 ** 31, 1e300, '7', null, {}, []]) crafted.push(`${Buffer.from(JSON.stringify({ uid })).toString('base64url')}.${signature}`);
    for (const text of crafted) expect(await refused(text), text).to.include({ kind: 'unauthenticated', code: 'RESET_TOKEN_INVALID' });
    accounts.clock.set(secondsAfter(hoursAfter(START, 1), 1));
    expect(await refused(token)).to.include({ kind: 'unauthenticated' });
    accounts.clock.set(hoursAfter(START, 1));
    await reset(token);
  });

  it('makes the link worthless however else the password is changed', async () => {
    await forget();
    await accounts.changePassword(accounts.callerFor(asha), { currentPassword: PASSWORD, newPassword: 'other-pass-1' });
    expect(await refused(tokenOf())).to.include({ kind: 'unauthenticated' });
  });

  it('can be set where there was none that could be used', async () => {
    asha = await aPassenger(engine);
    await forget();
    await reset(tokenOf());
    await signIn(NEW);
  });
});

describe('changing a password', () => {
  beforeEach(given);

  const change = (currentPassword = PASSWORD, newPassword = NEW) => accounts.changePassword(accounts.callerFor(asha), { currentPassword, newPassword });

  it('replaces it, ends other sessions and goes on with a fresh pair', async () => {
    const before = await signIn(PASSWORD);
    await trustLaptop();
    const { access, refresh } = await change();
    expect(await accounts.authenticate(access)).to.include({ userId: asha.id, role: 'PASSENGER' });
    expect(await accounts.refreshSession(refresh)).to.have.property('access');
    expect(await refusalOf(accounts.authenticate(before.access))).to.include({ kind: 'unauthenticated' });
    expect(await refusalOf(accounts.refreshSession(before.refresh))).to.include({ kind: 'unauthenticated' });
    expect(await isLaptopTrusted()).to.equal(false);
    expect(await accounts.find(asha.id)).to.include({ tokenVersion: 1 });
    await signIn(NEW);
  });

  it('looks at the current one first, then at the new one', async () => {
    expect(await refusalOf(change('not-it', 'x'))).to.include({ kind: 'unauthenticated', code: 'CURRENT_PASSWORD_WRONG' });
    for (const password of ['', 'koshi-2', 'koshikoshi']) expect(await refusalOf(change(PASSWORD, password))).to.include({ kind: 'invalid' });
    expect(await accounts.find(asha.id)).to.include({ passwordHash, tokenVersion: 0 });
  });

  it('is not for an account without a usable one', async () => {
    asha = await aPassenger(engine, { passwordHash: '!x' });
    for (const password of ['', '!x']) expect(await refusalOf(change(password))).to.include({ kind: 'unauthenticated' });
  });
});

describe('a profile', () => {
  beforeEach(given);

  const view = () => accounts.viewProfile(accounts.callerFor(asha));
  const update = (fullName: string, phone: string) => accounts.updateProfile(accounts.callerFor(asha), { fullName, phone });

  it('shows what there is', async () => {
    expect(await view()).to.deep.equal({
      fullName: 'Asha Gurung', email: asha.email, phone: null, emailVerified: true, avatarUrl: '', avatarColor: '#15803d', memberSince: '2026-11-01',
    });
    await engine.transact(({ users }) => users.setAvatar(asha.id, 'asha.png'));
    expect(await view()).to.include({ avatarUrl: 'https://example.com/media/asha.png' });
  });

  it('tells the local day of joining', async () => {
    asha = await aPassenger(engine, { createdAt: Date.UTC(2026, 10, 1, 18, 15) as typeof START });
    expect(await view()).to.include({ memberSince: '2026-11-02' });
  });

  it('takes a new name and phone number, and no number', async () => {
    expect(await update('Asha G.', '9812345678')).to.deep.equal({ fullName: 'Asha G.', phone: '9812345678' });
    expect(await view()).to.include({ fullName: 'Asha G.', phone: '9812345678' });
    expect(await update('Asha G.', '9812345678')).to.include({ phone: '9812345678' });
    expect(await update('Asha G.', '')).to.deep.equal({ fullName: 'Asha G.', phone: null });
    expect(await view()).to.include({ phone: null });
  });

  it('needs a name, a number that is one, and one that is not another\'s', async () => {
    await aPassenger(engine, { phone: '9822222222' });
    for (const [field, name, phone] of [['full_name', '', 'x'], ['phone', 'Asha', 'x'], ['full_name', 'x'.repeat(151), '']] as const) {
      expect((await refusalOf(update(name, phone))).faults[0]?.field).to.equal(field);
    }
    expect(await refusalOf(update('Asha', '9822222222'))).to.include({ kind: 'conflict', code: 'PHONE_TAKEN' });
  });
});

import { expect } from 'chai';
import type { Caller } from '../../../core/accounts/account.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, aPassengerByPhone } from '../../support/people.ts';
import { readNotices, readTexts } from '../../support/texts.ts';

const PASSWORD = 'himal-2026';
const OLD = '9812345678';
const NEW = '9800000001';

onEveryEngine('a new phone number or e-mail address of an account', (engine) => {
  let accounts: Accounts;
  let asha: Addressed;
  /** Signed in ten minutes ago. */
  let caller: Caller;
  let refresh: string;

  beforeEach(async () => {
    accounts = accountsOn(engine());
    const passwordHash = await CRYPTO.passwords.hash(PASSWORD);
    asha = await aPassenger(engine(), { phone: OLD, phoneVerified: true, passwordHash });
    const signedIn = await accounts.signInPassenger({ identifier: asha.email, password: PASSWORD }, ORIGIN);
    caller = await accounts.authenticate(signedIn.access);
    refresh = signedIn.refresh;
    accounts.clock.advance(10);
  });

  const codeTo = async (phone: string) => {
    const { ticket } = await accounts.sendPhoneCode(phone, 'CHANGE', ORIGIN);
    const { code } = (await readTexts(engine(), accounts.clock())).findLast(({ to }) => to === phone)!;
    return { ticket, code };
  };
  const put = (phone: string | undefined, currentPassword = '', by = caller) =>
    accounts.updateProfile(by, { fullName: 'Asha Gurung', phone, currentPassword }, ORIGIN);
  const start = (by: Caller, currentPassword = '') =>
    accounts.startEmail(by, { email: 'new@example.com', currentPassword }, ORIGIN);
  const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
  const fresh = (): Caller => ({ ...caller, signedInAt: accounts.clock() });
  const mails = async () =>
    (
      await engine().transact(({ mailQueue }) => mailQueue.claim(accounts.clock(), hoursAfter(accounts.clock(), 1), 9))
    ).map(({ mail }) => mail);
  /** A passenger without an e-mail address, signed in ten minutes ago. */
  const byPhone = async (passwordHash: string): Promise<Caller> => {
    const account = await aPassengerByPhone(engine(), '9841000000', { passwordHash });
    return { ...accounts.callerFor(account), signedInAt: caller.signedInAt! };
  };

  it('a change of the phone number by code needs the current password once the sign-in is ten minutes old', async () => {
    const proof = await codeTo(NEW);
    const change = (currentPassword: string, by = caller) =>
      accounts.changePhone(by, { ...proof, currentPassword }, ORIGIN);
    for (const blank of ['', '  ']) expect(await codeOf(change(blank))).to.equal('SIGN_IN_AGAIN');
    expect(await codeOf(change('not-it'))).to.equal('CURRENT_PASSWORD_WRONG');
    expect(await codeOf(change('not-it', fresh()))).to.equal('CURRENT_PASSWORD_WRONG');
    expect(await accounts.find(asha.id)).to.include({ phone: OLD });
    // The refusals used up none of the five tries of the code.
    expect(await change(PASSWORD)).to.deep.equal({ phone: NEW, phoneVerified: true });
  });

  it('a change of the phone number by code needs no password within ten minutes of the sign-in', async () => {
    const proof = await codeTo(NEW);
    expect(await accounts.changePhone(fresh(), { ...proof, currentPassword: '' }, ORIGIN)).to.include({ phone: NEW });
  });

  it('five wrong passwords for a new phone number lock the account, as they do at a change of password', async () => {
    for (let n = 0; n < 4; n += 1) expect(await codeOf(put(NEW, 'not-it'))).to.equal('CURRENT_PASSWORD_WRONG');
    expect(await codeOf(put(NEW, 'not-it'))).to.equal('ACCOUNT_LOCKED');
    expect(await codeOf(put(NEW, PASSWORD))).to.equal('ACCOUNT_LOCKED');
  });

  it('another phone number in the profile needs the current password, and the name alone does not', async () => {
    expect(await put(OLD)).to.include({ phone: OLD });
    for (const other of [NEW, '', undefined]) expect(await codeOf(put(other))).to.equal('SIGN_IN_AGAIN');
    expect(await codeOf(put(NEW, 'not-it'))).to.equal('CURRENT_PASSWORD_WRONG');
    expect(await put(NEW, PASSWORD)).to.include({ phone: NEW });
    // An unverified number signs nobody in, so it may go without a password.
    expect(await put('')).to.include({ phone: null });
    expect(await put(NEW, '', fresh())).to.include({ phone: NEW });
  });

  it('a profile with the old phone number needs the current password if the number was changed meanwhile', async () => {
    const { transact } = engine();
    let isChanged = false;
    const overtaken: typeof transact = async (work) => {
      const result = await transact(work);
      if (!isChanged)
        await transact(({ users }) =>
          users.saveProfile(asha.id, { fullName: 'Asha Gurung', phone: NEW, phoneVerified: false }),
        );
      isChanged = true;
      return result;
    };
    const slow = accountsOn({ ...engine(), transact: overtaken });
    slow.clock.set(accounts.clock());
    const form = { fullName: 'Asha Gurung', phone: OLD, currentPassword: '' };
    expect(await codeOf(slow.updateProfile(caller, form, ORIGIN))).to.equal('SIGN_IN_AGAIN');
    expect(await accounts.find(asha.id)).to.include({ phone: NEW });
  });

  it('a code for a new e-mail address needs the current password once the sign-in is ten minutes old', async () => {
    const signedIn = await byPhone(await CRYPTO.passwords.hash(PASSWORD));
    expect(await codeOf(start(signedIn))).to.equal('SIGN_IN_AGAIN');
    expect(await codeOf(start(signedIn, 'not-it'))).to.equal('CURRENT_PASSWORD_WRONG');
    expect(accounts.codesFor('new@example.com')).to.deep.equal([]);
    expect(await start(signedIn, PASSWORD)).to.have.property('ticket');
  });

  it('an account without a password gets a new e-mail address only after a young sign-in', async () => {
    const signedIn = await byPhone('!none');
    for (const given of ['', PASSWORD]) expect(await codeOf(start(signedIn, given))).to.equal('SIGN_IN_AGAIN');
    expect(await start({ ...signedIn, signedInAt: accounts.clock() })).to.have.property('ticket');
  });

  it('the old number and the address are told of a new phone number', async () => {
    await accounts.changePhone(caller, { ...(await codeTo(NEW)), currentPassword: PASSWORD }, ORIGIN);
    expect(await readNotices(engine(), accounts.clock())).to.deep.equal([
      { kind: 'ACCOUNT', to: OLD, news: 'PHONE_CHANGED', phone: '*******001' },
    ]);
    const [mail, ...others] = await mails();
    expect(others).to.deep.equal([]);
    expect(mail).to.deep.include({ kind: 'phone-changed', to: asha.email, name: asha.fullName, phone: '*******001' });
    expect(mail).to.have.property('occasion').that.includes({ ip: ORIGIN.ip });
  });

  it('the old number and the address are told that the number was removed from the profile', async () => {
    await put('', PASSWORD);
    expect(await readNotices(engine(), accounts.clock())).to.deep.equal([
      { kind: 'ACCOUNT', to: OLD, news: 'PHONE_CHANGED', phone: null },
    ]);
    expect((await mails())[0]).to.include({ kind: 'phone-changed', to: asha.email, phone: null });
  });

  it('an unverified number and an unverified address are not told of a new phone number', async () => {
    const other = await aPassenger(engine(), { phone: '9841000001', emailVerified: false });
    await accounts.updateProfile(
      accounts.callerFor(other),
      { fullName: 'Bikram', phone: NEW, currentPassword: '' },
      ORIGIN,
    );
    expect(await readNotices(engine(), accounts.clock())).to.deep.equal([]);
    expect(await mails()).to.deep.equal([]);
  });

  it('the number is told of a new e-mail address', async () => {
    const by = { ...(await byPhone('!none')), signedInAt: accounts.clock() };
    const { ticket } = await start(by);
    await accounts.verifyNewEmail(by, { ticket, code: accounts.codeFor('new@example.com') }, ORIGIN);
    expect(await readNotices(engine(), accounts.clock())).to.deep.equal([
      { kind: 'ACCOUNT', to: '9841000000', news: 'EMAIL_ADDED', email: 'n***@example.com' },
    ]);
  });

  for (const [what, change] of [
    [
      'a new phone number by code',
      async () => accounts.changePhone(caller, { ...(await codeTo(NEW)), currentPassword: PASSWORD }, ORIGIN),
    ],
    ['another phone number in the profile', async () => put(NEW, PASSWORD)],
    [
      'a new e-mail address',
      async () => {
        await engine().transact(({ users }) => users.setEmail(asha.id, { email: null, emailVerified: false }));
        const { ticket } = await start(caller, PASSWORD);
        await accounts.verifyNewEmail(caller, { ticket, code: accounts.codeFor('new@example.com') }, ORIGIN);
      },
    ],
  ] as const)
    it(`${what} ends all other sessions of the account, and the caller’s goes on`, async () => {
      const other = await accounts.signInPassenger({ identifier: OLD, password: PASSWORD }, ORIGIN);
      await change();
      expect(await codeOf(accounts.authenticate(other.access))).to.equal('SIGNED_OUT');
      expect(await codeOf(accounts.refreshSession(other.refresh))).to.equal('REFRESH_REVOKED');
      const { access } = await accounts.refreshSession(refresh);
      expect(await accounts.authenticate(access)).to.include({ userId: asha.id });
    });

  it('a new name ends no session', async () => {
    const other = await accounts.signInPassenger({ identifier: OLD, password: PASSWORD }, ORIGIN);
    await accounts.updateProfile(caller, { fullName: 'Asha G.', phone: OLD, currentPassword: '' }, ORIGIN);
    expect(await accounts.authenticate(other.access)).to.include({ userId: asha.id });
  });
});

import { expect } from 'chai';
import { hasUsablePassword } from '../../../core/accounts/account.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { aBooking, aPayment } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { aPassenger, anAdmin } from '../../support/people.ts';
import { readNotices } from '../../support/texts.ts';

let engine: ReturnType<typeof memoryEngine>;
let accounts: Accounts;
const given = (): void => {
  accounts = accountsOn((engine = memoryEngine()));
};
const findByEmail = (email: string) => engine.transact(({ users }) => users.findByEmail(email));
const pay = async ({ id: userId }: { readonly id: UserId }): Promise<void> => {
  const trip = await aTrip(engine);
  const payment = await aPayment(engine, await aBooking(engine, { userId, tripId: trip.id }));
  await engine.transact(({ payments }) => payments.move(payment, 'complete', accounts.clock()));
};

describe('registering a bus company', () => {
  beforeEach(given);

  const FORM = {
    fullName: 'Sita Rai',
    companyName: 'Blue Sky',
    email: 'Sita@Example.com',
    password: 'secret',
    phone: '',
    deviceId: 'laptop',
  };
  const register = (form: Partial<typeof FORM> = {}) => accounts.registerOperator({ ...FORM, ...form }, ORIGIN);
  const refused = (form: Partial<typeof FORM>) => refusalOf(register(form));

  it('registering as an operator creates an account and mails a code, and entering the code completes the registration', async () => {
    const { ticket, email } = await register();
    expect(email).to.equal('sita@example.com');
    const sita = (await findByEmail(email))!;
    expect(sita).to.include({
      role: 'OPERATOR',
      fullName: 'Sita Rai',
      phone: null,
      emailVerified: false,
      status: 'ACTIVE',
      companyName: 'Blue Sky',
      createdAt: START,
    });
    expect(sita.avatarColor).to.match(/^#[0-9a-f]{6}$/);
    expect(CRYPTO.loginTickets.open(ticket, START)).to.deep.equal({
      method: 'email',
      userId: sita.id,
      tokenVersion: 0,
      role: 'OPERATOR',
      deviceId: 'laptop',
      company: 'Blue Sky',
    });
    expect(accounts.mailer.sent[0]).to.include({ purpose: 'SIGNUP', to: email, name: 'Sita Rai' });
    const { user } = await accounts.verifyCode({ ticket, code: accounts.codeFor(email) }, ORIGIN);
    expect(user).to.include({ companyName: 'Blue Sky', emailVerified: true });
    expect(
      await accounts.signInPortal({ portal: 'operator', email, password: 'secret', deviceId: 'laptop' }, ORIGIN),
    ).to.have.property('access');
  });

  it('registering as an operator checks for empty fields, then address and password, then whether the account exists', async () => {
    await aPassenger(engine, { email: 'sita@example.com' });
    await anAdmin(engine, { phone: '9812345678' });
    for (const [field, form] of [
      ['full_name', { fullName: '' }],
      ['company_name', { companyName: '' }],
      ['email', { email: '' }],
      ['password', { password: '' }],
      ['password', { password: '      ' }],
      ['full_name', { fullName: '', email: 'x', password: 'x' }],
      ['email', { email: 'sita@example', password: 'x' }],
      ['password', { password: 'secre' }],
      ['password', { password: 'x'.repeat(129) }],
      ['phone', { phone: 'none' }],
      ['full_name', { fullName: 'x'.repeat(151) }],
      ['company_name', { companyName: 'x'.repeat(151) }],
    ] as const) {
      const refusal = await refused(form);
      expect(refusal, JSON.stringify(form)).to.include({ kind: 'invalid' });
      expect(refusal.faults[0]?.field).to.equal(field);
    }
    expect(await refused({ email: 'SITA@example.com' })).to.include({ kind: 'conflict', code: 'EMAIL_TAKEN' });
    expect(await refused({ email: 'other@example.com', phone: '9812345678' })).to.include({
      kind: 'conflict',
      code: 'PHONE_TAKEN',
    });
  });

  it('a registration with several wrong fields is refused with an error for each, and the message of the first error', async () => {
    const refusal = await refused({ fullName: '', email: 'x', password: 'x', phone: 'none' });
    expect(refusal.faults.map(({ field }) => field)).to.deep.equal(['full_name', 'email', 'password', 'phone']);
    expect(refusal.message).to.equal('full_name is required.');
    const { faults } = await refused({ email: '', password: '' });
    expect(faults.map(({ message }) => message)).to.deep.equal(['email is required.', 'password is required.']);
  });

  it('registering as an operator keeps blanks at the beginning and the end of the password', async () => {
    const { email } = await register({ password: ' secret ' });
    accounts.clock.advance(1);
    expect(
      await refusalOf(accounts.signInPortal({ portal: 'operator', email, password: 'secret', deviceId: '' }, ORIGIN)),
    ).to.include({ kind: 'unauthenticated' });
    expect(
      await accounts.signInPortal({ portal: 'operator', email, password: ' secret ', deviceId: '' }, ORIGIN),
    ).to.have.property('ticket');
  });

  it('registering as an operator succeeds even if the mail fails, and the next sign-in mails a code without a pause', async () => {
    accounts.mailer.broken = true;
    expect(await refused({})).to.include({ kind: 'upstream', code: 'MAIL_FAILED' });
    expect(await findByEmail('sita@example.com')).to.include({ companyName: 'Blue Sky' });
    accounts.mailer.broken = false;
    const sent = await accounts.signInPortal(
      { portal: 'operator', email: 'sita@example.com', password: 'secret', deviceId: '' },
      ORIGIN,
    );
    const { user } = await accounts.verifyCode(
      { ticket: 'ticket' in sent ? sent.ticket : '', code: accounts.codeFor('sita@example.com') },
      ORIGIN,
    );
    expect(user.companyName).to.equal('Blue Sky');
  });
});

describe('registering as a passenger', () => {
  beforeEach(given);

  const FORM = { fullName: 'Asha Gurung', email: 'Asha@Example.com', password: 'himal-26', phone: '9812345678' };
  const register = (form: Partial<typeof FORM> = {}) => accounts.registerPassenger({ ...FORM, ...form }, ORIGIN);
  const refused = (form: Partial<typeof FORM>) => refusalOf(register(form));

  it('registering as a passenger creates the account, signs in and mails a code to verify the e-mail address', async () => {
    const { access, user, verificationError } = await register();
    expect(user).to.include({
      fullName: 'Asha Gurung',
      email: 'asha@example.com',
      phone: '9812345678',
      role: 'PASSENGER',
      emailVerified: false,
      createdAt: START,
    });
    expect(verificationError).to.equal(null);
    const asha = (await findByEmail('asha@example.com'))!;
    expect(asha).to.include({ role: 'PASSENGER', status: 'ACTIVE', emailVerified: false, companyName: null });
    expect(asha.passwordHash).not.to.contain('himal');
    expect(await accounts.authenticate(access)).to.include({ userId: asha.id, role: 'PASSENGER' });
    expect(accounts.mailer.sent[0]).to.include({ kind: 'code', purpose: 'SIGNUP', to: 'asha@example.com' });
    expect((await accounts.log(5)).map(({ kind }) => kind)).to.deep.equal(['OTP_SENT', 'SUCCESS']);
    await accounts.verifyEmail(accounts.callerFor(asha), accounts.codeFor('asha@example.com'));
    expect(await accounts.find(asha.id)).to.include({ emailVerified: true });
  });

  it('registering as a passenger succeeds if the verification mail fails, and the answer says so', async () => {
    accounts.mailer.broken = true;
    const { verificationError, access } = await register();
    expect(verificationError).to.be.a('string').and.not.equal('');
    expect(access).to.be.a('string');
    expect((await accounts.log(5)).map(({ kind }) => kind)).to.deep.equal(['SUCCESS']);
  });

  it('registering as a passenger with a taken e-mail address or phone number is refused before any hashing', async () => {
    await aPassenger(engine, { email: 'asha@example.com', phone: '9812345678' });
    accounts = accountsOn(engine, {
      passwords: { ...CRYPTO.passwords, hash: () => Promise.reject(new Error('It was hashed.')) },
    });
    expect(await refused({})).to.include({ code: 'EMAIL_TAKEN' });
    expect(await refused({ email: 'other@example.com' })).to.include({ code: 'PHONE_TAKEN' });
  });

  it('registering an address that nobody verified takes the account over, with its name and password', async () => {
    const mallory = await register({ fullName: 'Mallory', phone: '9811111111', password: 'mallory-26' });
    accounts.clock.advance(2);
    const asha = await register({ phone: '' });
    expect(asha.user).to.include({ id: mallory.user.id, fullName: 'Asha Gurung', phone: null, emailVerified: false });
    expect(asha.verificationError).to.equal(null);
    expect(accounts.codesFor('asha@example.com')).to.have.length(2);
    expect(await refusalOf(accounts.authenticate(mallory.access))).to.include({ code: 'SIGNED_OUT' });
    const signIn = (password: string) => accounts.signInPassenger({ identifier: 'asha@example.com', password }, ORIGIN);
    expect(await refusalOf(signIn('mallory-26'))).to.include({ code: 'BAD_CREDENTIALS' });
    await signIn(FORM.password);
  });

  it('registering an address in another role ends password, sessions and sign-in tickets of the account that held it', async () => {
    const mallory = await accounts.registerOperator(
      {
        ...FORM,
        fullName: 'Mallory',
        companyName: 'Squat',
        password: 'mallory-26',
        phone: '9811111111',
        deviceId: 'laptop',
      },
      ORIGIN,
    );
    const held = (await findByEmail('asha@example.com'))!;
    const code = accounts.codeFor('asha@example.com');
    const asha = await register({ phone: '' });
    expect(asha.user.id).not.to.equal(held.id);
    const lost = await accounts.find(held.id);
    expect(lost).to.include({ email: null, tokenVersion: held.tokenVersion + 1 });
    expect(hasUsablePassword(lost)).to.equal(false);
    // Nobody has verified the number, so it may be a stranger's.
    expect(await readNotices(engine, accounts.clock())).to.deep.equal([]);
    expect(await refusalOf(accounts.verifyCode({ ticket: mallory.ticket, code }, ORIGIN))).to.include({
      code: 'TICKET_INVALID',
    });
  });

  it('registering an address takes it from a suspended account, which stays suspended', async () => {
    const holder = await aPassenger(engine, { email: 'asha@example.com', emailVerified: false, status: 'SUSPENDED' });
    const { user } = await register();
    expect(user.id).not.to.equal(holder.id);
    expect(await accounts.find(holder.id)).to.include({ email: null, status: 'SUSPENDED' });
  });

  it('a registration whose account is taken over before its session begins opens no session', async () => {
    let isTakenOver = false;
    const { transact } = engine;
    // The address’s owner registers as soon as the account is there, before its session begins.
    const overtaken: typeof transact = async (work) => {
      const known = await findByEmail('asha@example.com');
      if (known && !isTakenOver) {
        isTakenOver = true;
        accounts.clock.advance(2);
        await register({ phone: '' });
      }
      return transact(work);
    };
    const slow = accountsOn({ ...engine, transact: overtaken });
    const mallory = slow.registerPassenger({ ...FORM, password: 'mallory-26', phone: '' }, ORIGIN);
    expect(await refusalOf(mallory)).to.include({ code: 'EMAIL_TAKEN' });
    expect(isTakenOver).to.equal(true);
    const asha = (await findByEmail('asha@example.com'))!;
    expect((await accounts.log(5)).filter(({ kind }) => kind === 'SUCCESS')).to.have.length(1);
    expect(asha.fullName).to.equal(FORM.fullName);
  });

  it('registering an address takes it at once from an account with a verified phone number, which a text tells', async () => {
    const phone = '9811111111';
    const holder = await aPassenger(engine, {
      email: 'asha@example.com',
      emailVerified: false,
      phone,
      phoneVerified: true,
    });
    await pay(holder);
    const { user } = await register();
    expect(user.id).not.to.equal(holder.id);
    expect(await accounts.find(holder.id)).to.include({ email: null, phone, tokenVersion: 0 });
    expect(await readNotices(engine, accounts.clock())).to.deep.equal([
      { kind: 'ACCOUNT', to: phone, news: 'EMAIL_GONE', email: 'a***@example.com' },
    ]);
  });

  it('registering an address is refused where its holder paid without verifying it, or is an administrator', async () => {
    const payer = await aPassenger(engine, { email: 'asha@example.com', emailVerified: false });
    await pay(payer);
    expect(await refused({})).to.include({ code: 'EMAIL_TAKEN' });
    await anAdmin(engine, { email: 'admin@example.com', emailVerified: false });
    expect(await refused({ email: 'admin@example.com' })).to.include({ code: 'EMAIL_TAKEN' });
  });

  it('registering as a passenger needs no phone number', async () => {
    expect((await register({ phone: '' })).user.phone).to.equal(null);
    expect((await register({ email: 'other@example.com', phone: '' })).user.phone).to.equal(null);
  });

  it('registering as a passenger reports wrong fields in the order of the form', async () => {
    await aPassenger(engine, { email: 'asha@example.com' });
    await aPassenger(engine, { phone: '9812345678' });
    for (const [field, form] of [
      ['full_name', { fullName: '', email: 'x' }],
      ['email', { email: '', phone: 'x' }],
      ['password', { password: '        ' }],
      ['email', { email: 'a.b@x', phone: 'x' }],
      ['phone', { phone: '9612345678', password: 'x' }],
      ['password', { password: 'himal-2' }],
      ['password', { password: 'himalaya' }],
      ['full_name', { fullName: 'x'.repeat(151) }],
    ] as const) {
      const refusal = await refused(form);
      expect(refusal, JSON.stringify(form)).to.include({ kind: 'invalid' });
      expect(refusal.faults[0]?.field).to.equal(field);
    }
    expect(await refused({})).to.include({ kind: 'conflict', code: 'EMAIL_TAKEN' });
    expect(await refused({ email: 'other@example.com' })).to.include({ kind: 'conflict', code: 'PHONE_TAKEN' });
    expect(accounts.mailer.sent).to.deep.equal([]);
  });
});

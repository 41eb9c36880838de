import { expect } from 'chai';
import { type Accounts, accountsOn, CRYPTO, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { aPassenger, anAdmin } from '../../support/people.ts';

let engine: ReturnType<typeof memoryEngine>;
let accounts: Accounts;
const given = (): void => {
  accounts = accountsOn((engine = memoryEngine()));
};
const findByEmail = (email: string) => engine.transact(({ users }) => users.findByEmail(email));

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
    await register();
    accounts = accountsOn(engine, {
      passwords: { ...CRYPTO.passwords, hash: () => Promise.reject(new Error('It was hashed.')) },
    });
    expect(await refused({})).to.include({ code: 'EMAIL_TAKEN' });
    expect(await refused({ email: 'other@example.com' })).to.include({ code: 'PHONE_TAKEN' });
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

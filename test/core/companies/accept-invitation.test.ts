import { expect } from 'chai';
import { daysAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { accountsOn } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { aBus } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Companies, anInvitee, companiesOn } from '../../support/companies.ts';
import { memoryEngine } from '../../support/engines.ts';
import { anAdmin, aPassenger } from '../../support/people.ts';
import { refusalOf, refused } from '../../support/refusals.ts';

const PASSWORD = 'secret-123';
const INVALID = ['unauthenticated', 'INVITATION_INVALID'];
const ELSEWHERE = ['conflict', 'STAFF_ELSEWHERE'];

describe('accepting an invitation', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let companies: Companies;
  let sita: Awaited<ReturnType<Companies['company']>>;

  beforeEach(async () => {
    companies = companiesOn((engine = memoryEngine()));
    sita = await companies.company();
  });

  const invited = async (traits: Parameters<typeof anInvitee>[0] = {}) => {
    const member = await companies.invite(sita, anInvitee(traits));
    return { ...member, token: await companies.tokenFor(member.email) };
  };
  const accept = (token: string, password = PASSWORD) => companies.accept({ token, password });

  it('accepting an invitation creates an account with the given password and a verified e-mail address', async () => {
    const ram = await invited({ phone: '9812345678', position: 'MANAGER' });
    companies.clock.advance(5);
    expect(await accept(ram.token)).to.deep.equal({ email: ram.email });
    const account = await companies.account(ram.email);
    expect(account).to.deep.include({
      role: 'OPERATOR',
      roles: ['OPERATOR'],
      fullName: 'Ram Thapa',
      phone: '9812345678',
      emailVerified: true,
      status: 'ACTIVE',
      operatorId: sita.operatorId,
      companyName: 'Blue Sky',
    });
    expect(await CRYPTO.passwords.matches(PASSWORD, account!.passwordHash)).to.equal(true);
    expect(await companies.findStaff(sita, ram.id)).to.deep.include({
      userId: account!.id,
      position: 'MANAGER',
      status: 'ACTIVE',
      invitedAt: START,
      joinedAt: companies.clock(),
    });
    expect((await companies.trailOf(ram)).at(-1)).to.deep.equal({
      kind: 'STAFF_JOINED',
      actor: { role: 'OPERATOR', userId: account!.id },
      operatorId: sita.operatorId,
      subject: { type: 'staff', id: ram.id },
      changes: { user_id: { old: null, new: account!.id }, status: { old: 'INVITED', new: 'ACTIVE' } },
      description: 'Ram Thapa joined as MANAGER.',
      at: companies.clock(),
    });
  });

  it('a person who accepted an invitation signs in as an operator of the company that invited them', async () => {
    const ram = await invited();
    await accept(ram.token);
    const accounts = accountsOn(engine);
    const origin = { ip: '203.0.113.7', userAgent: 'Firefox' };
    const credentials = { portal: 'operator', email: ram.email, password: PASSWORD, deviceId: '' };
    const sent = await accounts.signInPortal(credentials, origin);
    const ticket = 'ticket' in sent ? sent.ticket : '';
    const { access, user } = await accounts.verifyCode({ ticket, code: accounts.codeFor(ram.email) }, origin);
    expect(user).to.include({ companyName: 'Blue Sky', operatorId: sita.operatorId });
    expect((await accounts.authenticate(access)).staff).to.deep.equal({
      operatorId: sita.operatorId,
      position: 'CLERK',
      companyStatus: 'ACTIVE',
    });
  });

  it('an accepted invitation lets the person subscribe to the company’s notifications until the person is removed', async () => {
    const shell = await companies.company('Red Sky');
    const { id, token } = await invited({ email: shell.email });
    const accounts = accountsOn(engine);
    const issued = CRYPTO.tokens.issueAccess(
      { userId: shell.id, role: 'OPERATOR', tokenVersion: 0 },
      daysAfter(START, 1),
    );
    expect(await accounts.admitSubscriber(issued)).to.deep.equal({ operatorId: shell.operatorId });
    await accept(token, '');
    expect(await accounts.admitSubscriber(issued)).to.deep.equal({ operatorId: sita.operatorId });
    await companies.removeStaff(sita, id);
    expect(await refusalOf(accounts.admitSubscriber(issued))).to.deep.equal(['unauthenticated', 'SIGNED_OUT']);
  });

  it('accepting an invitation takes the address from an account that never verified it, and ends the sessions of that account', async () => {
    const mallory = await aPassenger(engine, { emailVerified: false, fullName: 'Mallory', phone: '9811111111' });
    const ram = await invited({ email: mallory.email, phone: '9811111111' });
    await accept(ram.token);
    const account = await companies.account(ram.email);
    expect(account).to.deep.include({ fullName: 'Ram Thapa', emailVerified: true, roles: ['OPERATOR'] });
    expect(account!.id).not.to.equal(mallory.id);
    expect(await CRYPTO.passwords.matches(PASSWORD, account!.passwordHash)).to.equal(true);
    expect(await engine.transact(({ users }) => users.find(mallory.id))).to.deep.equal({
      ...mallory,
      email: null,
      tokenVersion: mallory.tokenVersion + 1,
    });
  });

  it('accepting an invitation takes an unverified address from an account with a verified phone number, and tells that number', async () => {
    const phone = '9811111111';
    const asha = await aPassenger(engine, { emailVerified: false, phone, phoneVerified: true });
    const ram = await invited({ email: asha.email });
    await accept(ram.token);
    const account = await companies.account(ram.email);
    expect(account).to.deep.include({ role: 'OPERATOR', emailVerified: true, operatorId: sita.operatorId });
    expect(account!.id).not.to.equal(asha.id);
    expect(await engine.transact(({ users }) => users.find(asha.id))).to.deep.equal({
      ...asha,
      email: null,
      tokenVersion: asha.tokenVersion + 1,
    });
    const [text] = await engine.transact(({ smsQueue }) => smsQueue.due(companies.clock(), 10));
    expect(text?.sms).to.include({ to: phone });
  });

  it('accepting an invitation takes an unverified address from a suspended account too', async () => {
    const mallory = await aPassenger(engine, { emailVerified: false, status: 'SUSPENDED' });
    const ram = await invited({ email: mallory.email });
    expect(await accept(ram.token)).to.deep.equal({ email: ram.email });
    expect(await companies.account(ram.email)).to.include({ status: 'ACTIVE', operatorId: sita.operatorId });
    expect(await engine.transact(({ users }) => users.find(mallory.id))).to.include({
      email: null,
      status: 'SUSPENDED',
    });
  });

  it('accepting an invitation makes a verified account an operator too, and keeps its password', async () => {
    const asha = await aPassenger(engine, { fullName: 'Asha Gurung' });
    const ram = await invited({ email: asha.email });
    expect(await accept(ram.token, '')).to.deep.equal({ email: asha.email });
    const { companyName, operatorId, roles, ...same } = (await companies.account(asha.email))!;
    expect(asha).to.deep.include(same);
    expect({ companyName, operatorId, roles }).to.deep.equal({
      companyName: 'Blue Sky',
      operatorId: sita.operatorId,
      roles: ['PASSENGER', 'OPERATOR'],
    });
  });

  it('an invitation to a new account needs a password of 6 to 128 characters, and stays valid after a wrong one', async () => {
    const ram = await invited();
    for (const password of ['', '12345', '      ', 'x'.repeat(129)])
      expect(await refusalOf(accept(ram.token, password)), password).to.deep.equal(['invalid', 'VALIDATION']);
    expect(await accept(ram.token, '123456')).to.deep.equal({ email: ram.email });
  });

  it('accepting an invitation checks the invitation’s token before anything else', async () => {
    const ram = await invited();
    const [payload, signature = ''] = ram.token.split('.');
    const reset = CRYPTO.resetTokens.sign({ userId: sita.id }, START);
    const stale = CRYPTO.invitationTokens.sign({ staffId: ram.id, nonce: 'another' }, START);
    for (const token of ['', 'x', `${payload}.`, `${payload}.${signature.slice(1)}x`, reset, stale])
      expect(await refusalOf(accept(token, '')), token).to.deep.equal(INVALID);
  });

  it('an invitation can be accepted only once', async () => {
    const ram = await invited();
    await accept(ram.token);
    expect(await refusalOf(accept(ram.token))).to.deep.equal(INVALID);
  });

  it('an invitation is valid for a week', async () => {
    const [ram, hari] = [await invited(), await invited()];
    companies.clock.set(secondsAfter(daysAfter(START, 7), -1));
    await accept(ram.token);
    companies.clock.set(daysAfter(START, 7));
    expect(await refusalOf(accept(hari.token))).to.deep.equal(INVALID);
  });

  it('accepting an invitation is refused to a suspended account, and for a suspended company', async () => {
    const asha = await aPassenger(engine, { status: 'SUSPENDED' });
    const [suspended, ram] = [await invited({ email: asha.email }), await invited()];
    expect(await refusalOf(accept(suspended.token, ''))).to.deep.equal(['forbidden', 'ACCOUNT_NOT_ACTIVE']);
    await companies.changeTerms(asha.id, sita.operatorId, { status: 'SUSPENDED', reason: 'x' });
    const turnedAway = await refused(accept(ram.token, ''));
    expect([turnedAway.kind, turnedAway.code]).to.deep.equal(['forbidden', 'COMPANY_SUSPENDED']);
    expect(turnedAway.message).to.contain('nobody can join it now');
  });

  it('accepting an invitation moves the person out of their own empty company', async () => {
    const shell = await companies.company('Red Sky');
    const { token } = await invited({ email: shell.email });
    await accept(token, '');
    expect(await companies.account(shell.email)).to.include({ operatorId: sita.operatorId, companyName: 'Blue Sky' });
    expect(await companies.viewCompany(shell.operatorId)).to.include({ companyName: 'Red Sky' });
    expect((await companies.listStaff(shell, { limit: 50 })).rows).to.deep.equal([]);
  });

  it('accepting an invitation is refused if the person’s own company got a bus, a member or an invitation meanwhile', async () => {
    const [withBus, withClerk, withInvited] = [
      await companies.company('Red Sky'),
      await companies.company('Green Sky'),
      await companies.company('Grey Sky'),
    ];
    const tokens = [
      (await invited({ email: withBus.email })).token,
      (await invited({ email: withClerk.email })).token,
      (await invited({ email: withInvited.email })).token,
    ];
    await aBus(engine, { operatorId: withBus.operatorId });
    await companies.joined(withClerk, { position: 'CLERK' });
    await companies.invite(withInvited, anInvitee());
    for (const token of tokens) expect(await refusalOf(accept(token, ''))).to.deep.equal(ELSEWHERE);
    companies.clock.advance(1);
    expect((await companies.account(withBus.email))?.operatorId).to.equal(withBus.operatorId);
  });

  it('accepting an invitation is refused to a person who became an administrator after the invitation', async () => {
    const asha = await aPassenger(engine);
    const { token } = await invited({ email: asha.email });
    await engine.transact(({ users }) => users.changeRole(asha.id, 'ADMIN'));
    expect(await refusalOf(accept(token, ''))).to.deep.equal(ELSEWHERE);
    expect((await refused(accept(token, ''))).message).to.contain('You already belong');
  });

  it('accepting an invitation succeeds without the invited phone number if an administrator has got the number meanwhile', async () => {
    const ram = await invited({ phone: '9812345678' });
    await anAdmin(engine, { phone: '9812345678' });
    await accept(ram.token);
    expect(await companies.account(ram.email)).to.include({ phone: null, operatorId: sita.operatorId });
  });

  it('a sign-in that began before a person joined a company does not give the company the person’s old company name', async () => {
    const shell = await companies.company('Red Sky');
    const { token } = await invited({ email: shell.email });
    await accept(token, '');
    await engine.transact(({ users }) => users.ensureOperator(shell.id, 'Red Sky', START));
    expect(await companies.viewCompany(sita.operatorId)).to.include({ companyName: 'Blue Sky' });
  });
});

import { expect } from 'chai';
import type { MailedCodeTicket } from '../../../core/accounts/crypto-ports.ts';
import { daysAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, otherThan, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anOperator } from '../../support/people.ts';

const PASSWORD = 'secret-123';

describe('an operator’s login code', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let accounts: Accounts;
  let sita: Addressed;
  let passwordHash: string;

  before(async () => {
    passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  });
  beforeEach(async () => {
    accounts = accountsOn((engine = memoryEngine()));
    sita = await anOperator(engine, { passwordHash, emailVerified: false, companyName: 'Blue Sky' });
  });

  const signIn = async (deviceId = 'laptop'): Promise<string> => {
    const sent = await accounts.signInPortal(
      { portal: 'operator', email: sita.email, password: PASSWORD, deviceId },
      ORIGIN,
    );
    return 'ticket' in sent ? sent.ticket : 'no ticket';
  };
  const verify = (ticket: string, code = accounts.codeFor(sita.email)) => accounts.verifyCode({ ticket, code }, ORIGIN);
  const ticketOf = (given: Partial<MailedCodeTicket>, at = START) =>
    CRYPTO.loginTickets.sign({ method: 'email', userId: sita.id, role: 'OPERATOR', deviceId: '', ...given }, at);
  const suspend = async () => {
    accounts = accountsOn((engine = memoryEngine()));
    sita = await anOperator(engine, { passwordHash, status: 'SUSPENDED' });
  };

  it('an operator’s mailed code signs in, verifies the e-mail address and makes the browser trusted for a week', async () => {
    const { access, user } = await verify(await signIn());
    expect(user).to.include({ id: sita.id, role: 'OPERATOR', companyName: 'Blue Sky', emailVerified: true });
    expect(await accounts.authenticate(access)).to.include({ userId: sita.id, role: 'OPERATOR' });
    expect(await accounts.find(sita.id)).to.include({ lastLoginAt: START, emailVerified: true });
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'SUCCESS',
      userId: sita.id,
      role: 'OPERATOR',
      origin: ORIGIN,
    });
    const isTrusted = (at: typeof START) => engine.transact(({ devices }) => devices.isTrusted(sita.id, 'laptop', at));
    expect([
      await isTrusted(secondsAfter(daysAfter(START, 7), -1)),
      await isTrusted(daysAfter(START, 7)),
    ]).to.deep.equal([true, false]);
  });

  it('an operator’s mailed code does not make a browser without a device name trusted', async () => {
    await verify(await signIn(''));
    accounts.clock.advance(2);
    expect(await signIn('')).not.to.equal('no ticket');
  });

  it('an operator’s mailed code signs in to the company that the sign-in ticket names', async () => {
    await signIn();
    expect((await verify(ticketOf({ company: 'Red Sky' }))).user.companyName).to.equal('Red Sky');
    expect(await accounts.find(sita.id)).to.include({ companyName: 'Red Sky' });
  });

  it('an operator’s mailed code is refused if the role was revoked after the code was sent', async () => {
    sita = await aPassenger(engine, { passwordHash });
    await engine.transact(({ users }) => users.grantRole(sita.id, 'OPERATOR'));
    const ticket = await signIn();
    await engine.transact(({ users }) => users.revokeRole(sita.id, 'OPERATOR'));
    expect(await refusalOf(verify(ticket))).to.include({ kind: 'unauthenticated', code: 'TICKET_INVALID' });
    expect((await accounts.find(sita.id)).roles).to.deep.equal(['PASSENGER']);
  });

  it('an operator’s sign-in ticket that is forged, altered or older than ten minutes is refused', async () => {
    const ticket = await signIn();
    const [payload, signature] = ticket.split('.');
    const forged = Buffer.from(
      JSON.stringify({ uid: 1, p: 'otp', role: 'OPERATOR', device_id: '', iat: START / 1_000 }),
    ).toString('base64url');
    const reset = CRYPTO.resetTokens.sign({ userId: sita.id }, START);
    const state = CRYPTO.providerStates.sign({ next: '', deviceId: '', nonce: '' }, START);
    for (const crafted of [
      '',
      'x',
      '.',
      `${payload}`,
      `${payload}.`,
      `${forged}.${signature}`,
      `${ticket}.x`,
      `${ticket}=`,
      reset,
      state,
      ticketOf({ userId: 999 as typeof sita.id }),
    ]) {
      expect(await refusalOf(verify(crafted)), crafted).to.include({ kind: 'unauthenticated', code: 'TICKET_INVALID' });
      expect(await refusalOf(accounts.resendCode(crafted, ORIGIN)), crafted).to.include({
        kind: 'unauthenticated',
        code: 'TICKET_INVALID',
      });
    }
    accounts.clock.set(secondsAfter(START, 601));
    expect(await refusalOf(verify(ticket))).to.include({ kind: 'unauthenticated', code: 'TICKET_INVALID' });
  });

  it('an operator’s sign-in ticket ends when the operator is signed out everywhere', async () => {
    const ticket = await signIn();
    await engine.transact(({ users }) => users.raiseTokenVersion(sita.id));
    const ended = { kind: 'unauthenticated', code: 'TICKET_INVALID' };
    expect(await refusalOf(verify(ticket))).to.include(ended);
    expect(await refusalOf(accounts.resendCode(ticket, ORIGIN))).to.include(ended);
  });

  it('an operator’s sign-in ticket is valid for ten minutes', async () => {
    const ticket = await signIn();
    accounts.clock.set(secondsAfter(START, 599));
    expect(await verify(ticket)).to.have.property('access');
  });

  it('a wrong mailed code of an operator is refused and recorded in the login log', async () => {
    const ticket = await signIn();
    const refusal = await refusalOf(verify(ticket, otherThan(accounts.codeFor(sita.email))));
    expect(refusal).to.include({ kind: 'unauthenticated', code: 'CODE_WRONG' });
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'FAILED',
      userId: sita.id,
      role: 'OPERATOR',
      origin: ORIGIN,
    });
    expect(await accounts.find(sita.id)).to.include({ lastLoginAt: null, emailVerified: false });
    expect(await engine.transact(({ devices }) => devices.isTrusted(sita.id, 'laptop', START))).to.equal(false);
  });

  it('a mailed code is refused for an operator to whom no code was mailed', async () => {
    expect(await refusalOf(verify(ticketOf({}), '123456'))).to.include({ kind: 'expired' });
  });

  it('an operator’s mailed code is refused for an account that is not ACTIVE', async () => {
    await suspend();
    expect(await refusalOf(verify(ticketOf({}), '123456'))).to.include({ kind: 'unauthenticated' });
  });

  it('an operator’s code can be mailed again, within the limits of mailed codes', async () => {
    const ticket = await signIn();
    expect(await refusalOf(accounts.resendCode(ticket, ORIGIN))).to.include({ kind: 'throttled' });
    accounts.clock.advance(1);
    expect(await accounts.resendCode(ticket, ORIGIN)).to.deep.equal({ email: sita.email });
    expect(accounts.mailer.sent.at(-1)).to.include({ purpose: 'RESEND', to: sita.email });
    accounts.clock.advance(1);
    accounts.mailer.broken = true;
    expect(await refusalOf(accounts.resendCode(ticket, ORIGIN))).to.include({ kind: 'throttled' });
  });

  it('an operator’s code is not mailed again to an account that is not ACTIVE, but the request gets the same answer', async () => {
    await suspend();
    expect(await accounts.resendCode(ticketOf({}), ORIGIN)).to.deep.equal({ email: sita.email });
    expect(accounts.mailer.sent).to.deep.equal([]);
    expect(await accounts.log()).to.deep.equal([]);
  });
});

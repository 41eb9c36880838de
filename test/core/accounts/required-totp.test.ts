import { expect } from 'chai';
import type { AdminTotp } from '../../../core/accounts/second-factor.ts';
import { adminsWithoutTotp } from '../../../core/accounts/totp.ts';
import { daysAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { type Addressed, anAdmin } from '../../support/people.ts';
import { PASSWORD } from '../../support/portals.ts';
import {
  type OperatorWithPassword,
  anOperatorWithPassword,
  codeOf,
  takeMails,
  totpCallsOf,
} from '../../support/totp.ts';

describe('a required or a lost authenticator app', () => {
  let given: OperatorWithPassword;
  let accounts: Accounts;
  let sita: Addressed;

  beforeEach(async () => {
    given = await anOperatorWithPassword();
    ({ accounts, sita } = given);
  });

  const { start, turnOn, signIn, verify, remove, hasTotp } = totpCallsOf(() => ({ ...given, accounts }));
  const trust = () =>
    given.engine.transact(({ devices }) =>
      devices.trust(sita.id, 'laptop', accounts.clock(), daysAfter(accounts.clock(), 7)),
    );

  describe('an authenticator app that administrators need', () => {
    let admin: Addressed;
    beforeEach(async () => {
      accounts = accountsOn(given.engine, { adminTotp: 'required' satisfies AdminTotp });
      admin = await anAdmin(given.engine, { passwordHash: given.passwordHash });
    });
    const setUp = async () => {
      const { ticket } = await signIn(admin, { portal: 'admin' });
      return { ticket, secret: (await accounts.startRequiredTotp(ticket)).secret };
    };
    const confirm = (ticket: string, code: string) => accounts.confirmRequiredTotp({ ticket, code }, ORIGIN);

    it('a required authenticator app is set up at the first sign-in, and then the sign-in completes', async () => {
      expect((await signIn(admin, { portal: 'admin' })).method).to.equal('totp-setup');
      const { ticket, secret } = await setUp();
      const { recoveryCodes, signedIn } = await confirm(ticket, codeOf(secret, accounts.clock));
      expect((await accounts.log(2)).map(({ message }) => message)).to.deep.equal([
        'Signed in.',
        'Authenticator app turned on.',
      ]);
      expect(await takeMails(given.engine)).to.have.length(1);
      expect(recoveryCodes).to.have.length(10);
      expect(signedIn.user).to.include({ id: admin.id, role: 'ADMIN' });
      expect(await accounts.authenticate(signedIn.access)).to.include({ role: 'ADMIN' });
      accounts.clock.advance(0.5);
      const step = await signIn(admin, { portal: 'admin' });
      expect(step.method).to.equal('totp');
      await verify(step, codeOf(secret, accounts.clock));
    });

    it('a required authenticator app can be set up only with the sign-in ticket issued for it, and that ticket does not sign in', async () => {
      const { ticket, secret } = await setUp();
      expect(await refusalOf(verify({ ticket }, codeOf(secret, accounts.clock)))).to.include({
        code: 'TICKET_INVALID',
      });
      expect(await refusalOf(accounts.resendCode(ticket, ORIGIN))).to.include({ code: 'TICKET_INVALID' });
      for (const other of ['', 'x.y', (await signIn()).ticket]) {
        expect(await refusalOf(accounts.startRequiredTotp(other))).to.include({ code: 'TICKET_INVALID' });
        expect(await refusalOf(confirm(other, '123456'))).to.include({ code: 'TICKET_INVALID' });
      }
      await confirm(ticket, codeOf(secret, accounts.clock));
      expect(await refusalOf(accounts.startRequiredTotp(ticket))).to.include({ code: 'TOTP_ON' });
      expect(await refusalOf(confirm(ticket, codeOf(secret, accounts.clock, 1)))).to.include({ code: 'TOTP_ON' });
    });

    it('a required authenticator app cannot be set up after a sign-out everywhere or after ten minutes', async () => {
      const { ticket, secret } = await setUp();
      await accounts.signOutEverywhere(accounts.callerFor(admin), ORIGIN);
      expect(await refusalOf(confirm(ticket, codeOf(secret, accounts.clock)))).to.include({ code: 'TICKET_INVALID' });
      expect(await refusalOf(accounts.startRequiredTotp(ticket))).to.include({ code: 'TICKET_INVALID' });
      const late = (await setUp()).ticket;
      accounts.clock.set(secondsAfter(minutesAfter(accounts.clock(), 10), 1));
      expect(await refusalOf(accounts.startRequiredTotp(late))).to.include({ code: 'TICKET_INVALID' });
    });

    it('a wrong first code of a required authenticator app is recorded in the login log', async () => {
      const { ticket } = await setUp();
      expect(await refusalOf(confirm(ticket, '12345'))).to.include({ code: 'CODE_WRONG' });
      expect((await accounts.log())[0]).to.deep.include({ kind: 'FAILED', userId: admin.id, role: 'ADMIN' });
    });

    it('operators can turn off an authenticator app, and administrators who must use one cannot', async () => {
      const { ticket, secret } = await setUp();
      await confirm(ticket, codeOf(secret, accounts.clock));
      expect(await refusalOf(remove(codeOf(secret, accounts.clock, 1), accounts.callerFor(admin)))).to.include({
        kind: 'conflict',
        code: 'TOTP_REQUIRED',
      });
      const { recoveryCodes } = await turnOn();
      await remove(recoveryCodes[0]!);
    });

    it('administrators without an authenticator app are counted, as the start warns of them', async () => {
      const count = () => given.engine.transact(adminsWithoutTotp);
      const before = await count();
      await anAdmin(given.engine);
      expect(await count()).to.equal(before + 1);
    });

    it('operators can sign in without an authenticator app even if administrators need one', async () => {
      expect((await signIn()).method).to.equal('email');
      await trust();
      expect(
        await accounts.signInPortal(
          { portal: 'operator', email: sita.email, password: PASSWORD, deviceId: 'laptop' },
          ORIGIN,
        ),
      ).to.have.property('access');
    });
  });

  describe('a lost authenticator app', () => {
    it('a lost authenticator app is reset on the server; the account is signed out and the login log records it', async () => {
      await turnOn();
      await trust();
      const before = (await accounts.find(sita.id)).tokenVersion;
      expect(await accounts.resetTotp(` ${sita.email.toUpperCase()}`, 'npm run admin')).to.equal('reset');
      expect(await hasTotp()).to.equal(false);
      expect((await accounts.find(sita.id)).tokenVersion).to.equal(before + 1);
      expect((await signIn()).method).to.equal('email');
      expect((await accounts.log(2)).at(-1)).to.deep.include({
        kind: 'LOGOUT',
        userId: sita.id,
        message: 'Authenticator app reset on the server; signed out everywhere.',
        origin: { ip: '', userAgent: 'npm run admin' },
      });
      expect((await takeMails(given.engine)).at(-1)).to.deep.include({ kind: 'totp', to: sita.email, change: 'reset' });
    });

    it('resetting an authenticator app changes nothing without an app or without an account', async () => {
      await start();
      expect([
        await accounts.resetTotp(sita.email, 'npm run admin'),
        await accounts.resetTotp('nobody@example.com', 'npm run admin'),
      ]).to.deep.equal(['off', 'unknown']);
    });
  });
});

import { expect } from 'chai';
import type { Caller } from '../../../core/accounts/account.ts';
import { recoveryDigest } from '../../../core/accounts/totp.ts';
import { daysAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { type Addressed, aPassenger, anAdmin } from '../../support/people.ts';
import { PASSWORD } from '../../support/portals.ts';
import {
  type OperatorWithPassword,
  anOperatorWithPassword,
  codeOf,
  takeMails,
  totpCallsOf,
} from '../../support/totp.ts';

describe('an authenticator app', () => {
  let given: OperatorWithPassword;
  let accounts: Accounts;
  let sita: Addressed;
  let sitaCalls: Caller;

  beforeEach(async () => {
    given = await anOperatorWithPassword();
    ({ accounts, sita, sitaCalls } = given);
  });

  const { start, confirm, turnOn, signIn, verify, remove, hasTotp } = totpCallsOf(() => ({ ...given, accounts }));

  describe('setting up an authenticator app', () => {
    it('an authenticator app is turned on only by its first code', async () => {
      const { secret, url } = await start();
      expect(url).to.contain(`secret=${secret}`);
      expect([await hasTotp(), (await signIn()).method]).to.deep.equal([false, 'email']);
      const codes = await confirm(codeOf(secret, accounts.clock));
      expect(await hasTotp()).to.equal(true);
      expect(new Set(codes).size).to.equal(10);
      for (const code of codes) expect(code).to.match(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/);
    });

    it('setting up an authenticator app needs the password, and wrong passwords count as at a sign-in', async () => {
      expect(await refusalOf(start(sitaCalls, ''))).to.include({ kind: 'invalid' });
      for (const n of [1, 2, 3, 4])
        expect((await refusalOf(start(sitaCalls, 'not-it'))).message).to.contain(`Attempt ${n} of 5`);
      expect(await refusalOf(start(sitaCalls, 'not-it'))).to.include({ kind: 'locked' });
    });

    it('setting up an authenticator app must be completed within ten minutes', async () => {
      const { secret } = await start();
      accounts.clock.advance(10);
      accounts.clock.set(secondsAfter(accounts.clock(), 1));
      expect(await refusalOf(confirm(codeOf(secret, accounts.clock)))).to.include({
        kind: 'expired',
        code: 'TOTP_SETUP_OVER',
      });
      expect(await hasTotp()).to.equal(false);
    });

    it('setting up an authenticator app accepts only the newest secret’s code, and allows five wrong codes', async () => {
      const old = (await start()).secret;
      accounts.clock.advance(1);
      const { secret } = await start();
      for (const n of [1, 2, 3, 4, 5]) {
        const refusal = await refusalOf(confirm(codeOf(old, accounts.clock)));
        expect(refusal).to.include({ kind: 'unauthenticated', code: 'CODE_WRONG' });
        expect(refusal.message).to.contain(`Try ${n} of 5`);
      }
      const confirmNow = () => confirm(codeOf(secret, accounts.clock));
      expect(await refusalOf(confirmNow())).to.include({ kind: 'expired', code: 'TOTP_SETUP_OVER' });
    });

    it('turning an authenticator app on is recorded in the login log, and the owner is mailed', async () => {
      const { secret } = await start();
      await refusalOf(confirm('12345'));
      expect(await takeMails(given.engine)).to.deep.equal([]);
      await confirm(codeOf(secret, accounts.clock));
      expect((await accounts.log())[0]).to.deep.include({
        kind: 'SUCCESS',
        userId: sita.id,
        email: sita.email,
        role: 'OPERATOR',
        message: 'Authenticator app turned on.',
        origin: ORIGIN,
      });
      const [mail, ...more] = await takeMails(given.engine);
      expect(more).to.deep.equal([]);
      expect(mail).to.deep.include({ kind: 'totp', to: sita.email, name: sita.fullName, language: 'en', change: 'on' });
      expect(mail).to.have.property('occasion').that.includes(ORIGIN);
    });

    it('setting up an authenticator app is refused while the account has one already', async () => {
      const { secret } = await turnOn();
      expect(await refusalOf(start())).to.include({ kind: 'conflict', code: 'TOTP_ON' });
      for (const code of [codeOf(secret, accounts.clock), '12345'])
        expect(await refusalOf(confirm(code))).to.include({ code: 'TOTP_ON' });
    });
  });

  describe('signing in with an authenticator app', () => {
    it('a sign-in asks for the authenticator app’s code instead of a mailed code', async () => {
      const { secret } = await turnOn();
      const step = await signIn();
      expect(step).to.include({ method: 'totp', email: sita.email });
      expect(accounts.codesFor(sita.email)).to.deep.equal([]);
      const { user, access } = await verify(step, codeOf(secret, accounts.clock));
      expect(user).to.include({ id: sita.id, role: 'OPERATOR' });
      expect(await accounts.authenticate(access)).to.include({ userId: sita.id, role: 'OPERATOR' });
      expect((await accounts.log())[0]).to.deep.include({
        kind: 'SUCCESS',
        message: 'Signed in with an authenticator app.',
      });
    });

    it('an authenticator app’s code is accepted only once, up to one time step early or late, even with a blank inside', async () => {
      const { secret } = await turnOn();
      accounts.clock.advance(2);
      const early = codeOf(secret, accounts.clock, -1);
      await verify(await signIn(sita, { deviceId: '' }), `${early.slice(0, 3)} ${early.slice(3)}`);
      for (const used of [early, codeOf(secret, accounts.clock, -2), codeOf(secret, accounts.clock, 2)])
        expect(await refusalOf(verify(await signIn(sita, { deviceId: '' }), used))).to.include({ code: 'CODE_WRONG' });
      await verify(await signIn(sita, { deviceId: '' }), codeOf(secret, accounts.clock, 1));
      expect(await refusalOf(verify(await signIn(sita, { deviceId: '' }), codeOf(secret, accounts.clock)))).to.include({
        code: 'CODE_WRONG',
      });
    });

    it('the code that set up an authenticator app does not sign in', async () => {
      const { secret } = await start();
      const first = codeOf(secret, accounts.clock);
      await confirm(first);
      expect(await refusalOf(verify(await signIn(), first))).to.include({ code: 'CODE_WRONG' });
    });

    it('a recovery code signs in only once, in any letter case, with or without dashes', async () => {
      const { recoveryCodes } = await turnOn();
      const [one, other] = recoveryCodes as [string, string];
      await verify(await signIn(sita, { deviceId: '' }), one.toUpperCase().replaceAll('-', ''));
      expect((await accounts.log())[0]).to.include({ message: 'Signed in with a recovery code.' });
      expect(await refusalOf(verify(await signIn(sita, { deviceId: '' }), one))).to.include({ code: 'CODE_WRONG' });
      await verify(await signIn(sita, { deviceId: '' }), other);
    });

    it('an operator’s trusted device needs no authenticator code, and a device becomes trusted by a sign-in with such a code', async () => {
      const { secret } = await turnOn();
      await verify(await signIn(), codeOf(secret, accounts.clock));
      expect(
        await accounts.signInPortal(
          { portal: 'operator', email: sita.email, password: PASSWORD, deviceId: 'laptop' },
          ORIGIN,
        ),
      ).to.have.property('access');
      expect((await signIn(sita, { deviceId: 'phone' })).method).to.equal('totp');
    });

    it('an administrator’s sign-in always needs the authenticator app’s code, at either portal', async () => {
      const admin = await anAdmin(given.engine, { passwordHash: given.passwordHash });
      await given.engine.transact(({ users }) => users.grantRole(admin.id, 'OPERATOR'));
      const { secret } = await turnOn(accounts.callerFor(admin));
      await verify(await signIn(admin), codeOf(secret, accounts.clock));
      await given.engine.transact(({ devices }) =>
        devices.trust(admin.id, 'laptop', accounts.clock(), daysAfter(accounts.clock(), 7)),
      );
      expect([(await signIn(admin)).method, (await signIn(admin, { portal: 'admin' })).method]).to.deep.equal([
        'totp',
        'totp',
      ]);
    });

    it('an administrator who signs in with an authenticator app acts for no company, and the device is not trusted', async () => {
      const admin = await anAdmin(given.engine, { passwordHash: given.passwordHash });
      const { secret } = await turnOn(accounts.callerFor(admin));
      const { user } = await verify(await signIn(admin, { portal: 'admin' }), codeOf(secret, accounts.clock));
      expect(user).to.include({ id: admin.id, role: 'ADMIN' }).and.not.have.any.keys('companyName', 'operatorId');
      expect((await accounts.find(admin.id)).operatorId).to.equal(null);
      expect(
        await given.engine.transact(({ devices }) => devices.isTrusted(admin.id, 'laptop', accounts.clock())),
      ).to.equal(false);
    });

    it('a mailed code does not sign in once an authenticator app is on, even if it was mailed before', async () => {
      const mailed = await signIn();
      const code = accounts.codeFor(sita.email);
      await turnOn();
      expect(await refusalOf(verify(mailed, code))).to.include({ kind: 'unauthenticated', code: 'TICKET_INVALID' });
      expect(await refusalOf(accounts.resendCode(mailed.ticket, ORIGIN))).to.include({ code: 'TOTP_ON' });
      const step = await signIn();
      expect(await refusalOf(verify(step, code))).to.include({ code: 'CODE_WRONG' });
      expect(await refusalOf(accounts.resendCode(step.ticket, ORIGIN))).to.include({
        kind: 'conflict',
        code: 'TOTP_ON',
      });
    });

    it('a sign-in ticket for an authenticator app allows five wrong codes, and then refuses even the right one', async () => {
      const { secret } = await turnOn();
      const step = await signIn();
      for (const n of [1, 2, 3, 4, 5]) {
        const refusal = await refusalOf(verify(step, '12345'));
        expect(refusal).to.include({ kind: 'unauthenticated', code: 'CODE_WRONG' });
        expect(refusal.message).to.contain(`Try ${n} of 5`);
      }
      expect((await accounts.log())[0]).to.deep.include({ kind: 'FAILED', userId: sita.id, role: 'OPERATOR' });
      expect(await refusalOf(verify(step, codeOf(secret, accounts.clock)))).to.include({
        kind: 'expired',
        code: 'CODE_EXHAUSTED',
      });
      await verify(await signIn(), codeOf(secret, accounts.clock));
    });

    it('an authenticator app allows twenty wrong codes a day, over all sign-in tickets', async () => {
      const { secret } = await turnOn();
      for (let n = 0; n < 4; n += 1) {
        const step = await signIn();
        for (let tried = 0; tried < 6; tried += 1) await refusalOf(verify(step, '12345'));
      }
      const step = await signIn();
      const refusal = await refusalOf(verify(step, codeOf(secret, accounts.clock)));
      expect(refusal).to.include({ kind: 'throttled', code: 'TOTP_TRIES_USED_UP' });
      expect(refusal.retryAfterSeconds).to.be.greaterThan(0);
      expect(await refusalOf(remove(codeOf(secret, accounts.clock)))).to.include({ kind: 'throttled' });
      accounts.clock.advance(24 * 60);
      await verify(await signIn(), codeOf(secret, accounts.clock));
    });

    it('an authenticator app allows twenty wrong codes a day from one IP address, and a hundred from all', async () => {
      const { secret } = await turnOn();
      const from = (ip: string, code: string) => async () => {
        const { ticket } = await signIn(sita, { deviceId: '' });
        return accounts.verifyCode({ ticket, code }, { ...ORIGIN, ip });
      };
      const guess = async (ip: string) => {
        for (let n = 0; n < 20; n += 1) await refusalOf(from(ip, '12345')());
      };
      await guess('198.51.100.1');
      expect(await refusalOf(from('198.51.100.1', codeOf(secret, accounts.clock))())).to.include({ kind: 'throttled' });
      await from('203.0.113.7', codeOf(secret, accounts.clock))();
      for (const n of [2, 3, 4, 5]) await guess(`198.51.100.${n}`);
      accounts.clock.advance(1);
      expect(await refusalOf(from('203.0.113.7', codeOf(secret, accounts.clock))())).to.include({ kind: 'throttled' });
    });

    it('recovery codes are tried besides the codes of an app: five wrong ones a day from one IP address', async () => {
      const { recoveryCodes: codes } = await turnOn();
      const enter = async (code: string) => verify(await signIn(sita, { deviceId: '' }), code);
      for (let n = 0; n < 20; n += 1) await refusalOf(enter('12345'));
      expect(await refusalOf(enter('12345'))).to.include({ kind: 'throttled' });
      for (let n = 0; n < 4; n += 1)
        expect(await refusalOf(enter('0000-0000-0000'))).to.include({ code: 'CODE_WRONG' });
      await enter(codes[0]!);
      expect(await refusalOf(enter('0000-0000-0000'))).to.include({ code: 'CODE_WRONG' });
      expect(await refusalOf(enter(codes[1]!))).to.include({ code: 'TOTP_TRIES_USED_UP' });
    });

    it('recovery codes allow twenty wrong ones a day from all IP addresses', async () => {
      const { recoveryCodes } = await turnOn();
      const enter = async (ip: string, code = '0000-0000-0000') => {
        const { ticket } = await signIn(sita, { deviceId: '' });
        return accounts.verifyCode({ ticket, code }, { ...ORIGIN, ip });
      };
      for (const n of [1, 2, 3, 4])
        for (let tried = 0; tried < 5; tried += 1)
          expect(await refusalOf(enter(`198.51.100.${n}`))).to.include({ code: 'CODE_WRONG' });
      expect(await refusalOf(enter('203.0.113.7', recoveryCodes[0]))).to.include({ code: 'TOTP_TRIES_USED_UP' });
    });

    it('a right code of an authenticator app does not count towards the twenty wrong ones of the day', async () => {
      const { secret } = await turnOn();
      const guess = async (times: number) => {
        const step = await signIn(sita, { deviceId: '' });
        for (let n = 0; n < times; n += 1) await refusalOf(verify(step, '12345'));
      };
      for (const times of [5, 5, 5, 4]) await guess(times);
      await verify(await signIn(sita, { deviceId: '' }), codeOf(secret, accounts.clock));
      const step = await signIn(sita, { deviceId: '' });
      expect(await refusalOf(verify(step, '12345'))).to.include({ code: 'CODE_WRONG' });
      expect(await refusalOf(verify(step, '12345'))).to.include({ code: 'TOTP_TRIES_USED_UP' });
    });

    it('a code tried with a used-up sign-in ticket does not count towards the twenty wrong authenticator codes a day', async () => {
      const { secret } = await turnOn();
      const step = await signIn();
      for (let n = 0; n < 25; n += 1) await refusalOf(verify(step, '12345'));
      await verify(await signIn(), codeOf(secret, accounts.clock));
    });

    it('a sign-in ticket of a removed authenticator app accepts no code of a new app that is not confirmed yet', async () => {
      const { secret } = await turnOn();
      const step = await signIn();
      await remove(codeOf(secret, accounts.clock));
      const { secret: unconfirmed } = await start();
      expect(await refusalOf(verify(step, codeOf(unconfirmed, accounts.clock)))).to.include({ code: 'CODE_WRONG' });
    });

    it('a sign-in ticket cannot be used to set up a new authenticator app after the earlier app was turned off', async () => {
      const { secret } = await turnOn();
      const { ticket } = await signIn();
      await remove(codeOf(secret, accounts.clock));
      expect(await refusalOf(accounts.startRequiredTotp(ticket))).to.include({ code: 'TICKET_INVALID' });
      const code = codeOf((await start()).secret, accounts.clock);
      expect(await refusalOf(accounts.confirmRequiredTotp({ ticket, code }, ORIGIN))).to.include({
        code: 'TICKET_INVALID',
      });
      expect(await hasTotp()).to.equal(false);
    });

    it('a sign-in ticket for an authenticator app gets no mailed code, even after the app was turned off', async () => {
      const { secret } = await turnOn();
      const step = await signIn();
      await remove(codeOf(secret, accounts.clock));
      expect(await refusalOf(accounts.resendCode(step.ticket, ORIGIN))).to.include({ code: 'TOTP_ON' });
      expect(accounts.codesFor(sita.email)).to.deep.equal([]);
    });

    it('a recovery code is stored as a keyed hash', async () => {
      const { recoveryCodes } = await turnOn();
      const [code] = recoveryCodes as [string];
      const use = (digest: string) =>
        given.engine.transact(({ secondFactors }) => secondFactors.useRecoveryCode(sita.id, digest));
      expect([await use(code), await use(code.replaceAll('-', ''))]).to.deep.equal([false, false]);
      expect(await use(recoveryDigest(CRYPTO.digests, sita.id, code))).to.equal(true);
    });

    it('a sign-in ticket for an authenticator app is refused once its account was signed out everywhere or suspended', async () => {
      const { secret } = await turnOn();
      const step = await signIn();
      await accounts.signOutEverywhere(sitaCalls, ORIGIN);
      expect(await refusalOf(verify(step, codeOf(secret, accounts.clock)))).to.include({ code: 'TICKET_INVALID' });
      const another = await signIn();
      await given.engine.transact(({ users }) => users.setStatus(sita.id, 'SUSPENDED'));
      expect(await refusalOf(verify(another, codeOf(secret, accounts.clock)))).to.include({ code: 'TICKET_INVALID' });
    });

    it('a sign-in ticket for an authenticator app is refused if the user has lost the role since', async () => {
      const { id, email } = await aPassenger(given.engine, { passwordHash: given.passwordHash });
      await given.engine.transact(({ users }) => users.grantRole(id, 'OPERATOR'));
      const hari = { ...accounts.callerFor(await accounts.find(id)), role: 'OPERATOR' as const };
      const { secret } = await turnOn(hari);
      const step = await signIn({ email });
      await given.engine.transact(({ users }) => users.revokeRole(id, 'OPERATOR'));
      expect(await refusalOf(verify(step, codeOf(secret, accounts.clock)))).to.include({ code: 'TICKET_INVALID' });
    });

    it('an authenticator app whose secret cannot be decrypted accepts no code', async () => {
      const { secret } = await turnOn();
      const other = accountsOn(given.engine, { secretBox: { ...CRYPTO.secretBox, open: () => undefined } });
      other.clock.set(accounts.clock());
      const { ticket } = await signIn();
      expect(await refusalOf(other.verifyCode({ ticket, code: codeOf(secret, other.clock) }, ORIGIN))).to.include({
        code: 'CODE_WRONG',
      });
    });
  });

  describe('turning off an authenticator app', () => {
    it('turning off an authenticator app needs the password and a code', async () => {
      const { secret } = await turnOn();
      for (const [password, code, refusal] of [
        ['', '123456', 'VALIDATION'],
        [PASSWORD, '', 'VALIDATION'],
        ['not-it', codeOf(secret, accounts.clock), 'BAD_CREDENTIALS'],
        [PASSWORD, '12345', 'CODE_WRONG'],
      ] as const)
        expect(await refusalOf(remove(code, sitaCalls, password))).to.include({ code: refusal });
      expect(await hasTotp()).to.equal(true);
      await remove(codeOf(secret, accounts.clock));
      expect([await hasTotp(), (await signIn()).method]).to.deep.equal([false, 'email']);
      expect(await refusalOf(remove(codeOf(secret, accounts.clock)))).to.include({
        kind: 'conflict',
        code: 'TOTP_OFF',
      });
    });

    it('turning an authenticator app off is recorded in the login log, and mailed to its owner in the account’s language', async () => {
      await given.engine.transact(({ users }) => users.signedIn(sita.id, accounts.clock(), 'ne'));
      const { secret } = await turnOn();
      await refusalOf(remove('12345'));
      expect(await takeMails(given.engine)).to.have.length(1);
      await remove(codeOf(secret, accounts.clock));
      expect((await accounts.log())[0]).to.deep.include({
        kind: 'SUCCESS',
        userId: sita.id,
        email: sita.email,
        role: 'OPERATOR',
        message: 'Authenticator app turned off.',
        origin: ORIGIN,
      });
      expect((await takeMails(given.engine)).at(-1)).to.deep.include({ to: sita.email, language: 'ne', change: 'off' });
    });

    it('five wrong passwords while turning off an authenticator app lock the account, even with the right code', async () => {
      const { secret } = await turnOn();
      const guess = (password: string) => refusalOf(remove(codeOf(secret, accounts.clock), sitaCalls, password));
      for (const n of [1, 2, 3, 4]) expect((await guess('not-it')).message).to.contain(`Attempt ${n} of 5`);
      expect(await guess('not-it')).to.include({ kind: 'locked', code: 'ACCOUNT_LOCKED' });
      expect(await guess(PASSWORD)).to.include({ kind: 'locked' });
      expect(await refusalOf(signIn())).to.include({ kind: 'locked' });
      expect(await hasTotp()).to.equal(true);
    });

    it('an authenticator app can be turned off with a recovery code instead of the app’s code', async () => {
      const { recoveryCodes } = await turnOn();
      await remove(recoveryCodes[9]!);
      expect(await hasTotp()).to.equal(false);
    });
  });
});

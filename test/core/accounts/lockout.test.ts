import { expect } from 'chai';
import type { SignedIn } from '../../../core/accounts/open-session.ts';
import type { SecondStep } from '../../../core/accounts/second-step.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anAdmin, anOperator } from '../../support/people.ts';

const PASSWORD = 'secret-123';

describe('a lock because of wrong passwords', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let accounts: Accounts;
  let passwordHash: string;

  before(async () => {
    passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  });
  beforeEach(() => {
    accounts = accountsOn((engine = memoryEngine()));
  });

  const signIn = (
    email: string,
    given: Partial<Parameters<Accounts['signInPortal']>[0]> = {},
  ): Promise<SignedIn | SecondStep> =>
    accounts.signInPortal({ portal: 'operator', email, password: PASSWORD, deviceId: '', ...given }, ORIGIN);
  const refused = (email: string, given: Partial<Parameters<Accounts['signInPortal']>[0]> = {}) =>
    refusalOf(signIn(email, given));
  const wrong = { password: 'not-it' };

  describe('wrong passwords on a trusted device', () => {
    const laptop = { deviceId: 'laptop' };
    const trust = (id: Addressed['id'], deviceId = 'laptop') =>
      engine.transact(({ devices }) => devices.trust(id, deviceId, accounts.clock(), daysAfter(accounts.clock(), 7)));
    const trusting = async (traits: Parameters<typeof anOperator>[1] = {}): Promise<Addressed> => {
      const sita = await anOperator(engine, { passwordHash, ...traits });
      await trust(sita.id);
      return sita;
    };

    it('a user can sign in on a trusted device while the IP address is locked', async () => {
      const sita = await trusting();
      for (let round = 0; round < 3; round += 1) {
        for (let n = 0; n < 5; n += 1) await refused(sita.email, { ...wrong, deviceId: round === 0 ? '' : 'theirs' });
        expect(await refused(sita.email)).to.include({ kind: 'locked' });
        expect(await signIn(sita.email, laptop)).to.have.property('access');
      }
    });

    it('five wrong passwords on a trusted device lock the account only on that device', async () => {
      const sita = await trusting();
      await trust(sita.id, 'phone');
      for (const n of [1, 2, 3, 4]) {
        const refusal = await refused(sita.email, { ...wrong, ...laptop });
        expect(refusal).to.include({ kind: 'unauthenticated' });
        expect(refusal.message).to.contain(`Attempt ${n} of 5`);
      }
      const last = await refused(sita.email, { ...wrong, ...laptop });
      expect(last).to.include({ kind: 'locked', code: 'ACCOUNT_LOCKED' });
      expect(last.message).to.contain('15 minutes');
      accounts.clock.advance(5.5);
      expect((await refused(sita.email, laptop)).message).to.contain('10 minutes');
      expect((await accounts.log())[0]).to.deep.include({ kind: 'LOCKED', userId: sita.id });
      expect(await accounts.lockedUntil(sita.id)).to.equal(null);
      expect((await refused(sita.email, { ...wrong, deviceId: 'phone' })).message).to.contain('Attempt 1 of 5');
      accounts.clock.advance(10);
      expect((await refused(sita.email, { ...wrong, ...laptop })).message).to.contain('Attempt 1 of 5');
      expect(await signIn(sita.email)).to.have.property('ticket');
    });

    it('a right password on a trusted device clears the counts of wrong passwords of the device and of its IP address', async () => {
      const sita = await trusting();
      for (let n = 0; n < 4; n += 1) {
        await refused(sita.email, { ...wrong, ...laptop });
        await refused(sita.email, wrong);
      }
      await signIn(sita.email, laptop);
      expect((await refused(sita.email, { ...wrong, ...laptop })).message).to.contain('Attempt 1 of 5');
      expect((await refused(sita.email, wrong)).message).to.contain('Attempt 1 of 5');
    });

    it('wrong passwords from a device that is no longer trusted count towards the limit of its IP address', async () => {
      const sita = await trusting();
      for (let n = 0; n < 4; n += 1) await refused(sita.email, { ...wrong, ...laptop });
      accounts.clock.advance(7 * 24 * 60);
      expect((await refused(sita.email, { ...wrong, ...laptop })).message).to.contain('Attempt 1 of 5');
      expect((await refused(sita.email, wrong)).message).to.contain('Attempt 2 of 5');
    });

    it('wrong passwords from a device that only a different user has trusted count towards the limit of its IP address', async () => {
      await trusting();
      const hari = await anOperator(engine, { passwordHash });
      await refused(hari.email, { ...wrong, ...laptop });
      expect((await refused(hari.email, wrong)).message).to.contain('Attempt 2 of 5');
    });

    it('a sign-in at the wrong portal, or with a failed password check, does not count as a wrong password', async () => {
      const sita = await trusting();
      for (let n = 0; n < 4; n += 1) await refused(sita.email, { ...wrong, ...laptop });
      expect(await refused(sita.email, { ...laptop, portal: 'admin' })).to.include({ kind: 'forbidden' });
      const busy = accountsOn(engine, {
        passwords: { ...CRYPTO.passwords, matches: () => Promise.reject(new Error('busy')) },
      });
      await busy
        .signInPortal({ portal: 'operator', email: sita.email, password: PASSWORD, ...laptop }, ORIGIN)
        .catch(() => undefined);
      expect(await refused(sita.email, { ...wrong, ...laptop })).to.include({ kind: 'locked' });
    });

    it('a suspended operator, or an operator without a password, cannot sign in even on a trusted device', async () => {
      expect(await refused((await trusting({ status: 'SUSPENDED' })).email, laptop)).to.include({
        code: 'ACCOUNT_NOT_ACTIVE',
      });
      expect(await refused((await trusting({ passwordHash: '!none' })).email, laptop)).to.include({
        code: 'NO_PASSWORD',
      });
    });

    it('an admin who trusts a device as an operator can sign in on it while the IP address is locked', async () => {
      const admin = await anAdmin(engine, { passwordHash });
      await trust(admin.id);
      for (let n = 0; n < 5; n += 1) await refused(admin.email, { ...wrong, portal: 'admin' });
      expect(await refused(admin.email, { portal: 'admin' })).to.include({ kind: 'locked' });
      expect(await signIn(admin.email, { ...laptop, portal: 'admin' })).to.have.property('access');
    });
  });

  describe('mails about a lockout', () => {
    const lockOut = async ({ email }: Addressed, given: Parameters<typeof refused>[1] = {}): Promise<void> => {
      for (let n = 0; n < 5; n += 1) await refused(email, { ...wrong, ...given });
      await accounts.settled();
    };

    it('a lockout mail names time and place, and links to the page for a new password', async () => {
      const sita = await anOperator(engine, { passwordHash });
      await engine.transact(({ users }) => users.signedIn(sita.id, accounts.clock(), 'ne'));
      for (let n = 0; n < 4; n += 1) await refused(sita.email, wrong);
      await accounts.settled();
      expect(accounts.mailer.sent).to.deep.equal([]);
      await refused(sita.email, wrong);
      await accounts.settled();
      expect(accounts.mailer.sent).to.deep.equal([
        {
          kind: 'lockout',
          language: 'ne',
          to: sita.email,
          name: 'Sita Rai',
          locked: 'address',
          minutesLocked: 15,
          passwordPage: { kind: 'sign-in', url: 'https://operators.example.com/login' },
          occasion: { at: accounts.dependencies.calendar.text(accounts.clock()), zone: 'UTC+05:45', ...ORIGIN },
        },
      ]);
      await refused(sita.email, wrong);
      await refused(sita.email);
      await accounts.settled();
      expect(accounts.mailer.sent).to.have.length(1);
    });

    it('a lockout mail links passengers to the password reset page, and admins to the sign-in page', async () => {
      const [asha, admin] = [await aPassenger(engine, { passwordHash }), await anAdmin(engine, { passwordHash })];
      await lockOut(asha);
      await lockOut(admin, { portal: 'admin' });
      expect(accounts.mailer.sent.map((mail) => [mail.to, mail.kind === 'lockout' && mail.passwordPage])).to.deep.equal(
        [
          [asha.email, { kind: 'new-password', url: 'https://example.com/reset-password.html' }],
          [admin.email, { kind: 'sign-in', url: 'https://operators.example.com/login' }],
        ],
      );
    });

    it('a lockout mail to a passenger says that the account is locked', async () => {
      await lockOut(await aPassenger(engine, { passwordHash }));
      expect(accounts.mailer.sent.map((mail) => mail.kind === 'lockout' && mail.locked)).to.deep.equal(['account']);
    });

    it('a lockout mail about a trusted device says that only the browser is locked', async () => {
      const sita = await anOperator(engine, { passwordHash });
      await engine.transact(({ devices }) =>
        devices.trust(sita.id, 'laptop', accounts.clock(), daysAfter(accounts.clock(), 7)),
      );
      await lockOut(sita, { deviceId: 'laptop' });
      expect(accounts.mailer.sent.map((mail) => mail.kind === 'lockout' && mail.locked)).to.deep.equal(['browser']);
    });

    it('a lockout mail is sent at most once an hour', async () => {
      const sita = await anOperator(engine, { passwordHash });
      for (const count of [1, 1, 1, 1, 2]) {
        await lockOut(sita);
        expect(accounts.mailer.sent).to.have.length(count);
        accounts.clock.advance(15);
      }
    });

    it('an account stays locked even if the lockout mail cannot be sent', async () => {
      const sita = await anOperator(engine, { passwordHash });
      accounts.mailer.broken = true;
      await lockOut(sita);
      expect(await refused(sita.email)).to.include({ kind: 'locked' });
    });
  });
});

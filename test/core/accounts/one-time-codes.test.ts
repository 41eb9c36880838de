import { expect } from 'chai';
import { type Instant, daysAfter, hoursAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, otherThan, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anOperator } from '../../support/people.ts';

/** Settings without a limit on mailed codes, for tests of other limits. */
const NO_LIMITS = { maxTries: 5, ttlMinutes: 10, resendSeconds: 0, maxPerHour: 0 };

describe('codes sent by mail', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let accounts: Accounts;
  let asha: Addressed;

  const given = async (settings: Parameters<typeof accountsOn>[1] = {}): Promise<void> => {
    accounts = accountsOn((engine = memoryEngine()), settings);
    asha = await aPassenger(engine, { emailVerified: false });
  };
  const send = () => accounts.resendVerification(accounts.callerFor(asha), ORIGIN);
  const verify = (code: string) => accounts.verifyEmail(accounts.callerFor(asha), code);
  const code = () => accounts.codeFor(asha.email);
  const wrong = () => refusalOf(verify(otherThan(code())));

  describe('sending mailed codes', () => {
    beforeEach(() => given());

    it('a mailed code can be requested again only after a pause', async () => {
      await send();
      expect(await refusalOf(send())).to.include({ kind: 'throttled', code: 'CODE_NOT_SENT', retryAfterSeconds: 60 });
      accounts.clock.set(secondsAfter(START, 59));
      expect(await refusalOf(send())).to.include({ kind: 'throttled', retryAfterSeconds: 1 });
      accounts.clock.set(secondsAfter(START, 60));
      await send();
      expect(accounts.codesFor(asha.email)).to.have.length(2);
      expect((await accounts.log(9)).map(({ kind }) => kind)).to.deep.equal(['OTP_SENT', 'OTP_SENT']);
    });

    it('an account gets at most five mailed codes in any hour', async () => {
      for (let n = 0; n < 5; n += 1) {
        accounts.clock.set(minutesAfter(START, 2 * n));
        await send();
      }
      accounts.clock.set(minutesAfter(START, 12));
      const refusal = await refusalOf(send());
      expect(refusal).to.include({ kind: 'throttled', retryAfterSeconds: 48 * 60 });
      expect(refusal.message).to.contain('48 minutes');
      accounts.clock.set((hoursAfter(START, 1) - 1) as Instant);
      expect(await refusalOf(send())).to.include({ kind: 'throttled' });
      accounts.clock.set(hoursAfter(START, 1));
      await send();
    });

    it('mailed codes for all purposes count towards one limit for each account', async () => {
      await given({ otp: { ...NO_LIMITS, maxPerHour: 2 } });
      const passwordHash = await CRYPTO.passwords.hash('secret-123');
      const sita = await anOperator(engine, { passwordHash });
      const signIn = () =>
        accounts.signInPortal({ portal: 'operator', email: sita.email, password: 'secret-123', deviceId: '' }, ORIGIN);
      await signIn();
      await accounts.resendVerification(accounts.callerFor(sita), ORIGIN);
      expect(await refusalOf(signIn())).to.include({ kind: 'throttled' });
      await send();
    });

    it('a code whose mail could not be sent does not count towards the limit, and the previous code stays valid', async () => {
      await send();
      const first = code();
      accounts.clock.advance(1);
      accounts.mailer.broken = true;
      expect(await refusalOf(send())).to.include({ kind: 'throttled', code: 'CODE_NOT_SENT' });
      expect((await accounts.log(9)).map(({ kind }) => kind)).to.deep.equal(['OTP_SENT']);
      await verify(first);
      accounts.mailer.broken = false;
      await send();
    });

    it('mailed codes are unlimited when the limits are set to zero', async () => {
      await given({ otp: NO_LIMITS });
      for (let n = 0; n < 12; n += 1) await send();
      expect(accounts.codesFor(asha.email)).to.have.length(12);
    });

    it('a mailed code is stored only as a keyed hash', async () => {
      await send();
      const digest = CRYPTO.digests.of(asha.id, 'EMAIL', code());
      const tried = await engine.transact(({ codes }) => codes.reserveTry(asha.id, 'EMAIL', 5, accounts.clock()));
      expect(tried).to.include({ digest });
      expect(digest).not.to.contain(code());
    });
  });

  describe('entering mailed codes', () => {
    beforeEach(async () => {
      await given({ otp: NO_LIMITS });
      await send();
    });

    it('a mailed code can verify an e-mail address only once', async () => {
      await verify(code());
      expect(await accounts.find(asha.id)).to.include({ emailVerified: true });
      expect(await refusalOf(verify(code()))).to.include({ kind: 'expired', code: 'CODE_EXPIRED' });
    });

    it('a mailed code expires after ten minutes, to the millisecond', async () => {
      accounts.clock.set((minutesAfter(START, 10) - 1) as Instant);
      expect(await wrong()).to.include({ kind: 'unauthenticated' });
      accounts.clock.set(minutesAfter(START, 10));
      expect(await refusalOf(verify(code()))).to.include({ kind: 'expired' });
    });

    it('a mailed code may be tried five times, and is then refused even if it is right', async () => {
      for (const n of [1, 2, 3, 4, 5]) {
        const refusal = await wrong();
        expect(refusal).to.include({ kind: 'unauthenticated', code: 'CODE_WRONG' });
        expect(refusal.message).to.contain(`Try ${n} of 5`);
      }
      expect(await refusalOf(verify(code()))).to.include({ kind: 'expired', code: 'CODE_EXHAUSTED' });
      expect(await refusalOf(verify(code()))).to.include({ kind: 'expired', code: 'CODE_EXPIRED' });
      expect(await accounts.find(asha.id)).to.include({ emailVerified: false });
      await send();
      await verify(code());
    });

    it('a mailed code is still accepted at the fifth try', async () => {
      for (let n = 0; n < 4; n += 1) await wrong();
      await verify(code());
    });

    it('a mailed code becomes invalid once a newer code is sent, even after the newer one was used', async () => {
      const first = code();
      await send();
      const second = code();
      if (first !== second) expect(await refusalOf(verify(first))).to.include({ kind: 'unauthenticated' });
      await verify(second);
      expect(await refusalOf(verify(first))).to.include({ kind: 'expired' });
    });

    it('a mailed code is refused if the typed code is empty or not six Latin digits', async () => {
      for (const text of [
        '',
        '12345',
        '1234567',
        'x'.repeat(5_000),
        code()
          .split('')
          .map((digit) => String.fromCharCode(0x966 + Number(digit)))
          .join(''),
      ]) {
        expect(await refusalOf(verify(text)), text.slice(0, 10)).to.include({
          kind: 'unauthenticated',
          code: 'CODE_WRONG',
        });
      }
    });

    it('twenty wrong mailed codes in a day stop new codes and checks of codes until the next day', async () => {
      for (let n = 0; n < 20; n += 1) {
        if (n % 5 === 0 && n > 0) await send();
        expect(await wrong()).to.include({ kind: 'unauthenticated' });
      }
      expect(await refusalOf(send())).to.include({ kind: 'throttled', code: 'CODE_NOT_SENT' });
      expect(await refusalOf(verify(code()))).to.include({ kind: 'expired', code: 'CODE_EXHAUSTED' });
      accounts.clock.set(daysAfter(START, 1));
      await send();
      await verify(code());
    });

    it('a right mailed code or a used one does not count towards the twenty wrong codes a day', async () => {
      for (let n = 0; n < 25; n += 1) {
        await verify(code());
        expect(await refusalOf(verify(code()))).to.include({ code: 'CODE_EXPIRED' });
        await send();
      }
    });
  });

  it('a code mailed to verify an e-mail address does not sign in, and a sign-in code does not verify an address', async () => {
    await given({ otp: NO_LIMITS });
    const sita = await anOperator(engine, { passwordHash: await CRYPTO.passwords.hash('secret-123') });
    const sent = await accounts.signInPortal(
      { portal: 'operator', email: sita.email, password: 'secret-123', deviceId: '' },
      ORIGIN,
    );
    const signInCode = accounts.codeFor(sita.email);
    expect(await refusalOf(accounts.verifyEmail(accounts.callerFor(sita), signInCode))).to.include({ kind: 'expired' });
    await accounts.resendVerification(accounts.callerFor(sita), ORIGIN);
    const emailCode = accounts.codeFor(sita.email);
    const ticket = 'ticket' in sent ? sent.ticket : '';
    if (emailCode !== signInCode)
      expect(await refusalOf(accounts.verifyCode({ ticket, code: emailCode }, ORIGIN))).to.include({
        kind: 'unauthenticated',
        code: 'CODE_WRONG',
      });
    await accounts.verifyCode({ ticket, code: signInCode }, ORIGIN);
  });
});

import { expect } from 'chai';
import type { Account, Caller, Origin } from '../../../core/accounts/account.ts';
import type { PhoneProof } from '../../../core/accounts/check-phone-code.ts';
import type { MailedStep } from '../../../core/accounts/old-number.ts';
import type { SignedIn } from '../../../core/accounts/open-session.ts';
import type { PhonePurpose } from '../../../core/accounts/phone-code.ts';
import type { UserRepo } from '../../../core/accounts/ports.ts';
import { daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import { type Accounts, ORIGIN, accountsOn, otherThan, refusalOf } from '../../support/accounts.ts';
import { aBooking, aPayment } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aPassenger, aPassengerByPhone, anAdmin, anOperator } from '../../support/people.ts';
import { readNotices, readTexts } from '../../support/texts.ts';

const PHONE = '9812345678';
const HOURS = 24;

onEveryEngine('sign-in by SMS code', (current) => {
  let engine: Engine;
  let accounts: Accounts;

  beforeEach(() => {
    engine = current();
    accounts = accountsOn(engine);
  });

  const later = (seconds: number): void => accounts.clock.advance(seconds / 60);

  /** Asks for a code, and reads it from the text message. */
  const ask = async (
    phone = PHONE,
    { purpose = 'SIGN_IN', ip = ORIGIN.ip }: { readonly purpose?: PhonePurpose; readonly ip?: string } = {},
  ) => {
    const { ticket } = await accounts.sendPhoneCode(phone, purpose, { ...ORIGIN, ip });
    const { code } = (await readTexts(engine, accounts.clock())).at(-1)!;
    return { ticket, code };
  };
  const verify = async (
    proof: { readonly ticket: string; readonly code: string },
    fullName = '',
    origin: Origin = ORIGIN,
  ): Promise<SignedIn> => {
    const outcome = await accounts.verifyPhone(proof, fullName, origin);
    if (!('access' in outcome)) throw new Error('The sign-in needs a mailed code.');
    return outcome;
  };
  const signIn = async (phone = PHONE, fullName = '') => verify(await ask(phone), fullName);
  const invalidCode = { kind: 'unauthenticated', code: 'CODE_INVALID' } as const;
  const callerOf = (account: Pick<Account, 'id'>): Caller => ({
    userId: account.id,
    role: 'PASSENGER',
    tokenVersion: 0,
    signedInAt: accounts.clock(),
    tokenExpiresAt: hoursAfter(accounts.clock(), 1),
  });
  const changePhone = (account: Pick<Account, 'id'>, proof: PhoneProof) =>
    accounts.changePhone(callerOf(account), { ...proof, currentPassword: '' }, ORIGIN);
  const accountOf = (id: Account['id']): Promise<Account> => accounts.find(id);
  const unverified = (traits: Parameters<typeof aPassenger>[1] = {}) =>
    aPassenger(engine, { phone: PHONE, emailVerified: false, ...traits });

  describe('SMS codes', () => {
    it('an SMS code is sent to a Nepalese mobile number written in any usual spelling', async () => {
      for (const typed of ['9812345678', '+977 981-2345678', '977 9812345678', '009779812345678']) {
        expect(await accounts.sendPhoneCode(typed, 'SIGN_IN', ORIGIN)).to.include({ expiresIn: 300, resendAfter: 60 });
        later(3_600);
      }
      const texts = await readTexts(engine, accounts.clock());
      expect(texts.map(({ to }) => to)).to.deep.equal([PHONE, PHONE, PHONE, PHONE]);
      expect(texts.at(-1)?.code).to.match(/^[0-9]{6}$/);
    });

    it('an SMS code is refused for anything but a Nepalese mobile number', async () => {
      for (const typed of ['', '981234567', '98123456789', '9612345678', '+919812345678', '0114412345', 'Asha'])
        expect((await refusalOf(accounts.sendPhoneCode(typed, 'SIGN_IN', ORIGIN))).faults[0]?.field).to.equal('phone');
      expect(await readTexts(engine, accounts.clock())).to.deep.equal([]);
    });

    it('an SMS code is valid for five minutes, and only once', async () => {
      const late = await ask();
      later(300);
      expect(await refusalOf(verify(late, 'Asha Gurung'))).to.include(invalidCode);
      const proof = await ask();
      later(299);
      await verify(proof, 'Asha Gurung');
      expect(await refusalOf(verify(proof, 'Asha Gurung'))).to.include(invalidCode);
    });

    it('an SMS code may be tried five times, and is then refused even if it is right', async () => {
      const { ticket, code } = await ask();
      for (let tries = 0; tries < 5; tries += 1)
        expect(await refusalOf(verify({ ticket, code: otherThan(code) }))).to.include(invalidCode);
      expect(await refusalOf(verify({ ticket, code }, 'Asha Gurung'))).to.include(invalidCode);
    });

    it('an SMS code has at most five tries, however many requests arrive at once', async () => {
      const { ticket, code } = await ask();
      const wrong = Array.from({ length: 12 }, () => refusalOf(verify({ ticket, code: otherThan(code) })));
      await Promise.all(wrong);
      expect(await refusalOf(verify({ ticket, code }, 'Asha Gurung'))).to.include(invalidCode);
    });

    it('an SMS code is valid only for the request and purpose for which it was sent', async () => {
      const first = await ask(PHONE);
      const other = await ask('9800000001');
      expect(await refusalOf(verify({ ticket: other.ticket, code: first.code }, 'Asha'))).to.include(
        first.code === other.code ? {} : invalidCode,
      );
      expect(await refusalOf(verify({ ticket: `${first.ticket}x`, code: first.code }, 'Asha'))).to.include(invalidCode);
      const change = await ask('9800000002', { purpose: 'CHANGE' });
      expect(await refusalOf(verify(change, 'Asha'))).to.include(invalidCode);
      const asha = await aPassenger(engine);
      expect(await refusalOf(changePhone(asha, first))).to.include(invalidCode);
    });

    it('a new SMS code invalidates earlier codes that the same IP address requested, and no others', async () => {
      await aPassengerByPhone(engine, PHONE);
      const [mine, elsewhere] = [await ask(), await ask(PHONE, { ip: '198.51.100.9' })];
      later(61);
      const newer = await ask();
      expect(await refusalOf(verify(mine))).to.include(invalidCode);
      await verify(elsewhere);
      await verify(newer);
    });

    it('an SMS code is refused without the token of its request, and the token without the code is refused too', async () => {
      const { ticket, code } = await ask();
      for (const [field, proof] of [
        ['ticket', { ticket: '', code }],
        ['code', { ticket, code: ' ' }],
      ] as const)
        expect((await refusalOf(verify(proof))).faults[0]?.field).to.equal(field);
    });
  });

  describe('limits of SMS codes', () => {
    const sent = (phone = PHONE, ip = ORIGIN.ip): Promise<unknown> =>
      accounts.sendPhoneCode(phone, 'SIGN_IN', { ...ORIGIN, ip });
    const refused = async (phone = PHONE, ip = ORIGIN.ip) => {
      const { code, kind, retryAfterSeconds } = await refusalOf(sent(phone, ip));
      expect({ code, kind }).to.deep.equal({ code: 'TOO_MANY_CODES', kind: 'throttled' });
      return retryAfterSeconds;
    };

    /** The receivers of queued mails about the limit of a day. Each mail is returned once. */
    const mailsAboutLimit = async (): Promise<readonly string[]> =>
      (
        await engine.transact(({ mailQueue }) =>
          mailQueue.claim(daysAfter(accounts.clock(), 1), daysAfter(accounts.clock(), 999), 100),
        )
      ).flatMap(({ mail }) => (mail.kind === 'sms-limit' ? [mail.to] : []));

    it('a second SMS code to the same number is refused for a minute after the first', async () => {
      await sent();
      later(20);
      expect(await refused()).to.equal(40);
      later(40);
      await sent();
    });

    it('an unverified phone number gets at most three SMS codes an hour and six a day, whatever IP addresses request them', async () => {
      for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
        await sent(PHONE, ip);
        later(60);
      }
      expect(await refused(PHONE, '198.51.100.4')).to.equal(3_600 - 180);
      later(3_600);
      for (let more = 0; more < 3; more += 1) {
        await sent();
        later(60);
      }
      later(3_600);
      expect(await refused()).to.be.greaterThan(20 * 3_600);
      later(HOURS * 3_600);
      await sent();
    });

    it('a verified phone number gets three SMS codes an hour for each IP address, and at most twelve a day', async () => {
      await aPassengerByPhone(engine, PHONE);
      const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'];
      for (const ip of addresses)
        for (let code = 0; code < 3; code += 1) {
          await sent(PHONE, ip);
          later(60);
        }
      expect(await refused(PHONE, '198.51.100.5')).to.be.greaterThan(22 * 3_600);
    });

    it('an IP address from which the account signed in within 90 days gets SMS codes although other addresses used up the number’s total', async () => {
      await aPassengerByPhone(engine, PHONE);
      await signIn();
      later(HOURS * 3_600);
      const usual = ORIGIN.ip;
      await sent(PHONE, usual);
      later(60);
      for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'])
        for (let code = 0; code < 3; code += 1) {
          await sent(PHONE, ip);
          later(60);
        }
      expect(
        await refused(PHONE, '198.51.100.5'),
        'the total of twelve counts none of the usual address',
      ).to.be.greaterThan(22 * 3_600);
      await sent(PHONE, usual);
      later(91 * HOURS * 3_600);
      for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'])
        for (let code = 0; code < 3; code += 1) {
          await sent(PHONE, ip);
          later(60);
        }
      await refused(PHONE, usual);
    });

    it('phone numbers get only so many SMS codes a day, unverified ones half of them, and every administrator gets one mail a day', async () => {
      const smsCodes = { hourlyLimit: 0, dailyLimit: 5, perNumberAnHour: 0, perNumberADay: 0, perAddressAnHour: 0 };
      accounts = accountsOn(engine, { smsCodes });
      const [anil, binod] = [await anAdmin(engine), await anAdmin(engine, { fullName: 'Binod Rai' })];
      await aPassengerByPhone(engine, PHONE);
      await sent('9800000001');
      await sent('9800000002');
      expect(await mailsAboutLimit()).to.deep.equal([]);
      expect(await refused('9800000003')).to.equal(HOURS * 3_600);
      expect(await mailsAboutLimit()).to.have.members([anil.email, binod.email]);
      for (let code = 0; code < 3; code += 1) {
        await sent();
        later(60);
      }
      await refused();
      expect(await mailsAboutLimit()).to.deep.equal([]);
      later(HOURS * 3_600);
      for (const phone of ['9800000001', '9800000002']) await sent(phone);
      await refused('9800000003');
      expect(await mailsAboutLimit()).to.have.members([anil.email, binod.email]);
    });

    it('an IP address gets at most sixty SMS codes an hour, and an IPv6 network counts as one address', async () => {
      const ips = ['2001:db8:1:2::1', '2001:db8:1:2::ffff'];
      for (let number = 0; number < 60; number += 1) await sent(`98000000${10 + number}`, ips[number % 2]);
      expect(await refused('9811111111', '2001:db8:1:2:3::')).to.equal(3_600);
      await sent('9811111111', '2001:db8:1:3::1');
    });

    it('unverified phone numbers get at most half of the SMS codes of an hour, and verified numbers may use the rest', async () => {
      accounts = accountsOn(engine, {
        smsCodes: { hourlyLimit: 5, dailyLimit: 50, perNumberAnHour: 3, perNumberADay: 6, perAddressAnHour: 0 },
      });
      await aPassengerByPhone(engine, PHONE);
      await sent('9800000001');
      await sent('9800000002');
      await refused('9800000003');
      await sent(PHONE);
      later(60);
      await sent(PHONE);
      later(60);
      await sent(PHONE);
      await refused(PHONE, '198.51.100.7');
    });

    it('an SMS code limit of 0 means no limit', async () => {
      accounts = accountsOn(engine, {
        smsCodes: { hourlyLimit: 0, dailyLimit: 0, perNumberAnHour: 0, perNumberADay: 0, perAddressAnHour: 0 },
        otp: { maxTries: 5, ttlMinutes: 10, resendSeconds: 0, maxPerHour: 5 },
      });
      for (let code = 0; code < 20; code += 1) await sent();
    });

    it('only one SMS code is sent when eight requests for a number arrive at once', async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => sent()));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });
  });

  describe('old phone numbers', () => {
    const EMAIL = 'asha@example.com';
    const ASHA = { fullName: 'Asha Gurung', phone: PHONE, phoneVerified: true };
    const HALF_A_YEAR = 180 * HOURS * 3_600;
    const withEmail = () => aPassengerByPhone(engine, PHONE, { email: EMAIL, emailVerified: true });
    /** Signs in by SMS after 180 days, as far as the mailed code. */
    const halfSignedIn = async () => {
      const proof = await ask();
      return { proof, step: await accounts.verifyPhone(proof, '', ORIGIN) };
    };
    const ticketOf = (step: SignedIn | MailedStep): string => ('ticket' in step ? step.ticket : '');
    const mailsAboutSignIns = async (): Promise<number> =>
      (
        await engine.transact(({ mailQueue }) =>
          mailQueue.claim(daysAfter(accounts.clock(), 1), daysAfter(accounts.clock(), 999), 100),
        )
      ).filter(({ mail }) => mail.kind === 'sms-sign-in' && mail.to === EMAIL).length;

    it('an SMS code alone signs in to an account with a verified address until 180 days after its last sign-in, and then needs a mailed code', async () => {
      const asha = await withEmail();
      await signIn();
      later(HALF_A_YEAR - 1);
      const proof = await ask();
      const half = accounts.clock();
      expect((await verify(proof)).user.id).to.equal(asha.id);
      expect(accounts.mailer.sent).to.deep.equal([]);
      accounts.clock.set(daysAfter(half, 180));
      const { proof: late, step } = await halfSignedIn();
      expect(step).to.not.have.property('access');
      expect(step).to.include({ maskedEmail: 'a***@example.com' });
      expect(await refusalOf(verify(late)), 'the SMS code is used').to.include(invalidCode);
      const code = accounts.codeFor(EMAIL);
      expect(await refusalOf(verify({ ticket: ticketOf(step), code: otherThan(code) }))).to.include(invalidCode);
      expect(await refusalOf(accounts.verifyCode({ ticket: ticketOf(step), code }, ORIGIN))).to.include({
        kind: 'unauthenticated',
      });
      expect((await verify({ ticket: ticketOf(step), code })).user.id).to.equal(asha.id);
      expect(await refusalOf(verify({ ticket: ticketOf(step), code }))).to.include(invalidCode);
    });

    for (const [kind, address] of [
      ['no', null],
      ['an unverified', EMAIL],
    ] as const)
      it(`an SMS code alone signs in to an account with ${kind} e-mail address after any time`, async () => {
        const asha = await aPassengerByPhone(engine, PHONE);
        await engine.transact(({ users }) => users.setEmail(asha.id, { email: address, emailVerified: false }));
        later(2 * HALF_A_YEAR);
        expect((await signIn()).user.id).to.equal(asha.id);
      });

    for (const [change, makeChange] of [
      ['was signed out everywhere', (users, { id }) => users.raiseTokenVersion(id)],
      ['got another number', (users, { id }) => users.saveProfile(id, { ...ASHA, phone: '9800000009' })],
      ['lost its verified number', (users, { id }) => users.saveProfile(id, { ...ASHA, phoneVerified: false })],
    ] as const satisfies readonly (readonly [string, (users: UserRepo, account: Account) => Promise<unknown>])[])
      it(`a mailed code for an old number is refused once the account ${change}`, async () => {
        const asha = await withEmail();
        later(2 * HALF_A_YEAR);
        const { step } = await halfSignedIn();
        await engine.transact(async ({ users }) => {
          await makeChange(users, asha);
        });
        const proof = { ticket: ticketOf(step), code: accounts.codeFor(EMAIL) };
        expect(await refusalOf(verify(proof))).to.include(invalidCode);
      });

    it('an SMS code stays valid while the mail with the second code cannot be sent', async () => {
      await withEmail();
      later(2 * HALF_A_YEAR);
      const proof = await ask();
      accounts.mailer.broken = true;
      expect(await refusalOf(accounts.verifyPhone(proof, '', ORIGIN))).to.include({ code: 'CODE_NOT_SENT' });
      accounts.mailer.broken = false;
      later(60);
      expect(ticketOf(await accounts.verifyPhone(proof, '', ORIGIN))).to.not.equal('');
    });

    it('a sign-in by SMS from a new IP address is mailed to the verified address, at most once a day', async () => {
      await withEmail();
      await signIn();
      expect(await mailsAboutSignIns()).to.equal(1);
      later(61);
      await signIn();
      await verify(await ask(PHONE, { ip: '198.51.100.1' }), '', { ...ORIGIN, ip: '198.51.100.1' });
      expect(await mailsAboutSignIns(), 'within a day').to.equal(0);
      later(HOURS * 3_600);
      await signIn();
      expect(await mailsAboutSignIns(), 'from a usual address').to.equal(0);
      await verify(await ask(PHONE, { ip: '198.51.100.2' }), '', { ...ORIGIN, ip: '198.51.100.2' });
      expect(await mailsAboutSignIns()).to.equal(1);
    });
  });

  describe('the account that an SMS code signs in to', () => {
    it('an SMS code for a new number creates an account without e-mail address and password', async () => {
      const { user, access } = await signIn(PHONE, ' Asha Gurung '.trim());
      expect(user).to.include({ fullName: 'Asha Gurung', email: null, phone: PHONE, phoneVerified: true });
      expect(user).to.include({ role: 'PASSENGER', emailVerified: false });
      expect((await accountOf(user.id)).passwordHash).to.match(/^!/);
      expect(await accounts.authenticate(access)).to.include({ userId: user.id, role: 'PASSENGER' });
      expect((await accounts.log())[0]).to.include({ kind: 'SUCCESS', userId: user.id, message: 'Signed in by SMS.' });
    });

    it('an SMS code signs in to a verified number’s account even if another name is given or the password is locked', async () => {
      const asha = await aPassengerByPhone(engine, PHONE);
      await engine.transact(({ users }) =>
        users.reserveAttempt(asha.id, { maxAttempts: 1, minutes: 15 }, accounts.clock()),
      );
      expect((await signIn(PHONE, 'Somebody else')).user).to.include({ id: asha.id, fullName: 'Asha Gurung' });
    });

    it('an SMS code for a new account needs a name, and the code stays valid until the name is given', async () => {
      const proof = await ask();
      for (let tries = 0; tries < 7; tries += 1)
        expect((await refusalOf(verify(proof, ''))).faults[0]?.field).to.equal('full_name');
      expect((await refusalOf(verify(proof, 'x'.repeat(151)))).faults[0]?.field).to.equal('full_name');
      expect((await verify(proof, 'Asha Gurung')).user.fullName).to.equal('Asha Gurung');
    });

    it('an SMS code gives an unverified account that never paid to the number’s owner, and signs out the previous user', async () => {
      const stranger = await unverified({ passwordHash: 'hash', fullName: 'Stranger' });
      await engine.transact(({ devices }) =>
        devices.trust(stranger.id, 'laptop', accounts.clock(), daysAfter(accounts.clock(), 7)),
      );
      expect((await refusalOf(signIn())).faults[0]?.field).to.equal('full_name');
      later(61);
      expect((await signIn(PHONE, 'Asha Gurung')).user).to.include({ id: stranger.id, fullName: 'Asha Gurung' });
      const now = await accountOf(stranger.id);
      expect(now).to.include({ email: null, emailVerified: false, phoneVerified: true, tokenVersion: 1 });
      expect(now.passwordHash).to.match(/^!/);
      const trusted = await engine.transact(({ devices }) =>
        devices.isTrusted(stranger.id, 'laptop', accounts.clock()),
      );
      expect(trusted).to.equal(false);
    });

    for (const [why, paid] of [
      ['with a verified address', false],
      ['that once paid', true],
    ] as const)
      it(`an account ${why} loses its unverified phone number to a new account that proves the number by an SMS code`, async () => {
        const holder = await unverified({ emailVerified: !paid });
        if (paid) {
          const trip = await aTrip(engine);
          const payment = await aPayment(engine, await aBooking(engine, { userId: holder.id, tripId: trip.id }));
          await engine.transact(({ payments }) => payments.move(payment, 'complete', accounts.clock()));
        }
        const { user } = await signIn(PHONE, 'Bikram Rai');
        expect(user).to.include({ fullName: 'Bikram Rai', phone: PHONE, phoneVerified: true, email: null });
        expect(user.id).not.to.equal(holder.id);
        expect(await accountOf(holder.id)).to.include({ phone: null, email: holder.email, tokenVersion: 0 });
        const queued = await engine.transact(({ mailQueue }) =>
          mailQueue.claim(accounts.clock(), hoursAfter(accounts.clock(), 1), 5),
        );
        expect(queued.map(({ mail }) => mail)).to.deep.equal([
          { kind: 'phone-gone', to: holder.email, name: holder.fullName, language: 'en', phone: '*******678' },
        ]);
      });

    it('a suspended account gets an SMS code, but using the code is refused with ACCOUNT_NOT_ACTIVE', async () => {
      const asha = await aPassengerByPhone(engine, PHONE);
      await engine.transact(({ users }) => users.setStatus(asha.id, 'SUSPENDED'));
      const { ticket, code } = await ask();
      expect(await refusalOf(verify({ ticket, code: otherThan(code) }))).to.include(invalidCode);
      expect(await refusalOf(verify({ ticket, code }))).to.include({ code: 'ACCOUNT_NOT_ACTIVE' });
    });

    it('a suspended account that never verified its phone number loses it to a new account, whether it paid or not', async () => {
      const holder = await unverified();
      await engine.transact(({ users }) => users.setStatus(holder.id, 'SUSPENDED'));
      const { user } = await signIn(PHONE, 'Bikram Rai');
      expect(user.id).not.to.equal(holder.id);
      expect(await accountOf(holder.id)).to.include({ phone: null, email: holder.email, status: 'SUSPENDED' });
    });

    it('an SMS code to the phone number of staff or of an administrator does not sign in to their account', async () => {
      const sita = await anOperator(engine, { phone: PHONE });
      expect((await signIn(PHONE, 'Sita Rai')).user.id).not.to.equal(sita.id);
      await anAdmin(engine, { phone: '9800000001' });
      expect((await signIn('9800000001', 'Anil')).user.role).to.equal('PASSENGER');
    });

    it('an SMS code signs in an operator who also has the role of a passenger', async () => {
      const sita = await anOperator(engine, { phone: PHONE });
      await engine.transact(async ({ users }) => {
        await users.grantRole(sita.id, 'PASSENGER');
        await users.saveProfile(sita.id, { ...sita, phoneVerified: true });
      });
      const { user, access } = await signIn();
      expect(user).to.include({ id: sita.id, role: 'PASSENGER' });
      expect(await accounts.authenticate(access)).to.include({ role: 'PASSENGER' });
    });

    it('an SMS code signs in only once, however many requests use it at once', async () => {
      const proof = await ask();
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => verify(proof, 'Asha Gurung')));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });

    it('two SMS codes for one number used at once create only one account', async () => {
      accounts = accountsOn(engine, { otp: { maxTries: 5, ttlMinutes: 10, resendSeconds: 0, maxPerHour: 5 } });
      const proofs = [await ask(PHONE, { ip: '198.51.100.1' }), await ask(PHONE, { ip: '198.51.100.2' })];
      const both = await Promise.all(proofs.map((proof) => verify(proof, 'Asha Gurung')));
      expect(new Set(both.map(({ user }) => user.id))).to.have.property('size', 1);
    });
  });

  describe('proving an e-mail address', () => {
    const address = 'asha@example.com';
    /** Asks for a code, and returns the call that proves the address with it. */
    const asking = async (account: Pick<Account, 'id'>) => {
      const { ticket } = await accounts.startEmail(callerOf(account), { email: address, currentPassword: '' }, ORIGIN);
      const code = accounts.codeFor(address);
      return () => accounts.verifyNewEmail(callerOf(account), { ticket, code }, ORIGIN);
    };

    it('an account that never verified an e-mail address loses it, and its sessions, to the passenger who proves it', async () => {
      const asha = await aPassengerByPhone(engine, PHONE);
      const holder = await aPassenger(engine, {
        email: address,
        emailVerified: false,
        phone: '9800000001',
        phoneVerified: true,
      });
      await (
        await asking(asha)
      )();
      expect(await accountOf(asha.id)).to.include({ email: address, emailVerified: true });
      expect(await accountOf(holder.id)).to.include({ email: null, emailVerified: false, tokenVersion: 1 });
      expect(await readNotices(engine, accounts.clock())).to.deep.equal([
        { kind: 'ACCOUNT', to: '9800000001', news: 'EMAIL_GONE', email: 'a***@example.com' },
        { kind: 'ACCOUNT', to: PHONE, news: 'EMAIL_ADDED', email: 'a***@example.com' },
      ]);
    });

    it('only one of two passengers who prove an e-mail address at once gets it', async () => {
      await aPassenger(engine, { email: address, emailVerified: false });
      const people = [await aPassengerByPhone(engine, PHONE), await aPassengerByPhone(engine, '9800000001')];
      const proofs = [await asking(people[0]!), await asking(people[1]!)];
      const outcomes = await Promise.allSettled(proofs.map((prove) => prove()));
      expect(outcomes.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
      const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(refused.reason).to.include({ code: 'EMAIL_TAKEN' });
    });
  });

  describe('changes of a phone number', () => {
    const change = async (account: Pick<Account, 'id'>, phone: string) =>
      changePhone(account, await ask(phone, { purpose: 'CHANGE' }));

    it('a phone number that is verified by an SMS code becomes the account’s number', async () => {
      const asha = await aPassengerByPhone(engine, PHONE);
      expect(await change(asha, '9800000001')).to.deep.equal({ phone: '9800000001', phoneVerified: true });
      expect(await accountOf(asha.id)).to.include({
        phone: '9800000001',
        phoneVerified: true,
        fullName: 'Asha Gurung',
      });
    });

    it('an SMS code can verify the phone number that the account already has', async () => {
      const asha = await aPassenger(engine, { phone: PHONE });
      await change(asha, PHONE);
      expect(await accountOf(asha.id)).to.include({ phone: PHONE, phoneVerified: true });
    });

    it('a phone number that a passenger verified cannot be taken; an unverified number goes to the passenger who verifies it', async () => {
      const asha = await aPassenger(engine);
      await aPassengerByPhone(engine, PHONE);
      expect(await refusalOf(change(asha, PHONE))).to.include({ kind: 'conflict', code: 'PHONE_TAKEN' });
      const bikram = await aPassenger(engine, { phone: '9800000001' });
      await change(asha, '9800000001');
      expect(await accountOf(bikram.id)).to.include({ phone: null });
    });

    it('only one of two accounts that verify the same phone number at once gets it', async () => {
      accounts = accountsOn(engine, { otp: { maxTries: 5, ttlMinutes: 10, resendSeconds: 0, maxPerHour: 5 } });
      const [asha, bikram] = [await aPassenger(engine), await aPassenger(engine)];
      const proofs = [
        await ask(PHONE, { purpose: 'CHANGE', ip: '198.51.100.1' }),
        await ask(PHONE, { purpose: 'CHANGE', ip: '198.51.100.2' }),
      ];
      const outcomes = await Promise.allSettled([changePhone(asha, proofs[0]!), changePhone(bikram, proofs[1]!)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });

    it('two accounts that swap their unverified phone numbers at once both succeed', async () => {
      const [asha, bikram] = [
        await aPassenger(engine, { phone: '9800000001' }),
        await aPassenger(engine, { phone: '9800000002' }),
      ];
      const proofs = [await ask('9800000002', { purpose: 'CHANGE' }), await ask('9800000001', { purpose: 'CHANGE' })];
      await Promise.all([changePhone(asha, proofs[0]!), changePhone(bikram, proofs[1]!)]);
      expect([(await accountOf(asha.id)).phone, (await accountOf(bikram.id)).phone]).to.deep.equal([
        '9800000002',
        '9800000001',
      ]);
    });
  });

  it('SMS codes are deleted after a day, and count towards the limits until then', async () => {
    await ask();
    const { ticket } = await accounts.sendPhoneCode('9800000001', 'SIGN_IN', ORIGIN);
    expect(ticket).not.to.include('9800000001');
    later(HOURS * 3_600);
    await accounts.pruneSignIns();
    const left = () =>
      engine.transact(({ phoneCodes }) => phoneCodes.nthNewest({}, 1, daysAfter(accounts.clock(), -9)));
    expect(await left()).not.to.equal(undefined);
    later(1);
    await accounts.pruneSignIns();
    expect(await left()).to.equal(undefined);
  });
});

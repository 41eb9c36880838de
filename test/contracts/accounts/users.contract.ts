import { expect } from 'chai';
import type { PhoneGroup } from '../../../core/accounts/account.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';
import { aBooking, aPayment } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, aPassengerByPhone, anAdmin, anOperator } from '../../support/people.ts';

const POLICY = { maxAttempts: 3, minutes: 15 };
const UNTIL = minutesAfter(NOW, 15);

onEveryEngine('users', (engine) => {
  const transact: ReturnType<typeof engine>['transact'] = (work) => engine().transact(work);
  const find = (id: UserId) => transact(({ users }) => users.find(id));
  const reserve = (id: UserId, now = NOW) => transact(({ users }) => users.reserveAttempt(id, POLICY, now));

  it('a user is found by id, e-mail address and phone number, with all stored fields', async () => {
    const asha = await aPassenger(engine(), {
      fullName: 'आशा गुरुङ',
      email: 'asha@example.com',
      phone: '9812345678',
      emailVerified: false,
      createdAt: NOW,
    });
    expect(asha).to.deep.include({
      role: 'PASSENGER',
      roles: ['PASSENGER'],
      fullName: 'आशा गुरुङ',
      email: 'asha@example.com',
      phone: '9812345678',
      emailVerified: false,
      status: 'ACTIVE',
      failedAttempts: 0,
      lockedUntil: null,
      lastLoginAt: null,
      tokenVersion: 0,
      avatar: null,
      createdAt: NOW,
      companyName: null,
      operatorId: null,
    });
    expect(await transact(({ users }) => users.findByEmail('asha@example.com'))).to.deep.equal(asha);
    expect(await transact(({ users }) => users.findByPhone('9812345678', 'passengers'))).to.deep.equal(asha);
    expect(await transact(({ users }) => users.lock(asha.id))).to.deep.equal(asha);
    expect(await engine().accounts.find(asha.id)).to.deep.equal(asha);
    expect(await engine().accounts.authState(asha.id)).to.deep.include({
      role: 'PASSENGER',
      roles: ['PASSENGER'],
      status: 'ACTIVE',
      tokenVersion: 0,
    });
  });

  it('an unknown user is not found', async () => {
    const nobody = 77 as UserId;
    expect(
      await transact(async ({ users }) => [
        await users.find(nobody),
        await users.findByEmail('x@example.com'),
        await users.findByPhone('9800000000', 'others'),
        await users.lock(nobody),
      ]),
    ).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect([await engine().accounts.find(nobody), await engine().accounts.authState(nobody)]).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it('a second user with the same e-mail address or phone number is refused, and the transaction can continue', async () => {
    const asha = await aPassenger(engine(), { phone: '9812345678' });
    const { id, roles, ...copy } = asha;
    const outcomes = await transact(async ({ users }) => [
      await users.add(copy),
      await users.add({ ...copy, phone: null }),
      await users.add({ ...copy, email: 'other@example.com' }),
      typeof (await users.add({ ...copy, email: 'other@example.com', phone: null })),
      typeof (await users.add({ ...copy, email: 'third@example.com', phone: null })),
    ]);
    expect(outcomes).to.deep.equal(['email taken', 'email taken', 'phone taken', 'number', 'number']);
  });

  it('a user’s failed sign-in is counted before the password is checked, and the last allowed one locks the user', async () => {
    const { id } = await aPassenger(engine());
    expect([await reserve(id), await reserve(id), await reserve(id), await reserve(id)]).to.deep.equal([
      { number: 1, locksUntil: null },
      { number: 2, locksUntil: null },
      { number: 3, locksUntil: UNTIL },
      undefined,
    ]);
    expect(await find(id)).to.include({ failedAttempts: 3, lockedUntil: UNTIL });
  });

  it('a locked user can sign in again from the exact end of the lock on, with no failed sign-ins counted', async () => {
    const { id } = await aPassenger(engine());
    for (let n = 0; n < 3; n += 1) await reserve(id);
    expect(await reserve(id, (UNTIL - 1) as typeof NOW)).to.equal(undefined);
    expect(await reserve(id, UNTIL)).to.deep.equal({ number: 1, locksUntil: null });
    expect(await find(id)).to.include({ failedAttempts: 1, lockedUntil: null });
  });

  it('undoing a user’s failed sign-in lifts the lock that it caused, and no other lock', async () => {
    const { id } = await aPassenger(engine());
    const [first, , third] = [await reserve(id), await reserve(id), await reserve(id)];
    await transact(({ users }) => users.releaseAttempt(id, first!));
    expect(await find(id)).to.include({ failedAttempts: 2, lockedUntil: UNTIL });
    await transact(({ users }) => users.releaseAttempt(id, third!));
    expect(await find(id)).to.include({ failedAttempts: 1, lockedUntil: null });
    await transact(async ({ users }) => {
      for (let n = 0; n < 2; n += 1) await users.releaseAttempt(id, first!);
    });
    expect(await find(id)).to.include({ failedAttempts: 0 });
  });

  it('a user’s lock and count of failed sign-ins can be cleared', async () => {
    const [{ id }, other] = [await aPassenger(engine()), await aPassenger(engine())];
    for (let n = 0; n < 3; n += 1) await reserve(id);
    await reserve(other.id);
    await transact(({ users }) => users.clearAttempts(id));
    expect(await find(id)).to.include({ failedAttempts: 0, lockedUntil: null });
    expect(await find(other.id)).to.include({ failedAttempts: 1 });
  });

  it('a user’s wrong passwords are counted for an hour from the first one, even where no limit applies', async () => {
    const { id } = await aPassenger(engine());
    const wrong = (now = NOW, limit: number | null = 2) =>
      transact(({ users }) => users.reserveWrongPassword(id, limit, now));
    const end = hoursAfter(NOW, 1);
    const later = minutesAfter(NOW, 30);
    expect([await wrong(), await wrong(later), await wrong(later), await wrong(later, null)]).to.deep.equal([
      { number: 1 },
      { number: 2 },
      { until: end },
      { number: 3 },
    ]);
    for (let n = 0; n < 2; n += 1) await transact(({ users }) => users.releaseWrongPassword(id));
    expect([await wrong(), await wrong((end - 1) as typeof NOW), await wrong(end)]).to.deep.equal([
      { number: 2 },
      { until: end },
      { number: 1 },
    ]);
    for (let n = 0; n < 2; n += 1) await transact(({ users }) => users.releaseWrongPassword(id));
    expect(await wrong(end)).to.deep.equal({ number: 1 });
    await wrong(end);
    await transact(({ users }) => users.clearAttempts(id));
    expect(await wrong(end)).to.deep.equal({ number: 1 });
  });

  it('a user’s wrong passwords are all counted when they arrive at once', async () => {
    const { id } = await aPassenger(engine());
    const counted = await Promise.all(
      Array.from({ length: 8 }, () => transact(({ users }) => users.reserveWrongPassword(id, 3, NOW))),
    );
    expect(counted.filter((outcome) => 'number' in outcome)).to.have.length(3);
  });

  it('a user’s wrong one-time codes are counted for a day, up to a limit', async () => {
    const { id } = await aPassenger(engine());
    const wrong = (now = NOW) => transact(({ users }) => users.reserveWrongCode(id, 2, now));
    const count = (now = NOW) => transact(({ users }) => users.wrongCodes(id, now));
    expect([await count(), await wrong(), await wrong(), await wrong(), await count()]).to.deep.equal([
      0,
      true,
      true,
      false,
      2,
    ]);
    await transact(({ users }) => users.releaseWrongCode(id));
    expect([await count(), await wrong(), await wrong()]).to.deep.equal([1, true, false]);
    const [almost, tomorrow] = [(hoursAfter(NOW, 24) - 1) as typeof NOW, hoursAfter(NOW, 24)];
    expect([
      await wrong(almost),
      await count(almost),
      await count(tomorrow),
      await wrong(tomorrow),
      await count(tomorrow),
    ]).to.deep.equal([false, 2, 0, true, 1]);
    await transact(async ({ users }) => {
      await users.releaseWrongCode(id);
      await users.releaseWrongCode(id);
    });
    expect(await count(tomorrow)).to.equal(0);
  });

  it('a user’s last sign-in and verified e-mail address are stored', async () => {
    const { id } = await aPassenger(engine(), { emailVerified: false });
    await transact(async ({ users }) => {
      await users.signedIn(id, NOW);
      await users.verifyEmail(id);
    });
    expect(await find(id)).to.include({ lastLoginAt: NOW, emailVerified: true });
  });

  it('an account without an e-mail address cannot be marked as having a verified address', async () => {
    const { id } = await aPassengerByPhone(engine(), '9811111111');
    await transact(({ users }) => users.verifyEmail(id));
    expect(await find(id)).to.include({ email: null, emailVerified: false });
  });

  it('a user’s language is the one given by the latest sign-in that gave a language', async () => {
    const { id } = await aPassenger(engine());
    const languages = [];
    for (const language of [undefined, 'ne', undefined, 'en'] as const) {
      await transact(({ users }) => users.signedIn(id, NOW, language));
      languages.push((await find(id))?.language);
    }
    expect(languages).to.deep.equal([null, 'ne', 'ne', 'en']);
  });

  it('a user’s password is replaced only if it is still the password that was read, and older tokens become invalid', async () => {
    const { id } = await aPassenger(engine(), { passwordHash: 'one' });
    const replace = (from: string, to: string) => transact(({ users }) => users.replacePassword(id, from, to));
    expect([await replace('other', 'two'), await replace('one', 'two'), await replace('one', 'three')]).to.deep.equal([
      false,
      true,
      false,
    ]);
    expect(await find(id)).to.include({ passwordHash: 'two', tokenVersion: 1 });
    await transact(({ users }) => users.raiseTokenVersion(id));
    expect(await find(id)).to.include({ tokenVersion: 2 });
  });

  it('a user’s name and phone number can be changed, but not to the phone number of another user', async () => {
    const [asha, bikram] = [
      await aPassenger(engine(), { phone: '9811111111' }),
      await aPassenger(engine(), { phone: '9822222222' }),
    ];
    const save = (phone: string | null) =>
      transact(({ users }) => users.saveProfile(asha.id, { fullName: 'Asha G.', phone, phoneVerified: false }));
    expect(await save('9833333333')).to.equal(true);
    expect(await find(asha.id)).to.include({ fullName: 'Asha G.', phone: '9833333333' });
    let saved: boolean | undefined;
    await transact(async ({ users }) => {
      saved = await users.saveProfile(asha.id, { fullName: 'Asha G.', phone: bikram.phone, phoneVerified: false });
      throw new Error('undone');
    }).catch(() => undefined);
    expect(saved).to.equal(false);
    expect(await find(asha.id)).to.include({ phone: '9833333333' });
    expect(await save('9833333333')).to.equal(true);
    expect(await save(null)).to.equal(true);
    expect(await find(asha.id)).to.include({ phone: null });
  });

  it('a user’s avatar is replaced, and the previous file’s name is returned', async () => {
    const { id } = await aPassenger(engine());
    const set = (name: string) => transact(({ users }) => users.setAvatar(id, name));
    expect([await set('one.png'), await set('two.png')]).to.deep.equal([null, 'one.png']);
    expect(await find(id)).to.include({ avatar: 'two.png' });
  });

  it('a user’s primary role can be changed', async () => {
    const { id } = await aPassenger(engine());
    await transact(({ users }) => users.changeRole(id, 'ADMIN'));
    expect(await find(id)).to.deep.include({ role: 'ADMIN', roles: ['ADMIN'] });
  });

  it('a user can have added roles beside the primary role', async () => {
    const { id } = await anAdmin(engine());
    await transact(async ({ users }) => {
      await users.grantRole(id, 'OPERATOR');
      await users.grantRole(id, 'OPERATOR');
    });
    expect((await find(id))?.roles).to.have.members(['ADMIN', 'OPERATOR']);
    expect((await engine().accounts.authState(id))?.roles).to.have.members(['ADMIN', 'OPERATOR']);
  });

  it('a user becomes an operator only once, and a later sign-in as an operator can rename the company', async () => {
    const { id, operatorId } = await anOperator(engine(), { fullName: 'Sita Rai' });
    const ensure = (company?: string) => transact(({ users }) => users.ensureOperator(id, company, NOW));
    expect(await find(id)).to.deep.include({ companyName: 'Sita Rai', roles: ['OPERATOR'] });
    expect([await ensure('Blue Sky'), await ensure()]).to.deep.equal([operatorId, operatorId]);
    expect(await find(id)).to.include({ companyName: 'Blue Sky', operatorId });
    expect((await engine().accounts.authState(id))?.membership).to.deep.equal({
      operatorId,
      position: 'OWNER',
      companyStatus: 'ACTIVE',
    });

    const passenger = await aPassenger(engine());
    expect((await engine().accounts.authState(passenger.id))?.membership).to.equal(undefined);
    await transact(({ users }) => users.ensureOperator(passenger.id, 'Red Sky', NOW));
    const now = await find(passenger.id);
    expect(now).to.include({ role: 'PASSENGER', companyName: 'Red Sky' });
    expect(now?.roles).to.have.members(['PASSENGER', 'OPERATOR']);
  });

  it('a user gets only one company when several first sign-ins as an operator arrive at once', async () => {
    const { id } = await aPassenger(engine());
    const companies = await Promise.all(
      ['Blue Sky', 'Red Sky', undefined].map((name) => transact(({ users }) => users.ensureOperator(id, name, NOW))),
    );
    expect(new Set(companies)).to.have.property('size', 1);
  });

  it('a user is suspended and reactivated', async () => {
    const { id } = await aPassenger(engine());
    for (const status of ['SUSPENDED', 'ACTIVE'] as const) {
      await transact(({ users }) => users.setStatus(id, status));
      expect(await find(id)).to.include({ status, tokenVersion: 0 });
    }
  });

  it('locking the active administrators locks everybody whose primary role is ADMIN, except suspended users', async () => {
    const [anil, bina] = [await anAdmin(engine()), await anAdmin(engine())];
    await anAdmin(engine(), { status: 'SUSPENDED' });
    const asha = await aPassenger(engine());
    await transact(({ users }) => users.grantRole(asha.id, 'ADMIN'));
    expect(await transact(({ users }) => users.lockActiveAdmins())).to.deep.equal([anil.id, bina.id]);
  });

  it('a phone number may belong to a passenger’s account and to one account of another role at the same time', async () => {
    const phone = '9812345678';
    const asha = await aPassengerByPhone(engine(), phone);
    const sita = await anOperator(engine(), { phone });
    const by = (group: PhoneGroup) => transact(({ users }) => users.findByPhone(phone, group));
    expect([(await by('passengers'))?.id, (await by('others'))?.id]).to.deep.equal([asha.id, sita.id]);
    const { id, roles, ...copy } = asha;
    expect(await transact(({ users }) => users.add(copy))).to.equal('phone taken');
    expect(await transact(({ users }) => users.add({ ...copy, role: 'ADMIN' }))).to.equal('phone taken');
  });

  it('a phone number counts as a passenger’s while its account has PASSENGER as primary or added role', async () => {
    const phone = '9812345678';
    const sita = await anOperator(engine(), { phone });
    const by = async (group: PhoneGroup) => (await transact(({ users }) => users.findByPhone(phone, group)))?.id;
    await transact(({ users }) => users.grantRole(sita.id, 'PASSENGER'));
    expect([await by('passengers'), await by('others')]).to.deep.equal([sita.id, undefined]);
    await transact(({ users }) => users.revokeRole(sita.id, 'PASSENGER'));
    expect([await by('passengers'), await by('others')]).to.deep.equal([undefined, sita.id]);
  });

  it('two accounts may both be without an e-mail address', async () => {
    const [one, other] = [
      await aPassengerByPhone(engine(), '9811111111'),
      await aPassengerByPhone(engine(), '9822222222'),
    ];
    expect(one).to.include({ email: null, phone: '9811111111', phoneVerified: true });
    expect(await find(other.id)).to.deep.equal(other);
  });

  it('an account can get an e-mail address that no other account has, and can lose the address again', async () => {
    const [asha, bikram] = [await aPassengerByPhone(engine(), '9811111111'), await aPassenger(engine())];
    const set = (email: string | null) =>
      transact(({ users }) => users.setEmail(asha.id, { email, emailVerified: email !== null }));
    expect(await set('asha@example.com')).to.equal(true);
    expect(await find(asha.id)).to.include({ email: 'asha@example.com', emailVerified: true });
    const taken = await set(bikram.email).catch(() => false);
    expect(taken).to.equal(false);
    expect(await set(null)).to.equal(true);
    expect(await find(asha.id)).to.include({ email: null, emailVerified: false });
  });

  it('an account counts as having paid once one of its payments may have arrived, even if the payment was refunded later', async () => {
    const trip = await aTrip(engine());
    for (const [move, hasPaid] of [
      ['abandon', false],
      ['doubt', true],
      ['complete', true],
      ['reportFullRefund', true],
      ['reportPartialRefund', true],
    ] as const) {
      const { id: userId } = await aPassenger(engine());
      const payment = await aPayment(engine(), await aBooking(engine(), { userId, tripId: trip.id }));
      await transact(({ payments }) => payments.move(payment, move, NOW));
      expect(await transact(({ users }) => users.hasPaid(userId)), move).to.equal(hasPaid);
    }
  });
});

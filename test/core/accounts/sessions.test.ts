import { expect } from 'chai';
import type { SignedIn } from '../../../core/accounts/open-session.ts';
import { type Instant, daysAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger, anAdmin, anOperator } from '../../support/people.ts';

const PASSWORD = 'himal-2026';

describe('a session', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let accounts: Accounts;
  let asha: Addressed;
  let passwordHash: string;
  let first: SignedIn;

  before(async () => {
    passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  });
  beforeEach(async () => {
    accounts = accountsOn((engine = memoryEngine()));
    asha = await aPassenger(engine, { passwordHash });
    first = await signIn();
  });

  const signIn = (who = asha) => accounts.signInPassenger({ identifier: who.email, password: PASSWORD }, ORIGIN);
  const refresh = (token: string) => accounts.refreshSession(token);
  const refused = (token: string) => refusalOf(refresh(token));
  const authenticate = (token: string) => accounts.authenticate(token);

  it('an access token is valid for a quarter of an hour', async () => {
    expect(await authenticate(first.access)).to.deep.include({
      userId: asha.id,
      role: 'PASSENGER',
      signedInAt: START,
      tokenExpiresAt: minutesAfter(START, 15),
    });
    accounts.clock.set((minutesAfter(START, 15) - 1) as Instant);
    await authenticate(first.access);
    accounts.clock.set(minutesAfter(START, 15));
    const refusal = await refusalOf(authenticate(first.access));
    expect(refusal).to.include({ kind: 'unauthenticated', code: 'TOKEN_INVALID' });
    expect(refusal.message).to.contain('jwt expired');
  });

  it('a refresh token continues its session in the same role', async () => {
    const second = await refresh(first.refresh);
    expect(second.user).to.include({ id: asha.id, role: 'PASSENGER' });
    expect(second.refresh).not.to.equal(first.refresh);
    expect(await authenticate(second.access)).to.include({ userId: asha.id });
    expect(await refresh(second.refresh)).to.have.property('access');
  });

  it('a session ends 180 days after its sign-in, however often it is refreshed', async () => {
    let newest = first;
    for (let day = 6; day < 180; day += 6) {
      accounts.clock.set(daysAfter(START, day));
      newest = await refresh(newest.refresh);
    }
    accounts.clock.set(minutesAfter(daysAfter(START, 180), -5));
    newest = await refresh(newest.refresh);
    const [end, { tokenExpiresAt }] = [daysAfter(START, 180), await authenticate(newest.access)];
    expect(tokenExpiresAt).to.equal(end);
    accounts.clock.set((end - 1) as Instant);
    await authenticate(newest.access);
    accounts.clock.set(end);
    expect(await refused(newest.refresh)).to.include({ kind: 'unauthenticated', code: 'REFRESH_INVALID' });
    expect(await refusalOf(authenticate(newest.access))).to.include({ kind: 'unauthenticated' });
    expect(await signIn()).to.have.property('refresh');
  });

  it('a session begun under an earlier version of the service ends after 180 days, although its token is valid longer', async () => {
    const old = { id: 'old', family: 'old', userId: asha.id, role: 'PASSENGER', issuedAt: START } as const;
    const [startedAt, expiresAt] = [daysAfter(START, -179), daysAfter(START, 7)];
    await engine.transact(({ sessions }) => sessions.add({ ...old, startedAt, expiresAt }));
    const token = CRYPTO.tokens.issueRefresh({ userId: asha.id, role: 'PASSENGER', tokenVersion: 0 }, 'old', expiresAt);
    accounts.clock.set(daysAfter(START, 1));
    expect(await refused(token)).to.include({ kind: 'unauthenticated', code: 'SESSION_OVER' });
  });

  it('the answer to the refresh of an operator’s session names the company', async () => {
    const sita = await anOperator(engine, { passwordHash, companyName: 'Blue Sky' });
    await engine.transact(({ devices }) => devices.trust(sita.id, 'laptop', START, daysAfter(START, 1)));
    const signedIn = (await accounts.signInPortal(
      { portal: 'operator', email: sita.email, password: PASSWORD, deviceId: 'laptop' },
      ORIGIN,
    )) as SignedIn;
    expect((await refresh(signedIn.refresh)).user).to.include({ role: 'OPERATOR', companyName: 'Blue Sky' });
  });

  it('a session is not refreshed without a valid refresh token', async () => {
    expect(await refused('')).to.include({ kind: 'unauthenticated', code: 'REFRESH_MISSING' });
    for (const [token, message] of [
      ['x', 'jwt malformed'],
      ['a.b.c', ''],
      [first.access, 'invalid signature'],
      [`${first.refresh}x`, 'invalid signature'],
    ] as const) {
      const refusal = await refused(token);
      expect(refusal, token).to.include({ kind: 'unauthenticated', code: 'REFRESH_INVALID' });
      expect(refusal.message).to.contain(message);
    }
    accounts.clock.set(daysAfter(START, 7));
    expect((await refused(first.refresh)).message).to.contain('jwt expired');
  });

  it('a refresh token is exchanged only once', async () => {
    const second = await refresh(first.refresh);
    expect(await refused(first.refresh)).to.include({ kind: 'unauthenticated', code: 'REFRESH_REVOKED' });
    await refresh(second.refresh);
  });

  it('a refresh token that is used again after ten seconds ends all sessions of its sign-in', async () => {
    const other = await signIn();
    const second = await refresh(first.refresh);
    accounts.clock.set(secondsAfter(START, 10));
    await refused(first.refresh);
    const third = await refresh(second.refresh);
    accounts.clock.set(secondsAfter(START, 11));
    expect(await refused(first.refresh)).to.include({ code: 'REFRESH_REVOKED' });
    expect(await refused(third.refresh)).to.include({ code: 'REFRESH_REVOKED' });
    await refresh(other.refresh);
  });

  it('a sign-out ends the session with its refresh token, and other sessions continue', async () => {
    const other = await signIn();
    await accounts.signOut(accounts.callerFor(asha), first.refresh, ORIGIN);
    expect((await accounts.log())[0]).to.deep.include({
      kind: 'LOGOUT',
      userId: asha.id,
      role: 'PASSENGER',
      origin: ORIGIN,
    });
    expect(await refused(first.refresh)).to.include({ kind: 'unauthenticated', code: 'REFRESH_REVOKED' });
    await refresh(other.refresh);
  });

  it('a sign-out with a refresh token that was already exchanged still ends the session', async () => {
    const second = await refresh(first.refresh);
    await accounts.signOut(accounts.callerFor(asha), first.refresh, ORIGIN);
    expect(await refused(second.refresh)).to.include({ code: 'REFRESH_REVOKED' });
  });

  it('a sign-out succeeds without a token or with an invalid one, and never ends another user’s session', async () => {
    const bikram = await aPassenger(engine, { passwordHash });
    const his = await signIn(bikram);
    const before = (await accounts.log(99)).length;
    for (const token of ['', 'x', first.access, his.refresh])
      await accounts.signOut(accounts.callerFor(asha), token, ORIGIN);
    expect(await accounts.log(99), 'nothing ended').to.have.length(before);
    await refresh(his.refresh);
    await refresh(first.refresh);
  });

  it('signing out everywhere ends every session and the trust in browsers', async () => {
    const second = await refresh(first.refresh);
    await engine.transact(({ devices }) => devices.trust(asha.id, 'laptop', START, daysAfter(START, 7)));
    await accounts.signOutEverywhere(accounts.callerFor(asha), ORIGIN);
    expect((await accounts.log())[0]).to.deep.include({ kind: 'LOGOUT', userId: asha.id, origin: ORIGIN });
    expect(await refusalOf(authenticate(second.access))).to.include({ kind: 'unauthenticated', code: 'SIGNED_OUT' });
    const refusal = await refused(second.refresh);
    expect(refusal).to.include({ kind: 'unauthenticated', code: 'SIGNED_OUT' });
    expect(refusal.message).to.contain('signed out remotely');
    expect(await engine.transact(({ devices }) => devices.isTrusted(asha.id, 'laptop', START))).to.equal(false);
    await authenticate((await signIn()).access);
  });

  it('a session is refused when its user is deleted, suspended or no longer has the session’s role', async () => {
    const tokens = (role: Addressed['role'], userId = asha.id) => ({
      access: CRYPTO.tokens.issueAccess({ userId, role, tokenVersion: 0 }, minutesAfter(START, 5)),
      refresh: CRYPTO.tokens.issueRefresh(
        { userId, role, tokenVersion: 0 },
        `session of ${userId} as ${role}`,
        minutesAfter(START, 5),
      ),
    });
    const suspended = await aPassenger(engine, { status: 'SUSPENDED' });
    const admin = await anAdmin(engine);
    for (const [user, role, code] of [
      [suspended, 'PASSENGER', 'USER_GONE'],
      [asha, 'OPERATOR', 'ROLE_GONE'],
      [asha, 'ADMIN', 'ROLE_GONE'],
      [admin, 'PASSENGER', 'ROLE_GONE'],
    ] as const) {
      const crafted = tokens(role, user.id);
      await engine.transact(({ sessions }) =>
        sessions.add({
          id: `session of ${user.id} as ${role}`,
          family: 'f',
          startedAt: START,
          userId: user.id,
          role,
          issuedAt: START,
          expiresAt: minutesAfter(START, 5),
        }),
      );
      expect(await refusalOf(authenticate(crafted.access))).to.include({ kind: 'unauthenticated', code });
      expect(await refused(crafted.refresh)).to.include({ kind: 'unauthenticated', code });
    }
    expect(await refusalOf(authenticate(tokens('PASSENGER', 999 as typeof asha.id).access))).to.include({
      kind: 'unauthenticated',
      code: 'USER_GONE',
    });
    expect(await refused(tokens('PASSENGER', 999 as typeof asha.id).refresh)).to.include({ kind: 'unauthenticated' });
  });

  it('an operator may subscribe to the notifications of the operator’s own company, and an administrator to none', async () => {
    const sita = await anOperator(engine);
    const admit = (account: Addressed, role: Addressed['role']) =>
      accounts.admitSubscriber(
        CRYPTO.tokens.issueAccess({ userId: account.id, role, tokenVersion: 0 }, minutesAfter(START, 5)),
      );
    expect(await admit(sita, 'OPERATOR')).to.deep.equal({ operatorId: sita.operatorId });
    const admin = await anAdmin(engine);
    await engine.transact(({ users }) => users.ensureOperator(admin.id, 'Red Sky', START));
    expect(await admit(admin, 'ADMIN')).to.deep.equal({ operatorId: undefined });
    expect(await refusalOf(accounts.admitSubscriber('x'))).to.include({ kind: 'unauthenticated' });
  });

  it('a request for the current session returns who is signed in', async () => {
    const caller = await authenticate(first.access);
    expect(await accounts.viewMe(caller)).to.deep.equal({
      id: asha.id,
      fullName: 'Asha Gurung',
      email: asha.email,
      role: 'PASSENGER',
      expiresAt: '2026-11-20 10:15',
      totp: false,
      agent: null,
    });
    expect(await refusalOf(accounts.viewMe({ ...caller, userId: 999 as typeof asha.id }))).to.include({
      kind: 'unauthenticated',
    });
  });

  it('ended sessions, old codes, old devices and used nonces are deleted after a day', async () => {
    await accounts.resendVerification(accounts.callerFor(asha), ORIGIN);
    await engine.transact(async ({ devices, nonces }) => {
      await devices.trust(asha.id, 'laptop', START, daysAfter(START, 7));
      await nonces.claim('key', daysAfter(START, 7), START);
    });
    expect(await accounts.pruneSignIns()).to.equal(0);
    accounts.clock.set(daysAfter(START, 8));
    expect(await accounts.pruneSignIns()).to.equal(1);
    for (let n = 0; n < 4; n += 1) await signIn();
    accounts.clock.set(secondsAfter(daysAfter(START, 8), 1));
    expect(await accounts.pruneSignIns(2)).to.equal(3);
    accounts.clock.set(daysAfter(START, 17));
    expect(await accounts.pruneSignIns(2)).to.equal(4);
  });
});

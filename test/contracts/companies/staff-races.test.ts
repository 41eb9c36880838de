import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { addUser } from '../../../core/accounts/add-user.ts';
import { acceptInvitation } from '../../../core/companies/accept-invitation.ts';
import { addBus } from '../../../core/fleet/add-bus.ts';
import type { Member } from '../../../core/companies/member.ts';
import { removeStaff } from '../../../core/companies/remove-staff.ts';
import type { OperatorId, StaffId } from '../../../core/kernel/ids.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Stores } from '../../../core/stores.ts';
import { ORIGIN } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { aBus, aTrip, calendar } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Companies, anInvitee, companiesOn } from '../../support/companies.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCall, beforeCommit } from '../../support/overlap.ts';
import { type Addressed, aPassenger } from '../../support/people.ts';
import { aWorld } from '../../support/world.ts';

const PASSWORD = 'secret-123';

/** Returns `done` or the refusal's code for each piece of work. */
const endings = async (works: readonly Promise<unknown>[]): Promise<readonly string[]> => {
  const outcomes = await Promise.allSettled(works);
  return outcomes
    .map((outcome) => {
      if (outcome.status === 'fulfilled') return 'done';
      if (outcome.reason instanceof Refusal) return outcome.reason.code;
      throw outcome.reason;
    })
    .sort();
};

type Pausing = (stores: Stores, pause: () => Promise<void>) => Stores;

/** Pauses after the invitation is accepted, before the commit. */
const havingJoined: Pausing = (stores, pause) => ({
  ...stores,
  staff: {
    ...stores.staff,
    join: async (...given) => {
      await stores.staff.join(...given);
      await pause();
    },
  },
});
/** Pauses after no account with this e-mail address was found, before an account is added. */
const aboutToRegister: Pausing = (stores, pause) => ({
  ...stores,
  users: {
    ...stores.users,
    add: async (user) => {
      await pause();
      return stores.users.add(user);
    },
  },
});

onEveryEngine('staff races', (engine, database) => {
  let companies: Companies;
  let sita: Addressed & Member;

  beforeEach(async () => {
    companies = companiesOn(engine());
    sita = await companies.company();
  });

  const acceptOn = (transact: Transact<Stores>) => (acceptance: Parameters<ReturnType<typeof acceptInvitation>>[0]) =>
    acceptInvitation({ ...aWorld, ...CRYPTO, clock: companies.clock, random: systemRandom, transact })(
      acceptance,
      ORIGIN,
    );
  const members = async (owner: Member = sita) =>
    (await companies.listStaff(owner, { limit: 100 })).rows.map(({ status, position }) => [status, position]);

  it('a person gets only one invitation from a company when two people invite the person at once', async () => {
    const invitee = anInvitee();
    const ended = await endings([companies.invite(sita, invitee), companies.invite(sita, invitee)]);
    expect(ended).to.deep.equal(['STAFF_ELSEWHERE', 'done']);
    expect(await members()).to.have.length(2);
  });

  it('a person cannot be invited by a second company while joining the first', async () => {
    const other = await companies.company('Red Sky');
    const { email } = await companies.invite(sita, anInvitee());
    const token = await companies.tokenFor(email);
    const [joining, inviting] = await beforeCall(
      database(),
      engine().transact,
      havingJoined,
      (transact) => endings([acceptOn(transact)({ token, password: PASSWORD })]),
      () => endings([companies.invite(other, anInvitee({ email }))]),
    );
    expect([joining, inviting]).to.deep.equal([['done'], ['STAFF_ELSEWHERE']]);
  });

  it('an invitation adds no account to the staff that gives up the invited address just before the account is locked', async () => {
    const { email } = await companies.invite(sita, anInvitee());
    const mina = await aPassenger(engine(), { email, emailVerified: false });
    const token = await companies.tokenFor(email);
    const { transact } = engine();
    let locks = 0;
    const afterChange: Transact<Stores> = (work) =>
      transact((stores) => {
        const lock: Stores['users']['lock'] = async (id) => {
          locks += 1;
          // The second lock is that of the transaction in which the person joins.
          if (locks === 2) await stores.users.setEmail(id, { email: 'mina@example.com', emailVerified: true });
          return stores.users.lock(id);
        };
        return work({ ...stores, users: { ...stores.users, lock } });
      });
    await acceptOn(afterChange)({ token, password: PASSWORD });
    const [account, joined] = [await companies.account('mina@example.com'), await companies.account(email)];
    expect(account).to.include({ id: mina.id, operatorId: null, tokenVersion: mina.tokenVersion });
    expect(joined?.operatorId).to.equal(sita.operatorId);
  });

  it('an invitation is accepted only once when its link is used several times at once', async () => {
    const { email } = await companies.invite(sita, anInvitee());
    const token = await companies.tokenFor(email);
    const accepting = Array.from({ length: 4 }, () => acceptOn(engine().transact)({ token, password: PASSWORD }));
    expect(await endings(accepting)).to.deep.equal([
      'INVITATION_INVALID',
      'INVITATION_INVALID',
      'INVITATION_INVALID',
      'done',
    ]);
    expect(await members()).to.have.length(2);
  });

  it('removing a staff member who is just accepting the invitation waits for the acceptance, and then ends the membership', async () => {
    const { id, email } = await companies.invite(sita, anInvitee());
    const token = await companies.tokenFor(email);
    const [joining, removing] = await beforeCall(
      database(),
      engine().transact,
      havingJoined,
      (transact) => endings([acceptOn(transact)({ token, password: PASSWORD })]),
      () => endings([companies.removeStaff(sita, id)]),
    );
    expect([joining, removing]).to.deep.equal([['done'], ['done']]);
    expect(await members()).to.have.length(1);
    // The removal found a staff member, not an invited person, so it ended the person's sessions.
    expect((await companies.account(email))?.tokenVersion).to.equal(1);
  });

  it('an invitation that is withdrawn while its person accepts it can no longer be accepted', async () => {
    const { id, email } = await companies.invite(sita, anInvitee());
    const token = await companies.tokenFor(email);
    const [removing, joining] = await beforeCommit(
      database(),
      engine().transact,
      (transact) => endings([removeStaff({ ...aWorld, clock: companies.clock, transact })(sita, id)]),
      () => endings([acceptOn(engine().transact)({ token, password: PASSWORD })]),
    );
    expect([removing, joining]).to.deep.equal([['done'], ['INVITATION_INVALID']]);
  });

  const register = (email: string, transact = engine().transact) =>
    addUser({ ...aWorld, ...CRYPTO, clock: companies.clock, random: systemRandom, transact })(
      {
        role: 'OPERATOR',
        fullName: 'Mallory',
        email,
        phone: '',
        password: 'mallory-1',
        companyName: 'Red Sky',
      },
      ORIGIN,
    );

  it('accepting an invitation sets name and password of an account that was registered meanwhile with the same address', async () => {
    const { email } = await companies.invite(sita, anInvitee());
    const token = await companies.tokenFor(email);
    const [joining] = await beforeCall(
      database(),
      engine().transact,
      aboutToRegister,
      (transact) => endings([acceptOn(transact)({ token, password: PASSWORD })]),
      () => endings([register(email)]),
    );
    expect(joining).to.deep.equal(['done']);
    const account = await companies.account(email);
    expect(account).to.include({ fullName: 'Ram Thapa', operatorId: sita.operatorId, emailVerified: true });
    expect(await CRYPTO.passwords.matches(PASSWORD, account!.passwordHash)).to.equal(true);
  });

  it('a person who is invited while registering a company of their own joins the inviting company', async () => {
    const invitee = anInvitee();
    const [account] = await beforeCall(
      database(),
      engine().transact,
      aboutToRegister,
      (transact) => register(invitee.email, transact),
      () => companies.invite(sita, invitee),
    );
    await companies.accept({ token: await companies.tokenFor(invitee.email), password: PASSWORD });
    expect((await companies.account(invitee.email))?.operatorId).to.equal(sita.operatorId);
    expect(await companies.viewCompany(account.operatorId!)).to.include({ companyName: 'Red Sky' });
  });

  it('a company keeps an OWNER when two owners are demoted at once', async () => {
    const ram = await companies.joined(sita, { position: 'OWNER' });
    const own = (await companies.listStaff(sita, { limit: 9 })).rows.find((one) => one.userId === sita.id)!;
    const acting = { userId: ram.userId!, operatorId: sita.operatorId };
    const leaving: readonly (readonly [Member, StaffId])[] = [
      [sita, own.id],
      [acting, ram.id],
    ];
    const demoted = await endings(leaving.map(([member, id]) => companies.changePosition(member, id, 'CLERK')));
    expect(demoted).to.deep.equal(['LAST_OWNER', 'done']);
    expect((await members()).filter(([, position]) => position === 'OWNER')).to.have.length(1);
  });

  it('a company keeps an OWNER when two owners remove each other at once', async () => {
    const ram = await companies.joined(sita, { position: 'OWNER' });
    const own = (await companies.listStaff(sita, { limit: 9 })).rows.find((one) => one.userId === sita.id)!;
    const acting = { userId: ram.userId!, operatorId: sita.operatorId };
    const removed = await endings([companies.removeStaff(sita, ram.id), companies.removeStaff(acting, own.id)]);
    expect(removed).to.deep.equal(['POSITION_TOO_LOW', 'done']);
    expect(await members()).to.deep.equal([['ACTIVE', 'OWNER']]);
  });

  it('an owner cannot join another company if the owner’s company gets a bus at that moment', async () => {
    const shell = await companies.company('Red Sky');
    const { email } = await companies.invite(sita, anInvitee({ email: shell.email }));
    const token = await companies.tokenFor(email);
    const [, joining] = await beforeCommit(
      database(),
      engine().transact,
      (transact) => aBus({ transact }, { operatorId: shell.operatorId }),
      () => endings([acceptOn(engine().transact)({ token, password: PASSWORD })]),
    );
    expect(joining).to.deep.equal(['STAFF_ELSEWHERE']);
  });

  it('an owner who has just joined another company can no longer add a bus to the earlier company', async () => {
    const shell = await companies.company('Red Sky');
    const { email } = await companies.invite(sita, anInvitee({ email: shell.email }));
    const token = await companies.tokenFor(email);
    const bus = { name: 'Night Queen', registrationNo: 'BA 1', type: 'SOFA', totalSeats: 30 };
    const [joining, adding] = await beforeCall(
      database(),
      engine().transact,
      havingJoined,
      (transact) => endings([acceptOn(transact)({ token, password: PASSWORD })]),
      () => endings([addBus({ ...engine(), clock: companies.clock, calendar })(shell, bus)]),
    );
    expect([joining, adding]).to.deep.equal([['done'], ['POSITION_TOO_LOW']]);
  });

  it('two owners of empty companies who accept each other’s invitations still have a company each', async () => {
    const other = await companies.company('Red Sky');
    const ended = await endings([
      companies.invite(sita, anInvitee({ email: other.email })),
      companies.invite(other, anInvitee({ email: sita.email })),
    ]);
    expect(ended).to.satisfy((one: readonly string[]) => one.includes('done'));
    for (const email of [other.email, sita.email]) {
      const token = await companies.tokenFor(email);
      await endings([companies.accept({ token, password: '' })]);
    }
    const asha = await aPassenger(engine());
    expect((await engine().accounts.authState(asha.id))?.membership).to.equal(undefined);
    for (const { id } of [sita, other])
      expect((await engine().accounts.authState(id))?.membership).not.to.equal(undefined);
  });
});

onEveryEngine('suspension races', (engine, database) => {
  const suspending = (transact: Transact<Stores>, id: OperatorId) =>
    transact(async ({ companies }) => {
      const company = await companies.lock(id);
      if (company) await companies.save({ ...company, status: 'SUSPENDED' });
    });

  it('a company that is being suspended sells no trips on a bus added at that moment', async () => {
    const { operatorId } = await companiesOn(engine()).company();
    const [first, second] = await beforeCommit(
      database(),
      engine().transact,
      (transact) => suspending(transact, operatorId),
      () => aBus(engine(), { operatorId }),
    );
    expect(first).to.equal(undefined);
    const { id } = await aTrip(engine(), { busId: second });
    expect(await engine().tripSearch.find(id, START)).to.equal(undefined);
  });

  it('a suspended company sells no trips on a bus added just before the suspension', async () => {
    const { operatorId } = await companiesOn(engine()).company();
    const [busId] = await beforeCommit(
      database(),
      engine().transact,
      (transact) => aBus({ transact }, { operatorId }),
      () => suspending(engine().transact, operatorId),
    );
    const { id } = await aTrip(engine(), { busId });
    expect(await engine().tripSearch.find(id, START)).to.equal(undefined);
  });
});

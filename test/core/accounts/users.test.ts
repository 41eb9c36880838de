import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { type Administration, administrationOn } from '../../support/administration.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine, onSqlite } from '../../support/engines.ts';
import { type Addressed, aPassenger, anAdmin, anOperator } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const NOBODY = 77_777 as UserId;
const PASSWORD = 'himal-2026';

describe('users and administrators', () => {
  let engine: Engine;
  let accounts: Accounts;
  let administration: Administration;
  let anil: Addressed;

  beforeEach(async () => {
    engine = memoryEngine();
    accounts = accountsOn(engine);
    administration = administrationOn(engine);
    anil = await anAdmin(engine);
  });

  const signedIn = async () => {
    const asha = await aPassenger(engine, { passwordHash: await CRYPTO.passwords.hash(PASSWORD) });
    const signIn = () => accounts.signInPassenger({ identifier: asha.email, password: PASSWORD }, ORIGIN);
    return { asha, signIn, session: await signIn() };
  };

  describe('suspending a user', () => {
    it('suspending a user ends sessions and trust in devices at once, and refuses later sign-ins', async () => {
      const { asha, signIn, session } = await signedIn();
      await engine.transact(({ devices }) => devices.trust(asha.id, 'laptop', START, daysAfter(START, 7)));
      expect(await administration.suspendUser(anil.id, asha.id, 'Card fraud.')).to.deep.include({
        id: asha.id,
        status: 'SUSPENDED',
      });
      expect(await refusalOf(accounts.authenticate(session.access))).to.deep.equal(['unauthenticated', 'USER_GONE']);
      expect(await refusalOf(accounts.refreshSession(session.refresh))).to.deep.equal(['unauthenticated', 'USER_GONE']);
      expect(await refusalOf(signIn())).to.deep.equal(['forbidden', 'ACCOUNT_NOT_ACTIVE']);
      expect(await engine.transact(({ devices }) => devices.isTrusted(asha.id, 'laptop', START))).to.equal(false);
    });

    it('a suspended operator can no longer subscribe to the company’s notifications', async () => {
      const sita = await anOperator(engine);
      const token = CRYPTO.tokens.issueAccess(
        { userId: sita.id, role: 'OPERATOR', tokenVersion: sita.tokenVersion },
        daysAfter(START, 1),
      );
      expect(await accounts.admitSubscriber(token)).to.deep.equal({ operatorId: sita.operatorId });
      await administration.suspendUser(anil.id, sita.id, 'x');
      expect(await refusalOf(accounts.admitSubscriber(token))).to.deep.equal(['unauthenticated', 'USER_GONE']);
    });

    it('suspending a user of a company is in the company’s activity log, with the reason', async () => {
      const sita = await anOperator(engine);
      await administration.suspendUser(anil.id, sita.id, 'Sold one seat twice.');
      expect(await administration.trailOf('user', sita.id)).to.deep.equal([
        {
          kind: 'USER_SUSPENDED',
          actor: { role: 'ADMIN', userId: anil.id },
          operatorId: sita.operatorId,
          subject: { type: 'user', id: sita.id },
          changes: { status: { old: 'ACTIVE', new: 'SUSPENDED' } },
          description: 'Suspended: Sold one seat twice.',
          at: START,
        },
      ]);
    });

    it('suspending is refused for an unknown user, for oneself and for a suspended user', async () => {
      const asha = await aPassenger(engine);
      const suspend = (id: UserId) => refusalOf(administration.suspendUser(anil.id, id, 'x'));
      expect(await suspend(NOBODY)).to.deep.equal(['absent', 'USER_UNKNOWN']);
      expect(await suspend(anil.id)).to.deep.equal(['conflict', 'YOURSELF']);
      await administration.suspendUser(anil.id, asha.id, 'x');
      expect(await suspend(asha.id)).to.deep.equal(['conflict', 'USER_SUSPENDED']);
      expect(await administration.trailOf('user', asha.id)).to.have.length(1);
    });

    it('suspending is refused for the last active administrator', async () => {
      const [bina, chitra] = [await anAdmin(engine), await anAdmin(engine)];
      await administration.suspendUser(anil.id, chitra.id, 'x');
      await administration.suspendUser(anil.id, bina.id, 'x');
      // Bina's request comes with a session from before her suspension.
      expect(await refusalOf(administration.suspendUser(bina.id, anil.id, 'x'))).to.deep.equal([
        'conflict',
        'LAST_ADMIN',
      ]);
      await administration.suspendUser(anil.id, (await aPassenger(engine)).id, 'x');
    });

    it('a suspended administrator cannot suspend others, even if the request began before the suspension', async () => {
      const [bina, asha] = [await anAdmin(engine), await aPassenger(engine)];
      await administration.suspendUser(anil.id, bina.id, 'x');
      expect(await refusalOf(administration.suspendUser(bina.id, asha.id, 'x'))).to.deep.equal([
        'unauthenticated',
        'USER_GONE',
      ]);
      expect(await administration.viewUser(asha.id)).to.include({ status: 'ACTIVE' });
    });
  });

  describe('reactivating a user', () => {
    it('a reactivated user signs in again, but the earlier sessions stay ended', async () => {
      const { asha, signIn, session } = await signedIn();
      await administration.suspendUser(anil.id, asha.id, 'x');
      expect(await administration.reactivateUser(anil.id, asha.id)).to.deep.include({ id: asha.id, status: 'ACTIVE' });
      expect(await refusalOf(accounts.authenticate(session.access))).to.deep.equal(['unauthenticated', 'SIGNED_OUT']);
      await signIn();
      expect((await administration.trailOf('user', asha.id))[1]).to.deep.equal({
        kind: 'USER_REACTIVATED',
        actor: { role: 'ADMIN', userId: anil.id },
        operatorId: null,
        subject: { type: 'user', id: asha.id },
        changes: { status: { old: 'SUSPENDED', new: 'ACTIVE' } },
        description: 'May sign in again.',
        at: START,
      });
    });

    it('reactivating a user of a company is in the company’s activity log', async () => {
      const sita = await anOperator(engine);
      await administration.suspendUser(anil.id, sita.id, 'x');
      await administration.reactivateUser(anil.id, sita.id);
      expect((await administration.trailOf('user', sita.id))[1]?.operatorId).to.equal(sita.operatorId);
    });

    it('reactivating is refused for an unknown and for an active user', async () => {
      const asha = await aPassenger(engine);
      const reactivate = (id: UserId) => refusalOf(administration.reactivateUser(anil.id, id));
      expect(await reactivate(NOBODY)).to.deep.equal(['absent', 'USER_UNKNOWN']);
      expect(await reactivate(asha.id)).to.deep.equal(['conflict', 'USER_ACTIVE']);
      expect(await administration.trailOf('user', asha.id)).to.deep.equal([]);
    });
  });

  describe('signing out a user', () => {
    it('signing out a user ends sessions and trust in devices, and can be repeated', async () => {
      const { asha, signIn, session } = await signedIn();
      await engine.transact(({ devices }) => devices.trust(asha.id, 'laptop', START, daysAfter(START, 7)));
      expect(await administration.signOutUser(anil.id, asha.id)).to.deep.include({ id: asha.id, status: 'ACTIVE' });
      await administration.signOutUser(anil.id, asha.id);
      expect(await refusalOf(accounts.authenticate(session.access))).to.deep.equal(['unauthenticated', 'SIGNED_OUT']);
      expect(await engine.transact(({ devices }) => devices.isTrusted(asha.id, 'laptop', START))).to.equal(false);
      await signIn();
      const [entry, ...others] = await administration.trailOf('user', asha.id);
      expect(others).to.have.length(1);
      expect(entry).to.deep.include({ kind: 'USER_SIGNED_OUT', changes: {} });
      expect(await refusalOf(administration.signOutUser(anil.id, NOBODY))).to.deep.equal(['absent', 'USER_UNKNOWN']);
    });

    it('signing out a user of a company is in the company’s activity log', async () => {
      const sita = await anOperator(engine);
      await administration.signOutUser(anil.id, sita.id);
      expect((await administration.trailOf('user', sita.id))[0]?.operatorId).to.equal(sita.operatorId);
    });
  });

  it('an administrator can read one user by id, and an unknown id is refused', async () => {
    expect(await administration.viewUser(anil.id)).to.deep.include({ id: anil.id, email: anil.email });
    expect(await refusalOf(administration.viewUser(NOBODY))).to.deep.equal(['absent', 'USER_UNKNOWN']);
  });
});

onSqlite('the list of users', (engine) => {
  it('an administrator can read the list of users', async () => {
    const { id } = await anAdmin(engine());
    const { rows } = await engine().userDirectory.list({ role: 'ADMIN' }, { limit: 5 });
    expect(rows.map((user) => user.id)).to.deep.equal([id]);
  });
});

import { expect } from 'chai';
import { actingCallerOf } from '../../../adapters/http/route/acting-caller.ts';
import { actAs } from '../../../adapters/knex/acting-caller.ts';
import type { UserRepo } from '../../../core/accounts/ports.ts';
import { keyInvalid } from '../../../core/agents/refusals.ts';
import { type Accounts, accountsOn, ORIGIN } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { aPassenger, type Addressed } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const PASSWORD = 'himal-2026';
/** No caller of these tests uses a key. */
const noKeys = async () => {
  throw keyInvalid();
};
const RULE = { access: 'passenger', method: 'post' } as const;

const CHANGES: Readonly<Record<string, (users: UserRepo, account: Addressed) => Promise<unknown>>> = {
  'a verification of the address': (users, { id }) => users.verifyEmail(id),
  'a change of the address': (users, { id }) => users.setEmail(id, { email: 'thief@example.com', emailVerified: true }),
  'a change of the password': (users, { id, passwordHash }) => users.replacePassword(id, passwordHash, 'stolen'),
  'a change of the profile': (users, { id }) =>
    users.saveProfile(id, { fullName: 'X', phone: null, phoneVerified: false }),
  'another sign-out everywhere': (users, { id }) => users.raiseTokenVersion(id),
  // The caller stays refused where the work goes on after the refusal.
  'a change whose refusal is caught': (users, { id }) => users.verifyEmail(id).catch(() => undefined),
};

onEveryEngine('changes of an account whose caller is signed out at the same moment', (engine, database) => {
  let accounts: Accounts;
  let asha: Addressed;

  beforeEach(async () => {
    accounts = accountsOn(engine());
    asha = await aPassenger(engine(), { passwordHash: await CRYPTO.passwords.hash(PASSWORD), emailVerified: false });
  });

  for (const [name, change] of Object.entries(CHANGES))
    it(`${name} that waits for a sign-out everywhere is refused, and changes nothing`, async () => {
      const { access } = await accounts.signInPassenger({ identifier: asha.email, password: PASSWORD }, ORIGIN);
      const caller = await accounts.authenticate(access);
      const { transact } = engine();
      const [, refused] = await beforeCommit(
        database(),
        transact,
        (pausing) => pausing(({ users }) => users.raiseTokenVersion(asha.id)),
        () =>
          refusalOf(
            actAs(actingCallerOf(caller, RULE, noKeys), async () => {
              await transact(({ users }) => change(users, asha));
            }),
          ),
      );
      expect(refused[1]).to.equal('SIGNED_OUT');
      expect(await accounts.find(asha.id)).to.include({
        email: asha.email,
        emailVerified: false,
        passwordHash: asha.passwordHash,
        fullName: asha.fullName,
        tokenVersion: 1,
      });
    });

  it('an access token ends with the session whose exchanged refresh token is used again', async () => {
    const first = await accounts.signInPassenger({ identifier: asha.email, password: PASSWORD }, ORIGIN);
    const second = await accounts.refreshSession(first.refresh);
    accounts.clock.advance(1);
    await refusalOf(accounts.refreshSession(first.refresh));
    expect((await refusalOf(accounts.authenticate(second.access)))[1]).to.equal('SIGNED_OUT');
  });

  it('a request that sets a first password is refused once its session ended because the number changed hands', async () => {
    const { access } = await accounts.signInPassenger({ identifier: asha.email, password: PASSWORD }, ORIGIN);
    const caller = await accounts.authenticate(access);
    await engine().transact(({ users }) => users.replacePassword(asha.id, asha.passwordHash, '!unusable'));
    const change = () => accounts.changePassword(caller, { currentPassword: '', newPassword: 'squatter-2026' }, ORIGIN);
    expect((await refusalOf(actAs(actingCallerOf(caller, RULE, noKeys), change)))[1]).to.equal('SIGNED_OUT');
    expect(await accounts.find(asha.id)).to.include({ passwordHash: '!unusable' });
  });
});

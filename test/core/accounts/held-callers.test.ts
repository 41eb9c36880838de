import { expect } from 'chai';
import { actingCallerOf } from '../../../adapters/http/route/acting-caller.ts';
import { actAs } from '../../../adapters/knex/acting-caller.ts';
import { keyInvalid } from '../../../core/agents/refusals.ts';
import { type Accounts, accountsOn, ORIGIN } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, type Addressed } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const PASSWORD = 'himal-2026';
/** No caller of these tests uses a key. */
const noKeys = async () => {
  throw keyInvalid();
};
const RULE = { access: 'passenger', method: 'post' } as const;

onEveryEngine('changes of an account whose caller is signed out at the same moment', (engine) => {
  let accounts: Accounts;
  let asha: Addressed;

  beforeEach(async () => {
    accounts = accountsOn(engine());
    asha = await aPassenger(engine(), { passwordHash: await CRYPTO.passwords.hash(PASSWORD), emailVerified: false });
  });

  it('a change of the account that waits for a sign-out everywhere is refused, and changes nothing', async () => {
    const { access } = await accounts.signInPassenger({ identifier: asha.email, password: PASSWORD }, ORIGIN);
    const caller = await accounts.authenticate(access);
    const { transact } = engine();
    let begun: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const signOut = transact(async ({ users }) => {
      await users.lock(asha.id);
      begun();
      await users.raiseTokenVersion(asha.id);
    });
    await locked;
    const changes = [
      () => transact(({ users }) => users.verifyEmail(asha.id)),
      () => transact(({ users }) => users.setEmail(asha.id, { email: 'thief@example.com', emailVerified: true })),
      () => transact(({ users }) => users.replacePassword(asha.id, asha.passwordHash, 'stolen')),
      () => transact(({ users }) => users.saveProfile(asha.id, { fullName: 'X', phone: null, phoneVerified: false })),
      () => transact(({ users }) => users.raiseTokenVersion(asha.id)),
      // The caller stays refused where the work goes on after the refusal.
      () => transact(({ users }) => users.verifyEmail(asha.id).catch(() => undefined)),
    ].map((change) =>
      refusalOf(
        actAs(actingCallerOf(caller, RULE, noKeys), async () => {
          await change();
        }),
      ),
    );
    await signOut;
    expect((await Promise.all(changes)).map(([, code]) => code)).to.deep.equal(changes.map(() => 'SIGNED_OUT'));
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

import { expect } from 'chai';
import { daysAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger } from '../../support/people.ts';

const PASSWORD = 'himal-2026';
const NEW = 'koshi-2027';

let engine: ReturnType<typeof memoryEngine>;
let accounts: Accounts;
let asha: Addressed;
let passwordHash: string;

const given = async (): Promise<void> => {
  accounts = accountsOn((engine = memoryEngine()));
  passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  asha = await aPassenger(engine, { passwordHash });
};
const signIn = (password: string) => accounts.signInPassenger({ identifier: asha.email, password }, ORIGIN);
const trustLaptop = () =>
  engine.transact(({ devices }) => devices.trust(asha.id, 'laptop', START, daysAfter(START, 7)));
const isLaptopTrusted = () => engine.transact(({ devices }) => devices.isTrusted(asha.id, 'laptop', START));

describe('changing a password', () => {
  beforeEach(given);

  const change = (currentPassword = PASSWORD, newPassword = NEW) =>
    accounts.changePassword(
      { ...accounts.callerFor(asha), signedInAt: START },
      { currentPassword, newPassword },
      ORIGIN,
    );

  it('changing the password ends other sessions and trusted devices, and starts a new session', async () => {
    const before = await signIn(PASSWORD);
    await trustLaptop();
    const { access, refresh } = await change();
    expect(await accounts.authenticate(access)).to.include({ userId: asha.id, role: 'PASSENGER' });
    expect(await accounts.refreshSession(refresh)).to.have.property('access');
    expect(await refusalOf(accounts.authenticate(before.access))).to.include({ kind: 'unauthenticated' });
    expect(await refusalOf(accounts.refreshSession(before.refresh))).to.include({ kind: 'unauthenticated' });
    expect(await isLaptopTrusted()).to.equal(false);
    expect(await accounts.find(asha.id)).to.include({ tokenVersion: 1 });
    await signIn(NEW);
  });

  it('changing a password checks the current password before the new one', async () => {
    expect(await refusalOf(change('not-it', 'x'))).to.include({
      kind: 'unauthenticated',
      code: 'CURRENT_PASSWORD_WRONG',
    });
    for (const password of ['', 'koshi-2', 'koshikoshi'])
      expect(await refusalOf(change(PASSWORD, password))).to.include({ kind: 'invalid' });
    expect(await accounts.find(asha.id)).to.include({ passwordHash, tokenVersion: 0 });
  });

  it('five wrong current passwords lock the account while its password is changed, as they do at a sign-in', async () => {
    for (let n = 0; n < 4; n += 1)
      expect(await refusalOf(change('not-it'))).to.include({ kind: 'unauthenticated', code: 'CURRENT_PASSWORD_WRONG' });
    expect((await accounts.log())[0]).to.deep.include({ kind: 'FAILED', userId: asha.id, origin: ORIGIN });
    expect(await refusalOf(change('not-it'))).to.include({ kind: 'locked', code: 'ACCOUNT_LOCKED' });
    expect(await refusalOf(change())).to.include({ kind: 'locked' });
    expect(await refusalOf(signIn(PASSWORD))).to.include({ kind: 'locked' });
    accounts.clock.advance(15);
    await change();
  });

  it('a change to a password that breaks the rules does not count as a wrong current password', async () => {
    for (let n = 0; n < 6; n += 1) expect(await refusalOf(change(PASSWORD, 'x'))).to.include({ kind: 'invalid' });
    await change();
  });

  it('an account without a usable password cannot change its password', async () => {
    asha = await aPassenger(engine, { passwordHash: '!x' });
    accounts.clock.advance(10);
    for (const password of ['', '!x'])
      expect(await refusalOf(change(password))).to.include({ kind: 'unauthenticated' });
  });
});

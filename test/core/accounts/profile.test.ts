import { expect } from 'chai';
import { type Accounts, accountsOn, ORIGIN, refusalOf } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import type { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Addressed, aPassenger } from '../../support/people.ts';

const PASSWORD = 'himal-2026';

let engine: ReturnType<typeof memoryEngine>;
let accounts: Accounts;
let asha: Addressed;
let passwordHash: string;

const given = async (): Promise<void> => {
  accounts = accountsOn((engine = memoryEngine()));
  passwordHash = await CRYPTO.passwords.hash(PASSWORD);
  asha = await aPassenger(engine, { passwordHash });
};

describe('a profile', () => {
  beforeEach(given);

  const view = () => accounts.viewProfile(accounts.callerFor(asha));
  const update = (fullName: string, phone: string) =>
    accounts.updateProfile(accounts.callerFor(asha), { fullName, phone, currentPassword: '' }, ORIGIN);

  it('a profile shows name, e-mail address, phone number, picture and day of joining', async () => {
    expect(await view()).to.deep.equal({
      fullName: 'Asha Gurung',
      email: asha.email,
      phone: null,
      emailVerified: true,
      phoneVerified: false,
      avatarUrl: '',
      avatarColor: '#15803d',
      memberSince: '2026-11-01',
    });
    await engine.transact(({ users }) => users.setAvatar(asha.id, 'asha.png'));
    expect(await view()).to.include({ avatarUrl: 'https://example.com/media/asha.png' });
  });

  it('a profile shows the day in local time on which the account was created', async () => {
    asha = await aPassenger(engine, { createdAt: Date.UTC(2026, 10, 1, 18, 15) as typeof START });
    expect(await view()).to.include({ memberSince: '2026-11-02' });
  });

  it('a profile can get a new name and a new phone number, and the phone number can be removed', async () => {
    expect(await update('Asha G.', '9812345678')).to.deep.equal({ fullName: 'Asha G.', phone: '9812345678' });
    expect(await view()).to.include({ fullName: 'Asha G.', phone: '9812345678' });
    expect(await update('Asha G.', '9812345678')).to.include({ phone: '9812345678' });
    expect(await update('Asha G.', '')).to.deep.equal({ fullName: 'Asha G.', phone: null });
    expect(await view()).to.include({ phone: null });
  });

  it('a profile is not saved with an empty or long name, a wrong phone number or another passenger’s phone number', async () => {
    await aPassenger(engine, { phone: '9822222222' });
    for (const [field, name, phone] of [
      ['full_name', '', 'x'],
      ['phone', 'Asha', 'x'],
      ['full_name', 'x'.repeat(151), ''],
    ] as const) {
      expect((await refusalOf(update(name, phone))).faults[0]?.field).to.equal(field);
    }
    expect(await refusalOf(update('Asha', '9822222222'))).to.include({ kind: 'conflict', code: 'PHONE_TAKEN' });
  });
});

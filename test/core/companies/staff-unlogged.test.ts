import { expect } from 'chai';
import { anInvitee, companiesOn } from '../../support/companies.ts';
import { memoryEngine } from '../../support/engines.ts';

describe('unlogged staff changes', () => {
  it('a change of the staff is undone, and no mail is sent, when the activity log cannot be written', async () => {
    const engine = memoryEngine();
    const companies = companiesOn(engine);
    const sita = await companies.company();
    const ram = await companies.joined(sita, { position: 'MANAGER' });
    const before = await companies.listStaff(sita, { limit: 50 });
    const account = await engine.accounts.find(ram.userId!);
    const full = async () => {
      throw new Error('The disk is full.');
    };
    const breaking = companiesOn({
      ...engine,
      transact: (work) => engine.transact((stores) => work({ ...stores, trail: { ...stores.trail, add: full } })),
    });
    for (const change of [
      () => breaking.invite(sita, anInvitee()),
      () => breaking.changePosition(sita, ram.id, 'OWNER'),
      () => breaking.removeStaff(sita, ram.id),
    ])
      expect(await change().then(String, (error: unknown) => (error as Error).message)).to.equal('The disk is full.');
    expect(await companies.listStaff(sita, { limit: 50 })).to.deep.equal(before);
    expect(await engine.accounts.find(ram.userId!)).to.deep.equal(account);
    expect(breaking.mailer.sent).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, secondsAfter } from '../../../core/kernel/time.ts';
import type { Sandbox } from '../../../core/payments/sandbox.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aSandboxPayment } from '../../support/sandbox.ts';

const MONEY = { amount: paisa(120_000), at: secondsAfter(START, 30), transactionId: 'T-1' };

onEveryEngine('the stored payments and faults of the sandbox', (engine: () => Engine) => {
  const on = <Result>(work: (sandbox: Sandbox) => Promise<Result>): Promise<Result> =>
    engine().transact(({ sandbox }) => work(sandbox));
  const open = (...payments: readonly ReturnType<typeof aSandboxPayment>[]): Promise<void> =>
    on(async (sandbox) => {
      for (const payment of payments) await sandbox.open(payment);
    });

  it('a payment of the sandbox is found by its gateway and its id together', async () => {
    await open(aSandboxPayment());
    expect(await on((sandbox) => sandbox.find('WALLET', 'a payment'))).to.deep.equal(aSandboxPayment());
    expect(await on((sandbox) => sandbox.find('BANK', 'a payment'))).to.equal(undefined);
    expect(await on((sandbox) => sandbox.find('WALLET', 'another'))).to.equal(undefined);
  });

  it('a payment of the sandbox cannot be opened twice', async () => {
    await open(aSandboxPayment(), aSandboxPayment({ amount: paisa(1) }), aSandboxPayment({ gateway: 'BANK' }));
    expect((await on((sandbox) => sandbox.find('WALLET', 'a payment')))?.amount).to.equal(120_050);
  });

  it('a payment of the sandbox stores each change of its state', async () => {
    await open(aSandboxPayment(), aSandboxPayment({ gateway: 'BANK' }));
    const changed = aSandboxPayment({ refusedAt: START, paid: MONEY, givenBack: paisa(100) });
    await on((sandbox) => sandbox.save({ ...changed, amount: paisa(1), order: {}, openedAt: daysAfter(START, 1) }));
    expect(await on((sandbox) => sandbox.find('WALLET', 'a payment'))).to.deep.equal(changed);
    expect(await on((sandbox) => sandbox.find('BANK', 'a payment'))).to.deep.equal(
      aSandboxPayment({ gateway: 'BANK' }),
    );
  });

  it('a payment of the sandbox is found by its transaction number', async () => {
    await open(aSandboxPayment());
    expect(await on((sandbox) => sandbox.findPaid('WALLET', 'T-1'))).to.equal(undefined);
    await on((sandbox) => sandbox.save(aSandboxPayment({ paid: MONEY })));
    expect((await on((sandbox) => sandbox.findPaid('WALLET', 'T-1')))?.id).to.equal('a payment');
    expect(await on((sandbox) => sandbox.findPaid('BANK', 'T-1'))).to.equal(undefined);
  });

  it('a fault set for one gateway of the sandbox occurs as often as it was set, and at no other gateway', async () => {
    await on((sandbox) => sandbox.setFault({ gateway: 'WALLET', fault: 'garbage', times: 2 }, START));
    const take = (gateway: string) => on((sandbox) => sandbox.takeFault(gateway, ['timeout', 'garbage']));
    expect([await take('BANK'), await take('WALLET'), await take('WALLET'), await take('WALLET')]).to.deep.equal([
      undefined,
      'garbage',
      'garbage',
      undefined,
    ]);
  });

  it('a simulated fault of the sandbox affects only the kinds of calls that it was set for', async () => {
    await on((sandbox) => sandbox.setFault({ gateway: 'WALLET', fault: 'garbage', times: 1 }, START));
    expect(await on((sandbox) => sandbox.takeFault('WALLET', ['timeout']))).to.equal(undefined);
    expect(await on((sandbox) => sandbox.takeFault('WALLET', ['garbage']))).to.equal('garbage');
  });

  it('the fault that was set last in the sandbox occurs first, and setting a fault again replaces its remaining count', async () => {
    await on(async (sandbox) => {
      await sandbox.setFault({ gateway: 'WALLET', fault: 'garbage', times: 7 }, START);
      await sandbox.setFault({ gateway: 'WALLET', fault: 'timeout', times: 1 }, secondsAfter(START, 1));
      await sandbox.setFault({ gateway: 'WALLET', fault: 'garbage', times: 1 }, START);
    });
    const take = () => on((sandbox) => sandbox.takeFault('WALLET', ['garbage', 'timeout']));
    expect([await take(), await take(), await take()]).to.deep.equal(['timeout', 'garbage', undefined]);
  });

  it('a fault of the sandbox that was set once occurs only once, even in calls at the same time', async () => {
    await on((sandbox) => sandbox.setFault({ gateway: 'WALLET', fault: 'garbage', times: 3 }, START));
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => on((sandbox) => sandbox.takeFault('WALLET', ['garbage']))),
    );
    expect(taken.filter((fault) => fault === 'garbage')).to.have.length(3);
  });

  it('each gateway of the sandbox has its own signing key, and keeps the first key that was stored', async () => {
    const keys = await Promise.all(['one', 'two', 'three'].map((key) => on((sandbox) => sandbox.keepKey('BANK', key))));
    expect(new Set(keys).size).to.equal(1);
    expect(await on((sandbox) => sandbox.keepKey('BANK', 'four'))).to.equal(keys[0]);
    expect(await on((sandbox) => sandbox.keepKey('WALLET', 'five'))).to.equal('five');
  });

  it('old payments of the sandbox are deleted oldest first, and no more than asked for', async () => {
    await open(...[3, 1, 2, 4].map((days) => aSandboxPayment({ id: String(days), openedAt: daysAfter(START, days) })));
    const prune = () => on((sandbox) => sandbox.prune(daysAfter(START, 4), 2));
    expect(await prune()).to.equal(2);
    expect((await on((sandbox) => sandbox.find('WALLET', '3')))?.id).to.equal('3');
    expect([await prune(), await prune()]).to.deep.equal([1, 0]);
    expect((await on((sandbox) => sandbox.find('WALLET', '4')))?.id).to.equal('4');
  });
});

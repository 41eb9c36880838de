import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { addSettlement } from '../../../core/ledger/add-settlement.ts';
import { settlement } from '../../../core/ledger/entries.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { SELF_PAYING } from '../../support/known-gateways.ts';
import { anAdmin } from '../../support/people.ts';
import { refundsOn } from '../../support/refunds.ts';

onEveryEngine('an audit of gateways', (engine) => {
  let day: Day;
  let transfers = 0;

  beforeEach(async () => {
    day = await aDay(engine());
  });

  const audit = async () => {
    await markPublished(engine());
    const { findings, warnings } = await day.audit();
    return { findings: findings.map(({ row, says }) => `${row}: ${says}`), warnings: warnings.map(({ says }) => says) };
  };
  const settle = async (amount: number, forced = false, gateway = 'ESEWA') => {
    const { id } = await anAdmin(engine());
    const given = { gateway, amount: paisa(amount), fee: paisa(0), forced } as const;
    await addSettlement({ ...engine(), clock: day.paying.clock })(id, {
      ...given,
      reference: `NIC-${(transfers += 1)}`,
    });
  };
  /** Adds a settlement without the service's comparison with the gateway's balance. */
  const settleUnchecked = (amount: number) =>
    engine().transact(async ({ settlements, ledger }) => {
      const given = {
        gateway: 'ESEWA',
        amount: paisa(amount),
        fee: paisa(0),
        forced: false,
        reference: 'N-1',
      } as const;
      await settlements.add(given, day.paying.clock());
      await ledger.record(settlement(given.amount, given.fee, 'ESEWA'), day.paying.clock());
    });
  /** Pays NPR 1200, and refunds NPR 500 of it by eSewa. `between` runs between payment and refund. */
  const payAndPayBack = async (between: () => Promise<void> = async () => undefined) => {
    const { id: paymentId } = await day.pay(await day.book('A1'));
    await between();
    day.paying.clock.advance(1);
    const refunds = refundsOn(engine(), day.paying.clock);
    const [giver, sender] = [await anAdmin(engine()), await anAdmin(engine())];
    const { id } = await refunds.addGoodwill(giver.id, paymentId, { amount: paisa(50_000), note: 'No air.' });
    await refunds.send(sender.id, id, { method: 'ESEWA', reference: 'R-1' });
    await refunds.confirm(sender.id, id);
  };

  it('an audit finds nothing wrong with a gateway that still holds money for the platform', async () => {
    await payAndPayBack();
    expect(await audit()).to.deep.equal({ findings: [], warnings: [] });
  });

  it('an audit finds nothing wrong with a gateway that has paid out all the money it held', async () => {
    await payAndPayBack();
    await settle(70_000);
    expect(await audit()).to.deep.equal({ findings: [], warnings: [] });
  });

  it('an audit warns of a gateway that refunded money which it had already paid out to the platform', async () => {
    await payAndPayBack(() => settle(120_000));
    expect(await audit()).to.deep.equal({
      findings: [],
      warnings: ['ESEWA stands at NPR -500: it gave more than it held, and settles so much less next time'],
    });
  });

  it('an audit finds a gateway that paid out more to the platform than it held, beyond what later refunds explain', async () => {
    await payAndPayBack();
    day.paying.clock.advance(1);
    await settleUnchecked(70_001);
    expect(await audit()).to.deep.equal({
      findings: [
        'gateway ESEWA: ESEWA stands at NPR -0.01, of which refunds, forced settlements and adjustments explain NPR 0',
      ],
      warnings: [],
    });
  });

  it('an audit warns of a gateway settlement that an administrator recorded by force', async () => {
    await payAndPayBack();
    day.paying.clock.advance(1);
    await settle(70_000);
    await settle(100, true);
    expect((await audit()).findings).to.deep.equal([]);
    expect((await audit()).warnings).to.have.length(1);
  });

  it('an audit finds that one gateway paid out too much, although another gateway holds money', async () => {
    await payAndPayBack();
    await settle(500, true, SELF_PAYING.name);
    expect(await audit()).to.deep.equal({
      findings: [],
      warnings: ['SELF_PAYING stands at NPR -5: it gave more than it held, and settles so much less next time'],
    });
    await engine().transact(({ ledger }) =>
      ledger.record(settlement(paisa(1), paisa(0), SELF_PAYING.name), day.paying.clock()),
    );
    expect((await audit()).findings).to.include(
      'gateway SELF_PAYING: SELF_PAYING stands at NPR -5.01, of which refunds, forced settlements and adjustments explain NPR 5',
    );
  });

  it('an audit finds a gateway settlement without ledger rows, and ledger rows without a settlement', async () => {
    await payAndPayBack();
    await engine().transact(async ({ settlements, ledger }) => {
      const given = { gateway: 'ESEWA', amount: paisa(5), fee: paisa(2), forced: false, reference: 'NONE' } as const;
      await settlements.add(given, day.paying.clock());
      await ledger.record(settlement(paisa(7), paisa(0), 'ESEWA'), day.paying.clock());
    });
    const { findings } = await audit();
    expect(findings.map((line) => line.replace(/(settlement|row) \d+/g, '$1 N'))).to.deep.equal([
      'settlement N, row N: the row SETTLEMENT BANK / GATEWAY NPR 0.07 is wrong: amount NPR 0.07 should be NPR 0.05',
      'settlement N: the row SETTLEMENT FEES / GATEWAY NPR 0.02 is missing',
    ]);
  });
});

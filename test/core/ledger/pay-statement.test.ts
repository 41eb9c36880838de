import { expect } from 'chai';
import type { StatementId } from '../../../core/kernel/ids.ts';
import { type Paisa, paisa } from '../../../core/kernel/money.ts';
import { earned } from '../../../core/ledger/entries.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { codeOf } from '../../support/refusals.ts';
import {
  type StatedCompany,
  aCashRefund,
  aJourney,
  aSale,
  aStatedCompany,
  balanceOf,
  record,
  statingOn,
} from '../../support/stating.ts';

describe('paying statements', () => {
  let engine: Engine;
  let clock: HandClock;
  let company: StatedCompany;

  beforeEach(async () => {
    [engine, clock] = [memoryEngine(), handClock()];
    company = await aStatedCompany(engine);
  });

  const make = () =>
    statingOn(engine, clock).make(company.admin, { operatorId: company.operatorId, until: '2026-11-20' });
  const pay = (id: StatementId) => statingOn(engine, clock).pay(company.admin, id, 'NIC-77810');
  const payouts = async () => {
    const { rows } = await engine.ledgerViews.list({ kind: 'PAYOUT' }, { limit: 99 });
    return rows.toReversed().map(({ debit, credit, amount, statementId }) => [debit, credit, amount, statementId]);
  };
  const balances = async (): Promise<readonly Paisa[]> =>
    Promise.all((['OPERATOR', 'CASH', 'BANK'] as const).map((name) => balanceOf(engine, company.operatorId, name)));

  it('paying a statement sets off the cash that the company holds, and then transfers the positive total', async () => {
    await aJourney(engine, company);
    const sale = await aSale(engine, company, 33_335);
    await record(engine, earned(sale));
    const { id, total } = await make();
    expect(total).to.equal(185_046);
    clock.advance(60);
    expect(await pay(id)).to.include({ status: 'PAID', reference: 'NIC-77810', paidAt: clock() });
    expect(await payouts()).to.deep.equal([
      ['OPERATOR', 'CASH', 33_335, id],
      ['OPERATOR', 'BANK', 185_046, id],
    ]);
    expect(await balances()).to.deep.equal([0, 0, -185_046]);
  });

  it('paying a statement transfers nothing if the company owes money, which the next statement deducts', async () => {
    const sale = await aSale(engine, company);
    const first = await make();
    await pay(first.id);
    expect(await payouts()).to.deep.equal([['OPERATOR', 'CASH', 120_000, first.id]]);
    // The company holds this cash but has not earned it yet. So the company owes the cash to the platform.
    expect(await balances()).to.deep.equal([120_000, 0, 0]);

    await record(engine, earned(sale));
    await aJourney(engine, company);
    const second = await make();
    expect(second).to.include({ openingBalance: -120_000, net: 305_046, total: 185_046 });
    await pay(second.id);
    expect((await payouts()).slice(1)).to.deep.equal([['OPERATOR', 'BANK', 185_046, second.id]]);
    expect(await balances()).to.deep.equal([0, 0, -185_046]);
  });

  it('paying a statement credits the company with refunds that it paid from its till', async () => {
    const sale = await aSale(engine, company);
    await pay((await make()).id);
    await aCashRefund(engine, sale, paisa(99_999));
    const { id, cashHeld, total } = await make();
    expect([cashHeld, total]).to.deep.equal([-99_999, -20_001]);
    await pay(id);
    expect((await payouts()).at(-1)).to.deep.equal(['CASH', 'OPERATOR', 99_999, id]);
  });

  it('paying a statement with a total of zero moves no money', async () => {
    const sale = await aSale(engine, company);
    await aCashRefund(engine, sale, paisa(120_000));
    await pay((await make()).id);
    expect(await payouts()).to.deep.equal([]);
  });

  it('statements of a company can be paid in any order', async () => {
    await aSale(engine, company);
    const first = await make();
    await aJourney(engine, company);
    const second = await make();
    await pay(second.id);
    await pay(first.id);
    expect(await balances()).to.deep.equal([0, 0, -65_046]);
  });

  it('paying a statement writes ledger rows that are on no later statement', async () => {
    await aJourney(engine, company);
    await pay((await make()).id);
    expect(await codeOf(make())).to.equal('NOTHING_TO_STATE');
  });

  it('paying a statement a second time is refused', async () => {
    await aJourney(engine, company);
    const { id } = await make();
    await pay(id);
    expect(await codeOf(pay(id))).to.equal('STATEMENT_PAID');
    expect(await payouts()).to.have.length(1);
  });

  it('paying an unknown statement is refused', async () => {
    expect(await codeOf(pay(999_999 as StatementId))).to.equal('STATEMENT_UNKNOWN');
  });

  it('paying a statement is in the activity log', async () => {
    await aJourney(engine, company);
    const { id } = await make();
    await pay(id);
    const [, entry] = await engine.transact(({ trail }) => trail.of({ type: 'statement', id }));
    expect(entry).to.deep.include({
      kind: 'STATEMENT_PAID',
      actor: { role: 'ADMIN', userId: company.admin },
      operatorId: company.operatorId,
      at: START,
      changes: { status: { old: 'OPEN', new: 'PAID' }, reference: { old: null, new: 'NIC-77810' } },
      description:
        'Paid statement ST-2026-000001 of Blue Sky Yatayat: NPR 1850.46 were transferred. Reference: NIC-77810',
    });
  });
});

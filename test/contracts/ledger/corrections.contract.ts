import { expect } from 'chai';
import { addReceipt } from '../../../core/ledger/add-receipt.ts';
import { decideAdjustment, proposeAdjustment, type WantedAdjustment } from '../../../core/ledger/adjust.ts';
import type { NewReceipt } from '../../../core/ledger/corrections.ts';
import type { AdjustmentId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { addSettlement } from '../../../core/ledger/add-settlement.ts';
import { settlement } from '../../../core/ledger/entries.ts';
import { handClock, START } from '../../support/clock.ts';
import { anAdjustment } from '../../support/corrections.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';
import { aJourney, aStatedCompany, record } from '../../support/stating.ts';

onEveryEngine('corrections of the ledger', (engine) => {
  let proposer: UserId;
  let second: UserId;
  let operatorId: OperatorId;

  beforeEach(async () => {
    proposer = (await anAdmin(engine(), { fullName: 'Anil Shrestha' })).id;
    second = (await anAdmin(engine(), { fullName: 'Bina Rai' })).id;
    ({ operatorId } = await anOperator(engine()));
  });

  const needs = () => ({ ...engine(), clock: handClock() });
  const FEE: WantedAdjustment = {
    debit: 'FEES',
    credit: 'GATEWAY',
    amount: paisa(1_500),
    operatorId: null,
    gateway: 'ESEWA',
    reason: 'A fee that was not recorded.',
  };
  const propose = (traits: Partial<WantedAdjustment> = {}) =>
    proposeAdjustment(needs())(proposer, { ...FEE, ...traits });
  const decide = (admin: UserId, id: AdjustmentId, decision: 'CONFIRMED' | 'REJECTED' = 'CONFIRMED') =>
    decideAdjustment(needs())(admin, id, decision);
  const rows = async () => (await engine().ledgerViews.list({}, { limit: 50 })).rows;
  const pay = (traits: Partial<NewReceipt> = {}) =>
    addReceipt(needs())(proposer, { operatorId, amount: paisa(30_000), reference: 'NIC-1', ...traits });
  const outcomes = async (work: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(work)).map((each) =>
      each.status === 'fulfilled' ? 'done' : (each.reason as { readonly code: string }).code,
    );

  it('a proposed ledger adjustment writes no row into the ledger', async () => {
    const proposed = await propose();
    expect(proposed).to.deep.include({
      status: 'PROPOSED',
      amount: 1_500,
      operatorId: null,
      gateway: 'ESEWA',
      decidedBy: null,
      decidedAt: null,
      proposedBy: { id: proposer, fullName: 'Anil Shrestha' },
      proposedAt: START,
    });
    expect(await rows()).to.deep.equal([]);
  });

  it('a confirmed ledger adjustment writes its ledger row only once, with the name of the administrator who confirmed it', async () => {
    const { id } = await propose({ debit: 'COMMISSION', credit: 'OPERATOR', operatorId, gateway: null });
    const decided = await decide(second, id);
    expect(decided).to.deep.include({ status: 'CONFIRMED', decidedBy: { id: second, fullName: 'Bina Rai' } });
    const [row, ...more] = await rows();
    expect(more).to.deep.equal([]);
    expect(row).to.include({
      kind: 'ADJUSTMENT',
      debit: 'COMMISSION',
      credit: 'OPERATOR',
      amount: 1_500,
      adjustmentId: id,
      operatorId,
      gateway: null,
      bookingId: null,
      paymentId: null,
      refundId: null,
      statementId: null,
      receiptId: null,
    });
    const trail = await engine().transact((stores) => stores.trail.of({ type: 'adjustment', id }));
    expect(trail.map(({ kind, operatorId: of }) => [kind, of])).to.deep.equal([
      ['ADJUSTMENT_PROPOSED', operatorId],
      ['ADJUSTMENT_CONFIRMED', operatorId],
    ]);
  });

  it('a ledger adjustment cannot be confirmed by its proposer, who may reject it', async () => {
    const { id } = await propose();
    expect(await codeOf(decide(proposer, id))).to.equal('SECOND_PERSON');
    expect(await rows()).to.deep.equal([]);
    expect((await decide(proposer, id, 'REJECTED')).status).to.equal('REJECTED');
    expect(await codeOf(decide(proposer, id))).to.equal('ADJUSTMENT_STATE');
    expect(await codeOf(decide(second, id, 'REJECTED'))).to.equal('ADJUSTMENT_STATE');
    expect(await rows()).to.deep.equal([]);
  });

  it('a ledger adjustment is decided only once when several administrators confirm or reject it at once', async () => {
    const { id } = await propose();
    const third = (await anAdmin(engine())).id;
    const seen = await outcomes([decide(second, id), decide(third, id), decide(proposer, id, 'REJECTED')]);
    expect(seen.filter((each) => each === 'done')).to.have.length(1);
    expect(seen.filter((each) => each === 'ADJUSTMENT_STATE')).to.have.length(2);
    const isConfirmed = (await engine().transact(({ adjustments }) => adjustments.get(id)))?.status === 'CONFIRMED';
    expect(await rows()).to.have.length(isConfirmed ? 1 : 0);
  });

  it('a ledger adjustment that moves no money on the account GATEWAY is stored without a gateway', async () => {
    const { gateway } = await propose({ credit: 'BANK' });
    expect(gateway).to.equal(null);
  });

  it('a receipt of money from a company writes a ledger row, and is in the company’s activity log', async () => {
    const receipt = await pay();
    expect(receipt).to.include({ operatorId, amount: 30_000, reference: 'NIC-1', at: START });
    const [row] = await rows();
    expect(row).to.include({
      kind: 'RECEIPT',
      debit: 'BANK',
      credit: 'OPERATOR',
      amount: 30_000,
      receiptId: receipt.id,
      operatorId,
      gateway: null,
      adjustmentId: null,
    });
    const [entry] = await engine().transact(({ trail }) => trail.of({ type: 'receipt', id: receipt.id }));
    expect(entry).to.include({ kind: 'RECEIPT_ADDED', operatorId });
  });

  it('a receipt’s reference number is accepted only once for each company, even when receipts arrive at once', async () => {
    expect((await outcomes([pay(), pay(), pay()])).sort()).to.deep.equal(['RECEIPT_KNOWN', 'RECEIPT_KNOWN', 'done']);
    expect(await rows()).to.have.length(1);
    const other = await anOperator(engine());
    expect((await pay({ operatorId: other.operatorId })).operatorId).to.equal(other.operatorId);
  });

  it('a ledger adjustment or a receipt for an unknown company is refused', async () => {
    const unknown = { operatorId: 2_000_000_000 as OperatorId };
    expect(await codeOf(pay(unknown))).to.equal('OPERATOR_UNKNOWN');
    expect(await codeOf(propose(unknown))).to.equal('OPERATOR_UNKNOWN');
  });

  it('gateway settlements recorded at once never exceed together what the gateway owes the platform', async () => {
    await aJourney(engine(), await aStatedCompany(engine()), { total: 100_000 });
    const settle = (reference: string) =>
      addSettlement(needs())(second, {
        gateway: 'ESEWA',
        amount: paisa(59_000),
        fee: paisa(1_000),
        reference,
        forced: false,
      });
    const seen = await outcomes([settle('A'), settle('B'), settle('C')]);
    expect(seen.sort()).to.deep.equal(['SETTLEMENT_EXCEEDS', 'SETTLEMENT_EXCEEDS', 'done']);
    expect((await engine().ledgerViews.balances()).GATEWAY).to.equal(40_000);
  });

  it('the balance of a payment gateway counts only ledger rows of that gateway', async () => {
    const balance = () => engine().transact(({ ledger }) => ledger.heldBy('ESEWA'));
    expect(await balance()).to.equal(0);
    await record(engine(), settlement(paisa(600), paisa(30), 'ESEWA'));
    expect(await balance()).to.equal(-630);
    await record(engine(), settlement(paisa(7), paisa(0), 'KHALTI'));
    expect(await balance()).to.equal(-630);
  });
});

onEveryEngine('the list of adjustments', (engine) => {
  it('ledger adjustments are listed newest first, filtered by status', async () => {
    const [one, other] = [await anAdjustment(engine()), await anAdjustment(engine())];
    const { id: admin } = await anAdmin(engine());
    await decideAdjustment({ ...engine(), clock: handClock() })(admin, one, 'REJECTED');
    const list = async (status?: 'PROPOSED' | 'REJECTED') =>
      (await engine().adjustmentRecords.list(status ? { status } : {}, { limit: 1 })).rows.map(({ id }) => id);
    expect([await list(), await list('REJECTED'), await list('PROPOSED')]).to.deep.equal([[other], [one], [other]]);
    const { next } = await engine().adjustmentRecords.list({}, { limit: 1 });
    const { rows: after } = await engine().adjustmentRecords.list({}, { limit: 5, ...(next && { after: next }) });
    expect(after.map(({ id }) => id)).to.deep.equal([one]);
  });
});

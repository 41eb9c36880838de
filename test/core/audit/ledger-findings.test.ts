import { expect } from 'chai';
import { balanceFaults } from '../../../core/audit/platform.ts';
import { toLine } from '../../../core/audit/finding.ts';
import { ledgerFaults, unearnedSince } from '../../../core/audit/ledger.ts';
import type { BookingOnRecord, KeptBalance } from '../../../core/audit/ports.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { START } from '../../support/clock.ts';
import { KNOWN } from '../../support/known-gateways.ts';

describe('ledger balances', () => {
  const balance = (account: KeptBalance['account'], counted: number, kept = counted): KeptBalance => ({
    account,
    gateway: account === 'GATEWAY' ? 'ESEWA' : '',
    kept: paisa(kept),
    counted: paisa(counted),
  });
  const lines = (...balances: readonly KeptBalance[]) => balanceFaults(balances).map(toLine);

  it('an audit accepts ledger balances that agree with their rows and add up to zero', () => {
    expect(lines(balance('GATEWAY', 700), balance('UNEARNED', -700), balance('TRANSFER', 0))).to.deep.equal([]);
  });

  it('an audit finds a stored ledger balance that differs from its rows', () => {
    expect(lines(balance('GATEWAY', 700, 800), balance('UNEARNED', -700))).to.deep.equal([
      'LEDGER_DIFFERS: GATEWAY stands at NPR 8, and its rows make NPR 7 (account GATEWAY, gateway ESEWA)',
    ]);
  });

  it('an audit finds money left on the ledger account TRANSFER', () => {
    expect(lines(balance('TRANSFER', 700), balance('UNEARNED', -700))).to.deep.equal([
      'LEDGER_DIFFERS: TRANSFER holds NPR 7, and should hold nothing (account TRANSFER)',
    ]);
  });

  it('an audit finds ledger debits that differ from the credits', () => {
    expect(lines(balance('GATEWAY', 700), balance('UNEARNED', -600))).to.deep.equal([
      'LEDGER_DIFFERS: debits are NPR 1 more than credits (the ledger)',
    ]);
  });
});

describe('a booking in the ledger', () => {
  const aRecord = (traits: object): BookingOnRecord =>
    ({
      id: 12,
      operatorId: 3,
      status: 'CONFIRMED',
      total: 120_000,
      commissionRate: basisPoints(0),
      earnedAt: null,
      parts: [],
      cancelledAt: null,
      cancellationFee: null,
      payments: [],
      change: null,
      changedTo: null,
      agent: null,
      carriedRefunds: [],
      earlierPayments: [],
      entries: [],
      trip: { departsAt: START },
      ...traits,
    }) as unknown as BookingOnRecord;
  const paid = (status: string, refunds: readonly object[] = []) => ({
    id: 5,
    status,
    amount: 120_000,
    gateway: 'ESEWA',
    paidAt: START,
    refunds,
  });
  const row = { id: 34, at: START, amount: 120_000, bookingId: 12, operatorId: 3, gateway: null, paymentId: null };
  const blank = { refundId: null, statementId: null, adjustmentId: null, receiptId: null };

  it('an audit finds a partly refunded payment whose incoming money is not in the ledger, and names booking and payment', () => {
    expect(ledgerFaults(aRecord({ payments: [paid('PARTIAL_REFUND')] }), KNOWN.known)).to.deep.equal([
      {
        row: 'booking 12, payment 5',
        says: 'payment 5 is PARTIAL_REFUND, and no PAYMENT row says that it came',
      },
    ]);
  });

  it('an audit does not take another payment’s ledger row as proof that a partly refunded payment arrived', () => {
    const other = { ...row, ...blank, kind: 'PAYMENT', debit: 'GATEWAY', credit: 'UNEARNED', gateway: 'ESEWA' };
    const payments = [paid('PARTIAL_REFUND'), { ...paid('COMPLETE'), id: 6 }];
    const faults = ledgerFaults(aRecord({ payments, entries: [{ ...other, paymentId: 6 }] }), KNOWN.known);
    expect(faults.map(({ row: named }) => named)).to.deep.equal(['booking 12, payment 5']);
  });

  it('an audit finds a booking whose fare was earned in the ledger although nobody paid it', () => {
    const earned = { ...row, ...blank, kind: 'EARNED', debit: 'UNEARNED', credit: 'OPERATOR' };
    const booking = { earnedAt: START, entries: [earned] };
    expect(ledgerFaults(aRecord(booking), KNOWN.known)).to.deep.equal([
      { row: 'booking 12', says: 'it is earned, and nobody has paid it' },
    ]);
    const lateRefund = { id: 7, reason: 'LATE_PAYMENT', amount: 120_000, status: 'DUE', createdAt: START };
    const late = ledgerFaults(aRecord({ ...booking, payments: [paid('COMPLETE', [lateRefund])] }), KNOWN.known);
    expect(late.map(({ says }) => says)).to.include('it is earned, and nobody has paid it');
  });

  it('an audit expects a paid booking’s fare to be earned in the ledger from the departure on, and not before', () => {
    const booking = aRecord({ payments: [paid('COMPLETE')] });
    const at = (millis: number) => unearnedSince(booking, (START + millis) as typeof START);
    expect([at(-1), at(0), at(1)]).to.deep.equal([false, true, true]);
    expect(unearnedSince({ ...booking, earnedAt: START }, START)).to.equal(false);
    expect(unearnedSince({ ...booking, payments: [] }, START)).to.equal(false);
    expect(unearnedSince({ ...booking, status: 'CANCELLED' }, START)).to.equal(false);
  });
});

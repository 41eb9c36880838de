import { expect } from 'chai';
import type { RefundMethod } from '../../../core/payments/refund.ts';
import { refundSourceOf } from '../../../core/payments/refund-source.ts';
import { KNOWN, SELF_PAYING } from '../../support/known-gateways.ts';

describe('the money that pays a refund', () => {
  const source = (gateway: string, method: RefundMethod, takenOver = false) =>
    refundSourceOf({ gateway, method, takenOver }, KNOWN);

  it('a gateway pays its automatic refunds', () => {
    expect(source(SELF_PAYING.name, 'AUTOMATIC')).to.deep.equal({ gateway: SELF_PAYING.name });
  });

  it('a gateway pays refunds by hand of its own payments, to the kind of account that it pays out to', () => {
    expect(source('ESEWA', 'ESEWA')).to.deep.equal({ gateway: 'ESEWA' });
    expect(source('ESEWA', 'KHALTI')).to.equal('BANK');
    expect(source('ESEWA', 'BANK')).to.equal('BANK');
  });

  it('the bank pays refunds by hand of another gateway’s payments', () => {
    expect(source(SELF_PAYING.name, 'ESEWA')).to.equal('BANK');
    expect(source(SELF_PAYING.name, 'BANK')).to.equal('BANK');
    expect(source('GONE', 'ESEWA')).to.equal('BANK');
  });

  it('the bank pays refunds of counter sales that the platform sends', () => {
    expect(source('CASH', 'ESEWA')).to.equal('BANK');
    expect(source('QR', 'BANK', true)).to.equal('BANK');
    expect(source('CASH', 'CASH')).to.equal('CASH');
  });
});

import { expect } from 'chai';
import type { RefundMethod } from '../../../core/payments/refund.ts';
import { refundSourceOf } from '../../../core/payments/refund-source.ts';
import { KNOWN, SELF_PAYING } from '../../support/known-gateways.ts';

describe('the account that pays a refund', () => {
  const source = (gateway: string, method: RefundMethod, takenOver = false) =>
    refundSourceOf({ gateway, method, takenOver }, KNOWN);

  it('a gateway’s automatic refund is paid from that gateway’s balance', () => {
    expect(source(SELF_PAYING.name, 'AUTOMATIC')).to.deep.equal({ gateway: SELF_PAYING.name });
  });

  it('a refund sent by hand is paid from the payment’s gateway if sent to a wallet of that gateway, otherwise from the bank', () => {
    expect(source('ESEWA', 'ESEWA')).to.deep.equal({ gateway: 'ESEWA' });
    expect(source('ESEWA', 'KHALTI')).to.equal('BANK');
    expect(source('ESEWA', 'BANK')).to.equal('BANK');
  });

  it('a refund sent by hand to a wallet is paid from the bank if the payment came through a different gateway', () => {
    expect(source(SELF_PAYING.name, 'ESEWA')).to.equal('BANK');
    expect(source(SELF_PAYING.name, 'BANK')).to.equal('BANK');
    expect(source('GONE', 'ESEWA')).to.equal('BANK');
  });

  it('a refund of a counter sale is paid from the bank if the platform sends it', () => {
    expect(source('CASH', 'ESEWA')).to.equal('BANK');
    expect(source('QR', 'BANK', true)).to.equal('BANK');
    expect(source('CASH', 'CASH')).to.equal('CASH');
  });
});

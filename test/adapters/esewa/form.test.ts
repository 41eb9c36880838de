import { expect } from 'chai';
import { esewaGateway } from '../../../adapters/esewa/gateway.ts';
import { signerOf } from '../../../adapters/esewa/signature.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { beginning } from '../../support/gateway.ts';

const SETTINGS = {
  formUrl: 'https://gateway.example/form',
  statusUrl: 'https://gateway.example/status/',
  productCode: 'EPAYTEST',
  secretKey: '8gBm/:&EnhH.1/q',
  bounds: { min: null, max: null },
  baseUrl: 'https://bus.example',
};
const gateway = esewaGateway(SETTINGS);

describe('the eSewa form', () => {
  it('an eSewa form is signed as in eSewa’s documented example', () => {
    const { url, fields } = gateway.form(beginning({ transactionUuid: '241028', amount: paisa(11_000) }));
    expect(url).to.equal('https://gateway.example/form');
    expect(fields).to.deep.equal({
      amount: '110',
      tax_amount: '0',
      total_amount: '110',
      transaction_uuid: '241028',
      product_code: 'EPAYTEST',
      product_service_charge: '0',
      product_delivery_charge: '0',
      success_url: 'https://bus.example/api/payments/passenger/gateway/success',
      failure_url: 'https://bus.example/api/payments/passenger/gateway/failure',
      signed_field_names: 'total_amount,transaction_uuid,product_code',
      signature: 'i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=',
    });
  });

  it('an eSewa form writes whole rupees without decimals and other amounts with two decimals, also in the signature', () => {
    for (const [amount, text] of [
      [120_000, '1200'],
      [120_050, '1200.50'],
      [120_005, '1200.05'],
      [5, '0.05'],
      [100_000_000, '1000000'],
    ] as const) {
      const { fields } = gateway.form(beginning({ transactionUuid: 'u', amount: paisa(amount) }));
      expect([fields['amount'], fields['total_amount']]).to.deep.equal([text, text]);
      expect(fields['signature']).to.equal(
        signerOf(SETTINGS.secretKey).sign(`total_amount=${text},transaction_uuid=u,product_code=EPAYTEST`),
      );
    }
  });
});

import type { FormGateway } from '../../core/payments/gateway.ts';
import { amountText } from '../gateway-protocol/amount.ts';
import { type Signer, messageOf } from './signature.ts';

interface Needs {
  readonly formUrl: string;
  readonly productCode: string;
  /** The URL at which the service is reached from outside. */
  readonly baseUrl: string;
  readonly signer: Signer;
}

const SIGNED = ['total_amount', 'transaction_uuid', 'product_code'] as const;

/** Builds the forms of ePay v2. A form has exactly these eleven fields. */
export const formBuilder =
  ({ formUrl, productCode, baseUrl, signer }: Needs): FormGateway['form'] =>
  ({ transactionUuid, amount }) => {
    const total = amountText(amount);
    const fields = {
      amount: total,
      tax_amount: '0',
      total_amount: total,
      transaction_uuid: transactionUuid,
      product_code: productCode,
      product_service_charge: '0',
      product_delivery_charge: '0',
      success_url: `${baseUrl}/api/payments/passenger/gateway/success`,
      failure_url: `${baseUrl}/api/payments/passenger/gateway/failure`,
      signed_field_names: SIGNED.join(','),
    };
    const message = messageOf(SIGNED, (name) => fields[name as (typeof SIGNED)[number]]) ?? '';
    return { kind: 'form', url: formUrl, fields: { ...fields, signature: signer.sign(message) } };
  };

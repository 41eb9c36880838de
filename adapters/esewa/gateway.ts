import type { FormGateway, GatewayCallback, GatewayFacts } from '../../core/payments/gateway.ts';
import { callbackReader } from './callback.ts';
import { enquirer } from './enquiry.ts';
import { formBuilder } from './form.ts';
import { signerOf } from './signature.ts';

export interface EsewaSettings {
  /** The URL to which browsers post the form. */
  readonly formUrl: string;
  /** The URL at which the service asks about a payment. */
  readonly statusUrl: string;
  readonly productCode: string;
  readonly secretKey: string;
  /** The URL at which the service is reached from outside. The gateway sends browsers back there. */
  readonly baseUrl: string;
}

export const ESEWA = {
  name: 'ESEWA',
  title: 'eSewa',
  kind: 'form',
  refunds: 'by_hand',
  paysOutTo: 'ESEWA',
  returns: [],
} as const satisfies GatewayFacts;

/** eSewa signs its returns. */
export interface EsewaGateway extends FormGateway {
  readonly readCallback: (data: string) => GatewayCallback;
}

/** eSewa's ePay v2, or anything that speaks it. */
export function esewaGateway({ secretKey, ...settings }: EsewaSettings): EsewaGateway {
  const signer = signerOf(secretKey);
  return {
    ...ESEWA,
    bounds: { min: null, max: null },
    // eSewa names a payment by the merchant's UUID.
    idOf: (transactionUuid) => transactionUuid,
    form: formBuilder({ ...settings, signer }),
    readCallback: callbackReader({ ...settings, signer }),
    enquire: enquirer(settings),
  };
}

import type { AmountBounds, FormGateway, GatewayCallback, GatewayFacts } from '../../core/payments/gateway.ts';
import { callbackReader } from './callback.ts';
import { enquirer } from './enquiry.ts';
import { formBuilder } from './form.ts';
import { signerOf } from './signature.ts';

export interface EsewaSettings {
  /** The URL to which browsers post the form. */
  readonly formUrl: string;
  /** The URL of eSewa's status endpoint, which the service asks about a payment. */
  readonly statusUrl: string;
  readonly productCode: string;
  readonly secretKey: string;
  readonly bounds: AmountBounds;
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

/** eSewa's gateway. eSewa signs the data that it sends back through the payer's browser. */
export interface EsewaGateway extends FormGateway {
  readonly readCallback: (data: string) => GatewayCallback;
}

/** Reads the data of eSewa's returns while eSewa is not set up. The data never counts as signed by eSewa. */
export const readUnprovenCallback = callbackReader({
  productCode: '',
  signer: { sign: () => '', verify: () => false },
});

/** Makes the gateway that speaks eSewa's ePay v2. The server may be eSewa's or another with the same protocol. */
export function esewaGateway({ secretKey, bounds, ...settings }: EsewaSettings): EsewaGateway {
  const signer = signerOf(secretKey);
  return {
    ...ESEWA,
    bounds,
    // eSewa names a payment by the merchant's UUID.
    idOf: (transactionUuid) => transactionUuid,
    form: formBuilder({ ...settings, signer }),
    readCallback: callbackReader({ ...settings, signer }),
    enquire: enquirer(settings),
  };
}

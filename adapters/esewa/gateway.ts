import type { GatewayForm, PaymentGateway } from '../../core/payments/ports.ts';
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

/** Its checkout is always a form. */
export interface EsewaGateway extends PaymentGateway {
  checkout(payment: Parameters<PaymentGateway['checkout']>[0]): GatewayForm;
}

/** eSewa's ePay v2, or anything that speaks it. */
export function esewaGateway({ secretKey, ...settings }: EsewaSettings): EsewaGateway {
  const signer = signerOf(secretKey);
  return {
    name: 'ESEWA',
    checkout: formBuilder({ ...settings, signer }),
    readCallback: callbackReader({ ...settings, signer }),
    enquire: enquirer(settings),
  };
}

import type { PaymentGateway } from '../../core/payments/ports.ts';
import { callbackReader } from './callback.ts';
import { enquirer } from './enquiry.ts';
import { formBuilder } from './form.ts';
import { signerOf } from './signature.ts';

export interface EsewaSettings {
  /** Where browsers post the form. */
  readonly formUrl: string;
  /** Where the service asks what became of a payment. */
  readonly statusUrl: string;
  readonly productCode: string;
  readonly secretKey: string;
  /** Where the service is reached from outside: the gateway sends browsers back there. */
  readonly baseUrl: string;
}

/** eSewa's ePay v2, or anything that speaks it. */
export function esewaGateway({ secretKey, ...settings }: EsewaSettings): PaymentGateway {
  const signer = signerOf(secretKey);
  return {
    form: formBuilder({ ...settings, signer }),
    readCallback: callbackReader({ ...settings, signer }),
    enquire: enquirer(settings),
  };
}

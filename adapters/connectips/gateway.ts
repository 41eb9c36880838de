import type { Calendar } from '../../core/kernel/calendar.ts';
import type { AmountBounds, FormGateway, GatewayFacts } from '../../core/payments/gateway.ts';
import { paymentIdOf } from '../gateway-protocol/payment-id.ts';
import { formBuilder } from './form.ts';
import type { ConnectIpsMerchant } from './merchant.ts';
import { validator } from './validation.ts';

export interface ConnectIpsSettings extends ConnectIpsMerchant {
  /** The URL to which browsers post the form, without a slash at the end, such as `https://login.connectips.com`. */
  readonly formUrl: string;
  /** The URL of connectIPS' payment enquiries, without a slash at the end. */
  readonly validationUrl: string;
  readonly bounds: AmountBounds;
  /** Converts moments to local days. */
  readonly calendar: Pick<Calendar, 'date'>;
}

export const CONNECTIPS = {
  name: 'CONNECTIPS',
  title: 'connectIPS',
  kind: 'form',
  refunds: 'by_hand',
  paysOutTo: null,
  returns: [
    { path: 'connectips/success', source: 'SUCCESS_CALLBACK', idParameter: 'TXNID' },
    { path: 'connectips/failure', source: 'FAILURE_CALLBACK', idParameter: 'TXNID' },
  ],
} as const satisfies GatewayFacts;

/**
 * Makes the gateway that speaks connectIPS' protocol. The server may be NCHL's or another with the same protocol. NCHL
 * itself configures the URLs to which browsers return after a payment.
 */
export const connectIpsGateway = ({
  formUrl,
  validationUrl,
  bounds,
  calendar,
  ...merchant
}: ConnectIpsSettings): FormGateway => ({
  ...CONNECTIPS,
  bounds,
  idOf: paymentIdOf,
  form: formBuilder({ url: `${formUrl}/connectipswebgw/loginpage`, calendar, ...merchant }),
  enquire: validator({ url: `${validationUrl}/connectipswebws/api/creditor/validatetxn`, ...merchant }),
});

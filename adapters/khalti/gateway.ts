import type { AmountBounds, GatewayFacts, PageGateway } from '../../core/payments/gateway.ts';
import { lookup } from './lookup.ts';
import { pageOpener } from './page.ts';
import { refunder } from './refund.ts';

export interface KhaltiSettings {
  /** The URL of Khalti, without a slash at the end, such as `https://khalti.com`. */
  readonly khaltiUrl: string;
  readonly secretKey: string;
  readonly bounds: AmountBounds;
  /** The URL at which the service is reached from outside. Khalti sends browsers back there. */
  readonly baseUrl: string;
}

/** The path to which Khalti sends browsers back, below `/api/payments/passenger/`. */
const RETURN_PATH = 'khalti/return';

export const KHALTI = {
  name: 'KHALTI',
  title: 'Khalti',
  kind: 'redirect',
  refunds: 'automatic',
  paysOutTo: null,
  returns: [{ path: RETURN_PATH, source: 'SUCCESS_CALLBACK', idParameter: 'pidx' }],
} as const satisfies GatewayFacts;

/**
 * Makes the gateway that speaks Khalti's ePayment (KPG-2). The server may be Khalti's or another with the same
 * protocol.
 */
export function khaltiGateway({ khaltiUrl, secretKey, baseUrl, bounds }: KhaltiSettings): PageGateway {
  const headers = { Authorization: `Key ${secretKey}` };
  return {
    ...KHALTI,
    bounds,
    open: pageOpener({
      url: `${khaltiUrl}/api/v2/epayment/initiate/`,
      headers,
      websiteUrl: baseUrl,
      returnUrl: `${baseUrl}/api/payments/passenger/${RETURN_PATH}`,
    }),
    enquire: lookup({ url: `${khaltiUrl}/api/v2/epayment/lookup/`, headers }),
    refund: refunder({ url: `${khaltiUrl}/api/merchant-transaction`, headers }),
  };
}

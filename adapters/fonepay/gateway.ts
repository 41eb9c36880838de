import type { AmountBounds, GatewayFacts, PageGateway } from '../../core/payments/gateway.ts';
import { paymentIdOf } from '../gateway-protocol/payment-id.ts';
import { codeOpener } from './code.ts';
import type { FonepayMerchant } from './merchant.ts';
import { statusEnquirer } from './status.ts';

export interface FonepaySettings extends FonepayMerchant {
  /** The URL of Fonepay, without a slash at the end, such as `https://merchantapi.fonepay.com`. */
  readonly fonepayUrl: string;
  readonly bounds: AmountBounds;
}

export const FONEPAY = {
  name: 'FONEPAY',
  title: 'Fonepay',
  kind: 'qr',
  refunds: 'by_hand',
  paysOutTo: null,
  returns: [],
} as const satisfies GatewayFacts;

/**
 * Makes the gateway that shows Fonepay's dynamic QR codes. The server may be Fonepay's or another with the same
 * protocol.
 */
export function fonepayGateway({ fonepayUrl, bounds, ...merchant }: FonepaySettings): PageGateway {
  const url = `${fonepayUrl}/api/merchant/merchantDetailsForThirdParty`;
  return {
    ...FONEPAY,
    bounds,
    idOf: paymentIdOf,
    open: codeOpener({ url: `${url}/thirdPartyDynamicQrDownload`, ...merchant }),
    enquire: statusEnquirer({ url: `${url}/thirdPartyDynamicQrGetStatus`, ...merchant }),
  };
}

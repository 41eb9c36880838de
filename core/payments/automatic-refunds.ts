import type { Gateways } from './gateway.ts';
import { canBeSent, type Refund } from './refund.ts';

/** Whether the gateway of the payment pays refunds by itself. True even while the gateway is not set up. */
export const isAutomatic = ({ gateway }: Pick<Refund, 'gateway'>, { known }: Pick<Gateways, 'known'>): boolean =>
  known.some(({ name, refunds }) => name === gateway && refunds === 'automatic');

/**
 * Whether the job asks the gateway to pay refunds of the payment. While the gateway is not set up, these refunds wait.
 */
export const goesByItself = ({ gateway }: Pick<Refund, 'gateway'>, { of }: Pick<Gateways, 'of'>): boolean =>
  of(gateway)?.refund !== undefined;

/**
 * Whether an account can be named for the refund. Nobody has sent the refund yet, and a person will, or the gateway
 * refused to pay.
 */
export const takesAccount = (refund: Pick<Refund, 'gateway' | 'status'>, gateways: Pick<Gateways, 'of'>): boolean =>
  canBeSent(refund) && (refund.status === 'FAILED' || !goesByItself(refund, gateways));

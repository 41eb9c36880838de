import type { Gateways } from './gateway.ts';
import { isOnAccount } from './payment.ts';
import { canBeSent, type Refund } from './refund.ts';

/** Whether the payment's gateway pays refunds itself, without a person. True even while the gateway is not set up. */
export const isAutomatic = ({ gateway }: Pick<Refund, 'gateway'>, { known }: Pick<Gateways, 'known'>): boolean =>
  known.some(({ name, refunds }) => name === gateway && refunds === 'automatic');

/**
 * Whether a job asks the payment's gateway to pay the refund. False while the gateway is not set up: the refund waits.
 */
export const goesByItself = ({ gateway }: Pick<Refund, 'gateway'>, { of }: Pick<Gateways, 'of'>): boolean =>
  of(gateway)?.refund !== undefined;

/**
 * Whether somebody may name a bank or wallet account for the refund. True if the refund failed, or if a person will
 * send it and has not yet. An agent is credited without an account.
 */
export const takesAccount = (refund: Pick<Refund, 'gateway' | 'status'>, gateways: Pick<Gateways, 'of'>): boolean =>
  canBeSent(refund) && !isOnAccount(refund) && (refund.status === 'FAILED' || !goesByItself(refund, gateways));

import type { Gateways } from './gateway.ts';
import { type Refund, isOutstanding } from './refund.ts';

/** Whether the gateway of the payment pays refunds by itself, as soon as it is set up. */
export const isAutomatic = ({ gateway }: Pick<Refund, 'gateway'>, { known }: Pick<Gateways, 'known'>): boolean =>
  known.some(({ name, refunds }) => name === gateway && refunds === 'automatic');

/** Whether the job has the gateway pay refunds of the payment. Without settings of the gateway they wait. */
export const goesByItself = ({ gateway }: Pick<Refund, 'gateway'>, { of }: Pick<Gateways, 'of'>): boolean =>
  of(gateway)?.refund !== undefined;

/** Whether an account is of use for the refund: it is unpaid, and a person sends it, or the gateway refused to pay. */
export const needsAccount = (refund: Pick<Refund, 'gateway' | 'status'>, gateways: Pick<Gateways, 'of'>): boolean =>
  isOutstanding(refund) && (refund.status === 'FAILED' || !goesByItself(refund, gateways));

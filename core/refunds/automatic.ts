import { type Refund, UNCLEAR } from '../payments/refund.ts';
import { wrongRefundState } from './refusals.ts';

/** Refuses a person's report of the outcome of a refund while the job is still finding out whether the gateway paid. */
export function refuseWhileAutomatic({ status, method, failure }: Pick<Refund, 'status' | 'method' | 'failure'>): void {
  if (status === 'SENT' && method === 'AUTOMATIC' && failure !== UNCLEAR) throw wrongRefundState('BY_GATEWAY');
}

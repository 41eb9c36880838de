import type { Schemas } from '../../api/operations.ts';
import { w } from '../words.ts';

type Refund = Schemas['Refund'];

/** Whether the service lets the gateway pay the refund. Not so if an administrator sends it by hand. */
export const isWithGateway = ({ automatic, status, method, claimed_by }: Refund): boolean =>
  automatic && ((status === 'DUE' && claimed_by === null) || (status === 'SENT' && method === 'AUTOMATIC'));

/** Whether only a person can find out if the gateway paid the refund. */
export const isUnclear = ({ status, method, failure }: Refund): boolean =>
  status === 'SENT' && method === 'AUTOMATIC' && failure === 'unclear';

/** The name of the gateway that took the payment. */
export const gatewayOf = ({ gateway }: Refund): string => w.value.bookings.gateways[gateway] ?? gateway;

import type { Schemas } from '../../api/operations.ts';
import { w } from '../words.ts';

type Refund = Schemas['Refund'];

/** The service lets the gateway pay these, unless an administrator sends them by hand. */
export const isWithGateway = ({ automatic, status, method, claimed_by }: Refund): boolean =>
  automatic && ((status === 'DUE' && claimed_by === null) || (status === 'SENT' && method === 'AUTOMATIC'));

/** Only a person can find out whether the gateway paid. */
export const isUnclear = ({ status, method, failure }: Refund): boolean =>
  status === 'SENT' && method === 'AUTOMATIC' && failure === 'unclear';

/** The name of the gateway that took the payment. */
export const gatewayOf = ({ gateway }: Refund): string => w.value.bookings.gateways[gateway] ?? gateway;

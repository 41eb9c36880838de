import type { Schemas } from '../../api/operations.ts';
import { w } from '../words.ts';

type Refund = Schemas['Refund'];

/**
 * Whether the service lets the gateway pay the refund automatically. False if an administrator has claimed the refund
 * to send it by hand.
 */
export const isWithGateway = ({ automatic, status, method, claimed_by }: Refund): boolean =>
  automatic && ((status === 'DUE' && claimed_by === null) || (status === 'SENT' && method === 'AUTOMATIC'));

/** True if nobody knows whether the gateway has paid the refund. An administrator must then find out. */
export const isUnclear = ({ status, method, failure }: Refund): boolean =>
  status === 'SENT' && method === 'AUTOMATIC' && failure === 'unclear';

/** The name of the gateway that took the payment. */
export const gatewayOf = ({ gateway }: Refund): string => w.value.bookings.gateways[gateway] ?? gateway;

/** The code of the booking. For money without a payment, the gateway's reference. */
export const nameOf = ({ booking_code, payment_reference }: Refund): string => booking_code ?? payment_reference ?? '';

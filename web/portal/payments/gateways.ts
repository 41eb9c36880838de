import type { Schemas } from '../../api/operations.ts';

type Payment = Schemas['Payment'];

/** The gateways through which passengers pay, in the order in which lists show them. */
export const ONLINE = ['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS'] as const;

export type OnlineGateway = (typeof ONLINE)[number];

export const isOnline = (gateway: string): gateway is OnlineGateway => (ONLINE as readonly string[]).includes(gateway);

/**
 * Whether an administrator must decide a payment: the gateway took another amount, or refunded some of it too early.
 */
export const isUnclear = ({ gateway, status, resolvable }: Payment): boolean =>
  isOnline(gateway) && status === 'AMBIGUOUS' && !resolvable;

/** The ids by which a payment is found in this system and at its gateway. */
export const idsOf = ({ transaction_uuid: uuid, gateway_id: id, reference }: Payment): string =>
  [uuid, id === uuid ? null : id, reference === id ? null : reference].filter((one) => one !== null).join(' · ');

import type { Schemas } from '../../api/operations.ts';

type Payment = Schemas['Payment'];

/** The gateways through which passengers pay, in the order of lists. */
export const ONLINE = ['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS'] as const;

export type OnlineGateway = (typeof ONLINE)[number];

export const isOnline = (gateway: string): gateway is OnlineGateway => (ONLINE as readonly string[]).includes(gateway);

/**
 * Whether an administrator has to name the amount that arrived. The gateway took another amount, or gave a part back
 * too early.
 */
export const isUnclear = ({ gateway, status, resolvable }: Payment): boolean =>
  isOnline(gateway) && status === 'AMBIGUOUS' && !resolvable;

/** The ids by which people find a payment here and at its gateway. */
export const idsOf = ({ transaction_uuid: uuid, gateway_id: id, reference }: Payment): string =>
  [uuid, id === uuid ? null : id, reference === id ? null : reference].filter((one) => one !== null).join(' · ');

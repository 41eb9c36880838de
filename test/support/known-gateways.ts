import { ESEWA } from '../../adapters/esewa/gateway.ts';
import type { GatewayFacts } from '../../core/payments/gateway.ts';

/** A gateway that pays refunds by itself, without one line of its own in the core. */
export const SELF_PAYING = {
  name: 'SELF_PAYING',
  title: 'Self-paying',
  kind: 'redirect',
  refunds: 'automatic',
  paysOutTo: null,
  returns: [],
} as const satisfies GatewayFacts;

/** The gateways that tests know. */
export const KNOWN = { known: [ESEWA, SELF_PAYING] as readonly GatewayFacts[] };

import { ESEWA } from '../../adapters/esewa/gateway.ts';
import type { GatewayFacts } from '../../core/payments/gateway.ts';

/** A gateway with automatic refunds. The core has no code for it. */
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

import { ESEWA, esewaGateway } from '../adapters/esewa/gateway.ts';
import { sandboxGateway, sandboxMerchant } from '../adapters/sandbox-gateway/sandbox.ts';
import type { Clock } from '../core/kernel/time.ts';
import type { GatewayFacts, Gateways } from '../core/payments/gateway.ts';
import type { ReadCallback } from '../core/payments/handle-callback.ts';
import type { Settings } from './settings.ts';

/** A process that listens on all addresses reaches itself at the loopback address. */
const OWN_HOST: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** The URL at which this process reaches itself, without any proxy in between. */
const ownUrl = ({ host, port }: Pick<Settings, 'host' | 'port'>): string =>
  `http://${OWN_HOST[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;

/** Every gateway that the service can speak to. */
export const KNOWN_GATEWAYS: readonly GatewayFacts[] = [ESEWA];

/** The gateways that are set up; or their sandbox, by the very same adapters, while none is. */
export function openGateways({
  esewa,
  production,
  baseUrl,
  ...address
}: Pick<Settings, 'esewa' | 'production' | 'baseUrl' | 'host' | 'port'>): {
  readonly gateways: Gateways;
  readonly readCallback: ReadCallback;
} {
  if (!esewa && production) throw new Error('In production the sandbox takes no payments.');
  const gateway = esewaGateway({ ...(esewa ?? sandboxMerchant(baseUrl, ownUrl(address))), baseUrl });
  return {
    gateways: {
      known: KNOWN_GATEWAYS,
      on: [gateway],
      preferred: ESEWA.name,
      of: (name) => (name === ESEWA.name ? gateway : undefined),
    },
    readCallback: gateway.readCallback,
  };
}

/** The address that takes the form of a payment. */
export const gatewayFormUrl = ({ esewa, baseUrl }: Pick<Settings, 'esewa' | 'baseUrl'>): string =>
  esewa?.formUrl ?? baseUrl;

interface Sandbox extends Pick<Settings, 'esewa' | 'production' | 'baseUrl' | 'passengerClientBase'> {
  readonly clock: Clock;
}

/** Pages of the sandbox gateway: none where eSewa takes the payments, and none in production. */
export const sandboxPages = ({ esewa, production, ...needs }: Sandbox) =>
  esewa || production ? [] : sandboxGateway(needs);

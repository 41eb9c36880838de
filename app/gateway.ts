import { esewaGateway } from '../adapters/esewa/gateway.ts';
import { sandboxGateway, sandboxMerchant } from '../adapters/sandbox-gateway/sandbox.ts';
import type { Clock } from '../core/kernel/time.ts';
import type { PaymentGateway } from '../core/payments/ports.ts';
import type { Settings } from './settings.ts';

/** Every address of this machine means, to the machine itself, the one it keeps for itself. */
const OWN_HOST: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Where this process reaches itself, whatever stands between it and the world. */
const ownUrl = ({ host, port }: Pick<Settings, 'host' | 'port'>): string =>
  `http://${OWN_HOST[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;

/** eSewa; or the sandbox, by the very same adapter, while the settings of eSewa are absent. */
export function openGateway({ esewa, production, baseUrl, ...address }: Pick<Settings, 'esewa' | 'production' | 'baseUrl' | 'host' | 'port'>): PaymentGateway {
  if (!esewa && production) throw new Error('In production the sandbox takes no payments.');
  return esewaGateway({ ...(esewa ?? sandboxMerchant(baseUrl, ownUrl(address))), baseUrl });
}

interface Sandbox extends Pick<Settings, 'esewa' | 'production' | 'baseUrl' | 'passengerClientBase'> {
  readonly clock: Clock;
}

/** What the sandbox gateway serves: nothing where eSewa takes the payments, and nothing in production. */
export const sandboxPages = ({ esewa, production, ...needs }: Sandbox) => (esewa || production ? [] : sandboxGateway(needs));

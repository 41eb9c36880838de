import type { KeyObject } from 'node:crypto';
import { CONNECTIPS, connectIpsGateway } from '../adapters/connectips/gateway.ts';
import { ESEWA, esewaGateway, readUnprovenCallback } from '../adapters/esewa/gateway.ts';
import { FONEPAY, fonepayGateway } from '../adapters/fonepay/gateway.ts';
import { KHALTI, khaltiGateway } from '../adapters/khalti/gateway.ts';
import type { RateLimits } from '../adapters/http/route/rate-limits.ts';
import { sandboxKey } from '../adapters/sandbox-gateway/key.ts';
import { sandboxGateway, sandboxMerchants } from '../adapters/sandbox-gateway/sandbox.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { Clock } from '../core/kernel/time.ts';
import type { Transact } from '../core/kernel/unit-of-work.ts';
import type { GatewayFacts, Gateways, PaymentGateway } from '../core/payments/gateway.ts';
import type { OpenAtGateway, ReadCallback } from '../core/payments/ports.ts';
import type { PaymentStores } from '../core/payments/world.ts';
import type { Merchants } from './payment-methods.ts';
import type { Settings } from './settings.ts';

/** Addresses for a process that listens on all addresses: it reaches itself at a loopback address. */
const OWN_HOST: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** The URL at which this process reaches itself, without a proxy in between. */
const ownUrl = ({ host, port }: Pick<Settings, 'host' | 'port'>): string =>
  `http://${OWN_HOST[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;

/** Every gateway that the service supports. */
export const KNOWN_GATEWAYS: readonly GatewayFacts[] = [ESEWA, KHALTI, FONEPAY, CONNECTIPS];

type Address = Pick<Settings, 'baseUrl' | 'host' | 'port'>;

interface Accounts extends Address, Pick<Settings, 'merchants'> {
  /** The key with which the service signs its requests to the sandbox. Undefined unless the sandbox takes payments. */
  readonly sandboxKey: KeyObject | undefined;
}

/** The merchant's accounts at the gateways, or at the simulated gateways if the sandbox takes payments. */
const merchantsFor = ({ sandboxKey, merchants, baseUrl, ...address }: Accounts): Merchants =>
  sandboxKey ? sandboxMerchants(baseUrl, ownUrl(address), sandboxKey) : merchants;

type GatewaySettings = Accounts & Pick<Settings, 'paymentMethods' | 'amountBounds' | 'timeZone'>;

/**
 * Opens the gateways that are set up. If no gateway is set up, the same adapters call the simulated gateways of the
 * sandbox.
 */
export function openGateways(settings: GatewaySettings): {
  readonly gateways: Gateways;
  readonly readCallback: ReadCallback;
} {
  const { paymentMethods, amountBounds, baseUrl, timeZone } = settings;
  const merchants = merchantsFor(settings);
  const esewa = merchants.ESEWA && esewaGateway({ ...merchants.ESEWA, bounds: amountBounds.ESEWA, baseUrl });
  const opened: ReadonlyMap<string, PaymentGateway | undefined> = new Map(
    Object.entries({
      ESEWA: esewa,
      KHALTI: merchants.KHALTI && khaltiGateway({ ...merchants.KHALTI, bounds: amountBounds.KHALTI, baseUrl }),
      FONEPAY: merchants.FONEPAY && fonepayGateway({ ...merchants.FONEPAY, bounds: amountBounds.FONEPAY }),
      CONNECTIPS:
        merchants.CONNECTIPS &&
        connectIpsGateway({
          ...merchants.CONNECTIPS,
          bounds: amountBounds.CONNECTIPS,
          calendar: calendarOf(timeZone),
        }),
    }),
  );
  return {
    gateways: {
      known: KNOWN_GATEWAYS,
      on: paymentMethods.map((method) => opened.get(method)).filter((gateway) => gateway !== undefined),
      preferred: ESEWA.name,
      of: (name) => opened.get(name),
    },
    readCallback: esewa?.readCallback ?? readUnprovenCallback,
  };
}

/** Known gateways that are not set up, although payments or refunds at them are still open. */
export const withoutSettings = (
  gateways: Pick<Gateways, 'known' | 'of'>,
  open: readonly OpenAtGateway[],
): readonly OpenAtGateway[] =>
  open.filter(
    ({ gateway }) => gateways.known.some(({ name }) => name === gateway) && gateways.of(gateway) === undefined,
  );

/** The gateways' URLs to which pages post payment forms. */
export function gatewayFormUrls(settings: Accounts & Pick<Settings, 'paymentMethods'>): readonly string[] {
  const { ESEWA: esewa, CONNECTIPS: connectIps } = merchantsFor(settings);
  const urls: Readonly<Record<string, string | undefined>> = { ESEWA: esewa?.formUrl, CONNECTIPS: connectIps?.formUrl };
  return settings.paymentMethods.map((method) => urls[method]).filter((url) => url !== undefined);
}

type SandboxTransact = Transact<Pick<PaymentStores, 'sandbox'>>;

/** The key with which the service signs its requests to the sandbox. Undefined unless the sandbox takes payments. */
export const sandboxKeyOf = async (
  { sandbox }: Pick<Settings, 'sandbox'>,
  transact: SandboxTransact,
): Promise<KeyObject | undefined> => (sandbox ? sandboxKey(transact) : undefined);

interface Sandbox extends Accounts, Pick<Settings, 'passengerClientBase'> {
  readonly clock: Clock;
  readonly transact: SandboxTransact;
  readonly limits: Pick<RateLimits, 'countCall' | 'take'>;
}

/** The routes of the sandbox. Empty unless the sandbox takes payments. */
export const sandboxPages = ({ sandboxKey: key, limits, ...needs }: Sandbox) =>
  key
    ? sandboxGateway({
        ...needs,
        key,
        ownUrl: ownUrl(needs),
        countCall: limits.countCall,
        countOpening: async (ip) => {
          await limits.take('sandbox', { ip });
        },
      })
    : [];

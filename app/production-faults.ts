import { FONEPAY_MERCHANT, KHALTI_MERCHANT, SANDBOX_APP_ID } from '../adapters/sandbox-gateway/merchants.ts';
import { isLoopback } from './loopback.ts';

/* Finds settings that are too weak for production, where money and passengers are real. */

/** The values that are judged. A missing or malformed value is undefined. */
interface Values {
  readonly ESEWA_FORM_URL: string | undefined;
  readonly ESEWA_STATUS_URL: string | undefined;
  readonly KHALTI_BASE_URL: string | undefined;
  readonly KHALTI_SECRET_KEY: string | undefined;
  readonly FONEPAY_BASE_URL: string | undefined;
  readonly FONEPAY_MERCHANT_CODE: string | undefined;
  readonly FONEPAY_SECRET: string | undefined;
  readonly CONNECTIPS_BASE_URL: string | undefined;
  readonly CONNECTIPS_APP_ID: string | undefined;
  readonly SCRYPT_LOG_N: number | undefined;
  readonly APP_SECRET: string | undefined;
}

const GATEWAY_URLS = [
  'ESEWA_FORM_URL',
  'ESEWA_STATUS_URL',
  'KHALTI_BASE_URL',
  'FONEPAY_BASE_URL',
  'CONNECTIPS_BASE_URL',
] as const;

/** Hosts at which the payment companies let anybody try payments without money. */
const TEST_HOST =
  /^(?:(?:rc|rc-epay|uat)\.esewa\.com\.np|(?:dev|a)\.khalti\.com|dev-[^/]*\.fonepay\.com|uat\.connectips\.com)\.?$/i;

/** Keys that the sandbox signs with. They are printed in this project, so anybody knows them. */
const SANDBOX_VALUES = {
  KHALTI_SECRET_KEY: KHALTI_MERCHANT.secretKey,
  FONEPAY_MERCHANT_CODE: FONEPAY_MERCHANT.merchantCode,
  FONEPAY_SECRET: FONEPAY_MERCHANT.secret,
  CONNECTIPS_APP_ID: SANDBOX_APP_ID,
} as const;

const LEAST_SCRYPT_LOG_N = 14;
const LEAST_DIFFERENT_CHARACTERS = 8;

/** Faults with which production must not start, one sentence each. */
export function productionFaults(values: Values): readonly string[] {
  const { SCRYPT_LOG_N: logN, APP_SECRET: secret } = values;
  const sandboxNames = Object.entries(SANDBOX_VALUES).filter(([name, value]) => values[name as keyof Values] === value);
  return [
    ...GATEWAY_URLS.flatMap((name) => gatewayUrlFaults(name, values[name])),
    ...sandboxNames.map(([name]) => `${name} must not be that of the sandbox in production`),
    ...(logN !== undefined && logN < LEAST_SCRYPT_LOG_N
      ? [`SCRYPT_LOG_N must be at least ${LEAST_SCRYPT_LOG_N} in production`]
      : []),
    ...(secret !== undefined && new Set(secret).size < LEAST_DIFFERENT_CHARACTERS
      ? [`APP_SECRET must have at least ${LEAST_DIFFERENT_CHARACTERS} different characters in production`]
      : []),
  ];
}

function gatewayUrlFaults(name: string, url: string | undefined): readonly string[] {
  if (url === undefined) return [];
  const { protocol, hostname } = new URL(url);
  return [
    ...(TEST_HOST.test(hostname) ? [`${name} must not name the test host ${hostname} in production`] : []),
    ...(protocol === 'http:' && !isLoopback(url)
      ? [`${name} must begin with https:// in production, unless its host is loopback`]
      : []),
  ];
}

/** Settings that production may have, but about which each start warns. */
export function productionWarnings({
  production,
  rateLimit,
  baseUrl,
}: {
  readonly production: boolean;
  readonly rateLimit: boolean;
  readonly baseUrl: string;
}): readonly string[] {
  if (!production) return [];
  return [
    ...(rateLimit ? [] : ['RATE_LIMIT=off: nothing stops a script that guesses passwords or fills tables']),
    ...(baseUrl.startsWith('http:')
      ? ['BASE_URL begins with http: anybody on the way can read passwords and tickets']
      : []),
  ];
}

import type { AmountBounds } from '../core/payments/gateway.ts';
import type { Paisa } from '../core/kernel/money.ts';
import { isLoopback, isLoopbackHost } from './loopback.ts';
import { type Method, type PAYMENT_VARIABLES, METHODS } from './payment-variables.ts';
import type { Variable } from './variable.ts';

/* Reads which payment methods the settings set up, and finds faults with which the service must not start. */

type PaymentVariables = typeof PAYMENT_VARIABLES;

/** The values of the payment variables. The value of a missing or malformed variable is undefined. */
type Values = {
  readonly [Name in keyof PaymentVariables]: PaymentVariables[Name] extends Variable<infer Value>
    ? Value | undefined
    : never;
};

/** The environment variables that each payment method needs. */
const NEEDS = {
  ESEWA: ['ESEWA_FORM_URL', 'ESEWA_STATUS_URL', 'ESEWA_PRODUCT_CODE', 'ESEWA_SECRET_KEY'],
  KHALTI: ['KHALTI_SECRET_KEY'],
  FONEPAY: ['FONEPAY_MERCHANT_CODE', 'FONEPAY_SECRET', 'FONEPAY_USERNAME', 'FONEPAY_PASSWORD'],
  CONNECTIPS: [
    'CONNECTIPS_MERCHANT_ID',
    'CONNECTIPS_APP_ID',
    'CONNECTIPS_APP_NAME',
    'CONNECTIPS_PASSWORD',
    'CONNECTIPS_KEY_FILE',
  ],
} as const satisfies Record<Method, readonly (keyof PaymentVariables)[]>;

/** The merchant's accounts at the payment methods that are set up. */
export type Merchants = ReturnType<typeof merchantsOf>;

/** Makes the merchant's accounts from the values of the variables. The values must have no faults. */
export function merchantsOf(values: Values) {
  const {
    ESEWA_FORM_URL: formUrl,
    ESEWA_STATUS_URL: statusUrl,
    ESEWA_PRODUCT_CODE: productCode,
    ESEWA_SECRET_KEY: secretKey,
    KHALTI_BASE_URL: khaltiUrl = '',
    KHALTI_SECRET_KEY: khaltiKey,
    FONEPAY_BASE_URL: fonepayUrl = '',
    FONEPAY_MERCHANT_CODE: merchantCode,
    FONEPAY_SECRET: secret,
    FONEPAY_USERNAME: username,
    FONEPAY_PASSWORD: fonepayPassword,
    CONNECTIPS_BASE_URL: connectIpsUrl = '',
    CONNECTIPS_MERCHANT_ID: merchantId,
    CONNECTIPS_APP_ID: appId,
    CONNECTIPS_APP_NAME: appName,
    CONNECTIPS_PASSWORD: password,
    CONNECTIPS_KEY_FILE: key,
  } = values;
  return {
    ESEWA:
      formUrl && statusUrl && productCode && secretKey ? { formUrl, statusUrl, productCode, secretKey } : undefined,
    KHALTI: khaltiKey ? { khaltiUrl, secretKey: khaltiKey } : undefined,
    FONEPAY:
      merchantCode && secret && username && fonepayPassword
        ? { fonepayUrl, merchantCode, secret, username, password: fonepayPassword }
        : undefined,
    CONNECTIPS:
      merchantId && appId && appName && password && key
        ? { formUrl: connectIpsUrl, validationUrl: connectIpsUrl, merchantId, appId, appName, password, key }
        : undefined,
  };
}

/** The smallest and largest amounts that each payment method takes. */
export const boundsOf = (values: Values): Readonly<Record<Method, AmountBounds>> => ({
  ESEWA: bounds(values.ESEWA_MIN_AMOUNT, values.ESEWA_MAX_AMOUNT),
  KHALTI: bounds(values.KHALTI_MIN_AMOUNT, values.KHALTI_MAX_AMOUNT),
  FONEPAY: bounds(values.FONEPAY_MIN_AMOUNT, values.FONEPAY_MAX_AMOUNT),
  CONNECTIPS: bounds(values.CONNECTIPS_MIN_AMOUNT, values.CONNECTIPS_MAX_AMOUNT),
});

const bounds = (min: Paisa | undefined, max: Paisa | undefined): AmountBounds => ({
  min: min ?? null,
  max: max ?? null,
});

/** The settings that decide whether simulated payments are allowed. */
interface Place {
  readonly production: boolean;
  readonly baseUrl: string | undefined;
  readonly host: string | undefined;
}

/** Faults in the payment settings with which the service must not start, one sentence each. */
export function paymentFaults(
  values: Values,
  isGiven: (name: keyof PaymentVariables) => boolean,
  place: Place,
): readonly string[] {
  const missing = METHODS.map((method) => missingOf(method, isGiven));
  const isSandbox = METHODS.every((method) => !NEEDS[method].some(isGiven));
  const isOn = (method: Method): boolean =>
    NEEDS[method].every(isGiven) && values.PAYMENT_METHODS?.includes(method) === true;
  const money = place.production
    ? realMoneyRefusal(values, METHODS.some(isOn))
    : playMoneyRefusal(values, isSandbox, place);
  return [...missing, ...METHODS.map((method) => boundsFault(values, method)), money].filter(
    (fault) => fault !== undefined,
  );
}

function missingOf(method: Method, isGiven: (name: keyof PaymentVariables) => boolean): string | undefined {
  const needs: readonly (keyof PaymentVariables)[] = NEEDS[method];
  const missing = needs.filter((name) => !isGiven(name));
  return missing.length === 0 || missing.length === needs.length
    ? undefined
    : `${missing.join(', ')} must be set too: ${method} needs all of ${needs.join(', ')}, or none`;
}

function boundsFault(values: Values, method: Method): string | undefined {
  const { min, max } = boundsOf(values)[method];
  return min !== null && max !== null && min > max
    ? `${method}_MIN_AMOUNT must not be above ${method}_MAX_AMOUNT`
    : undefined;
}

/** eSewa's own test merchant: anybody can sign with its key. */
const PUBLIC_TEST_KEY = '8gBm/:&EnhH.1/q';
const PUBLIC_TEST_CODE = 'EPAYTEST';

const isTestMerchant = ({ ESEWA_PRODUCT_CODE: code, ESEWA_SECRET_KEY: key }: Values): boolean =>
  code === PUBLIC_TEST_CODE || key === PUBLIC_TEST_KEY;

/**
 * Whether every payment method that passengers can use takes play money: the sandbox, or eSewa's public test merchant.
 */
export function takesPlayMoney(merchants: Merchants, methods: readonly Method[]): boolean {
  if (METHODS.every((method) => merchants[method] === undefined)) return true;
  const on = methods.filter((method) => merchants[method] !== undefined);
  const { ESEWA: esewa } = merchants;
  const isPublic = esewa?.productCode === PUBLIC_TEST_CODE || esewa?.secretKey === PUBLIC_TEST_KEY;
  return isPublic && on.length > 0 && on.every((method) => method === 'ESEWA');
}

/** The reason why the service cannot take real money in production. Undefined if there is no such reason. */
function realMoneyRefusal(values: Values, isAnyOn: boolean): string | undefined {
  if (isTestMerchant(values))
    return "ESEWA_PRODUCT_CODE and ESEWA_SECRET_KEY must not be those of eSewa's public test merchant in production";
  if (isAnyOn) return undefined;
  const ways = METHODS.map((method) => `${method} by ${NEEDS[method].join(', ')}`).join('; ');
  return `a payment method must be set up in production, and named in PAYMENT_METHODS: ${ways}`;
}

/** The reason why the service must not take simulated payments. Undefined if there is no such reason. */
function playMoneyRefusal(values: Values, isSandbox: boolean, { baseUrl, host }: Place): string | undefined {
  if (!isSandbox && !isTestMerchant(values)) return undefined;
  const { SANDBOX: asked } = values;
  if (asked === 'on') return undefined;
  if (asked === 'off' && isSandbox)
    return 'SANDBOX=off leaves nobody to take payments. Set all variables of a payment method.';
  const open = [
    ...(baseUrl === undefined || isLoopback(baseUrl) ? [] : ['BASE_URL']),
    ...(host === undefined || isLoopbackHost(host) ? [] : ['HOST']),
  ];
  if (open.length === 0) return undefined;
  const where = `${open.join(' and ')} ${open.length === 1 ? 'is' : 'are'} public`;
  return isSandbox
    ? `${where} and no payment method is set up. Set all variables of one, or SANDBOX=on for a test service: ` +
        'the sandbox sells tickets for free, so by itself it starts only on a loopback address such as http://localhost:3000.'
    : `${where} and ESEWA_PRODUCT_CODE or ESEWA_SECRET_KEY is that of eSewa's public test merchant, with whose key anybody can sign a payment. ` +
        'Set those of your own merchant, or SANDBOX=on for a test service.';
}

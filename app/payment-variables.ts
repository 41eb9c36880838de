import { privateKeyFile } from './key-file.ts';
import { type Variable, variable } from './variable.ts';
import { distinctNames, duration, durationFromOne, exactUrl, oneOf, rupees, text, webUrl } from './variable-readers.ts';

/** The names of all supported payment methods, in settings and payments. */
export const METHODS = ['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS'] as const;

export type Method = (typeof METHODS)[number];

const least = (title: string, fallback?: string): Variable<ReturnType<typeof rupees>> =>
  variable(fallback, rupees, `The least amount that ${title} takes, in rupees, inclusive. Without it: no bound.`);
const most = (title: string): Variable<ReturnType<typeof rupees>> =>
  variable(undefined, rupees, `The largest amount that ${title} takes, in rupees, inclusive. Without it: no bound.`);

/** The environment variables that set up payments. */
export const PAYMENT_VARIABLES = {
  PAYMENT_METHODS: variable(
    METHODS.join(),
    distinctNames(METHODS),
    'The methods that take new payments if they are set up, in the order in which passengers see them. Production starts with at least one.',
  ),
  ESEWA_FORM_URL: variable(undefined, exactUrl, 'eSewa ePay v2 form. All four ESEWA variables or none.'),
  ESEWA_STATUS_URL: variable(undefined, exactUrl, 'eSewa status enquiry.'),
  ESEWA_PRODUCT_CODE: variable(undefined, text, 'Merchant code at eSewa.'),
  ESEWA_SECRET_KEY: variable(undefined, text, 'Merchant key at eSewa.'),
  ESEWA_MIN_AMOUNT: least('eSewa'),
  ESEWA_MAX_AMOUNT: most('eSewa'),
  KHALTI_SECRET_KEY: variable(undefined, text, 'Secret key of the merchant at Khalti.'),
  KHALTI_BASE_URL: variable('https://khalti.com', webUrl, 'Where Khalti is reached.'),
  KHALTI_MIN_AMOUNT: least('Khalti', '10'),
  KHALTI_MAX_AMOUNT: most('Khalti'),
  FONEPAY_MERCHANT_CODE: variable(
    undefined,
    text,
    'Merchant code at Fonepay. This, the secret, the user name and the password, or none of them.',
  ),
  FONEPAY_SECRET: variable(undefined, text, 'Secret key of the merchant at Fonepay.'),
  FONEPAY_USERNAME: variable(undefined, text, 'User name at Fonepay.'),
  FONEPAY_PASSWORD: variable(undefined, text, 'Password at Fonepay.'),
  FONEPAY_BASE_URL: variable('https://merchantapi.fonepay.com', webUrl, 'Where Fonepay is reached.'),
  FONEPAY_MIN_AMOUNT: least('Fonepay'),
  FONEPAY_MAX_AMOUNT: most('Fonepay'),
  CONNECTIPS_MERCHANT_ID: variable(
    undefined,
    text,
    'Merchant id at connectIPS. This, id and name of the application, its password and the key file, or none of them.',
  ),
  CONNECTIPS_APP_ID: variable(undefined, text, 'Id of the application at connectIPS.'),
  CONNECTIPS_APP_NAME: variable(undefined, text, 'Name of the application at connectIPS.'),
  CONNECTIPS_PASSWORD: variable(undefined, text, 'Password of the application at connectIPS.'),
  CONNECTIPS_KEY_FILE: variable(
    undefined,
    privateKeyFile,
    'PEM file with the RSA private key that signs for the merchant, not encrypted. Nobody but its owner may write to it, and outside `/run/secrets` not everybody may read it.',
  ),
  CONNECTIPS_BASE_URL: variable('https://login.connectips.com', webUrl, 'Where connectIPS is reached.'),
  CONNECTIPS_MIN_AMOUNT: least('connectIPS'),
  CONNECTIPS_MAX_AMOUNT: most('connectIPS'),
  SANDBOX: variable(
    undefined,
    oneOf('on', 'off'),
    '`on` or `off`: whether the sandbox, while no method is set up, or the public test merchant of eSewa, may take pretend payments. Default: only while BASE_URL and HOST are loopback; never in production.',
  ),
  COUNTER_QR_MINUTES: variable('5', duration, 'How long a QR code at a counter waits for its payment.'),
  REFUND_LOOKUP_MINUTES: variable(
    '5',
    durationFromOne,
    'How long after a refund whose answer was lost the gateway is asked what became of it. At least 1.',
  ),
} as const;

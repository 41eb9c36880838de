import cron from 'node-cron';
import { readNextOrigin } from '../adapters/http/next-page.ts';
import type { NextOrigin } from '../adapters/http/next-page.ts';
import { isDatabaseUrl } from '../adapters/knex/connect.ts';
import { readSender } from '../adapters/mail/sender.ts';
import type { Sender } from '../adapters/mail/compose.ts';
import type { RefundTier } from '../core/cancellations/refund-tiers.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import { basisPoints } from '../core/kernel/money.ts';
import type { BasisPoints } from '../core/kernel/money.ts';
import { StartFailure } from './start-failure.ts';

/*
 * The only reader of the environment. Each variable is one entry: its default as a person would write it, what it means, and how it reads.
 * `docs/configuration.md` is printed from this table.
 */

type Read<Value> = (text: string) => Value;

interface Variable<Value> {
  readonly fallback: string | undefined;
  readonly meaning: string;
  readonly read: Read<Value>;
  /** In production it must be set by hand: its default is for development only. */
  readonly explicit?: boolean;
}

/** Thrown by a reader: completes the sentence «NAME …». */
class Malformed extends Error {}

const malformed = (expected: string): never => { throw new Malformed(`must be ${expected}`); };

const text: Read<string> = (value) => value;

const oneOf = <Option extends string>(...options: readonly Option[]): Read<Option> => (value) =>
  options.find((option) => option === value) ?? malformed(options.join(' or '));

const number = (expected: string, fits: (value: number) => boolean): Read<number> => (value) => {
  const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  return fits(parsed) ? parsed : malformed(expected);
};

const whole = (least: number, most: number): Read<number> =>
  number(`a whole number from ${least} to ${most}`, (value) => Number.isSafeInteger(value) && value >= least && value <= most);

const TEN_YEARS_OF_MINUTES = 5_256_000;
const duration = number('a number above 0 (fractions allowed)', (value) => value > 0 && value <= TEN_YEARS_OF_MINUTES);
const durationOrNone = number('a number, 0 or above (fractions allowed)', (value) => value >= 0 && value <= TEN_YEARS_OF_MINUTES);

const percent = (value: string): BasisPoints =>
  /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100
    ? basisPoints(Math.round(Number(value) * 100))
    : malformed('a percentage from 0 to 100 with at most two decimals');

const isWebUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Without a slash at the end, so that paths can be put behind it. */
const webUrl: Read<string> = (value) => (isWebUrl(value) ? value.replace(/\/+$/, '') : malformed('an http or https URL'));

/** To the letter: a gateway may answer a redirect where a slash is missing. */
const exactUrl: Read<string> = (value) => (isWebUrl(value) ? value : malformed('an http or https URL'));

const origins: Read<readonly string[]> = (value) =>
  value.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '')
    .map((entry) => (isWebUrl(entry) && new URL(entry).origin === entry.replace(/\/$/, '') ? new URL(entry).origin : malformed('a comma-separated list of origins such as https://example.com')));

const nextOrigins: Read<readonly NextOrigin[]> = (value) =>
  value.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '')
    .map((entry) => readNextOrigin(entry) ?? malformed('a comma-separated list of origins such as https://example.com'));

const urlOf = (...protocols: readonly string[]): Read<string> => (value) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : malformed(`a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);

const timeZone: Read<string> = (value) => {
  try {
    calendarOf(value);
    return value;
  } catch {
    return malformed('an IANA time zone such as Asia/Kathmandu');
  }
};

const tiers: Read<readonly RefundTier[]> = (value) => {
  const expected = 'a JSON array of {"hours": number, "fee_percent": 0 to 100}, no hours twice';
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return malformed(expected);
  }
  if (!Array.isArray(parsed) || parsed.length === 0) return malformed(expected);
  const read = (parsed as unknown[]).map((entry): RefundTier => {
    const { hours, fee_percent: fee } = (entry ?? {}) as { hours?: unknown; fee_percent?: unknown };
    if (typeof hours !== 'number' || hours < 0 || typeof fee !== 'number') return malformed(expected);
    return { hours, fee: percent(String(fee)) };
  });
  if (new Set(read.map(({ hours }) => hours)).size !== read.length) return malformed(expected);
  return read.sort((one, other) => other.hours - one.hours);
};

const cronPattern: Read<string> = (value) =>
  [5, 6].includes(value.trim().split(/\s+/).length) && cron.validate(value) ? value : malformed('a cron pattern of five or six fields');

const secret: Read<string> = (value) => (Array.from(value).length >= 32 ? value : malformed('at least 32 characters long'));

const mailUrl: Read<string> = (value) => (value === 'outbox' ? value : urlOf('smtp:', 'smtps:')(value));
const sender: Read<Sender> = (value) => readSender(value) ?? malformed('one e-mail address, such as Bus Ticket <no-reply@example.com>');
const brokerUrl: Read<string> = (value) => (value === 'embedded' ? value : urlOf('mqtt:', 'mqtts:', 'ws:', 'wss:')(value));
const databaseUrl: Read<string> = (value) => (isDatabaseUrl(value) ? value : malformed('sqlite:PATH, sqlite::memory: or postgres://…'));
const topicPrefix: Read<string> = (value) => (/^[^\s/+#$][^\s+#]*[^\s/+#]$|^[^\s/+#$]$/.test(value) ? value : malformed('an MQTT topic without + and #, not beginning or ending with a slash'));

const variable = <Value>(fallback: string | undefined, read: Read<Value>, meaning: string, explicit = false): Variable<Value> =>
  ({ fallback, meaning, read, explicit });

const TIERS = '[{"hours":48,"fee_percent":0},{"hours":24,"fee_percent":10},{"hours":12,"fee_percent":25},{"hours":4,"fee_percent":50},{"hours":0,"fee_percent":100}]';

/** Every variable there is. `fallback: undefined` means absent unless set; readSettings says what absence does. */
export const VARIABLES = {
  NODE_ENV: variable('development', oneOf('development', 'production', 'test'), 'In `production` each variable marked † must be set.'),
  HOST: variable('127.0.0.1', text, 'Address to listen on.'),
  PORT: variable('3000', whole(1, 65_535), 'Port to listen on.'),
  BASE_URL: variable(undefined, webUrl, 'Where the service is reached from outside. Default: `http://localhost:PORT`.'),
  DATABASE_URL: variable('sqlite:./data/busticket.sqlite', databaseUrl, '`sqlite:PATH`, `sqlite::memory:` or `postgres://…`.', true),
  DATA_DIR: variable('./data', text, 'Holds avatars, the development mail outbox and the development secret.'),
  APP_SECRET: variable(undefined, secret, 'At least 32 characters; the keys of all tokens are derived from it. Default: made once, kept in DATA_DIR.', true),
  TIME_ZONE: variable('Asia/Kathmandu', timeZone, 'Zone of local dates and times.'),
  SMTP_URL: variable('outbox', mailUrl, 'Mail server, such as `smtps://user:password@mail.example.com`, or `outbox`: mails become files in DATA_DIR/outbox.', true),
  MAIL_FROM: variable('Bus Ticket <no-reply@localhost>', sender, 'Sender of mails: a name, by which mails call the service, and an address.'),
  MQTT_URL: variable('embedded', brokerUrl, 'Broker to publish to, or `embedded`.', true),
  MQTT_PORT: variable('1884', whole(0, 65_535), "The embedded broker's TCP port; 0 turns TCP off."),
  MQTT_TOPIC_PREFIX: variable('busticket', topicPrefix, 'First part of every topic.'),
  ESEWA_FORM_URL: variable(undefined, exactUrl, 'eSewa ePay v2 form. All four ESEWA variables or none: without them the sandbox gateway takes payments.', true),
  ESEWA_STATUS_URL: variable(undefined, exactUrl, 'eSewa status enquiry.', true),
  ESEWA_PRODUCT_CODE: variable(undefined, text, 'Merchant code.', true),
  ESEWA_SECRET_KEY: variable(undefined, text, 'Merchant key.', true),
  GOOGLE_CLIENT_ID: variable(undefined, text, 'OAuth client of the identity provider. Without it and its secret, sign-in with Google answers an error.'),
  GOOGLE_CLIENT_SECRET: variable(undefined, text, 'Secret of the OAuth client.'),
  OAUTH_AUTHORIZE_URL: variable('https://accounts.google.com/o/oauth2/v2/auth', webUrl, 'Authorization endpoint.'),
  OAUTH_TOKEN_URL: variable('https://oauth2.googleapis.com/token', webUrl, 'Token endpoint.'),
  OAUTH_USERINFO_URL: variable('https://openidconnect.googleapis.com/v1/userinfo', webUrl, 'Userinfo endpoint.'),
  PASSENGER_CLIENT_BASE: variable(undefined, webUrl, 'Where the passenger client lives. Default: BASE_URL, with plain pages served by the service itself.'),
  OPERATOR_LOGIN_URL: variable(undefined, webUrl, 'Login page of the operator portal. Default: `BASE_URL/operator-login.html`, served by the service itself.'),
  CORS_ORIGINS: variable(undefined, origins, 'Origins that browsers may call the API from. Default: those of the two above.'),
  METRICS_TOKEN: variable(undefined, text, 'Bearer token that /metrics asks for. In production without it /metrics is a 404.'),
  ALLOWED_NEXT_ORIGINS: variable('http://localhost,http://127.0.0.1', nextOrigins, 'Where sign-in with Google may lead back to; an entry without a port allows any.'),
  MAX_LOGIN_ATTEMPTS: variable('5', whole(1, 1_000), 'Wrong passwords until an account is locked.'),
  LOCKOUT_MINUTES: variable('15', duration, 'How long it stays locked.'),
  OTP_MAX_TRIES: variable('5', whole(1, 1_000), 'Wrong tries until a code is spent.'),
  OTP_TTL_MINUTES: variable('10', duration, 'How long a code is good.'),
  OTP_RESEND_SECONDS: variable('60', durationOrNone, 'Pause between two codes to one user; 0 for none.'),
  OTP_MAX_PER_HOUR: variable('5', whole(0, 10_000), 'Codes to one user an hour; 0 for no limit.'),
  DEVICE_TRUST_DAYS: variable('7', duration, 'How long a verified device needs no code.'),
  ACCESS_TOKEN_MINUTES: variable('15', duration, 'Lifetime of access tokens.'),
  REFRESH_TOKEN_DAYS: variable('7', duration, 'Lifetime of refresh tokens.'),
  SEAT_LOCK_MINUTES: variable('10', duration, 'How long a selected seat is held.'),
  PAYMENT_WINDOW_MINUTES: variable('15', duration, 'How long a booking waits for its payment.'),
  MIN_BOOKING_LEAD_MINUTES: variable('30', durationOrNone, 'Trips that leave sooner are not found by the search.'),
  COMMISSION_RATE: variable('10', percent, 'Commission, in percent.'),
  CANCELLATION_TIERS: variable(TIERS, tiers, 'From how many hours before departure which fee applies.'),
  EXPIRY_CRON: variable('* * * * *', cronPattern, 'When stale bookings and holds are swept, trips completed and payments reconciled. A sixth field, first, is seconds.'),
  SCRYPT_LOG_N: variable('15', whole(1, 20), 'Cost of password hashes: 2^N.'),
  RATE_LIMIT: variable('on', oneOf('on', 'off'), '`off` turns HTTP rate limits off.'),
  TRUST_PROXY: variable('false', oneOf('true', 'false'), 'Whether X-Forwarded-* is believed: only behind a proxy that sets it.'),
  LOG_LEVEL: variable('info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'What is logged.'),
} as const;

type Name = keyof typeof VARIABLES;
type ValueOf<Key extends Name> = (typeof VARIABLES)[Key] extends Variable<infer Value> ? Value : never;

/** eSewa's own test merchant: anybody can sign with its key. */
const PUBLIC_TEST_KEY = '8gBm/:&EnhH.1/q';

export type Settings = ReturnType<typeof understand>;

/** Reads and checks the environment. Throws one StartFailure that lists everything that is wrong with it. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const faults: string[] = [];
  const given = (name: Name): string | undefined => (environment[name]?.trim() === '' ? undefined : environment[name]);
  const production = given('NODE_ENV') === 'production';

  const values = Object.fromEntries((Object.keys(VARIABLES) as Name[]).map((name) => {
    const { fallback, read, explicit } = VARIABLES[name] as Variable<unknown>;
    const written = given(name);
    if (written === undefined && production && explicit) faults.push(`${name} must be set in production`);
    const taken = written ?? fallback;
    try {
      return [name, taken === undefined ? undefined : read(taken)];
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`);
      return [name, undefined];
    }
  })) as { readonly [Key in Name]: ValueOf<Key> };

  const esewa = ['ESEWA_FORM_URL', 'ESEWA_STATUS_URL', 'ESEWA_PRODUCT_CODE', 'ESEWA_SECRET_KEY'] as const;
  const missing = esewa.filter((name) => given(name) === undefined);
  if (!production && missing.length > 0 && missing.length < esewa.length) faults.push(`${missing.join(', ')} must be set too: all four ESEWA variables or none`);
  if (production && given('ESEWA_SECRET_KEY') === PUBLIC_TEST_KEY) faults.push("ESEWA_SECRET_KEY must not be eSewa's public test key in production");
  if ((given('GOOGLE_CLIENT_ID') === undefined) !== (given('GOOGLE_CLIENT_SECRET') === undefined)) faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');

  if (faults.length > 0) throw new StartFailure(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return understand(values);
}

/** Values that are absent take the place that the table describes. */
function understand(values: { readonly [Key in Name]: ValueOf<Key> }) {
  // A variable without a default may be absent, whatever its reader answers when it is there.
  const optional = values as { readonly [Key in Name]: ValueOf<Key> | undefined };
  const baseUrl = optional.BASE_URL ?? `http://localhost:${values.PORT}`;
  const passengerClientBase = optional.PASSENGER_CLIENT_BASE ?? baseUrl;
  const operatorLoginUrl = optional.OPERATOR_LOGIN_URL ?? `${baseUrl}/operator-login.html`;
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = optional;
  const { ESEWA_FORM_URL: formUrl, ESEWA_STATUS_URL: statusUrl, ESEWA_PRODUCT_CODE: productCode, ESEWA_SECRET_KEY: secretKey } = optional;

  return {
    production: values.NODE_ENV === 'production',
    host: values.HOST,
    port: values.PORT,
    baseUrl,
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    appSecret: optional.APP_SECRET,
    timeZone: values.TIME_ZONE,
    mail: { url: values.SMTP_URL, from: values.MAIL_FROM },
    mqtt: { url: values.MQTT_URL, port: values.MQTT_PORT, topicPrefix: values.MQTT_TOPIC_PREFIX },
    /** Undefined: the sandbox gateway takes payments. */
    esewa: formUrl && statusUrl && productCode && secretKey ? { formUrl, statusUrl, productCode, secretKey } : undefined,
    google: clientId && clientSecret ? { clientId, clientSecret } : undefined,
    oauth: { authorizeUrl: values.OAUTH_AUTHORIZE_URL, tokenUrl: values.OAUTH_TOKEN_URL, userinfoUrl: values.OAUTH_USERINFO_URL },
    passengerClientBase,
    operatorLoginUrl,
    /** Which of the plain pages the service serves itself, because nobody else does. */
    servesPassengerPages: optional.PASSENGER_CLIENT_BASE === undefined,
    servesOperatorPage: optional.OPERATOR_LOGIN_URL === undefined,
    corsOrigins: optional.CORS_ORIGINS ?? [...new Set([new URL(passengerClientBase).origin, new URL(operatorLoginUrl).origin])],
    metricsToken: optional.METRICS_TOKEN,
    allowedNextOrigins: values.ALLOWED_NEXT_ORIGINS,
    lockout: { maxAttempts: values.MAX_LOGIN_ATTEMPTS, minutes: values.LOCKOUT_MINUTES },
    otp: { maxTries: values.OTP_MAX_TRIES, ttlMinutes: values.OTP_TTL_MINUTES, resendSeconds: values.OTP_RESEND_SECONDS, maxPerHour: values.OTP_MAX_PER_HOUR },
    deviceTrustDays: values.DEVICE_TRUST_DAYS,
    accessTokenMinutes: values.ACCESS_TOKEN_MINUTES,
    refreshTokenDays: values.REFRESH_TOKEN_DAYS,
    seatLockMinutes: values.SEAT_LOCK_MINUTES,
    paymentWindowMinutes: values.PAYMENT_WINDOW_MINUTES,
    minBookingLeadMinutes: values.MIN_BOOKING_LEAD_MINUTES,
    commissionRate: values.COMMISSION_RATE,
    cancellationTiers: values.CANCELLATION_TIERS,
    expiryCron: values.EXPIRY_CRON,
    scryptLogN: values.SCRYPT_LOG_N,
    rateLimit: values.RATE_LIMIT === 'on',
    trustProxy: values.TRUST_PROXY === 'true',
    logLevel: values.LOG_LEVEL,
  };
}

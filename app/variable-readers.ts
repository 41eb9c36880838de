import cron from 'node-cron';
import { type AllowedOrigin, readAllowedOrigin } from '../adapters/http/route/redirect-target.ts';
import { type TrustProxy, readTrustProxy } from '../adapters/http/server/client-address.ts';
import { isDatabaseUrl } from '../adapters/knex/engine/connect.ts';
import { type Sender, readSender } from '../adapters/mail/compose.ts';
import { type RefundTier, inOrder } from '../core/companies/company.ts';
import { calendarOf, isTimeOfDay } from '../core/kernel/calendar.ts';
import type { QuietTime } from '../core/line/offer-times.ts';
import { type BasisPoints, type Paisa, basisPoints, parseRupees } from '../core/kernel/money.ts';

/* Readers for the text of an environment variable, one for each kind of value. */

/** Reads the text of a variable. Throws if the text is malformed. */
export type Read<Value> = (text: string) => Value;

/** The error of a reader. The message follows the variable's name: `PORT must be a whole number`. */
class Malformed extends Error {}

/** Throws a Malformed. `expected` completes the message «must be …». */
export const malformed = (expected: string): never => {
  throw new Malformed(`must be ${expected}`);
};

export const text: Read<string> = (value) => value;

export const oneOf =
  <Option extends string>(...options: readonly Option[]): Read<Option> =>
  (value) =>
    options.find((option) => option === value) ?? malformed(options.join(' or '));

const number =
  (expected: string, fits: (value: number) => boolean): Read<number> =>
  (value) => {
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    return fits(parsed) ? parsed : malformed(expected);
  };

export const whole = (least: number, most: number): Read<number> =>
  number(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && value >= least && value <= most,
  );

const TEN_YEARS_OF_MINUTES = 5_256_000;
export const duration = number(
  'a number above 0 (fractions allowed)',
  (value) => value > 0 && value <= TEN_YEARS_OF_MINUTES,
);
export const durationFromOne = number(
  'a number, 1 or above (fractions allowed)',
  (value) => value >= 1 && value <= TEN_YEARS_OF_MINUTES,
);
export const durationOrNone = number(
  'a number, 0 or above (fractions allowed)',
  (value) => value >= 0 && value <= TEN_YEARS_OF_MINUTES,
);

export const percent = (value: string): BasisPoints =>
  /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100
    ? basisPoints(Math.round(Number(value) * 100))
    : malformed('a percentage from 0 to 100 with at most two decimals');

/** Reads an amount in rupees with at most two decimals. */
export const rupees: Read<Paisa> = (value) => {
  const amount = parseRupees(value);
  return amount !== undefined && amount >= 0 ? amount : malformed('an amount in rupees such as 10 or 10.50');
};

/** Reads names that are separated by commas. A name may occur only once. */
export const distinctNames =
  <Option extends string>(options: readonly Option[]): Read<readonly Option[]> =>
  (value) => {
    const named = value.split(',').map((entry) => entry.trim());
    const known = options.filter((option) => named.includes(option));
    if (known.length !== named.length) return malformed(`some of ${options.join(', ')}, each at most once`);
    return known.sort((one, other) => named.indexOf(one) - named.indexOf(other));
  };

const isWebUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Reads a URL and removes slashes at its end, so that paths can be appended. */
export const webUrl: Read<string> = (value) =>
  isWebUrl(value) ? value.replace(/\/+$/, '') : malformed('an http or https URL');

/** Reads a URL and keeps a slash at its end, because a gateway may redirect a request without it. */
export const exactUrl: Read<string> = (value) => (isWebUrl(value) ? value : malformed('an http or https URL'));

export const origins: Read<readonly string[]> = (value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) =>
      isWebUrl(entry) && new URL(entry).origin === entry.replace(/\/$/, '')
        ? new URL(entry).origin
        : malformed('a comma-separated list of origins such as https://example.com'),
    );

export const nextOrigins: Read<readonly AllowedOrigin[]> = (value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(
      (entry) => readAllowedOrigin(entry) ?? malformed('a comma-separated list of origins such as https://example.com'),
    );

export const trustProxy: Read<TrustProxy> = (value) =>
  readTrustProxy(value) ??
  malformed('true, false, a number of proxies or a comma-separated list of networks such as 10.0.0.0/8');

/** Reads a span of the local day, such as 22:00-06:00. Undefined for `off`. */
export const quietTime: Read<QuietTime | undefined> = (value) => {
  if (value === 'off') return undefined;
  const [from = '', to = '', ...more] = value.split('-').map((time) => time.trim());
  const isSpan = isTimeOfDay(from) && isTimeOfDay(to) && from !== to && more.length === 0;
  return isSpan ? { from, to } : malformed('two different local times such as 22:00-06:00, or off');
};

const urlOf =
  (...protocols: readonly string[]): Read<string> =>
  (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value
      : malformed(`a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);

export const timeZone: Read<string> = (value) => {
  try {
    calendarOf(value);
    return value;
  } catch {
    return malformed('an IANA time zone such as Asia/Kathmandu');
  }
};

export const tiers: Read<readonly RefundTier[]> = (value) => {
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
  return inOrder(read) ?? malformed(expected);
};

export const cronPattern: Read<string> = (value) =>
  [5, 6].includes(value.trim().split(/\s+/).length) && cron.validate(value)
    ? value
    : malformed('a cron pattern of five or six fields');

export const secret: Read<string> = (value) =>
  Array.from(value).length >= 32 ? value : malformed('at least 32 characters long');

export const mailUrl: Read<string> = (value) => (value === 'outbox' ? value : urlOf('smtp:', 'smtps:')(value));
export const sender: Read<Sender> = (value) =>
  readSender(value) ?? malformed('one e-mail address, such as Bus Ticket <no-reply@example.com>');
/** Reads an e-mail address or phone number. Refuses characters that mail programs would interpret. */
export const contact: Read<string> = (value) =>
  /^[^\s@<>,;:]+@[^\s@<>,;:]+\.[^\s@<>,;:]+$|^\+?[0-9][0-9 -]{4,19}$/.test(value)
    ? value
    : malformed('an e-mail address or a phone number');
/** Where researchers report vulnerabilities: a contact, or the URL of a form. */
export const securityContact: Read<string> = (value) =>
  value.startsWith('https:') ? urlOf('https:')(value) : contact(value);
export const brokerUrl: Read<string> = (value) =>
  value === 'embedded' ? value : urlOf('mqtt:', 'mqtts:', 'ws:', 'wss:')(value);
export const databaseUrl: Read<string> = (value) =>
  isDatabaseUrl(value) ? value : malformed('sqlite:PATH, sqlite::memory: or postgres://… with one host');
export const postgresUrl: Read<string> = (value) =>
  isDatabaseUrl(value) && !value.startsWith('sqlite:') ? value : malformed('postgres://… with one host');
export const topicPrefix: Read<string> = (value) =>
  /^[^\s/+#$][^\s+#]*[^\s/+#]$|^[^\s/+#$]$/.test(value)
    ? value
    : malformed('an MQTT topic without + and #, not beginning or ending with a slash');

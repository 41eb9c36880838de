import {
  brokerUrl,
  contact,
  cronPattern,
  databaseUrl,
  duration,
  durationOrNone,
  mailUrl,
  nextOrigins,
  oneOf,
  origins,
  percent,
  postgresUrl,
  secret,
  securityContact,
  sender,
  text,
  tiers,
  timeZone,
  topicPrefix,
  trustProxy,
  webUrl,
  whole,
} from './variable-readers.ts';
import { TEXTS } from './text-variables.ts';
import { AGENT_VARIABLES } from './agent-variables.ts';
import { LINE_VARIABLES } from './line-variables.ts';
import { PAYMENT_VARIABLES } from './payment-variables.ts';
import { ROAD_VARIABLES } from './road-variables.ts';
import { DEFAULT_QUOTAS, quotas } from './quotas-setting.ts';
import { type Variable, variable } from './variable.ts';

/*
 * Lists the environment variables. A variable has a default in the form that a person would write, a meaning, and a
 * reader. `npm run docs` prints the tables of docs/configuration.md.
 */

const TIERS =
  '[{"hours":48,"fee_percent":0},{"hours":24,"fee_percent":10},{"hours":12,"fee_percent":25},{"hours":4,"fee_percent":50},{"hours":0,"fee_percent":100}]';

const CHANGE_TIERS = '[{"hours":24,"fee_percent":0},{"hours":2,"fee_percent":10}]';

const FIRST = {
  NODE_ENV: variable(
    'development',
    oneOf('development', 'production', 'test'),
    'In `production` each variable marked † must be set.',
  ),
  BASE_URL: variable(undefined, webUrl, 'Where the service is reached from outside. Default: `http://localhost:PORT`.'),
  TRUST_PROXY: variable(
    'false',
    trustProxy,
    'Who is believed about X-Forwarded-For: `true` (one proxy), how many proxies, or their networks, such as `10.0.0.0/8, 127.0.0.1`.',
  ),
  DATABASE_URL: variable(
    'sqlite:./data/busticket.sqlite',
    databaseUrl,
    '`sqlite:PATH`, `sqlite::memory:` or `postgres://…`.',
    true,
  ),
  DATA_DIR: variable(
    './data',
    text,
    'Holds avatars, the documents of buses, the last published events, the development mail outbox and the development secret.',
  ),
  APP_SECRET: variable(
    undefined,
    secret,
    'At least 32 characters; the keys of all tokens are derived from it. Default: made once, kept in DATA_DIR.',
    true,
  ),
  SMTP_URL: variable(
    'outbox',
    mailUrl,
    'Mail server, such as `smtps://user:password@mail.example.com`, or `outbox`: mails become files in DATA_DIR/outbox.',
    true,
  ),
  MAIL_FROM: variable(
    'Bus Ticket <no-reply@localhost>',
    sender,
    'Sender of mails: a name, by which mails call the service, and an address.',
  ),
  SMS_PROVIDER: variable(
    'outbox',
    oneOf('outbox', 'sparrow', 'aakash'),
    'Who sends texts to phones: `sparrow` (Sparrow SMS), `aakash` (Aakash SMS), or `outbox`: texts become files in DATA_DIR/sms.',
    true,
  ),
  MQTT_URL: variable('embedded', brokerUrl, 'Broker to publish to, or `embedded`.', true),
} as const;

const SERVER = {
  HOST: variable('127.0.0.1', text, 'Address to listen on.'),
  PORT: variable('3000', whole(1, 65_535), 'Port to listen on.'),
  DATABASE_READ_URL: variable(
    undefined,
    postgresUrl,
    'A streaming replica, `postgres://…`, for searches, reports and logs. Unset: DATABASE_URL answers them too.',
  ),
  START_PATIENCE_SECONDS: variable(
    '60',
    whole(0, 3_600),
    'Seconds for which a start waits for a Postgres that is down, read-only or stuck. Then the process exits with 1.',
  ),
  TIME_ZONE: variable(
    'Asia/Kathmandu',
    timeZone,
    'Zone of local dates and times. After a change run `npm run gate` once, while the service is stopped.',
  ),
  SUPPORT_CONTACT: variable(
    undefined,
    contact,
    'An e-mail address or a phone number at which passengers get help. Mails name it where somebody should write to you.',
  ),
  SECURITY_CONTACT: variable(
    undefined,
    securityContact,
    'Who gets reports of vulnerabilities: an e-mail address, a phone number or an https URL, for `/.well-known/security.txt`. Default: SUPPORT_CONTACT.',
  ),
  MQTT_PORT: variable('1884', whole(0, 65_535), "The embedded broker's TCP port; 0 turns TCP off."),
  MQTT_TOPIC_PREFIX: variable('busticket', topicPrefix, 'First part of every topic.'),
  WEBHOOKS_LOCAL: variable(
    'off',
    oneOf('on', 'off'),
    '`on` lets events go to http addresses, port 80 among them, and to addresses that are not public, for development. `npm run demo` turns it on while BASE_URL is loopback.',
  ),
  METRICS_TOKEN: variable(
    undefined,
    text,
    'Bearer token that /metrics asks for. Without it /metrics is a 404 in production, and wherever BASE_URL is not loopback.',
  ),
  RATE_LIMIT: variable(
    'on',
    oneOf('on', 'off'),
    '`off` turns HTTP rate limits off, and with them the limits on what one account holds or leaves unpaid at a time.',
  ),
  EXPIRY_CRON: variable(
    '* * * * *',
    cronPattern,
    'When stale bookings and holds are swept, trips earned and completed, and payments reconciled. A sixth field, first, is seconds.',
  ),
  LOG_LEVEL: variable(
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'The least important messages that are still logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  ),
} as const;

const SIGN_IN = {
  ACCESS_TOKEN_MINUTES: variable('15', duration, 'Lifetime of access tokens.'),
  REFRESH_TOKEN_DAYS: variable('7', duration, 'Lifetime of refresh tokens.'),
  DEVICE_TRUST_DAYS: variable('7', duration, 'How long a verified device needs no code.'),
  MAX_LOGIN_ATTEMPTS: variable(
    '5',
    whole(1, 1_000),
    'Wrong passwords until an account is locked; of operators and administrators, until the address they come from is.',
  ),
  LOCKOUT_MINUTES: variable('15', duration, 'How long it stays locked.'),
  ADMIN_TOTP: variable(
    undefined,
    oneOf('optional', 'required'),
    'Whether administrators need the code of an authenticator app. `required`: whoever has none sets one up at the next sign-in. Default: `required` in production, else `optional`.',
  ),
  OTP_TTL_MINUTES: variable('10', duration, 'How long a code is good.'),
  OTP_MAX_TRIES: variable('5', whole(1, 1_000), 'Wrong tries until a code is spent.'),
  OTP_RESEND_SECONDS: variable('60', durationOrNone, 'Pause between two codes to one user; 0 for none.'),
  OTP_MAX_PER_HOUR: variable('5', whole(0, 10_000), 'Codes to one user an hour; 0 for no limit.'),
  SCRYPT_LOG_N: variable('15', whole(1, 20), 'Cost of password hashes: 2^N.'),
  GOOGLE_CLIENT_ID: variable(
    undefined,
    text,
    'OAuth client of the identity provider. Without it and its secret, sign-in with Google answers an error.',
  ),
  GOOGLE_CLIENT_SECRET: variable(undefined, text, 'Secret of the OAuth client.'),
  OAUTH_AUTHORIZE_URL: variable('https://accounts.google.com/o/oauth2/v2/auth', webUrl, 'Authorization endpoint.'),
  OAUTH_TOKEN_URL: variable('https://oauth2.googleapis.com/token', webUrl, 'Token endpoint.'),
  OAUTH_USERINFO_URL: variable('https://openidconnect.googleapis.com/v1/userinfo', webUrl, 'Userinfo endpoint.'),
  ALLOWED_NEXT_ORIGINS: variable(
    'http://localhost,http://127.0.0.1',
    nextOrigins,
    'Where sign-in with Google may lead back to; an entry without a port allows any.',
  ),
} as const;

const PAGES = {
  PASSENGER_CLIENT_BASE: variable(
    undefined,
    webUrl,
    'Where the passenger client lives. Default: BASE_URL, with pages served by the service itself.',
  ),
  OPERATOR_LOGIN_URL: variable(
    undefined,
    webUrl,
    'Login page of the operator portal. Default: `BASE_URL/operator-login.html`, served by the service itself.',
  ),
  OPERATOR_PORTAL_BASE: variable(
    undefined,
    webUrl,
    'Where the portal of bus companies lives: invitations lead to its `/join`. Default: `BASE_URL/portal`, served by the service itself.',
  ),
  CORS_ORIGINS: variable(
    undefined,
    origins,
    'Origins that browsers may call the API from. Default: those of the three above.',
  ),
} as const;

const SALES = {
  KEPT_UNTIL_HOURS: variable(
    '12',
    whole(0, 720),
    'The hours before departure from which on anybody gets a seat that is kept for certain passengers, unless the company says otherwise.',
  ),
  ...LINE_VARIABLES,
  SEAT_LOCK_MINUTES: variable('10', duration, 'How long a selected seat is held.'),
  PAYMENT_WINDOW_MINUTES: variable('15', duration, 'How long a booking waits for its payment.'),
  MIN_BOOKING_LEAD_MINUTES: variable('30', durationOrNone, 'Trips that leave sooner are not found by the search.'),
  COMMISSION_RATE: variable('10', percent, 'Commission, in percent.'),
  COUNTER_COMMISSION_RATE: variable('0', percent, 'Commission on what companies sell at their counters, in percent.'),
  CANCELLATION_TIERS: variable(TIERS, tiers, 'From how many hours before departure which fee applies.'),
  CHANGE_MIN_HOURS: variable(
    '2',
    durationOrNone,
    'Passengers change a booking to another trip while its departure is more than this many hours away.',
  ),
  CHANGE_TIERS: variable(
    CHANGE_TIERS,
    tiers,
    'From how many hours before departure a change to another trip costs which fee; where none fits, everything.',
  ),
  TIMETABLE_DAYS: variable(
    '60',
    whole(1, 366),
    'For how many days timetables have their trips made, with today as the first.',
  ),
  QUOTAS: variable(
    DEFAULT_QUOTAS,
    quotas,
    'The most that a company may have: a new one, of which no bus was ever approved, and after the slash any other. `timetables` and `documents` count those of a company, `trips` those planned one by one, `devices` also revoked ones, `mib` the MiB of all files, and `invitations` those of 24 hours. What is left out keeps its default: `buses=10/800,mib=/20480`.',
  ),
} as const;

/** The variables in groups, as docs/configuration.md shows them. */
const GROUPS = {
  'What everybody sets first': FIRST,
  'The server': SERVER,
  Payments: PAYMENT_VARIABLES,
  Agents: AGENT_VARIABLES,
  'Texts to phones': TEXTS,
  'Signing in': SIGN_IN,
  'Pages of your own': PAGES,
  Selling: SALES,
  'Where the bus is': ROAD_VARIABLES,
} as const;

/** All variables. A variable without a default may be missing; settings.ts decides what that means. */
export const VARIABLES = {
  ...FIRST,
  ...SERVER,
  ...PAYMENT_VARIABLES,
  ...AGENT_VARIABLES,
  ...TEXTS,
  ...SIGN_IN,
  ...PAGES,
  ...SALES,
  ...ROAD_VARIABLES,
} as const;

export type Name = keyof typeof VARIABLES;
export type ValueOf<Key extends Name> = (typeof VARIABLES)[Key] extends Variable<infer Value> ? Value : never;

/** The variables as tables in Markdown, one a group, for docs/configuration.md. */
export const configurationTables = (): string =>
  Object.entries(GROUPS)
    .map(([title, group]) => `## ${title}\n\n${tableOf(Object.entries(group))}`)
    .join('\n');

function tableOf(variables: readonly (readonly [string, Variable<unknown>])[]): string {
  const rows = variables.map(
    ([name, { fallback, meaning, explicit }]) =>
      `| ${name}${explicit ? ' †' : ''} | ${fallback === undefined ? '' : `\`${escaped(fallback)}\``} | ${escaped(meaning)} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}

/** Escapes vertical bars, because a bar would end the table cell. */
const escaped = (text: string): string => text.replaceAll('|', '\\|');

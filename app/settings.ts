import { brandOf } from '../adapters/mail/compose.ts';
import type { SmsProvider } from '../adapters/sms/open-sms-sender.ts';
import type { DoorLimits } from '../core/seats/door-limits.ts';
import { isLoopback } from './loopback.ts';
import { boundsOf, merchantsOf, paymentFaults, takesPlayMoney } from './payment-methods.ts';
import { productionFaults } from './production-faults.ts';
import { singleQuotas } from './quotas-setting.ts';
import { StartFailure } from './start-failure.ts';
import type { Variable } from './variable.ts';
import { type Name, type ValueOf, VARIABLES } from './variables.ts';

/*
 * Reads the environment; no other file does. variables.ts lists the variables. This file checks whether their values
 * fit together, and makes settings from the values.
 */

export type Settings = ReturnType<typeof settingsOf>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the environment. If there are faults, throws a StartFailure that lists them all. */
export function readSettings(environment: Environment): Settings {
  const single = singleQuotas((name) => given(environment, name));
  const { values, faults } = readVariables(Object.keys(VARIABLES) as Name[], {
    ...environment,
    ...(single.text !== undefined && { QUOTAS: single.text }),
  });
  faults.push(...single.faults);
  const isSet = (name: Name): boolean => given(environment, name) !== undefined;
  const production = given(environment, 'NODE_ENV') === 'production';

  faults.push(...paymentFaults(values, isSet, { production, baseUrl: values.BASE_URL, host: values.HOST }));
  if (production) faults.push(...productionFaults(values));
  faults.push(...smsFaults(values, isSet));
  if (isSet('DATABASE_READ_URL') && (values.DATABASE_URL as string | undefined)?.startsWith('sqlite:'))
    faults.push('DATABASE_READ_URL needs Postgres: SQLite has no replica');
  if (isSet('GOOGLE_CLIENT_ID') !== isSet('GOOGLE_CLIENT_SECRET'))
    faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');

  if (faults.length > 0) throw invalid(faults);
  return settingsOf(values);
}

/** The variables that each SMS provider needs. */
const SMS_NEEDS = {
  outbox: [],
  sparrow: ['SMS_TOKEN', 'SMS_SENDER'],
  aakash: ['SMS_TOKEN'],
} as const satisfies Record<ValueOf<'SMS_PROVIDER'>, readonly Name[]>;

function smsFaults(
  { SMS_PROVIDER: provider = 'outbox' }: { readonly SMS_PROVIDER?: ValueOf<'SMS_PROVIDER'> | undefined },
  isSet: (name: Name) => boolean,
): readonly string[] {
  const missing = SMS_NEEDS[provider].filter((name) => !isSet(name));
  return missing.length === 0
    ? []
    : [
        `${missing.join(' and ')} must be set too: without ${provider === 'sparrow' ? 'both' : 'it'} ${provider} takes no text`,
      ];
}

/**
 * Reads only the database's URL, for commands that need nothing else. These commands run even if other variables are
 * wrong.
 */
export function readDatabaseUrl(environment: Environment): string {
  const { values, faults } = readVariables(['DATABASE_URL'], environment);
  if (faults.length > 0) throw invalid(faults);
  return values.DATABASE_URL;
}

/** Reads only the time zone, for a command that needs local days. */
export function readTimeZone(environment: Environment): string {
  const { values, faults } = readVariables(['TIME_ZONE'], environment);
  if (faults.length > 0) throw invalid(faults);
  return values.TIME_ZONE;
}

/** Reads only the days for which points of buses are kept, for a command that looks for older ones. */
export function readPositionDays(environment: Environment): number {
  const { values, faults } = readVariables(['POSITION_DAYS'], environment);
  if (faults.length > 0) throw invalid(faults);
  return values.POSITION_DAYS;
}

/** Reads only the limits of doors, by which a command judges seats. */
export function readDoorLimits(environment: Environment): DoorLimits {
  const { values, faults } = readVariables(['DOOR_SEATS_PER_DAY', 'DOOR_COUNTER_PERCENT'], environment);
  if (faults.length > 0) throw invalid(faults);
  return { seatsPerDay: values.DOOR_SEATS_PER_DAY, counterPercent: values.DOOR_COUNTER_PERCENT };
}

/** Reads only the folder of files, for a command that looks into it. */
export function readDataDir(environment: Environment): string {
  const { values, faults } = readVariables(['DATA_DIR'], environment);
  if (faults.length > 0) throw invalid(faults);
  return values.DATA_DIR;
}

/** Reads each variable, and collects the faults. */
function readVariables<Wanted extends Name>(names: readonly Wanted[], environment: Environment) {
  const faults: string[] = [];
  const production = given(environment, 'NODE_ENV') === 'production';
  const values = Object.fromEntries(
    names.map((name) => {
      const { fallback, read, explicit } = VARIABLES[name] as Variable<unknown>;
      const written = given(environment, name);
      if (written === undefined && production && explicit) faults.push(`${name} must be set in production`);
      const taken = written ?? fallback;
      try {
        return [name, taken === undefined ? undefined : read(taken)];
      } catch (error) {
        faults.push(`${name} ${(error as Error).message}`);
        return [name, undefined];
      }
    }),
  ) as { readonly [Key in Wanted]: ValueOf<Key> };
  return { values, faults };
}

/** The trimmed text of a variable. An empty variable counts as absent. */
const given = (environment: Environment, name: string): string | undefined => environment[name]?.trim() || undefined;

const invalid = (faults: readonly string[]): StartFailure =>
  new StartFailure(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);

/** Makes the settings from the values of the variables. Adds defaults that depend on other variables. */
function settingsOf(values: { readonly [Key in Name]: ValueOf<Key> }) {
  // The types claim that every variable has a value. A variable without a fallback may be missing.
  const optional = values as { readonly [Key in Name]: ValueOf<Key> | undefined };
  const baseUrl = optional.BASE_URL ?? `http://localhost:${values.PORT}`;
  const passengerClientBase = optional.PASSENGER_CLIENT_BASE ?? baseUrl;
  const operatorLoginUrl = optional.OPERATOR_LOGIN_URL ?? `${baseUrl}/operator-login.html`;
  const operatorPortalBase = optional.OPERATOR_PORTAL_BASE ?? `${baseUrl}/portal`;
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = optional;
  const merchants = merchantsOf(optional);
  const production = values.NODE_ENV === 'production';

  return {
    production,
    host: values.HOST,
    port: values.PORT,
    baseUrl,
    /** Whether only this machine can reach the service. */
    local: isLoopback(baseUrl),
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: optional.DATABASE_READ_URL,
    dataDir: values.DATA_DIR,
    appSecret: optional.APP_SECRET,
    timeZone: values.TIME_ZONE,
    /** The name of the service, as mails and documents show it. */
    brand: brandOf(values.MAIL_FROM),
    mail: {
      url: values.SMTP_URL,
      from: values.MAIL_FROM,
      support: optional.SUPPORT_CONTACT,
      requireTls: values.SMTP_URL !== 'outbox' && !isLoopback(values.SMTP_URL),
    },
    /** Who gets reports of vulnerabilities. */
    securityContact: optional.SECURITY_CONTACT ?? optional.SUPPORT_CONTACT,
    sms: {
      provider: smsProviderOf(values),
      /** Whether passengers with Nepali bookings get SMS in Nepali. */
      nepali: values.SMS_NEPALI === 'on',
    },
    /** Whether passengers are reminded of a journey on the evening before. */
    remindsOfJourneys: values.JOURNEY_REMINDERS === 'on',
    /** Limits on sign-in codes by SMS; 0 turns a limit off. */
    smsCodes: {
      hourlyLimit: values.SMS_HOURLY_LIMIT,
      dailyLimit: optional.SMS_DAILY_LIMIT ?? 10 * values.SMS_HOURLY_LIMIT,
      perNumberAnHour: values.SMS_CODES_HOUR,
      perNumberADay: values.SMS_CODES_DAY,
      perAddressAnHour: values.SMS_CODES_ADDRESS,
    },
    mqtt: { url: values.MQTT_URL, port: values.MQTT_PORT, topicPrefix: values.MQTT_TOPIC_PREFIX },
    /** The payment methods for new payments, in the order in which passengers see them. */
    paymentMethods: values.PAYMENT_METHODS,
    merchants,
    amountBounds: boundsOf(optional),
    /** Whether the sandbox takes payments, because no payment method is set up. Never in production. */
    sandbox: !production && Object.values(merchants).every((merchant) => merchant === undefined),
    /** The kind of agents' keys that the service accepts. Those of a sandbox work nowhere else. */
    keyMode: takesPlayMoney(merchants, values.PAYMENT_METHODS) ? ('test' as const) : ('live' as const),
    agentSandboxUrl: optional.AGENT_SANDBOX_URL,
    agentHeldSeats: values.AGENT_HELD_SEATS,
    agentRequestsPerMinute: values.AGENT_REQUESTS_PER_MINUTE,
    counterQrMinutes: values.COUNTER_QR_MINUTES,
    startPatienceSeconds: values.START_PATIENCE_SECONDS,
    refundLookupMinutes: values.REFUND_LOOKUP_MINUTES,
    google: clientId && clientSecret ? { clientId, clientSecret } : undefined,
    oauth: {
      authorizeUrl: values.OAUTH_AUTHORIZE_URL,
      tokenUrl: values.OAUTH_TOKEN_URL,
      userinfoUrl: values.OAUTH_USERINFO_URL,
    },
    passengerClientBase,
    operatorLoginUrl,
    operatorPortalBase,
    /** Whether the service serves the passengers' pages: true unless PASSENGER_CLIENT_BASE names another address. */
    servesPassengerPages: optional.PASSENGER_CLIENT_BASE === undefined,
    servesOperatorPage: optional.OPERATOR_LOGIN_URL === undefined,
    servesPortalPage: optional.OPERATOR_PORTAL_BASE === undefined,
    corsOrigins: optional.CORS_ORIGINS ?? [
      ...new Set([passengerClientBase, operatorLoginUrl, operatorPortalBase].map((url) => new URL(url).origin)),
    ],
    metricsToken: optional.METRICS_TOKEN,
    allowedNextOrigins: values.ALLOWED_NEXT_ORIGINS,
    lockout: { maxAttempts: values.MAX_LOGIN_ATTEMPTS, minutes: values.LOCKOUT_MINUTES },
    otp: {
      maxTries: values.OTP_MAX_TRIES,
      ttlMinutes: values.OTP_TTL_MINUTES,
      resendSeconds: values.OTP_RESEND_SECONDS,
      maxPerHour: values.OTP_MAX_PER_HOUR,
    },
    adminTotp: optional.ADMIN_TOTP ?? (production ? 'required' : 'optional'),
    deviceTrustDays: values.DEVICE_TRUST_DAYS,
    accessTokenMinutes: values.ACCESS_TOKEN_MINUTES,
    refreshTokenDays: values.REFRESH_TOKEN_DAYS,
    seatLockMinutes: values.SEAT_LOCK_MINUTES,
    keptUntilHours: values.KEPT_UNTIL_HOURS,
    offerMinutes: values.OFFER_MINUTES,
    offerQuiet: values.OFFER_QUIET,
    doorTerms: {
      stepMinutes: values.DOOR_STEP_MINUTES,
      seatsPerDay: values.DOOR_SEATS_PER_DAY,
      counterPercent: values.DOOR_COUNTER_PERCENT,
      joinHours: values.DOOR_JOIN_HOURS,
      passMinutes: values.DOOR_PASS_MINUTES,
      admitsPerMinute: values.DOOR_ADMITS_PER_MINUTE,
      identity: values.DOOR_IDENTITY,
    },
    paymentWindowMinutes: values.PAYMENT_WINDOW_MINUTES,
    minBookingLeadMinutes: values.MIN_BOOKING_LEAD_MINUTES,
    commissionRate: values.COMMISSION_RATE,
    counterCommissionRate: values.COUNTER_COMMISSION_RATE,
    cancellationTiers: values.CANCELLATION_TIERS,
    changeMinHours: values.CHANGE_MIN_HOURS,
    changeTiers: values.CHANGE_TIERS,
    timetableDays: values.TIMETABLE_DAYS,
    roadBounds: values.ROAD_BOUNDS,
    mapLink: values.MAP_LINK,
    positionDays: values.POSITION_DAYS,
    lateMinutes: values.LATE_MINUTES,
    feedPublisher: values.FEED_PUBLISHER,
    quotas: values.QUOTAS,
    expiryCron: values.EXPIRY_CRON,
    scryptLogN: values.SCRYPT_LOG_N,
    rateLimit: values.RATE_LIMIT === 'on',
    /** Whether events go to http addresses and to addresses that are not public. */
    webhooksLocal: values.WEBHOOKS_LOCAL === 'on',
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}

interface SmsValues extends Pick<{ readonly [Key in Name]: ValueOf<Key> }, 'SMS_PROVIDER'> {
  readonly SMS_TOKEN: string | undefined;
  readonly SMS_SENDER: string | undefined;
  readonly SMS_BASE_URL: string | undefined;
}

/** The SMS provider with its settings. The variables that it needs are set. */
function smsProviderOf({
  SMS_PROVIDER: name,
  SMS_TOKEN: token = '',
  SMS_SENDER: sender = '',
  SMS_BASE_URL: baseUrl,
}: SmsValues): SmsProvider {
  switch (name) {
    case 'outbox':
      return { name };
    case 'sparrow':
      return { name, token, sender, baseUrl: baseUrl ?? 'https://api.sparrowsms.com' };
    case 'aakash':
      return { name, token, baseUrl: baseUrl ?? 'https://sms.aakashsms.com' };
  }
}

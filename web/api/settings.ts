/** Settings that the service writes into the HTML document. */
export interface Settings {
  /** The path prefix of every address, such as `/bus`. Empty at the root of the host. */
  readonly base: string;
  /** Style sheets of pages loaded on demand. */
  readonly later_styles: readonly string[];
  /** The buses' time zone, an IANA name. */
  readonly time_zone: string;
  /** The first part of every MQTT topic. */
  readonly topic_prefix: string;
  /** The path of MQTT over WebSocket on this host; null means polling. */
  readonly live: string | null;
  /** Whether the portal offers Google sign-in. */
  readonly google: boolean;
  readonly operator_login_url: string;
  /** An e-mail address or a phone number at which passengers get help. Null if there is none. */
  readonly support_contact: string | null;
  /** Lifetime of an access token, in minutes. */
  readonly access_token_minutes: number;
  /** The platform's commission in percent, which companies without a rate of their own pay. Only in the portal. */
  readonly commission_percent: number;
}

const DEFAULTS: Settings = {
  base: '',
  later_styles: [],
  time_zone: 'Asia/Kathmandu',
  topic_prefix: 'busticket',
  live: null,
  google: false,
  operator_login_url: '/operator-login.html',
  support_contact: null,
  access_token_minutes: 15,
  commission_percent: 0,
};

/** Null in tests that run without a document. The default settings then apply. */
const told = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name=settings]');

export const settings: Settings = { ...DEFAULTS, ...(JSON.parse(told?.content ?? '{}') as Partial<Settings>) };

/** Adds the base path to an address such as `/trips/42`. */
export const to = (path: string): string => settings.base + path;

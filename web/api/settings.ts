/** What the service tells its pages, in the document itself. */
export interface Settings {
  /** The path before every address of ours: empty, or such as `/bus`. */
  readonly base: string;
  /** Addresses of the style sheets of pages that are fetched later. */
  readonly later_styles: readonly string[];
  /** IANA name: the zone in which buses leave, wherever the reader is. */
  readonly time_zone: string;
  /** First part of every MQTT topic. */
  readonly topic_prefix: string;
  /** Path of MQTT over WebSocket on this host; null where pages have to ask instead. */
  readonly live: string | null;
  /** Whether the office may sign in with Google. */
  readonly google: boolean;
  readonly operator_login_url: string;
  /** How long an access token is good for. */
  readonly access_token_minutes: number;
}

const DEFAULTS: Settings = {
  base: '',
  later_styles: [],
  time_zone: 'Asia/Kathmandu',
  topic_prefix: 'busticket',
  live: null,
  google: false,
  operator_login_url: '/operator-login.html',
  access_token_minutes: 15,
};

/** The rules are tested without a document, too. */
const told = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name=settings]');

export const settings: Settings = { ...DEFAULTS, ...(JSON.parse(told?.content ?? '{}') as Partial<Settings>) };

/** The address of one of our pages or operations, such as `/trips/42`. */
export const to = (path: string): string => settings.base + path;

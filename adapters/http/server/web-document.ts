import escapeHtml from 'escape-html';
import type { BasisPoints } from '../../../core/kernel/money.ts';
import type { BuiltWeb, Program } from './web-files.ts';

/** Settings of the service that a page's HTML contains. */
export interface PageSettings {
  readonly baseUrl: string;
  readonly timeZone: string;
  readonly operatorLoginUrl: string;
  /** An e-mail address or a phone number. */
  readonly supportContact: string | undefined;
  readonly accessTokenMinutes: number;
  /** The platform's commission. Companies pay it unless they have their own rate. */
  readonly commissionRate: BasisPoints;
  readonly mqtt: { readonly url: string; readonly topicPrefix: string };
  readonly servesPassengerPages: boolean;
  /** The provider for signing in, such as Google. Undefined if none is configured. */
  readonly identityProvider: object | undefined;
}

const TITLES: Readonly<Record<Program, string>> = {
  passenger: 'Bus Ticket',
  door: 'Bus Ticket: the sale opens',
  portal: 'Bus Ticket: portal',
  conductor: 'Bus Ticket: boarding',
};

/** The texts that search engines show below a page's title. */
const DESCRIPTIONS: Readonly<Record<Program, string>> = {
  passenger:
    'Bus tickets in Nepal: compare buses and fares, choose seats on a map, pay by eSewa, Khalti, Fonepay or connectIPS, and get the ticket on your phone.',
  door: 'Join the line before the sale of a festival’s buses opens: everybody who joins in time has the same chance.',
  portal:
    'The office of a bus company: sell at the counter, plan trips, keep buses and papers, and see what was earned.',
  conductor: 'For conductors: scan tickets, see who is missing, and say when the bus leaves, also without a network.',
};

/** The settings in the form that `web/api/settings.ts` reads. */
const settingsFor = (
  program: Program,
  settings: PageSettings,
  base: string,
  laterStyles: readonly string[],
): object => ({
  base,
  later_styles: laterStyles.map((name) => `${base}/assets/${name}`),
  time_zone: settings.timeZone,
  topic_prefix: settings.mqtt.topicPrefix,
  // The path `/mqtt` exists only for the embedded broker. Other brokers have their own addresses and access rules.
  live: settings.mqtt.url === 'embedded' ? '/mqtt' : null,
  google: settings.identityProvider !== undefined,
  operator_login_url: settings.operatorLoginUrl,
  ...(program === 'passenger' && settings.supportContact !== undefined && { support_contact: settings.supportContact }),
  access_token_minutes: settings.accessTokenMinutes,
  ...(program === 'portal' && { commission_percent: settings.commissionRate / 100 }),
});

/** The only HTML document of a program. A script in the browser chooses the page by the URL. */
export function webDocument(web: BuiltWeb, program: Program, settings: PageSettings): string {
  const base = new URL(settings.baseUrl).pathname.replace(/\/$/, '');
  const { script, styles, laterStyles, preloads } = web.programs[program];
  const asset = (name: string): string => escapeHtml(`${base}/assets/${name}`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="settings" content="${escapeHtml(JSON.stringify(settingsFor(program, settings, base, laterStyles)))}">`,
    `<title>${TITLES[program]}</title>`,
    `<meta name="description" content="${DESCRIPTIONS[program]}">`,
    ...styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`),
    `<script type="module" src="${asset(script)}"></script>`,
    ...preloads.map((name) => `<link rel="modulepreload" href="${asset(name)}">`),
    `<link rel="icon" type="image/svg+xml" href="${asset(web.icons.svg)}">`,
    ...(program === 'passenger' && settings.servesPassengerPages
      ? [`<link rel="manifest" href="${escapeHtml(base)}/app.webmanifest">`]
      : []),
    ...(program === 'conductor' ? [`<link rel="manifest" href="${escapeHtml(base)}/conductor/app.webmanifest">`] : []),
    '</head>',
    '<body>',
    '<noscript><h1>Bus Ticket</h1><p>These pages need JavaScript. Please allow it, or open them in another browser.</p></noscript>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

import type { Middleware } from 'koa';
import type { PlainRoute } from '../route/route.ts';
import { entityTag, isKnown } from '../route/entity-tag.ts';
import { notFound } from '../route/problems.ts';
import { type PageSettings, webDocument } from './web-document.ts';
import type { BuiltWeb, Program, WebFile } from './web-files.ts';

interface Needs extends PageSettings {
  readonly servesOperatorPage: boolean;
  readonly servesPortalPage: boolean;
  /** The gateways' URLs to which pages post payment forms. */
  readonly gatewayFormUrls: readonly string[];
}

type Place = 'passenger' | 'door' | 'about' | 'ticket' | 'login' | 'portal' | 'conductor';

interface Address {
  readonly path: string;
  readonly place: Place;
  /** Whether the page posts a payment form to a gateway. */
  readonly pays?: true;
  /** Whether search engines may list the page. */
  readonly isPublic?: true;
}

/** Every URL of a page. The browser program chooses what to show by the URL. */
const ADDRESSES: readonly Address[] = [
  { path: '/', place: 'passenger', isPublic: true },
  { path: '/trips', place: 'passenger', isPublic: true },
  { path: '/trips/:id', place: 'passenger', isPublic: true },
  { path: '/door/:id', place: 'door', isPublic: true },
  { path: '/book/:trip', place: 'passenger', pays: true },
  { path: '/pay/:booking', place: 'passenger', pays: true },
  { path: '/pay/:booking/scan', place: 'passenger' },
  { path: '/live/:code', place: 'passenger' },
  { path: '/bookings', place: 'passenger' },
  { path: '/bookings/:id', place: 'passenger' },
  { path: '/sign-in', place: 'passenger', isPublic: true },
  { path: '/find-booking', place: 'passenger', isPublic: true },
  { path: '/register', place: 'passenger', isPublic: true },
  { path: '/verify', place: 'passenger' },
  { path: '/forgot-password', place: 'passenger', isPublic: true },
  { path: '/profile', place: 'passenger' },
  { path: '/payment-result.html', place: 'passenger' },
  { path: '/reset-password.html', place: 'passenger' },
  { path: '/help', place: 'about', isPublic: true },
  { path: '/contact', place: 'about', isPublic: true },
  { path: '/terms', place: 'about', isPublic: true },
  { path: '/for-companies', place: 'about', isPublic: true },
  { path: '/ticket', place: 'ticket' },
  { path: '/operator-login.html', place: 'login' },
  { path: '/portal{/*page}', place: 'portal' },
  { path: '/conductor{/*page}', place: 'conductor' },
];

const PROGRAM_OF: Readonly<Record<Place, Program>> = {
  passenger: 'passenger',
  door: 'door',
  about: 'passenger',
  ticket: 'passenger',
  login: 'portal',
  portal: 'portal',
  conductor: 'conductor',
};

/**
 * The content security policy of a document. Allows the service's own scripts, styles, fonts and calls. Allows forms
 * only on pages with payments.
 */
function policyOf(place: Place, formTargets: readonly string[], baseUrl: string): string {
  const socket = new URL(baseUrl).origin.replace(/^http/, 'ws');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    // Older Safari does not count WebSockets of the same host as 'self'.
    `connect-src 'self' ${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(place === 'conductor' ? ['media-src blob:'] : []),
    // The portal shows a bus's PDF documents to the administrator who reviews them. Browsers show a PDF only in a
    // frame.
    ...(place === 'portal' ? ['frame-src blob:'] : []),
    "base-uri 'none'",
    `form-action ${formTargets.length > 0 ? formTargets.join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The security policy of workers. Browsers apply to a worker the policy of its own file, not the policy of its page.
 */
const WORKER_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Programs that may ask for the position: staff say where a place is, and conductors where the bus is. */
const ASKS_POSITION: readonly Place[] = ['portal', 'conductor'];

const permissionsOf = (place: Place): string =>
  `camera=(${place === 'conductor' ? 'self' : ''}), microphone=(), geolocation=(${ASKS_POSITION.includes(place) ? 'self' : ''}), payment=(), usb=()`;

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the pages for people, and their files. The ticket page is always served, because its URL is printed and
 * mailed. Other pages are not served here if a setting gives them another address.
 */
export function webRoutes(web: BuiltWeb, needs: Needs): readonly PlainRoute[] {
  const isServed: Readonly<Record<Place, boolean>> = {
    passenger: needs.servesPassengerPages,
    door: needs.servesPassengerPages,
    // The pages of `about` are always served, because the portal also links to them.
    about: true,
    ticket: true,
    login: needs.servesOperatorPage,
    portal: needs.servesPortalPage,
    conductor: true,
  };
  // Browsers apply `form-action` to redirects after a form, too. The gateway redirects the browser back to this
  // service.
  const paying = [
    ...new Set(["'self'", ...[...needs.gatewayFormUrls, needs.baseUrl].map((url) => new URL(url).origin)]),
  ];
  const page = ({ path, place, pays, isPublic }: Address): PlainRoute => ({
    method: 'get',
    path,
    serve: checked(webDocument(web, PROGRAM_OF[place], needs), {
      ...documentHeaders(place, pays ? paying : [], needs.baseUrl),
      ...(!isPublic && { 'X-Robots-Tag': 'noindex' }),
      // The address contains the ticket's secret token.
      ...(place === 'ticket' && { 'Cache-Control': 'no-store' }),
    }),
  });
  return [
    { method: 'get', path: '/assets/:file', serve: asset(web) },
    ...conductorFiles(web, needs.baseUrl),
    ...(needs.servesPassengerPages ? passengerFiles(web, needs.baseUrl) : []),
    ...ADDRESSES.filter(({ place }) => isServed[place]).map(page),
  ];
}

/**
 * Makes the body of a response a page for a person who opened an unknown URL, or the link of an unknown ticket. The
 * page is in the person's language and links to where they can go on. Programs get a problem response instead.
 * Undefined if the passengers' pages have another address. People then get the problem response, too.
 */
export function lostPage(web: BuiltWeb, needs: Needs): Middleware | undefined {
  if (!needs.servesPassengerPages) return undefined;
  const body = webDocument(web, 'passenger', needs);
  return (ctx) => {
    const { status } = ctx;
    ctx.set({ ...documentHeaders('passenger', [], needs.baseUrl), 'Cache-Control': 'no-cache' });
    ctx.body = body;
    // Koa changes the status to 200 when it gets a body.
    ctx.status = status;
  };
}

const documentHeaders = (place: Place, formTargets: readonly string[], baseUrl: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyOf(place, formTargets, baseUrl),
  'Permissions-Policy': permissionsOf(place),
  // Keeps pages of other origins, such as one that opened this page, from controlling this page's window.
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/** Serves a file that the browser revalidates each time. The file is sent only if it has changed. */
function checked(body: string, headers: Readonly<Record<string, string>>): PlainRoute['serve'] {
  const tag = entityTag(body);
  return (ctx) => {
    ctx.set({ 'Cache-Control': 'no-cache', ETag: tag, ...headers });
    if (isKnown(ctx.get('If-None-Match'), tag)) ctx.status = 304;
    else ctx.body = body;
  };
}

/** Serves a file whose name contains its digest, so the browser never asks for it again. */
const asset =
  (web: BuiltWeb): PlainRoute['serve'] =>
  (ctx) => {
    const file = web.read((ctx['params'] as { readonly file: string }).file);
    if (!file) throw notFound();
    ctx.set({ 'Content-Type': file.type, 'Cache-Control': FOREVER, 'Content-Security-Policy': WORKER_POLICY });
    sendPacked(ctx, file);
  };

/** Sends the smallest encoding that the caller accepts: brotli, gzip or none. The build has compressed the file. */
function sendPacked(ctx: Parameters<PlainRoute['serve']>[0], { bytes, br, gzip }: WebFile): void {
  ctx.vary('Accept-Encoding');
  const [encoding, packed] =
    br && ctx.acceptsEncodings('br') !== false
      ? ['br', br]
      : gzip && ctx.acceptsEncodings('gzip') !== false
        ? ['gzip', gzip]
        : [undefined, bytes];
  if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
  ctx.body = packed;
}

const serviceWorker = (
  web: BuiltWeb,
  program: keyof BuiltWeb['serviceWorkers'],
  headers: Readonly<Record<string, string>> = {},
): PlainRoute['serve'] =>
  checked(web.read(web.serviceWorkers[program])?.bytes.toString() ?? '', {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Security-Policy': WORKER_POLICY,
    ...headers,
  });

/** The manifest with which a phone installs pages as an app. `page` is the first page of the app. */
function installable(
  web: BuiltWeb,
  baseUrl: string,
  page: string,
  names: { readonly name: string; readonly short_name: string },
) {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const icon = (name: string, sizes: string, type: string, purpose = 'any') => ({
    src: `${base}/assets/${name}`,
    sizes,
    type,
    purpose,
  });
  const manifest = {
    ...names,
    start_url: base + page,
    scope: base + page,
    display: 'standalone',
    background_color: '#14213d',
    theme_color: '#14213d',
    icons: [
      icon(web.icons.small, '192x192', 'image/png'),
      icon(web.icons.large, '512x512', 'image/png'),
      icon(web.icons.svg, 'any', 'image/svg+xml'),
    ],
  };
  return checked(JSON.stringify(manifest), { 'Content-Type': 'application/manifest+json; charset=utf-8' });
}

/** Files with which a phone installs the passenger's pages as an app and shows tickets without a network. */
const passengerFiles = (web: BuiltWeb, baseUrl: string): readonly PlainRoute[] => [
  {
    method: 'get',
    path: '/app.webmanifest',
    serve: installable(web, baseUrl, '/', { name: 'Bus Ticket', short_name: 'Bus Ticket' }),
  },
  { method: 'get', path: '/bookings-worker.js', serve: serviceWorker(web, 'passenger') },
];

/** Files with which a phone installs the conductor's pages as an app. */
function conductorFiles(web: BuiltWeb, baseUrl: string): readonly PlainRoute[] {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  return [
    {
      method: 'get',
      path: '/conductor/app.webmanifest',
      serve: installable(web, baseUrl, '/conductor', {
        name: 'Bus Ticket for conductors',
        short_name: 'Boarding',
      }),
    },
    {
      method: 'get',
      path: '/conductor/worker.js',
      // The pages begin at /conductor, but the worker's folder is /conductor/. The header lets the worker serve
      // /conductor, too.
      serve: serviceWorker(web, 'conductor', { 'Service-Worker-Allowed': `${base}/conductor` }),
    },
  ];
}

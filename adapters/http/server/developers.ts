import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import escapeHtml from 'escape-html';
import { deprecatedLines } from '../route/deprecation.ts';
import { entityTag, isKnown } from '../route/entity-tag.ts';
import { explainedCodes } from '../route/problem-sentences.ts';
import type { PlainRoute, Route } from '../route/route.ts';
import { adviceFor } from './error-advice.ts';
import { anchorOf, printMarkdown } from './markdown.ts';

interface Needs {
  readonly version: string;
  readonly baseUrl: string;
  readonly timeZone: string;
  readonly routes: readonly Route[];
  /** Whether anybody may get a test key here. */
  readonly givesTestKeys: boolean;
  /** The address of an instance that gives test keys. */
  readonly agentSandboxUrl: string | undefined;
  readonly seatLockMinutes: number;
  /** Whether webhooks may go to this machine, for development. */
  readonly webhooksLocal: boolean;
  readonly agentRequestsPerMinute?: number;
  readonly agentHeldSeats?: number;
}

/** The folder of the page's files. In the source the folder is in this adapter, in a build next to the bundle. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../pages/developers/' : 'pages/developers/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

const SECTIONS = ['Quick start', 'Test keys', 'Selling', 'Events', 'Errors', 'Limits', 'Client', 'Changelog'];

/** The operations of the quick start's sale. Without all of them, the quick start is a search. */
const SALE = ['searchAgentTrips', 'getAgentSeatMap', 'holdAgentSeats', 'sellAsAgent', 'downloadAgentTicket'];

/** Where an example has the key, in its language: what stands there until the reader has one. */
const KEYS = {
  sh: ({ givesTestKeys }: Needs): string =>
    givesTestKeys ? "${KEY:-$(curl -s $BASE/sandbox/agents --json '{}' | field .key)}" : 'bt_live_YOUR_KEY',
  ts: (): string => 'process.env.KEY!',
} as const;

function testKeys({ givesTestKeys, agentSandboxUrl, baseUrl }: Needs): string {
  if (!givesTestKeys)
    return agentSandboxUrl === undefined
      ? 'Keys are made for an agent by the administrators of the platform, and by the owners of the agent. To try without a contract, start a service of your own: `npm ci` and `npm run demo` in a clone of the sources. No money moves there.'
      : `Test keys are given by [the sandbox](${agentSandboxUrl}/developers), where no money moves.`;
  const address = escapeHtml(`${baseUrl}/sandbox/agents`);
  return [
    'This is a sandbox: no money moves, and anybody may get a key. It begins with `bt_test_`, may sell for 100,000 rupees, and ends 30 days after its last request. An address gets 5 keys an hour.',
    `<p><button id="get-test-key" type="button" data-address="${address}" hidden>Get a test key</button></p>`,
    '<div id="shown-test-key" hidden><label>Test key <input readonly></label><button type="button">Copy</button></div>',
    '<p id="said" role="status"></p>',
    'A program gets one by `POST /sandbox/agents`. What others do to your bookings, the key may do here by `POST /sandbox/agents/act`:',
    [
      '- `{"action": "cancel_by_company", "booking_id": 1}` lets the company cancel.',
      '- `{"action": "take_seats", "schedule_id": 1, "seat_numbers": ["A1"]}` lets a stranger hold seats.',
      '- `{"action": "set_credit", "credit_limit": 0}` takes your credit.',
    ].join('\n'),
  ].join('\n\n');
}

const errors = (routes: readonly Route[]): string =>
  [
    '| code | status | meaning | what to do |',
    '|---|---|---|---|',
    ...Object.entries(explainedCodes(routes)).map(
      ([code, { status, detail }]) =>
        `| \`${code}\` | ${status} | ${detail.replaceAll('|', '/')} | ${adviceFor(code, status)} |`,
    ),
  ].join('\n');

const limits = ({ agentRequestsPerMinute, agentHeldSeats, seatLockMinutes }: Needs): string =>
  [
    ...(agentRequestsPerMinute === undefined
      ? []
      : [
          `- **Requests**: ${agentRequestsPerMinute} a minute for a key or person. Each answer has \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds); a 429 has \`Retry-After\`.`,
        ]),
    ...(agentHeldSeats === undefined
      ? []
      : [
          `- **Held seats**: ${agentHeldSeats} at a time for an agent, 6 for a holder on a trip, each for ${seatLockMinutes} minutes.`,
        ]),
    '- **Keys**: 20 for an agent that have not expired.',
    '- **Webhooks**: 10 endpoints for an owner, addresses of at most 500 characters. An agent of a test key from this page: 2 endpoints, 60 attempts an hour; what is beyond waits, and is sent later.',
    '- **Attempts**: 10 seconds for the status line; again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10, 14 and 20 hours. At most 8 connections for an endpoint, 1 while it fails. After 72 hours of failures it is switched off, after a 410 at once.',
    '- **Deliveries** are kept for 30 days, events for 7. A replay has at most 10,000 events. 5 tests a minute.',
  ].join('\n');

/** The text of the page, with `keyOf` in the place of the key of an example. */
function textOf(needs: Needs, keyOf: (language: keyof typeof KEYS) => string): string {
  const { baseUrl, timeZone, seatLockMinutes, version, routes, webhooksLocal } = needs;
  const sells = SALE.every((operation) => routes.some(({ operationId }) => operationId === operation));
  const values: Readonly<Record<string, string>> = {
    BASE: baseUrl,
    TIME_ZONE: timeZone,
    VERSION: version,
    SEAT_LOCK_MINUTES: String(seatLockMinutes),
    TEST_KEYS: testKeys(needs),
    ERRORS: errors(routes),
    DEPRECATED: deprecatedLines(routes),
    LIMITS: limits(needs),
    HOOK: webhooksLocal ? 'http://127.0.0.1:8080/' : 'https://hooks.example.com/',
    HOOK_RULE: webhooksLocal
      ? 'Its address is on the public internet and begins with https. Here, for development, it may also be this machine by http: write `127.0.0.1`, because `localhost` is refused.'
      : 'Put the address of your own program in: https, on the public internet, with port 443 or one from 1024 on.',
    KEY_RULE: needs.givesTestKeys
      ? 'Pasted again, it keeps its key and sells another seat: an address gets only 5 keys an hour.'
      : 'Put your key in first.',
    KEY_SH: keyOf('sh'),
    KEY_TS: keyOf('ts'),
  };
  const filled = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  const page = read('developers.md')
    .replace('{{QUICK_START}}', () => read(sells ? 'sale.md' : 'search.md').trim())
    .replace('{{HEARING}}', () => (sells ? read('hearing.md') : ''))
    .replace('{{SELLING}}', () => read(sells ? 'selling.md' : 'signing-in.md').trim());
  return filled(page);
}

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function pageOf(needs: Needs): { readonly html: string; readonly policy: string } {
  const [style, script] = [read('developers.css'), read('developers.js')];
  const base = escapeHtml(new URL(needs.baseUrl).pathname.replace(/\/$/, ''));
  const body = printMarkdown(textOf(needs, (language) => `\u0000${language}\u0000`)).replace(
    /\u0000(sh|ts)\u0000/g,
    (_, language: keyof typeof KEYS) => `<span data-key="${language}">${escapeHtml(KEYS[language](needs))}</span>`,
  );
  const links = SECTIONS.map((name) => `<a href="#${anchorOf(name)}">${name}</a>`).join('\n');
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bus Ticket: developers</title>
<meta name="description" content="Sell bus seats from your own program: quick start, test keys, events, errors and limits of the API.">
<link rel="alternate" type="text/markdown" href="${base}/developers.md">
<style>${style}</style>
</head>
<body>
<header><a href="${base}/">Bus Ticket</a></header>
<nav aria-label="Developers">
${links}
</nav>
<main>
${body}
</main>
<footer><a href="${base}/api/docs">API documentation</a></footer>
<script>${script}</script>
</body>
</html>
`,
    policy: [
      "default-src 'none'",
      `script-src ${digestOf(script)}`,
      `style-src ${digestOf(style)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

const overview = (baseUrl: string): string => `# Bus Ticket

> Bus tickets in Nepal: an HTTP API to search buses, hold seats, sell on account, change, cancel, and hear what happens.

## For developers

- [Developers](${baseUrl}/developers.md): quick start, test keys, selling, events, errors, limits, the client
- [API](${baseUrl}/api/openapi.json): every operation and webhook, as OpenAPI 3.1
- [Events](${baseUrl}/api/asyncapi.json): MQTT topics and webhooks, as AsyncAPI 3.1
- [API documentation](${baseUrl}/api/docs): the operations, to read and try
`;

/** Serves the page for developers, the same text as Markdown, and the list of these addresses for programs. */
export function developersPages(needs: Needs): readonly PlainRoute[] {
  const { html, policy } = pageOf(needs);
  const headers = { 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'same-origin' };
  return [
    { method: 'get', path: '/developers', serve: text('text/html', html, headers) },
    {
      method: 'get',
      path: '/developers.md',
      serve: text('text/markdown', textOf(needs, (language) => KEYS[language](needs)).replace(/^<.*\n\n/gm, '')),
    },
    { method: 'get', path: '/llms.txt', serve: text('text/plain', overview(needs.baseUrl)) },
  ];
}

/** Serves a text that the caller asks for again when it has changed. */
function text(type: string, body: string, headers: Readonly<Record<string, string>> = {}): PlainRoute['serve'] {
  const tag = entityTag(body);
  return (ctx) => {
    ctx.set({ 'Cache-Control': 'no-cache', ETag: tag, 'Content-Type': `${type}; charset=utf-8`, ...headers });
    if (isKnown(ctx.get('If-None-Match'), tag)) ctx.status = 304;
    else ctx.body = body;
  };
}

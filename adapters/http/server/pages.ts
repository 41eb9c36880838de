import { readFileSync } from 'node:fs';
import escapeHtml from 'escape-html';
import type { PlainRoute } from '../route/route.ts';

/** Files that are served as they are: a folder of this adapter in the source, and next to the bundle once built. */
export const STATIC_FILES = new URL(import.meta.url.endsWith('.ts') ? '../pages/' : 'pages/', import.meta.url);

interface Settings {
  readonly servesPassengerPages: boolean;
  readonly servesOperatorPage: boolean;
  readonly servesPortalPage: boolean;
  readonly operatorLoginUrl: string;
  /** Undefined where none is set up. */
  readonly identityProvider: object | undefined;
}

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Only our own scripts, styles and pictures, calls only to the service itself, and no form sent by the browser. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function page(path: string, file: string, edit = (text: string): string => text): PlainRoute {
  const body = edit(readFileSync(new URL(file, STATIC_FILES), 'utf8'));
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1) as keyof typeof TYPES];
  return {
    method: 'get',
    path,
    serve: (ctx) => {
      ctx.set({ 'Content-Type': type, 'Content-Security-Policy': POLICY });
      ctx.body = body;
    },
  };
}

const part = (file: string): PlainRoute => page(`/pages/${file}`, file);

/** Plain pages for people, which the service serves itself until there is a client that does. */
export function pages({
  servesPassengerPages,
  servesOperatorPage,
  servesPortalPage,
  operatorLoginUrl,
  identityProvider,
}: Settings): readonly PlainRoute[] {
  if (!servesPassengerPages && !servesOperatorPage && !servesPortalPage) return [];
  const withLogin = (text: string): string => text.replaceAll('OPERATOR_LOGIN', escapeHtml(operatorLoginUrl));
  return [
    ...(servesPassengerPages
      ? [
          page('/', 'index.html', withLogin),
          page('/payment-result.html', 'payment-result.html'),
          part('payment-result.js'),
          page('/reset-password.html', 'reset-password.html'),
          part('reset-password.js'),
        ]
      : []),
    ...(servesOperatorPage
      ? [
          page('/operator-login.html', 'operator-login.html', (text) =>
            identityProvider ? text.replace('id="with-google" hidden', 'id="with-google"') : text,
          ),
          part('operator-login.js'),
        ]
      : []),
    ...(servesPortalPage ? [page('/portal/join', 'join.html', withLogin), part('join.js')] : []),
    part('style.css'),
    part('icon.svg'),
    part('api.js'),
  ];
}

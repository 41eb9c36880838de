import { readFileSync } from 'node:fs';
import type { Extra } from './route.ts';

interface Settings {
  readonly servesPassengerPages: boolean;
  readonly servesOperatorPage: boolean;
  readonly operatorLoginUrl: string;
}

/** Beside this file in the source, and beside the bundle once it is built. */
const FOLDER = new URL('pages/', import.meta.url);

const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

/** Own scripts, styles and pictures only, calls to the service itself only; and no form is ever sent by the browser itself. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function page(path: string, file: string, edit = (text: string): string => text): Extra {
  const body = edit(readFileSync(new URL(file, FOLDER), 'utf8'));
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

const part = (file: string): Extra => page(`/pages/${file}`, file);

const escaped = (url: string): string => url.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** Plain pages for people, as long as nobody else serves them. */
export function pages({ servesPassengerPages, servesOperatorPage, operatorLoginUrl }: Settings): readonly Extra[] {
  if (!servesPassengerPages && !servesOperatorPage) return [];
  return [
    ...(servesPassengerPages ? [
      page('/', 'index.html', (text) => text.replace('OPERATOR_LOGIN', escaped(operatorLoginUrl))),
      page('/payment-result.html', 'payment-result.html'), part('payment-result.js'),
      page('/reset-password.html', 'reset-password.html'), part('reset-password.js'),
    ] : []),
    ...(servesOperatorPage ? [page('/operator-login.html', 'operator-login.html'), part('operator-login.js')] : []),
    part('style.css'), part('icon.svg'), part('api.js'),
  ];
}

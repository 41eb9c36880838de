import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { notFound } from './problems.ts';
import { openApi } from './openapi.ts';
import type { Extra } from './route.ts';

type Subject = Parameters<typeof openApi>[0];

/** Scripts and styles come from here alone, pictures also from the styles themselves; only the service itself is called. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bus tickets: the API</title>
<link rel="icon" type="image/png" href="PLACE/favicon-32x32.png">
<link rel="stylesheet" href="PLACE/swagger-ui.css">
<div id="docs"></div>
<noscript>This page needs JavaScript. The document itself is at <a href="PLACE/../openapi.json">openapi.json</a>.</noscript>
<script src="PLACE/swagger-ui-bundle.js"></script>
<script src="PLACE/start.js"></script>
</html>
`;

/** Calls go to where the page came from, whatever address the document names. */
const START = `fetch('PLACE/../openapi.json').then((response) => response.json()).then((spec) => {
  spec.servers = [{ url: new URL('PLACE/../..', location.href).href.replace(/\\/$/, '') }];
  SwaggerUIBundle({ spec, dom_id: '#docs', deepLinking: true, tryItOutEnabled: true, displayRequestDuration: true, defaultModelsExpandDepth: 0, validatorUrl: null });
});
`;

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' };

interface File {
  readonly type: string;
  readonly bytes: Buffer;
  readonly packed: Buffer;
}

const fileOf = (type: string, bytes: Buffer): File => ({ type, bytes, packed: gzipSync(bytes) });

/** Files of the page, read and packed when they are first asked for: most services run without ever being asked. */
function pageFiles(place: string): (name: string) => File | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const read = (name: string) => () => readFileSync(join(folder, name));
  const sources: Readonly<Record<string, () => Buffer>> = {
    'swagger-ui.css': read('swagger-ui.css'), 'swagger-ui-bundle.js': read('swagger-ui-bundle.js'), 'favicon-32x32.png': read('favicon-32x32.png'),
    'start.js': () => Buffer.from(START.replaceAll('PLACE', place)),
  };
  const files = new Map<string, File>();
  return (name) => {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (source && !files.has(name)) files.set(name, fileOf(TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES], source()));
    return files.get(name);
  };
}

/** The OpenAPI document and the page to read and try it. */
export function docs(subject: Subject): readonly Extra[] {
  const place = `${new URL(subject.baseUrl).pathname.replace(/\/$/, '')}/api/docs`;
  const find = pageFiles(place);
  const document = fileOf('application/json; charset=utf-8', Buffer.from(JSON.stringify(openApi(subject))));
  const page = fileOf('text/html; charset=utf-8', Buffer.from(PAGE.replaceAll('PLACE', place)));

  const serve = (pick: (name: string) => File | undefined, headers: Readonly<Record<string, string>>): Extra['serve'] => (ctx) => {
    const file = pick((ctx['params'] as { readonly file?: string }).file ?? '');
    if (!file) throw notFound();
    const packed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    ctx.set({ ...headers, 'Content-Type': file.type, ...(packed && { 'Content-Encoding': 'gzip' }) });
    ctx.vary('Accept-Encoding');
    ctx.body = packed ? file.packed : file.bytes;
  };
  return [
    { method: 'get', path: '/api/openapi.json', serve: serve(() => document, { 'Cache-Control': 'no-cache' }) },
    { method: 'get', path: '/api/docs', serve: serve(() => page, { 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY }) },
    { method: 'get', path: '/api/docs/:file', serve: serve(find, { 'Cache-Control': 'public, max-age=86400' }) },
  ];
}

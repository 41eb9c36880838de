import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { notFound } from '../route/problems.ts';
import { TOMORROW } from '../route/fields.ts';
import { type AsyncSubject, asyncApi } from './async-api.ts';
import { openApi } from '../route/openapi.ts';
import type { PlainRoute } from '../route/route.ts';

interface Needs extends Readonly<Parameters<typeof openApi>[0]>, AsyncSubject {
  /** Tomorrow's date, `YYYY-MM-DD`. */
  readonly tomorrow: () => string;
}

/** Allows scripts, styles and calls of this service only. Pictures may also be inside style sheets. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bus tickets: the API</title>
<meta name="description" content="Every request of the bus ticket service, with its answers and errors, to read and to try out.">
<link rel="icon" type="image/png" href="DOCS_URL/favicon-32x32.png">
<link rel="stylesheet" href="DOCS_URL/swagger-ui.css">
<link rel="stylesheet" href="DOCS_URL/docs.css">
<div id="docs"></div>
<noscript>This page needs JavaScript. The document itself is at <a href="DOCS_URL/../openapi.json">openapi.json</a>.</noscript>
<script src="DOCS_URL/swagger-ui-bundle.js"></script>
<script src="DOCS_URL/docs.js"></script>
</html>
`;

/** The folder of the page's files. In the source the folder is in this adapter, in a build next to the bundle. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../pages/docs/' : 'pages/docs/', import.meta.url);

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' };

interface File {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
}

const fileOf = (type: string, bytes: Buffer): File => ({ type, bytes, gzipped: gzipSync(bytes) });

/**
 * The files of the page. A file is read and compressed for its first request, because many processes never serve the
 * page.
 */
function pageFiles(): (name: string) => File | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const read = (name: string) => () => readFileSync(join(folder, name));
  const own = (name: string) => () => readFileSync(new URL(name, FOLDER));
  const sources: Readonly<Record<string, () => Buffer>> = {
    'swagger-ui.css': read('swagger-ui.css'),
    'swagger-ui-bundle.js': read('swagger-ui-bundle.js'),
    'favicon-32x32.png': read('favicon-32x32.png'),
    'docs.css': own('docs.css'),
    'docs.js': own('docs.js'),
  };
  const files = new Map<string, File>();
  return (name) => {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (source && !files.has(name))
      files.set(name, fileOf(TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES], source()));
    return files.get(name);
  };
}

/**
 * The OpenAPI document. The document is printed and compressed for the first request of each day, because the dates in
 * its examples change.
 */
function documentOf(needs: Needs): () => File {
  let cached: { readonly day: string; readonly file: File } | undefined;
  return () => {
    const day = needs.tomorrow();
    if (cached?.day !== day)
      cached = {
        day,
        file: fileOf(
          'application/json; charset=utf-8',
          Buffer.from(JSON.stringify(openApi(needs)).replaceAll(TOMORROW, day)),
        ),
      };
    return cached.file;
  };
}

/** Serves the OpenAPI document, and the page on which people read it and try its calls. */
export function apiDocs(needs: Needs): readonly PlainRoute[] {
  const docsUrl = `${new URL(needs.baseUrl).pathname.replace(/\/$/, '')}/api/docs`;
  const find = pageFiles();
  const document = documentOf(needs);
  const events = fileOf('application/json; charset=utf-8', Buffer.from(JSON.stringify(asyncApi(needs))));
  const page = fileOf('text/html; charset=utf-8', Buffer.from(PAGE.replaceAll('DOCS_URL', docsUrl)));

  const serve =
    (pick: (name: string) => File | undefined, headers: Readonly<Record<string, string>>): PlainRoute['serve'] =>
    (ctx) => {
      const file = pick((ctx['params'] as { readonly file?: string }).file ?? '');
      if (!file) throw notFound();
      const zips = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
      ctx.set({ ...headers, 'Content-Type': file.type, ...(zips && { 'Content-Encoding': 'gzip' }) });
      ctx.vary('Accept-Encoding');
      ctx.body = zips ? file.gzipped : file.bytes;
    };
  return [
    { method: 'get', path: '/api/openapi.json', serve: serve(document, { 'Cache-Control': 'no-cache' }) },
    { method: 'get', path: '/api/asyncapi.json', serve: serve(() => events, { 'Cache-Control': 'no-cache' }) },
    {
      method: 'get',
      path: '/api/docs',
      serve: serve(() => page, {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': POLICY,
        'Cross-Origin-Opener-Policy': 'same-origin',
      }),
    },
    { method: 'get', path: '/api/docs/:file', serve: serve(find, { 'Cache-Control': 'public, max-age=86400' }) },
  ];
}

import { cpSync } from 'node:fs';
import { build } from 'esbuild';

/*
 * `npm run build`: the service and its commands as JavaScript in dist/. Most packages are bundled: reading a few files instead of a
 * thousand saves a third of the start. Outside stay those with native code or with files of their own beside their code,
 * and those that are loaded only when they are needed.
 */

const OUTSIDE = ['better-sqlite3', 'sharp', 'knex', 'pg', 'pdfkit', 'qrcode', 'mqtt', 'aedes', '@scalar/*', '@fontsource/*'];

/** Bundled CommonJS still asks for Node's own modules by `require`. */
const REQUIRE = "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

await build({
  entryPoints: ['app/main.ts', 'app/import.ts', 'app/migrate.ts', 'app/check.ts', 'adapters/pdf/ticket-worker.ts'],
  entryNames: '[name]',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  external: OUTSIDE,
  banner: { js: REQUIRE },
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
});
cpSync('adapters/http/pages', 'dist/pages', { recursive: true });

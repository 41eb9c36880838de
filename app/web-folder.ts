import { fileURLToPath } from 'node:url';

/** The folder of the built pages: beside the bundle in a build, dist/web when running from source. */
export const WEB_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/web/' : 'web/', import.meta.url),
);

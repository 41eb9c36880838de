import { fileURLToPath } from 'node:url';

/** Where the pages are once they are built: beside the bundle, or, for those who run the sources, in dist. */
export const WEB_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/web/' : 'web/', import.meta.url),
);

import { fileURLToPath } from 'node:url';

/** The folder of the built pages. In a build it is beside the bundle, from source it is dist/web. */
export const WEB_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/web/' : 'web/', import.meta.url),
);

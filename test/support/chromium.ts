import { existsSync } from 'node:fs';

/** Where a Chromium is; undefined where there is none. */
export const CHROMIUM =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

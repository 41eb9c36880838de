import { existsSync } from 'node:fs';

/** The path of a Chromium; undefined if none is installed. */
export const CHROMIUM =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

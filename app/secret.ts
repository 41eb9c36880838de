import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';
import { StartFailure } from './start-failure.ts';

const LEAST_CHARACTERS = 32;

/**
 * Returns APP_SECRET. If it is not set, returns a secret that is made once and stored in DATA_DIR. Only the owner of
 * that file can read it.
 */
export function appSecretOf({ appSecret, dataDir }: Pick<Settings, 'appSecret' | 'dataDir'>): string {
  if (appSecret !== undefined) return appSecret;
  const file = join(dataDir, 'app-secret');
  const kept = read(file) ?? make(file);
  if (kept.length < LEAST_CHARACTERS)
    throw new StartFailure(
      `${file} holds no secret. Delete it to have a new one made (everybody is signed out then), or set APP_SECRET.`,
    );
  return kept;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the file completely or not at all. If several processes start at the same time, all use the secret of the
 * first.
 */
function make(file: string): string {
  mkdirSync(join(file, '..'), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTIPS_KEYS } from './connectips-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'bus-ticket-keys-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
let files = 0;

/** Writes a file that only its owner may read and write. The file is deleted when the tests end. */
export function privateFile(content: string): string {
  files += 1;
  const file = join(folder, `${files}.pem`);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/** An environment with settings for every payment method, for merchants that do not exist. */
export const ALL_METHODS = {
  ESEWA_FORM_URL: 'https://esewa.example/form',
  ESEWA_STATUS_URL: 'https://esewa.example/status/',
  ESEWA_PRODUCT_CODE: 'BUS',
  ESEWA_SECRET_KEY: 'key',
  KHALTI_SECRET_KEY: 'live_secret_key',
  FONEPAY_MERCHANT_CODE: 'NBQM',
  FONEPAY_SECRET: 'secret',
  FONEPAY_USERNAME: 'user',
  FONEPAY_PASSWORD: 'pass',
  CONNECTIPS_MERCHANT_ID: '550',
  CONNECTIPS_APP_ID: 'MER-550-APP-1',
  CONNECTIPS_APP_NAME: 'Bus Ticket',
  CONNECTIPS_PASSWORD: 'Abcd@123',
  CONNECTIPS_KEY_FILE: privateFile(CONNECTIPS_KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
} as const;

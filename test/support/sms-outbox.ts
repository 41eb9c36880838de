import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from './http.ts';

/** A text message (SMS) as the outbox folder stores it. */
interface OutboxText {
  readonly to: string;
  readonly text: string;
  readonly kind: string;
  readonly parts: number;
}

/** Sends the queued text messages (SMS). Returns all messages in the outbox folder, oldest first. */
export async function sentTexts({ useCases }: Pick<Api, 'useCases'>, dataDir: string): Promise<readonly OutboxText[]> {
  await useCases.sendSms();
  const folder = join(dataDir, 'sms');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as OutboxText);
}

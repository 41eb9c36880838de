import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../adapters/knex/engine/database.ts';
import type { Sides } from './sides.ts';

/**
 * Makes each case begin under the same conditions. Waits until all mails are sent, and updates the statistics that
 * queries are planned by.
 */
export async function untilSettled({ service, minimal }: Sides): Promise<void> {
  await untilMailsAreSent(service.bed.url);
  if (service.bed.database === 'Postgres') for (const { bed } of [service, minimal]) await analyze(bed.url);
}

const [LOOK_MS, MOST_LOOKS] = [250, 1_200];

/**
 * Waits until all mails are sent. A mail takes as much time as several requests, because its ticket has to be drawn.
 */
async function untilMailsAreSent(url: string): Promise<void> {
  const database = connectDatabase(url);
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    if (!(await database.read.one`select 1 as found from mail_queue where next_attempt_at is not null limit 1`)) break;
    await pause(LOOK_MS);
  }
  await database.close();
}

/**
 * Updates the statistics of the tables, as autovacuum does later. With the statistics of empty tables, queries would
 * read whole tables.
 */
async function analyze(url: string): Promise<void> {
  const database = connectDatabase(url, { unhurried: true });
  await database.knex.raw('analyze');
  await database.close();
}

import { randomUUID } from 'node:crypto';
import { announce } from '../../core/events.ts';
import type { ServiceEvent } from '../../core/events.ts';
import type { Outbox, Recorder } from '../../core/kernel/outbox.ts';
import { toIso } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { list } from './sql.ts';
import type { Sql } from './sql.ts';

/** Rows of `outbox`. Its index `outbox_waiting` holds what is not yet sent, so a look costs the same however much was sent before. */
export const knexRecorder = (sql: Sql): Recorder<ServiceEvent> => ({
  async record(event, at) {
    const { topic, payload } = announce(event);
    const eventId = randomUUID();
    sql.post`
      insert into outbox (event_id, topic, payload, recorded_at)
      values (${eventId}, ${topic}, ${JSON.stringify({ event_id: eventId, ...payload, at: toIso(at) })}, ${at})`;
  },
});

interface Row {
  readonly id: number;
  readonly topic: string;
  readonly payload: string;
}

/** Up to the next power of two by repeating the last: each length is a statement of its own, and is kept prepared. */
const padded = (ids: readonly number[]): readonly number[] => {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, ids.length)));
  return [...ids, ...ids.slice(-1).flatMap((last) => Array<number>(length - ids.length).fill(last))];
};

export const knexOutbox = (sql: Sql): Outbox => ({
  async waiting(limit) {
    const rows = await sql.rows<Row>`select id, topic, payload from outbox where sent_at is null order by id limit ${limit}`;
    return rows.map(({ id, topic, payload }) => ({ id, topic, payload: JSON.parse(payload) as Record<string, unknown> }));
  },

  async anyWaits() {
    return (await sql.one`select 1 as waits from outbox where sent_at is null limit 1`) !== undefined;
  },

  async markSent(ids, at) {
    await sql.changes`update outbox set sent_at = ${at} where id in ${list(padded(ids))}`;
  },

  async retellLast(seconds) {
    await sql.changes`
      update outbox set sent_at = null
      where sent_at >= (select max(sent_at) from outbox where sent_at is not null) - cast(${seconds * 1_000} as bigint)`;
  },

  async backlog() {
    const row = await sql.one<{ count: number; since: number | null }>`
      select count(*) as count, min(recorded_at) as since from outbox where sent_at is null`;
    return { count: row?.count ?? 0, since: (row?.since ?? undefined) as Instant | undefined };
  },

  prune: (before, limit) =>
    sql.changes`delete from outbox where id in (select id from outbox where sent_at < ${before} order by sent_at limit ${limit})`,
});

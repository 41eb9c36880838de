import type { Idempotency, KeptAnswer, RequestKey } from '../../../core/platform/idempotency.ts';
import type { Leases } from '../../../core/platform/leases.ts';
import type { Outbox, OutboxEntry, Recorder } from '../../../core/platform/outbox.ts';
import type { ServiceEvent } from '../../../core/events.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, type Sql, list, padded, raw } from '../engine/sql.ts';

/**
 * Records events in `outbox`. Unpublished events are found by the partial index `outbox_waiting`, as fast with millions
 * of published events as with none.
 */
export const knexRecorder = (
  sql: Sql,
  { announce, random, recordChange }: TransactionNeeds,
): Recorder<ServiceEvent> => ({
  async record(event, at) {
    const id = random.uuid();
    const { topic, payload } = announce(event, id, at);
    recordChange({ thing: 'event' });
    sql.post`
      insert into outbox (event_id, topic, payload, recorded_at)
      values (${id}, ${topic}, ${payload}, ${at})`;
  },
});

export const knexOutbox = (sql: Sql): Outbox => ({
  async pending(limit) {
    return sql.rows<OutboxEntry>`select id, topic, payload from outbox where sent_at is null order by id limit ${limit}`;
  },

  async hasPending() {
    return (await sql.one`select 1 as found from outbox where sent_at is null limit 1`) !== undefined;
  },

  async markSent(ids, at) {
    sql.post`update outbox set sent_at = ${at} where id in ${list(padded(ids))}`;
  },

  async requeueRecent(seconds) {
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

interface AnswerRow {
  readonly body_hash: string;
  readonly status: number | null;
  readonly content_type: string | null;
  readonly body: string | null;
}

/** The stored answer; undefined while the first request is still running. */
const answerOf = ({ status, content_type: contentType, body }: AnswerRow): KeptAnswer | undefined =>
  status === null || contentType === null || body === null ? undefined : { status, contentType, body };

/** The table with a sender's idempotency keys, and the condition for the sender's rows. */
function keysOf(request: RequestKey): { readonly table: Fragment; readonly owner: Fragment; readonly id: number } {
  if ('userId' in request) return { table: raw('idempotency_keys'), owner: raw('user_id'), id: request.userId };
  if ('agentId' in request)
    return { table: raw('agent_idempotency_keys'), owner: raw('agent_id'), id: request.agentId };
  return { table: raw('device_idempotency_keys'), owner: raw('device_id'), id: request.deviceId };
}

/**
 * Stores keys in `idempotency_keys`, `device_idempotency_keys` and `agent_idempotency_keys`. The primary keys accept
 * only one of several simultaneous first requests.
 */
export const knexIdempotency = (sql: Sql): Idempotency => ({
  async reserve(request, { bodyHash, now, runningUntil, keptSince }) {
    const { path, key } = request;
    const { table, owner, id } = keysOf(request);
    const reserved = await sql.changes`
      insert into ${table} (${owner}, path, key, body_hash, created_at, running_until)
      values (${id}, ${path}, ${key}, ${bodyHash}, ${now}, ${runningUntil})
      on conflict (${owner}, path, key) do update
      set body_hash = excluded.body_hash, created_at = excluded.created_at, running_until = excluded.running_until,
          status = null, content_type = null, body = null
      where ${table}.created_at <= ${keptSince}
         or (${table}.running_until <= ${now} and ${table}.body_hash = excluded.body_hash)`;
    if (reserved === 1) return 'first';
    const first = await sql.one<AnswerRow>`
      select body_hash, status, content_type, body from ${table} where ${owner} = ${id} and path = ${path} and key = ${key}`;
    // The first request released its key between these two statements. If the caller tries again, that attempt counts
    // as the first request.
    if (!first) return 'running';
    if (first.body_hash !== bodyHash) return 'other body';
    return answerOf(first) ?? 'running';
  },

  async keep(request, runningUntil, { status, contentType, body }) {
    const { path, key } = request;
    const { table, owner, id } = keysOf(request);
    return (
      1 ===
      (await sql.changes`
      update ${table} set status = ${status}, content_type = ${contentType}, body = ${body}, running_until = null
      where ${owner} = ${id} and path = ${path} and key = ${key} and running_until = ${runningUntil}`)
    );
  },

  async release(request, runningUntil) {
    const { path, key } = request;
    const { table, owner, id } = keysOf(request);
    sql.post`
      delete from ${table} where ${owner} = ${id} and path = ${path} and key = ${key} and running_until = ${runningUntil}`;
  },

  async prune(before, limit) {
    const users = await sql.changes`
      delete from idempotency_keys where (user_id, path, key) in (
        select user_id, path, key from idempotency_keys where created_at < ${before} order by created_at limit ${limit})`;
    if (users >= limit) return users;
    const devices = await sql.changes`
      delete from device_idempotency_keys where (device_id, path, key) in (
        select device_id, path, key from device_idempotency_keys
        where created_at < ${before} order by created_at limit ${limit - users})`;
    if (users + devices >= limit) return users + devices;
    const agents = await sql.changes`
      delete from agent_idempotency_keys where (agent_id, path, key) in (
        select agent_id, path, key from agent_idempotency_keys
        where created_at < ${before} order by created_at limit ${limit - users - devices})`;
    return users + devices + agents;
  },
});

/** Stores leases in `leases`, one row per name. The primary key accepts only one of several simultaneous new leases. */
export const knexLeases = (sql: Sql): Leases => ({
  async take({ name, holder }, until, now) {
    const taken = await sql.changes`
      insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${until})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where leases.holder = excluded.holder or leases.expires_at <= ${now}`;
    return taken === 1;
  },

  async release({ name, holder }) {
    sql.post`delete from leases where name = ${name} and holder = ${holder}`;
  },
});

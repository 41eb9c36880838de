import type { Idempotency, KeptAnswer } from '../../core/kernel/idempotency.ts';
import type { Sql } from './sql.ts';

interface Row {
  readonly body_hash: string;
  readonly status: number | null;
  readonly content_type: string | null;
  readonly body: string | null;
}

/** No answer yet: the first is still running. */
const answerOf = ({ status, content_type: contentType, body }: Row): KeptAnswer | undefined =>
  status === null || contentType === null || body === null ? undefined : { status, contentType, body };

/** Rows of `idempotency_keys`: the primary key lets one of many first requests through. */
export const knexIdempotency = (sql: Sql): Idempotency => ({
  async reserve({ userId, path, key }, { bodyHash, now, runningUntil, keptSince }) {
    const reserved = await sql.changes`
      insert into idempotency_keys (user_id, path, key, body_hash, created_at, running_until)
      values (${userId}, ${path}, ${key}, ${bodyHash}, ${now}, ${runningUntil})
      on conflict (user_id, path, key) do update
      set body_hash = excluded.body_hash, created_at = excluded.created_at, running_until = excluded.running_until,
          status = null, content_type = null, body = null
      where idempotency_keys.created_at <= ${keptSince}
         or (idempotency_keys.running_until <= ${now} and idempotency_keys.body_hash = excluded.body_hash)`;
    if (reserved === 1) return 'first';
    const first = await sql.one<Row>`
      select body_hash, status, content_type, body from idempotency_keys where user_id = ${userId} and path = ${path} and key = ${key}`;
    // Gone just now: the first one was released, and the next attempt will be a first again.
    if (!first) return 'running';
    if (first.body_hash !== bodyHash) return 'other body';
    return answerOf(first) ?? 'running';
  },

  async keep({ userId, path, key }, runningUntil, { status, contentType, body }) {
    await sql.changes`
      update idempotency_keys set status = ${status}, content_type = ${contentType}, body = ${body}, running_until = null
      where user_id = ${userId} and path = ${path} and key = ${key} and running_until = ${runningUntil}`;
  },

  async release({ userId, path, key }, runningUntil) {
    await sql.changes`
      delete from idempotency_keys where user_id = ${userId} and path = ${path} and key = ${key} and running_until = ${runningUntil}`;
  },

  prune: (before, limit) => sql.changes`
    delete from idempotency_keys where (user_id, path, key) in (
      select user_id, path, key from idempotency_keys where created_at < ${before} order by created_at limit ${limit})`,
});

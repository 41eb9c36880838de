import type { WebhookId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Delivery, DeliveryKind, DeliveryStatus } from '../../../core/listening/delivery.ts';
import type { EventType } from '../../../core/listening/event-types.ts';
import type { Deliveries } from '../../../core/listening/ports.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Fragment, type Sql, fragment, list, padded, powersOfTwo, raw, tuples } from '../engine/sql.ts';

export interface DeliveryRow {
  readonly id: number;
  readonly webhook_id: WebhookId;
  readonly event_id: string;
  readonly type: EventType;
  readonly kind: DeliveryKind;
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly failures: number;
  readonly rounds: number;
  readonly response_status: number | null;
  readonly failed: boolean;
  readonly last_attempt_at: Instant | null;
  readonly next_attempt_at: Instant | null;
}

export const DELIVERY_COLUMNS = raw(`id, webhook_id, event_id, type, kind, body, status, attempts, failures, rounds,
  response_status, failed, last_attempt_at, next_attempt_at`);

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  type: row.type,
  kind: row.kind,
  body: row.body,
  status: row.status,
  attempts: row.attempts,
  failures: row.failures,
  rounds: row.rounds,
  responseStatus: row.response_status,
  failed: row.failed,
  lastAttemptAt: row.last_attempt_at,
  nextAttemptAt: row.next_attempt_at,
});

/** Condition for deliveries that are due at a moment and that no process attempts. */
const isDue = (now: Instant) => fragment`
  status = 'PENDING' and next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`;

/**
 * Stores deliveries in `webhook_deliveries`. A claim is the moment until which a process attempts the delivery. If a
 * second process claims a delivery because the first one was slow to renew, the attempt that ends first is recorded.
 */
export const knexDeliveries = (sql: Sql, { recordChange }: Pick<TransactionNeeds, 'recordChange'>): Deliveries => ({
  async add(deliveries, now) {
    if (deliveries.length === 0) return [];
    recordChange({ thing: 'delivery' });
    const ids: number[] = [];
    const rows = deliveries.map(({ webhookId, eventId, type, kind, body }) => [
      ...[webhookId, eventId, type, kind],
      ...[body, 'PENDING', now, now],
    ]);
    for (const batch of powersOfTwo(rows)) {
      const added = await sql.rows<{ id: number }>`
        insert into webhook_deliveries (webhook_id, event_id, type, kind, body, status, next_attempt_at, created_at)
        values ${tuples(batch)} returning id`;
      ids.push(...added.map(({ id }) => id));
    }
    return ids;
  },

  async find(webhook, delivery) {
    const row = await sql.one<DeliveryRow>`
      select ${DELIVERY_COLUMNS} from webhook_deliveries where id = ${delivery} and webhook_id = ${webhook}`;
    return row && toDelivery(row);
  },

  async claim(webhook, { perEndpoint, inAll }, { now, until, doubtfulUntil }) {
    const busy = await sql.one<{ count: number }>`
      select count(*) as count from webhook_deliveries
      where webhook_id = ${webhook} and claimed_until > ${doubtfulUntil}`;
    const most = Math.min(inAll, perEndpoint - (busy?.count ?? 0));
    if (most <= 0) return [];
    const dueOf = (kind: Fragment, limit: number) => sql.rows<{ id: number }>`
      select id from webhook_deliveries where webhook_id = ${webhook} and ${isDue(now)} and ${kind}
      order by next_attempt_at, id limit ${limit}`;
    const fresh = await dueOf(raw("kind <> 'REPLAY'"), most);
    const replayed = fresh.length < most ? await dueOf(raw("kind = 'REPLAY'"), most - fresh.length) : [];
    const due = [...fresh, ...replayed];
    if (due.length === 0) return [];
    const rows = await sql.rows<DeliveryRow>`
      update webhook_deliveries set claimed_until = ${until} where id in ${list(padded(due.map(({ id }) => id)))}
      returning ${DELIVERY_COLUMNS}`;
    return [...rows].sort((one, other) => one.id - other.id).map(toDelivery);
  },

  async renew(ids, now, until) {
    await sql.changes`
      update webhook_deliveries set claimed_until = ${until} where id in ${list(padded(ids))} and claimed_until > ${now}`;
  },

  async settle({ id, attempts, rounds }, { responseStatus, failed, at }, next) {
    const settled = await sql.changes`
      update webhook_deliveries set attempts = attempts + 1, response_status = ${responseStatus}, failed = ${failed},
        last_attempt_at = ${at}, claimed_until = null,
        failures = case when rounds = ${rounds} then failures + ${failed ? 1 : 0} else failures end,
        status = case when rounds = ${rounds} then ${next.status} else status end,
        next_attempt_at = case when rounds = ${rounds} then cast(${next.at} as bigint) else next_attempt_at end
      where id = ${id} and attempts = ${attempts}`;
    return settled === 1;
  },

  async repeat({ id }, now) {
    recordChange({ thing: 'delivery' });
    await sql.changes`
      update webhook_deliveries set status = 'PENDING', next_attempt_at = ${now}, failures = 0, rounds = rounds + 1
      where id = ${id}`;
  },

  async attemptsSince({ kind, id }, since, now) {
    const own = fragment`
      webhook_id in (select id from webhooks where owner_kind = ${kind} and owner_id = ${id})`;
    // The pauses before later attempts are so long that an older delivery had one attempt since then, or those that
    // somebody asked for. These count whenever they were asked for.
    const row = await sql.one<{ count: number }>`
      select cast(
        (select count(*) from webhook_deliveries where ${own} and claimed_until > ${now})
        + (select coalesce(sum(
            case when created_at >= ${since} then attempts when rounds > 0 then rounds else 1 end), 0)
          from webhook_deliveries where ${own} and last_attempt_at >= ${since}) as bigint) as count`;
    return row?.count ?? 0;
  },

  async giveUpAll(webhook) {
    // A replay may be asked for again and again, so what has not begun leaves no row.
    await sql.changes`
      delete from webhook_deliveries
      where webhook_id = ${webhook} and status = 'PENDING' and kind = 'REPLAY' and last_attempt_at is null`;
    await sql.changes`
      update webhook_deliveries set status = 'FAILED', next_attempt_at = null
      where webhook_id = ${webhook} and status = 'PENDING' and kind <> 'TEST'`;
  },

  async tests(webhook, since) {
    const row = await sql.one<{ count: number; first: Instant | null }>`
      select count(*) as count, min(created_at) as first from webhook_deliveries
      where webhook_id = ${webhook} and kind = 'TEST' and created_at >= ${since}`;
    return { count: row?.count ?? 0, first: row?.first ?? null };
  },

  async isReplaying(webhook) {
    const row = await sql.one`
      select 1 as found from webhook_deliveries
      where webhook_id = ${webhook} and status = 'PENDING' and kind = 'REPLAY' and last_attempt_at is null limit 1`;
    return row !== undefined;
  },

  prune: (before, limit) =>
    sql.changes`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where created_at < ${before} order by created_at limit ${limit})`,
});

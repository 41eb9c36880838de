import type { WebhookId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type OwnerKind, nameOfOwner } from '../../../core/listening/owner.ts';
import type { Webhooks } from '../../../core/listening/ports.ts';
import type { DisabledReason, HeardType, Webhook, WebhookStatus } from '../../../core/listening/webhook.ts';
import { type Fragment, type Sql, type SqlValue, forUpdate, fragment, raw, tuples } from '../engine/sql.ts';
import { lockName } from '../platform/named-lock.ts';

export interface WebhookRow {
  readonly id: WebhookId;
  readonly owner_kind: OwnerKind;
  readonly owner_id: number;
  readonly url: string;
  readonly description: string;
  readonly types: string;
  readonly status: WebhookStatus;
  readonly disabled_because: DisabledReason | null;
  readonly active_since: Instant;
  readonly disabled_at: Instant | null;
  readonly last_success_at: Instant | null;
  readonly failing_since: Instant | null;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: Instant | null;
  readonly created_at: Instant;
}

const WRITTEN = raw(`owner_kind, owner_id, url, description, types, status, disabled_because, active_since, disabled_at,
  last_success_at, failing_since, secret, old_secret, old_secret_until, created_at`);

export const WEBHOOK_COLUMNS = fragment`id, ${WRITTEN}`;

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  owner: { kind: row.owner_kind, id: row.owner_id },
  url: row.url,
  description: row.description,
  types: JSON.parse(row.types) as readonly HeardType[],
  status: row.status,
  disabledBecause: row.disabled_because,
  activeSince: row.active_since,
  disabledAt: row.disabled_at,
  lastSuccessAt: row.last_success_at,
  failingSince: row.failing_since,
  secret: row.secret,
  oldSecret:
    row.old_secret === null || row.old_secret_until === null
      ? null
      : { sealed: row.old_secret, until: row.old_secret_until },
  createdAt: row.created_at,
});

const valuesOf = (webhook: Omit<Webhook, 'id'>): readonly SqlValue[] => [
  ...[webhook.owner.kind, webhook.owner.id, webhook.url, webhook.description, JSON.stringify(webhook.types)],
  ...[webhook.status, webhook.disabledBecause, webhook.activeSince, webhook.disabledAt],
  ...[webhook.lastSuccessAt, webhook.failingSince],
  ...[webhook.secret, webhook.oldSecret?.sealed ?? null, webhook.oldSecret?.until ?? null, webhook.createdAt],
];

/** Stores endpoints in `webhooks`. Their secrets are stored encrypted. */
export const knexWebhooks = (sql: Sql): Webhooks => {
  const lockWhere = async (isMeant: Fragment): Promise<Webhook | undefined> => {
    const row = await sql.one<WebhookRow>`
      select ${WEBHOOK_COLUMNS} from webhooks where ${isMeant} ${forUpdate(sql)}`;
    return row && toWebhook(row);
  };

  return {
    lockOwner: (owner) => lockName(sql, `webhooks of ${nameOfOwner(owner)}`),

    async count({ kind, id }) {
      const row = await sql.one<{ count: number }>`
        select count(*) as count from webhooks where owner_kind = ${kind} and owner_id = ${id}`;
      return row?.count ?? 0;
    },

    async isOfSandbox({ kind, id }) {
      if (kind !== 'AGENT') return false;
      return (await sql.one`select 1 as found from agents where id = ${id} and is_test`) !== undefined;
    },

    async add(webhook) {
      const row = await sql.one<{ id: WebhookId }>`
        insert into webhooks (${WRITTEN}) values ${tuples([valuesOf(webhook)])} returning id`;
      if (!row) throw new Error('An insert returned no key.');
      return row.id;
    },

    lockOwned: (id, owner) => lockWhere(fragment`id = ${id} and owner_kind = ${owner.kind} and owner_id = ${owner.id}`),
    lock: (id) => lockWhere(fragment`id = ${id}`),

    async save(webhook) {
      await sql.changes`
        update webhooks set url = ${webhook.url}, description = ${webhook.description},
          types = ${JSON.stringify(webhook.types)}, status = ${webhook.status},
          disabled_because = ${webhook.disabledBecause}, active_since = ${webhook.activeSince},
          disabled_at = ${webhook.disabledAt}, last_success_at = ${webhook.lastSuccessAt},
          failing_since = ${webhook.failingSince}, secret = ${webhook.secret},
          old_secret = ${webhook.oldSecret?.sealed ?? null}, old_secret_until = ${webhook.oldSecret?.until ?? null}
        where id = ${webhook.id}`;
    },

    async remove(id) {
      await sql.changes`delete from webhooks where id = ${id}`;
    },

    async active() {
      const rows = await sql.rows<WebhookRow>`
        select ${WEBHOOK_COLUMNS} from webhooks where status = 'ACTIVE' order by id`;
      return rows.map(toWebhook);
    },
  };
};

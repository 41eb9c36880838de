import type { WebhookId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import type { WebhookViews } from '../../../core/listening/ports.ts';
import { behind, where } from '../engine/keyset.ts';
import { type Sql, fragment, raw } from '../engine/sql.ts';
import { type DeliveryRow, DELIVERY_COLUMNS, toDelivery } from './deliveries.ts';
import { type WebhookRow, toWebhook, WEBHOOK_COLUMNS } from './webhooks.ts';

const NEWEST = raw('id');

/** Reads endpoints and deliveries, each answer in one statement. */
export const knexWebhookViews = (read: Sql): WebhookViews => ({
  async list({ kind, id: owner }, page) {
    const rows = await read.rows<WebhookRow>`
      select ${WEBHOOK_COLUMNS} from webhooks
      ${where([fragment`owner_kind = ${kind} and owner_id = ${owner}`, ...behind(NEWEST, page.after, 'desc')])}
      order by id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toWebhook), page, ({ id }) => [id]);
  },

  async find(webhook, { kind, id }) {
    const row = await read.one<WebhookRow>`
      select ${WEBHOOK_COLUMNS} from webhooks where id = ${webhook} and owner_kind = ${kind} and owner_id = ${id}`;
    return row && toWebhook(row);
  },

  async deliveries(webhook, page) {
    const rows = await read.rows<DeliveryRow>`
      select ${DELIVERY_COLUMNS} from webhook_deliveries
      ${where([fragment`webhook_id = ${webhook}`, ...behind(NEWEST, page.after, 'desc')])}
      order by id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(toDelivery), page, ({ id }) => [id]);
  },

  async delivery(webhook, delivery) {
    const row = await read.one<DeliveryRow>`
      select ${DELIVERY_COLUMNS} from webhook_deliveries where id = ${delivery} and webhook_id = ${webhook}`;
    return row && toDelivery(row);
  },

  async anyUnnumbered() {
    return (await read.one`select 1 as found from feed_events where place is null limit 1`) !== undefined;
  },

  async due(now) {
    const rows = await read.rows<{ id: WebhookId }>`
      select id from webhooks where exists (
        select 1 from webhook_deliveries where webhook_id = webhooks.id
          and webhook_deliveries.status = 'PENDING' and next_attempt_at <= ${now}
          and (claimed_until is null or claimed_until <= ${now}))
      order by id`;
    return rows.map(({ id }) => id);
  },

  async sealedOtherwise(mark) {
    const rows = await read.rows<{ id: WebhookId }>`
      select id from webhooks
      where status = 'ACTIVE' and substr(secret, 1, ${mark.length}) <> ${mark} order by id`;
    return rows.map(({ id }) => id);
  },
});

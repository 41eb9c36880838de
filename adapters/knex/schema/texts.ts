import type { AreaSchema } from './area-schema.ts';

export const textsSchema: AreaSchema = {
  about: 'Text messages to phones, and the short links to tickets in them.',
  tables: ['sms_queue', 'ticket_links'],
  create: (sql) => [
    `create table sms_queue (
      ${sql.bigId},
      kind text not null check (kind in ('CODE', 'CONFIRMED', 'CANCELLED', 'RETIMED', 'BUS_CHANGED', 'REFUND_DUE', 'ACCOUNT_CHANGED', 'REFUND_SENT', 'REFUND_PAID', 'REFUND_FAILED')),
      booking_id integer references bookings (id), -- null for a code
      content text, -- JSON; null once it is sent or given up
      attempts integer not null default 0,
      queued_at bigint not null,
      expires_at bigint not null, -- not sent from then on
      next_attempt_at bigint, -- null once it is sent or given up
      sent_at bigint, -- set before it is handed to the provider
      parts integer not null default 0, -- 0 until it is sent
      check ((kind = 'CODE') = (booking_id is null))
    )`,
    'create index sms_queue_waiting on sms_queue (next_attempt_at) where next_attempt_at is not null',
    'create index sms_queue_sent on sms_queue (sent_at) where sent_at is not null',
    'create index sms_queue_over on sms_queue (queued_at) where next_attempt_at is null',
    `create table ticket_links (
      code text not null primary key, -- 12 random characters
      booking_id integer not null references bookings (id)
    )`,
    'create unique index ticket_links_booking_id_unique on ticket_links (booking_id)',
  ],
};

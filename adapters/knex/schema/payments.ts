import type { AreaSchema } from './area-schema.ts';

export const paymentsSchema: AreaSchema = {
  about: 'Payments and what gateways said about them.',
  tables: ['payments', 'payment_webhook_logs'],
  create: (sql) => [
    `create table payments (
      ${sql.id},
      booking_id integer not null references bookings (id),
      gateway text not null,
      transaction_uuid text not null, -- what the gateway calls it by
      amount_paisa bigint not null,
      status text not null check (status in ('INITIATED', 'PENDING', 'COMPLETE', 'CANCELED', 'FAILED', 'AMBIGUOUS', 'FULL_REFUND', 'PARTIAL_REFUND')),
      gateway_reference text,
      raw_response text,
      created_at bigint not null,
      updated_at bigint not null,
      enquiries integer not null default 0,
      enquired_at bigint, -- when the last enquiry began: keeps a gap between two
      enquiring_until bigint, -- no other process asks before this moment
      next_enquiry_at bigint, -- when reconciliation asks again; null when it has nothing to ask
      reconciliations integer not null default 0,
      shift_id integer references shifts (id),
      paid_at bigint,
      -- by an administrator, when the gateway could not say
      resolved_as text check (resolved_as in ('FAILED', 'COMPLETE')),
      resolved_by integer references users (id)
    )`,
    'create index payments_booking_id_index on payments (booking_id)',
    'create unique index payments_transaction_uuid_unique on payments (transaction_uuid)',
    'create index payments_to_reconcile on payments (next_enquiry_at) where next_enquiry_at is not null',
    `create index payments_open on payments (created_at) where status in ('INITIATED', 'PENDING', 'AMBIGUOUS')`,
    'create index payments_newest on payments (created_at, id)',
    'create index payments_of_status on payments (status, created_at, id)',
    'create index payments_of_gateway on payments (gateway, created_at, id)',
    `create table payment_webhook_logs (
      ${sql.id},
      payment_id integer references payments (id), -- null when nobody knows the transaction
      transaction_uuid text not null,
      raw_payload text not null,
      signature_valid boolean not null,
      source text not null check (source in ('SUCCESS_CALLBACK', 'FAILURE_CALLBACK', 'ENQUIRY')),
      received_at bigint not null
    )`,
    'create index payment_webhook_logs_payment_id_index on payment_webhook_logs (payment_id)',
    'create index payment_webhook_logs_unknown on payment_webhook_logs (received_at) where payment_id is null',
  ],
};

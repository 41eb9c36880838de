import type { AreaSchema } from './area-schema.ts';

export const refundsSchema: AreaSchema = {
  about: 'Refunds and the accounts that they go to.',
  tables: ['refunds', 'refund_accounts'],
  create: (sql) => [
    `create table refunds (
      ${sql.id},
      payment_id integer not null references payments (id),
      booking_id integer not null references bookings (id),
      reason text not null check (reason in ('LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'PASSENGER_CANCELLATION', 'OPERATOR_CANCELLATION', 'GOODWILL')),
      amount_paisa bigint not null,
      status text not null check (status in ('DUE', 'SENT', 'PAID', 'FAILED')),
      due_at bigint not null,
      created_at bigint not null,
      operator_id integer not null references operators (id), -- the booking’s company
      method text,
      reference text,
      sent_at bigint,
      paid_at bigint,
      failure text,
      account_kind text, -- the account it is sent to; null until somebody names one
      account_holder text,
      account_number text,
      account_bank text,
      shift_id integer references shifts (id), -- the till that paid it
      account_version integer, -- which version of refund_accounts was copied
      account_named_by text,
      added_by integer references users (id),
      claimed_by integer references users (id), -- the administrator who is sending it, until claimed_until
      claimed_until bigint,
      taken_over boolean not null default false -- the platform pays it in place of the company
    )`,
    'create index refunds_booking_id_index on refunds (booking_id)',
    'create index refunds_of_payment on refunds (payment_id)',
    'create index refunds_by_day on refunds (due_at, id)',
    'create index refunds_of_status on refunds (status, due_at, id)',
    'create index refunds_of_reason on refunds (reason, due_at, id)',
    'create index refunds_of_company on refunds (operator_id, due_at, id)',
    `create index refunds_unpaid on refunds (due_at, id) where status <> 'PAID'`,
    'create index refunds_of_account on refunds (account_number, account_kind, created_at)',
    `create table refund_accounts (
      booking_id integer primary key references bookings (id),
      kind text not null,
      holder text not null,
      number text not null,
      bank text,
      version integer not null, -- counted from 1
      named_by text not null check (named_by in ('PASSENGER', 'OPERATOR', 'ADMIN')),
      named_at bigint not null
    )`,
  ],
};

import type { AreaSchema } from './area-schema.ts';

export const sandboxSchema: AreaSchema = {
  about: 'What the pretend gateways of the sandbox remember. Empty where real gateways take the payments.',
  tables: ['sandbox_payments', 'sandbox_faults', 'sandbox_keys'],
  create: () => [
    `create table sandbox_payments (
      gateway text not null,
      id text not null, -- the gateway's id of the payment
      amount_paisa bigint not null,
      order_fields text not null, -- JSON: the shop's order in the words of the protocol
      opened_at bigint not null,
      refused_at bigint,
      paid_paisa bigint, -- null until the payer pays
      paid_at bigint, -- may lie ahead: pending until then
      transaction_id text,
      given_back_paisa bigint not null default 0,
      primary key (gateway, id),
      check ((paid_paisa is null) = (paid_at is null) and (paid_paisa is null) = (transaction_id is null)),
      check (given_back_paisa between 0 and coalesce(paid_paisa, 0))
    )`,
    `create unique index sandbox_payments_transactions on sandbox_payments (gateway, transaction_id)
      where transaction_id is not null`,
    'create index sandbox_payments_opened on sandbox_payments (opened_at)',
    `create table sandbox_faults (
      gateway text not null,
      fault text not null,
      times integer not null check (times >= 0), -- calls that still fail
      set_at bigint not null,
      primary key (gateway, fault)
    )`,
    `create table sandbox_keys (
      gateway text not null primary key,
      key text not null -- PEM; made by the first process that uses the sandbox
    )`,
  ],
};

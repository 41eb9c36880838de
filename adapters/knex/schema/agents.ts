import type { AreaSchema } from './area-schema.ts';

export const agentsSchema: AreaSchema = {
  about: 'Agents that sell on account, their keys, and the companies that they sell for.',
  tables: ['agents', 'agent_operators', 'agent_refusals', 'agent_keys', 'agent_idempotency_keys'],
  create: (sql) => [
    `create table agents (
    ${sql.id},
    name text not null,
    name_key text not null, -- the name as names are compared, folded in code
    contact_email text not null,
    contact_phone text,
    commission_rate_bp integer not null, -- holds for later sales; a booking keeps its own
    credit_limit_paisa bigint not null,
    warn_below_paisa bigint, -- null means a tenth of the credit limit
    all_companies boolean not null default true, -- false: only the companies in agent_operators
    status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
    balance_paisa bigint not null default 0, -- debit less credit of the agent’s rows in the ledger, kept with each row
    has_warning boolean not null default false, -- its credit is below the warning, and the mail about it was queued
    is_test boolean not null default false, -- a stranger made it on a sandbox; no mail or text about it is sent
    created_at bigint not null
  )`,
    `create table agent_operators (
    agent_id integer not null references agents (id),
    operator_id integer not null references operators (id),
    primary key (agent_id, operator_id)
  )`,
    `create table agent_refusals (
    operator_id integer not null references operators (id),
    agent_id integer not null references agents (id),
    refused_at bigint not null,
    primary key (operator_id, agent_id)
  )`,
    'create index agent_refusals_agent_id_index on agent_refusals (agent_id)',
    `create table agent_keys (
    ${sql.id},
    agent_id integer not null references agents (id),
    label text not null,
    starts_with text not null, -- the first characters of the key, so that people recognise it
    key_hash text not null, -- only one answer ever shows the key itself
    scopes text not null, -- JSON of its scopes
    daily_amount_paisa bigint, -- bounds the sales of a local day; null means no bound
    status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint, -- exact to a minute
    deleted_at bigint -- the row stays, because sales and the activity log name the key
  )`,
    'create unique index agent_keys_key_hash_unique on agent_keys (key_hash)',
    'create index agent_keys_agent_id_index on agent_keys (agent_id, id)',
    `create table agent_idempotency_keys (
    agent_id integer not null references agents (id),
    path text not null,
    key text not null,
    body_hash text not null,
    created_at bigint not null,
    running_until bigint, -- after it, a first request that died lets the next one in
    status integer,
    content_type text,
    body text,
    primary key (agent_id, path, key)
  )`,
    'create index agent_idempotency_keys_created_at_index on agent_idempotency_keys (created_at)',
  ],
};

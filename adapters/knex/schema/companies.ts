import type { AreaSchema } from './area-schema.ts';

export const companiesSchema: AreaSchema = {
  about: 'Companies and their staff.',
  tables: ['operators', 'staff', 'sent_invitations'],
  create: (sql) => [
    `create table operators (
      ${sql.id},
      company_name text not null,
      rating_sum integer not null default 0, -- kept with each rating, so that a search never counts
      rating_count integer not null default 0,
      created_at bigint not null,
      name_key text not null default '', -- the name as names are compared: NFC, lower case, folded in code
      contact_phone text,
      contact_email text,
      address text,
      pan_no text,
      status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
      commission_rate_bp integer, -- basis points; null means the platform’s rate
      cancellation_tiers text, -- JSON; null means the platform’s tiers
      -- one of its buses was approved once: then the higher quotas hold
      has_been_approved boolean not null default false
    )`,
    `create table staff (
      ${sql.id},
      operator_id integer not null references operators (id),
      user_id integer references users (id), -- nobody belongs to two companies
      full_name text, -- as the invitation says; a member’s name, email and phone are those of the account
      email text, -- null once the invitation is accepted
      phone text,
      position text not null check (position in ('OWNER', 'MANAGER', 'CLERK', 'CONDUCTOR')),
      status text not null check (status in ('INVITED', 'ACTIVE')),
      invited_at bigint,
      joined_at bigint,
      invitation_nonce text, -- of the current token; older tokens carry another one and are refused
      invitation_expires_at bigint,
      gave_role boolean not null default false, -- joining gave the role OPERATOR, so leaving takes it
      created_account boolean not null default false
    )`,
    'create index staff_operator_id_index on staff (operator_id)',
    'create unique index staff_user_id_unique on staff (user_id)',
    'create unique index staff_invited_once on staff (email, operator_id)',
    // The table counts the invitations of a company, and to an address, so that nobody gets too many mails.
    `create table sent_invitations (
      ${sql.id},
      operator_id integer not null references operators (id),
      email text not null,
      sent_at bigint not null
    )`,
    'create index sent_invitations_sent_at_index on sent_invitations (sent_at)',
    'create index sent_invitations_operator_id_sent_at_index on sent_invitations (operator_id, sent_at)',
    'create index sent_invitations_email_sent_at_index on sent_invitations (email, sent_at)',
  ],
};

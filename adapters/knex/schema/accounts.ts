import type { AreaSchema } from './area-schema.ts';
import { keepLog } from './kept-log.ts';

/**
 * Days for which the login log is kept, longer than a year. The log contains IP and e-mail addresses, which are
 * personal data.
 */
const LOGIN_LOG_DAYS = 400;

export const accountsSchema: AreaSchema = {
  about: 'Accounts, sign-in, second factors and sessions.',
  tables: [
    'users',
    'user_role_access',
    'login_otps',
    'trusted_devices',
    'sign_in_addresses',
    'second_factors',
    'recovery_codes',
    'code_tries',
    'refresh_sessions',
    'used_once',
    'login_log',
  ],
  create: (sql) => [
    `create table users (
      ${sql.id},
      role text not null check (role in ('PASSENGER', 'OPERATOR', 'ADMIN')),
      full_name text not null,
      email text not null, -- lower case, NFC, as core/accounts normalises it
      phone text,
      password_hash text not null, -- begins with ! when no password opens the account
      email_verified boolean not null,
      status text not null,
      failed_login_attempts integer not null default 0,
      account_locked_until bigint,
      wrong_codes integer not null default 0, -- since wrong_codes_since
      wrong_codes_since bigint,
      last_login_at bigint,
      token_version integer not null default 0, -- raised to end every session
      avatar text,
      avatar_color text not null,
      created_at bigint not null,
      search_key text not null default '', -- name, address and phone, folded for searches
      wrong_passwords integer not null default 0, -- at change-password, since wrong_passwords_since
      wrong_passwords_since bigint,
      language text -- of mails about the account; null until a page has told it
    )`,
    'create unique index users_email_unique on users (email)',
    'create unique index users_phone_unique on users (phone)',
    'create index users_of_status on users (status, id)',
    'create index users_of_role on users (role, id)',
    `create table user_role_access (
      user_id integer not null references users (id),
      role text not null check (role in ('PASSENGER', 'OPERATOR', 'ADMIN')),
      primary key (user_id, role)
    )`,
    'create index user_role_access_of_role on user_role_access (role, user_id)',
    `create table login_otps (
      ${sql.id},
      user_id integer not null references users (id),
      -- a code of one family never passes for another; RESET rows only count mails
      family text not null check (family in ('SIGN_IN', 'EMAIL', 'RESET')),
      purpose text not null check (purpose in ('LOGIN', 'SIGNUP', 'RESEND', 'RESET')),
      code_hash text not null,
      used boolean not null default false,
      attempts integer not null default 0,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index login_otps_user_id_created_at_index on login_otps (user_id, created_at)',
    'create index login_otps_expired on login_otps (expires_at)',
    `create table trusted_devices (
      user_id integer not null references users (id),
      device_id text not null,
      trusted_at bigint not null,
      expires_at bigint not null,
      failed_login_attempts integer not null default 0, -- a person is locked out on one device, not everywhere
      locked_until bigint,
      primary key (user_id, device_id)
    )`,
    'create index trusted_devices_expired on trusted_devices (expires_at)',
    `create table sign_in_addresses (
      user_id integer not null references users (id),
      address text not null, -- a client address from which this account has signed in
      failed_login_attempts integer not null default 0,
      locked_until bigint,
      last_sign_in_at bigint,
      expires_at bigint not null,
      primary key (user_id, address)
    )`,
    'create index sign_in_addresses_expires_at_index on sign_in_addresses (expires_at)',
    `create table second_factors (
      user_id integer primary key references users (id),
      secret text not null,
      started_at bigint not null,
      confirmed_at bigint, -- null until the first code is right
      last_step bigint not null default 0 -- the newest time step whose code was used (RFC 6238)
    )`,
    `create table recovery_codes (
      user_id integer not null references users (id),
      code_hash text not null,
      primary key (user_id, code_hash)
    )`,
    `create table code_tries (
      key text primary key,
      tries integer not null, -- wrong codes under this key until expires_at
      expires_at bigint not null
    )`,
    'create index code_tries_expires_at_index on code_tries (expires_at)',
    `create table refresh_sessions (
      jti text primary key,
      family text not null, -- shared by all tokens that were rotated from one sign-in
      user_id integer not null references users (id),
      role text not null,
      issued_at bigint not null,
      expires_at bigint not null,
      rotated_at bigint,
      revoked_at bigint,
      started_at bigint -- when the family signed in
    )`,
    'create index refresh_sessions_family_index on refresh_sessions (family)',
    'create index refresh_sessions_user_id_index on refresh_sessions (user_id)',
    'create index refresh_sessions_expires_at_index on refresh_sessions (expires_at)',
    // Keys that can be used only once. A key is added when it is used, and deleted after it would have expired.
    `create table used_once (
      key text primary key,
      expires_at bigint not null
    )`,
    'create index used_once_expires_at_index on used_once (expires_at)',
    `create table login_log (
      ${sql.id},
      kind text not null check (kind in ('SUCCESS', 'FAILED', 'LOCKED', 'LOGOUT', 'OTP_SENT')),
      user_id integer references users (id),
      email text,
      role text,
      message text not null,
      ip text,
      user_agent text,
      at bigint not null
    )`,
    'create index login_log_newest on login_log (at, id)',
    'create index login_log_of_user on login_log (user_id, at, id)',
    'create index login_log_of_kind on login_log (kind, at, id)',
    ...keepLog(sql, 'login_log', LOGIN_LOG_DAYS),
  ],
  drop: (sql) => (sql.dialect === 'postgres' ? ['drop function refuse_change_of_log() cascade'] : []),
};

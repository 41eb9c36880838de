import { type Account, type UserStatus, type Role, userSearchKey } from '../../../core/accounts/account.ts';
import type { UserRepo } from '../../../core/accounts/ports.ts';
import type { AgentId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { folded } from '../../../core/kernel/folding.ts';
import { type Language } from '../../../core/kernel/text.ts';
import { type Instant, hoursAfter } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { isUniqueViolation } from '../engine/errors.ts';
import { type Fragment, type Sql, forUpdate, fragment, list, raw } from '../engine/sql.ts';
import { attemptsIn } from './attempts.ts';
import { lockName } from '../platform/named-lock.ts';
import { triesWithin } from '../platform/tries-within.ts';

export interface UserRow {
  readonly id: number;
  readonly role: Role;
  readonly granted: string | null;
  readonly full_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_verified: boolean;
  readonly password_hash: string;
  readonly email_verified: boolean;
  readonly status: UserStatus;
  readonly failed_login_attempts: number;
  readonly account_locked_until: number | null;
  readonly last_login_at: number | null;
  readonly token_version: number;
  readonly avatar: string | null;
  readonly avatar_color: string;
  readonly created_at: number;
  readonly language: Language | null;
  readonly company_name: string | null;
  readonly operator_id: OperatorId | null;
  readonly agent_id: AgentId | null;
}

/** Granted roles come from a subquery, because with a join a row lock would also cover their rows. */
export const GRANTED = raw(`(select string_agg(role, ',') from user_role_access where user_id = users.id) as granted`);
const COLUMNS = fragment`
  id, role, ${GRANTED}, full_name, email, phone, phone_verified, password_hash, email_verified, status, failed_login_attempts, account_locked_until,
  last_login_at, token_version, avatar, avatar_color, created_at, language, (select operator_id from staff where user_id = users.id) as operator_id,
  (select agent_id from staff where user_id = users.id) as agent_id,
  (select coalesce(operators.company_name, agents.name) from staff left join operators on operators.id = staff.operator_id
    left join agents on agents.id = staff.agent_id where staff.user_id = users.id) as company_name`;
/** Whether a row is a passenger's account. The unique index on phone numbers uses the same condition. */
const IS_PASSENGER = raw(`(role = 'PASSENGER' or passenger_added)`);
const IS_NO_PASSENGER = fragment`not ${IS_PASSENGER}`;
export const rolesOf = ({ role, granted }: Pick<UserRow, 'role' | 'granted'>): readonly Role[] => [
  ...new Set([role, ...((granted?.split(',') ?? []) as Role[])]),
];

const toAccount = (row: UserRow): Account => ({
  id: row.id as UserId,
  role: row.role,
  roles: rolesOf(row),
  fullName: row.full_name,
  email: row.email,
  phone: row.phone,
  phoneVerified: row.phone_verified,
  passwordHash: row.password_hash,
  emailVerified: row.email_verified,
  status: row.status,
  failedAttempts: row.failed_login_attempts,
  lockedUntil: row.account_locked_until as Instant | null,
  lastLoginAt: row.last_login_at as Instant | null,
  tokenVersion: row.token_version,
  avatar: row.avatar,
  avatarColor: row.avatar_color,
  createdAt: row.created_at as Instant,
  language: row.language,
  companyName: row.company_name,
  operatorId: row.operator_id,
  agentId: row.agent_id,
});

export async function findUser(sql: Sql, condition: Fragment, lock = raw('')): Promise<Account | undefined> {
  const row = await sql.one<UserRow>`select ${COLUMNS} from users where ${condition} ${lock}`;
  return row && toAccount(row);
}
const attemptsOf = (sql: Sql) => attemptsIn(sql, 'users', 'account_locked_until');
const wrongCodesOf = (sql: Sql) => triesWithin(sql, 'wrong_codes', 24);
const wrongPasswordsOf = (sql: Sql) => triesWithin(sql, 'wrong_passwords', 1);

/** Statuses of payments whose money has arrived or may have arrived, even if it was refunded later. */
const ARRIVED = ['AMBIGUOUS', 'COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND'] as const;

/** Stores accounts in `users`. Unique indexes on `email` and `phone` hold even for simultaneous registrations. */
export const knexUsers = (
  sql: Sql,
  {
    recordChange,
    manifestChanged,
    lineChanged,
  }: Pick<TransactionNeeds, 'recordChange' | 'manifestChanged' | 'lineChanged'>,
): UserRepo => ({
  async add(user) {
    const added = await sql.one<{ id: UserId }>`
      insert into users (role, full_name, email, phone, phone_verified, password_hash, email_verified, status, avatar_color, created_at, search_key)
      values (${user.role}, ${user.fullName}, ${user.email}, ${user.phone}, ${user.phoneVerified}, ${user.passwordHash}, ${user.emailVerified},
        ${user.status}, ${user.avatarColor}, ${user.createdAt}, ${userSearchKey(user)})
      on conflict do nothing returning id`;
    if (added) return added.id;
    const isTaken =
      user.email !== null && (await sql.one`select id from users where email = ${user.email}`) !== undefined;
    return isTaken ? 'email taken' : 'phone taken';
  },

  find: (id) => findUser(sql, fragment`id = ${id}`),
  findByEmail: (email) => findUser(sql, fragment`email = ${email}`),
  findByPhone: (phone, group) =>
    findUser(sql, fragment`phone = ${phone} and ${group === 'passengers' ? IS_PASSENGER : IS_NO_PASSENGER}`),
  lock: (id) => findUser(sql, fragment`id = ${id}`, forUpdate(sql)),

  reserveAttempt: (id, policy, now) => attemptsOf(sql).reserve(fragment`id = ${id}`, policy, now),
  releaseAttempt: (id, attempt) => attemptsOf(sql).release(fragment`id = ${id}`, attempt),
  async clearAttempts(id) {
    await sql.changes`
      update users set failed_login_attempts = 0, account_locked_until = null, wrong_passwords = 0 where id = ${id}`;
  },

  reserveWrongCode: async (id, limit, now) => (await wrongCodesOf(sql).reserve(id, limit, now)) !== undefined,
  releaseWrongCode: (id) => wrongCodesOf(sql).release(id),
  wrongCodes: async (id, now) => (await wrongCodesOf(sql).find(id, now))?.count ?? 0,

  async reserveWrongPassword(id, limit, now) {
    const counted = await wrongPasswordsOf(sql).reserve(id, limit, now);
    if (counted) return { number: counted.count };
    const full = await wrongPasswordsOf(sql).find(id, now);
    return { until: hoursAfter(full?.since ?? now, 1) };
  },
  releaseWrongPassword: (id) => wrongPasswordsOf(sql).release(id),

  async signedIn(id, at, language) {
    await sql.changes`
      update users set last_login_at = ${at}, language = coalesce(${language ?? null}, language) where id = ${id}`;
  },

  async verifyEmail(id) {
    await sql.changes`update users set email_verified = ${true} where id = ${id} and email is not null`;
  },

  async replacePassword(id, from, to) {
    const changed =
      await sql.changes`update users set password_hash = ${to}, token_version = token_version + 1 where id = ${id} and password_hash = ${from}`;
    if (changed > 0) recordChange({ thing: 'sign-out' });
    return changed > 0;
  },

  async raiseTokenVersion(id) {
    await sql.changes`update users set token_version = token_version + 1 where id = ${id}`;
    recordChange({ thing: 'sign-out' });
  },

  async setStatus(id, status) {
    await sql.changes`update users set status = ${status} where id = ${id}`;
    if (status !== 'ACTIVE') lineChanged({ of: 'user', userId: id });
  },

  async lockActiveAdmins() {
    const admins = await sql.rows<{ id: UserId }>`
      select id from users where role = 'ADMIN' and status = 'ACTIVE' order by id ${forUpdate(sql)}`;
    return admins.map(({ id }) => id);
  },

  async hadAnotherAdmin(id, since) {
    // An administrator who was suspended after `since` counts, too, because the account was ACTIVE until the
    // suspension.
    const row = await sql.one<{ readonly id: UserId }>`
      select users.id from users
      where users.role = 'ADMIN' and users.id <> ${id} and (users.status = 'ACTIVE' or exists (
        select 1 from activity_log log
        where log.subject_type = 'user' and log.subject_id = users.id and log.kind = 'USER_SUSPENDED' and log.at > ${since}))
      limit 1`;
    return row !== undefined;
  },

  async administrators() {
    const rows = await sql.rows<Pick<UserRow, 'full_name' | 'email' | 'language'>>`
      select full_name, email, language from users where role = 'ADMIN' and status = 'ACTIVE' order by id`;
    return rows.flatMap(({ full_name: fullName, email, language }) =>
      email === null ? [] : [{ fullName, email, language }],
    );
  },

  async saveProfile(id, { fullName, phone, phoneVerified }) {
    const before = await sql.one<Pick<UserRow, 'full_name' | 'phone'>>`
      select full_name, phone from users where id = ${id}`;
    try {
      const saved = await sql.one<Pick<UserRow, 'email'>>`
        update users set full_name = ${fullName}, phone = ${phone}, phone_verified = ${phoneVerified}
        where id = ${id} returning email`;
      if (saved) {
        const key = userSearchKey({ fullName, phone, email: saved.email });
        await sql.changes`update users set search_key = ${key} where id = ${id}`;
      }
      if (before?.full_name !== fullName || before.phone !== phone) manifestChanged({ of: 'user', id });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  },

  lockPhone: (phone) => lockName(sql, `phone ${phone}`),

  async setEmail(id, { email, emailVerified }) {
    try {
      const saved = await sql.one<Pick<UserRow, 'full_name' | 'phone'>>`
        update users set email = ${email}, email_verified = ${emailVerified} where id = ${id} returning full_name, phone`;
      if (saved) {
        const key = userSearchKey({ fullName: saved.full_name, phone: saved.phone, email });
        await sql.changes`update users set search_key = ${key} where id = ${id}`;
      }
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  },

  hasPaid: async (id) =>
    (await sql.one`
      select 1 from bookings join payments on payments.booking_id = bookings.id
      where bookings.user_id = ${id} and payments.status in ${list(ARRIVED)} limit 1`) !== undefined,

  async setAvatar(id, avatar) {
    const before = await sql.one<{
      avatar: string | null;
    }>`select avatar from users where id = ${id} ${forUpdate(sql)}`;
    await sql.changes`update users set avatar = ${avatar} where id = ${id}`;
    return before?.avatar ?? null;
  },

  async changeRole(id, role) {
    await sql.changes`update users set role = ${role} where id = ${id}`;
  },

  async grantRole(id, role) {
    await sql.changes`insert into user_role_access (user_id, role) values (${id}, ${role}) on conflict do nothing`;
    if (role === 'PASSENGER') await sql.changes`update users set passenger_added = ${true} where id = ${id}`;
  },

  async revokeRole(id, role) {
    await sql.changes`delete from user_role_access where user_id = ${id} and role = ${role}`;
    if (role === 'PASSENGER') await sql.changes`update users set passenger_added = ${false} where id = ${id}`;
  },

  async ensureOperator(id, companyName, now) {
    // The lock keeps a simultaneous sign-in from adding a second company.
    const user = await sql.one<Pick<UserRow, 'role' | 'full_name'>>`
      select role, full_name from users where id = ${id} ${forUpdate(sql)}`;
    if (!user) throw new Error(`There is no user ${id}.`);
    if (user.role !== 'OPERATOR')
      await sql.changes`insert into user_role_access (user_id, role) values (${id}, 'OPERATOR') on conflict do nothing`;

    const known = await sql.one<{ id: OperatorId | null }>`select operator_id as id from staff where user_id = ${id}`;
    if (!known) return addCompany(sql, id, companyName ?? user.full_name, now);
    if (known.id === null) return undefined;
    if (companyName !== undefined)
      await sql.changes`
        update operators set company_name = ${companyName}, name_key = ${folded(companyName)}
        where id = ${known.id} and not exists (select 1 from staff where operator_id = ${known.id} and user_id is distinct from ${id})`;
    return known.id;
  },
});

async function addCompany(sql: Sql, owner: UserId, name: string, now: Instant): Promise<OperatorId> {
  const added = await sql.one<{ id: OperatorId }>`
    insert into operators (company_name, name_key, created_at) values (${name}, ${folded(name)}, ${now}) returning id`;
  if (!added) throw new Error('A company was not added.');
  await sql.changes`insert into company_terms (operator_id, since) values (${added.id}, ${now})`;
  await sql.changes`
    insert into staff (operator_id, user_id, position, status, joined_at) values (${added.id}, ${owner}, 'OWNER', 'ACTIVE', ${now})`;
  return added.id;
}

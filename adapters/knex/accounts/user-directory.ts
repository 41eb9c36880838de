import type { Role, UserStatus } from '../../../core/accounts/account.ts';
import type { ListedUser, UserDirectory, UserFilter } from '../../../core/accounts/user-directory.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Page, listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { behind, contains, where } from '../engine/keyset.ts';

interface Row {
  readonly id: UserId;
  readonly full_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: Role;
  readonly status: UserStatus;
  readonly email_verified: boolean;
  readonly phone_verified: boolean;
  readonly last_login_at: Instant | null;
  readonly created_at: Instant;
}

const listed = (row: Row): ListedUser => ({
  id: row.id,
  fullName: row.full_name,
  email: row.email,
  phone: row.phone,
  role: row.role,
  status: row.status,
  emailVerified: row.email_verified,
  phoneVerified: row.phone_verified,
  lastLoginAt: row.last_login_at,
  createdAt: row.created_at,
});

/** Conditions for the users on one page of the list. The column `key` contains the user's id. */
const conditions = ({ q, status }: UserFilter, key: Fragment, { after }: Page): readonly Fragment[] => [
  ...(status === undefined ? [] : [fragment`status = ${status}`]),
  ...(q === undefined ? [] : [contains(raw('search_key'), q)]),
  ...behind(key, after, 'desc'),
];

/**
 * The ids of the users with a role on one page of the list. Primary and granted roles each have an index in the list's
 * order. From each index, as many ids are read as one page can hold.
 */
function keysInRole(role: Role, filter: UserFilter, page: Page): Fragment {
  const [primary, granted] = [raw('id'), raw('access.user_id')];
  const limit = page.limit + 1;
  return fragment`id in (
    select id from (
      select id from users ${where([fragment`role = ${role}`, ...conditions(filter, primary, page)])}
      order by id desc limit ${limit}) as by_primary_role
    union select user_id from (
      select access.user_id from user_role_access access cross join users
      ${where([fragment`users.id = access.user_id and access.role = ${role}`, ...conditions(filter, granted, page)])}
      order by access.user_id desc limit ${limit}) as by_granted_role)`;
}

/**
 * Lists users in the order of the primary key, or of the index of one status. No index helps a search: its text is
 * compared with each user that is read.
 */
export const knexUserDirectory = (read: Sql): UserDirectory => ({
  async list(filter, page) {
    const chosen =
      filter.role === undefined ? conditions(filter, raw('id'), page) : [keysInRole(filter.role, filter, page)];
    const rows = await read.rows<Row>`
      select id, full_name, email, phone, role, status, email_verified, phone_verified, last_login_at, created_at
      from users ${where(chosen)} order by id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(listed), page, ({ id }) => [id]);
  },
});

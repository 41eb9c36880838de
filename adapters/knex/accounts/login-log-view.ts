import type { ListedLogin, LoginFilter, LoginLogViews } from '../../../core/accounts/user-directory.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { type LoginEntryRow, LOGIN_COLUMNS, toLoginEntry } from './login-log.ts';
import { behind, where } from '../engine/keyset.ts';

interface Row extends LoginEntryRow {
  readonly id: number;
}

const listed = (row: Row): ListedLogin => ({ ...toLoginEntry(row), id: row.id, at: row.at });

const conditions = ({ userId, kind, during }: LoginFilter): readonly Fragment[] => [
  ...(userId === undefined ? [] : [fragment`user_id = ${userId}`]),
  ...(kind === undefined ? [] : [fragment`kind = ${kind}`]),
  ...(during?.start === undefined ? [] : [fragment`at >= ${during.start}`]),
  ...(during?.end === undefined ? [] : [fragment`at < ${during.end}`]),
];

/**
 * Reads the login log. The list has three indexes: for the whole log, for one user, and for one kind. All of them end
 * with the row's moment and id.
 */
export const knexLoginLogViews = (read: Sql): LoginLogViews => ({
  async list(filter, page) {
    const rows = await read.rows<Row>`
      select id, ${LOGIN_COLUMNS} from login_log
      ${where([...conditions(filter), ...behind(raw('at, id'), page.after, 'desc')])}
      order by at desc, id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(listed), page, ({ at, id }) => [at, id]);
  },
});

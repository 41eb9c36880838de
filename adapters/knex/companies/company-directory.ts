import type { CompanyDirectory, CompanyFilter, ListedCompany } from '../../../core/companies/ports.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { listingOf } from '../../../core/kernel/page.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { type CompanyRow, COMPANY_COLUMNS, toCompany } from './companies.ts';
import { behind, contains, where } from '../engine/keyset.ts';

interface Row extends CompanyRow {
  /** An array of OwnerRow as JSON. */
  readonly owners: string | null;
  readonly buses: number;
  readonly staff: number;
}

/** An owner. The membership's id comes first, because it is the sort key. */
type OwnerRow = [number, UserId, string, string];

const OWNER = [raw('staff.id'), raw('users.id'), raw('users.full_name'), raw('users.email')];
const OWNERS = raw(`staff join users on users.id = staff.user_id
  where staff.operator_id = operators.id and staff.position = 'OWNER' and staff.status = 'ACTIVE'`);

const columns = ({ dialect }: Pick<Sql, 'dialect'>): Fragment => fragment`
  ${COMPANY_COLUMNS}, ${jsonRows(dialect, OWNER, OWNERS)} as owners,
  (select count(*) from buses where buses.operator_id = operators.id) as buses,
  (select count(*) from staff where staff.operator_id = operators.id and staff.status = 'ACTIVE') as staff`;

const listed = (row: Row): ListedCompany => ({
  ...toCompany(row),
  owners: (JSON.parse(row.owners ?? '[]') as OwnerRow[])
    .sort(([one], [other]) => one - other)
    .map(([, id, fullName, email]) => ({ id, fullName, email })),
  buses: row.buses,
  staff: row.staff,
});

const conditions = ({ q, status }: CompanyFilter): readonly Fragment[] => [
  ...(status === undefined ? [] : [fragment`status = ${status}`]),
  ...(q === undefined ? [] : [contains(raw('name_key'), q)]),
];

/** Lists companies in the order of the primary key. Companies are few, so no index serves the filters. */
export const knexCompanyDirectory = (read: Sql): CompanyDirectory => ({
  async list(filter, page) {
    const rows = await read.rows<Row>`
      select ${columns(read)} from operators
      ${where([...conditions(filter), ...behind(raw('id'), page.after, 'desc')])}
      order by id desc limit ${page.limit + 1}`;
    return listingOf(rows.map(listed), page, ({ id }) => [id]);
  },

  async find(id) {
    const row = await read.one<Row>`select ${columns(read)} from operators where id = ${id}`;
    return row && listed(row);
  },
});

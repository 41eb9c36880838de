import type { Owners } from '../../../core/companies/owners.ts';
import type { Sql } from '../engine/sql.ts';

/** Reads the active owners of companies from `staff` and `users`. */
export const knexOwners = (sql: Sql): Owners => ({
  async of(operatorId) {
    const rows = await sql.rows<{ full_name: string; email: string }>`
      select users.full_name, users.email from staff join users on users.id = staff.user_id
      where staff.operator_id = ${operatorId} and staff.position = 'OWNER' and staff.status = 'ACTIVE'
        and users.status = 'ACTIVE' and users.email is not null
      order by staff.id`;
    return rows.map((row) => ({ fullName: row.full_name, email: row.email }));
  },
});

import type { SentInvitations } from '../../../core/companies/ports.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Sql } from '../engine/sql.ts';
import { employerValues } from './companies.ts';
import { lockName } from '../platform/named-lock.ts';

/** Logs sent invitations in `sent_invitations`. */
export const knexSentInvitations = (sql: Sql): SentInvitations => ({
  lockAddress: (email) => lockName(sql, `invitation ${email}`),

  async to(email, after) {
    const rows = await sql.rows<{ sent_at: Instant }>`
      select sent_at from sent_invitations where email = ${email} and sent_at > ${after} order by sent_at`;
    return rows.map((row) => row.sent_at);
  },

  async add({ email, ...employer }, at) {
    sql.post`insert into sent_invitations (operator_id, agent_id, email, sent_at) values (${employerValues(employer)}, ${email}, ${at})`;
  },

  prune: (before, limit) => sql.changes`
    delete from sent_invitations where id in (
      select id from sent_invitations where sent_at < ${before} order by sent_at limit ${limit})`,
});

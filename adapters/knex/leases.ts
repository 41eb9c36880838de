import type { Leases } from '../../core/kernel/leases.ts';
import type { Sql } from './sql.ts';

/** Rows of `leases`, one a name: the primary key lets one of two first takers through. */
export const knexLeases = (sql: Sql): Leases => ({
  async take({ name, holder }, until, now) {
    const taken = await sql.changes`
      insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${until})
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where leases.holder = excluded.holder or leases.expires_at <= ${now}`;
    return taken === 1;
  },

  async release({ name, holder }) {
    await sql.changes`delete from leases where name = ${name} and holder = ${holder}`;
  },
});

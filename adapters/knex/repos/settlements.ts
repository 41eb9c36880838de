import type { SettlementId } from '../../../core/kernel/ids.ts';
import type { SettlementRepo } from '../../../core/ledger/ports.ts';
import type { Sql } from '../engine/sql.ts';

/** Rows of `settlements`, which are only ever added. */
export const knexSettlements = (sql: Sql): SettlementRepo => ({
  async add({ amount, fee, reference }, at) {
    const row = await sql.one<{ readonly id: SettlementId }>`
      insert into settlements (amount_paisa, fee_paisa, reference, at) values (${amount}, ${fee}, ${reference}, ${at})
      returning id`;
    if (!row) throw new Error('An insert returned no key.');
    return row.id;
  },
});

import type { SettlementId } from '../../../core/kernel/ids.ts';
import type { SettlementRepo } from '../../../core/ledger/ports.ts';
import type { Sql } from '../engine/sql.ts';

/**
 * The key of an advisory lock, chosen freely. Only the transaction that holds the lock may record a gateway's
 * settlement.
 */
const SETTLING = 7_202_631;

/** Stores settlements in `settlements`. Rows never change. The index `settlements_once` keeps references unique. */
export const knexSettlements = (sql: Sql): SettlementRepo => ({
  async lock(gateway) {
    if (sql.dialect === 'postgres') sql.post`select pg_advisory_xact_lock(${SETTLING}, hashtext(${gateway}))`;
  },

  async add({ gateway, amount, fee, reference, forced }, at) {
    const row = await sql.one<{ readonly id: SettlementId }>`
      insert into settlements (gateway, amount_paisa, fee_paisa, reference, forced, at)
      values (${gateway}, ${amount}, ${fee}, ${reference}, ${forced}, ${at})
      on conflict (gateway, reference) where repeats is null do nothing
      returning id`;
    return row?.id;
  },
});

import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Sandbox, SandboxPayment } from '../../../core/payments/sandbox.ts';
import { type Sql, forUpdate, list, raw } from '../engine/sql.ts';

interface Row {
  readonly gateway: string;
  readonly id: string;
  readonly amount_paisa: Paisa;
  readonly order_fields: string;
  readonly opened_at: Instant;
  readonly refused_at: Instant | null;
  readonly paid_paisa: Paisa | null;
  readonly paid_at: Instant | null;
  readonly transaction_id: string | null;
  readonly given_back_paisa: Paisa;
}

const COLUMNS = raw(
  'gateway, id, amount_paisa, order_fields, opened_at, refused_at, paid_paisa, paid_at, transaction_id, given_back_paisa',
);

const paymentOf = (row: Row): SandboxPayment => ({
  gateway: row.gateway,
  id: row.id,
  amount: row.amount_paisa,
  order: JSON.parse(row.order_fields) as SandboxPayment['order'],
  openedAt: row.opened_at,
  refusedAt: row.refused_at,
  paid:
    row.paid_paisa === null || row.paid_at === null || row.transaction_id === null
      ? null
      : { amount: row.paid_paisa, at: row.paid_at, transactionId: row.transaction_id },
  givenBack: row.given_back_paisa,
});

/**
 * Stores the sandbox's data in `sandbox_payments`, `sandbox_faults` and `sandbox_keys`. Primary keys accept only one of
 * several simultaneous payments or keys. While a call lowers a fault's counter, the fault's row is locked.
 */
export const knexSandbox = (sql: Sql): Sandbox => ({
  async open({ gateway, id, amount, order, openedAt }) {
    sql.post`
      insert into sandbox_payments (gateway, id, amount_paisa, order_fields, opened_at)
      values (${gateway}, ${id}, ${amount}, ${JSON.stringify(order)}, ${openedAt})
      on conflict (gateway, id) do nothing`;
  },

  async find(gateway, id) {
    const row = await sql.one<Row>`
      select ${COLUMNS} from sandbox_payments where gateway = ${gateway} and id = ${id} ${forUpdate(sql)}`;
    return row && paymentOf(row);
  },

  async findPaid(gateway, transactionId) {
    const row = await sql.one<Row>`
      select ${COLUMNS} from sandbox_payments
      where gateway = ${gateway} and transaction_id = ${transactionId} ${forUpdate(sql)}`;
    return row && paymentOf(row);
  },

  async save({ gateway, id, refusedAt, paid, givenBack }) {
    sql.post`
      update sandbox_payments
      set refused_at = ${refusedAt}, paid_paisa = ${paid?.amount ?? null}, paid_at = ${paid?.at ?? null},
          transaction_id = ${paid?.transactionId ?? null}, given_back_paisa = ${givenBack}
      where gateway = ${gateway} and id = ${id}`;
  },

  async setFault({ gateway, fault, times }, at) {
    sql.post`
      insert into sandbox_faults (gateway, fault, times, set_at) values (${gateway}, ${fault}, ${times}, ${at})
      on conflict (gateway, fault) do update set times = excluded.times, set_at = excluded.set_at`;
  },

  async takeFault(gateway, faults) {
    // Locks all these faults first, because the update that lowers a fault's counter skips locked rows.
    const rows = await sql.rows<{ fault: string; times: number }>`
      select fault, times from sandbox_faults where gateway = ${gateway} and fault in ${list(faults)}
      order by set_at desc, fault ${forUpdate(sql)}`;
    const fault = rows.find(({ times }) => times > 0)?.fault;
    if (fault !== undefined)
      sql.post`update sandbox_faults set times = times - 1 where gateway = ${gateway} and fault = ${fault}`;
    return fault;
  },

  async keepKey(gateway, key) {
    await sql.changes`
      insert into sandbox_keys (gateway, key) values (${gateway}, ${key}) on conflict (gateway) do nothing`;
    const kept = await sql.one<{ key: string }>`select key from sandbox_keys where gateway = ${gateway}`;
    return kept?.key ?? key;
  },

  prune: (before, limit) => sql.changes`
    delete from sandbox_payments where (gateway, id) in (
      select gateway, id from sandbox_payments where opened_at < ${before} order by opened_at limit ${limit})`,
});

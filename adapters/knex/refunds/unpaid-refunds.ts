import type { CountUnpaidRefunds, UnpaidRefunds } from '../../../core/payments/ports.ts';
import { UNCLEAR } from '../../../core/payments/refund.ts';
import type { Sql } from '../engine/sql.ts';

/** Reads unpaid refunds by their partial index `refunds_unpaid`, then their payments by key. */
export const knexUnpaidRefunds =
  (sql: Sql): CountUnpaidRefunds =>
  () =>
    sql.rows<UnpaidRefunds>`
      select payments.gateway, cast(count(*) as integer) as due,
        cast(sum(case when refunds.status = 'SENT' and refunds.method = 'AUTOMATIC' and refunds.failure = ${UNCLEAR}
          then 1 else 0 end) as integer) as unclear
      from refunds cross join payments
      where refunds.status <> 'PAID' and payments.id = refunds.payment_id
      group by payments.gateway order by payments.gateway`;

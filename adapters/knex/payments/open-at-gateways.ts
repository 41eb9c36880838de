import type { CountOpenAtGateways, OpenAtGateway } from '../../../core/payments/ports.ts';
import type { Sql } from '../engine/sql.ts';

/** Counts unfinished payments and refunds per gateway. Uses no index, because it runs only when a process starts. */
export const knexOpenAtGateways =
  (sql: Sql): CountOpenAtGateways =>
  () =>
    sql.rows<OpenAtGateway>`
      select gateway, cast(sum(payment) as integer) as payments, cast(sum(refund) as integer) as refunds
      from (
        select gateway, 1 as payment, 0 as refund from payments where status in ('INITIATED', 'PENDING', 'AMBIGUOUS')
        union all
        select payments.gateway, 0 as payment, 1 as refund
        from refunds join payments on payments.id = refunds.payment_id where refunds.status <> 'PAID'
      ) as open
      group by gateway order by gateway`;

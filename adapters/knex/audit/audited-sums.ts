import type { GatewayMoney, PaidRefunds, SumsReader } from '../../../core/audit/money-in-sums.ts';
import { TICKETED_STATUSES } from '../../../core/bookings/booking.ts';
import { type Fragment, type Sql, fragment, jsonBoolean, jsonRows, list, raw } from '../engine/sql.ts';

interface Row {
  readonly id: number;
  /** Arrays of rows as JSON; null if Postgres finds none. */
  readonly bookings: string | null;
  readonly payments: string | null;
  readonly refunds: string | null;
}

type BookingRow = [string, string, number, number, number | null, boolean, boolean];

/** The bookings of the chain that begins with `bookings.id`, as a table with the column `id`. */
const MEMBERS = `(
  select bookings.id as id
  union all
  select chained.booking_id from booking_changes chained
  where chained.first_booking_id = bookings.id and chained.done_at is not null) members`;

const parsed = <Values>(json: string | null): readonly Values[] => JSON.parse(json ?? '[]') as Values[];

/** Whether the money of a payment arrived, by the payment itself and its refunds. */
const ARRIVED = `(payments.status = 'COMPLETE' or exists (select 1 from refunds where refunds.payment_id = payments.id))`;
/** The amount that arrived: another one than the payment's if a refund says so. */
const AMOUNT = `coalesce((select refunds.amount_paisa from refunds
  where refunds.payment_id = payments.id and refunds.reason = 'AMOUNT_DIFFERS'), payments.amount_paisa)`;

/** Reads what the audit adds up. Of the ledger only balances are read. */
export const auditedSums = (sql: Sql): SumsReader => {
  const { dialect } = sql;
  const bookings = jsonRows(
    dialect,
    [
      ...['booking_code', 'booking_status', 'total_amount_paisa', 'parts_fee_paisa', 'cancellation_fee_paisa'].map(
        (column) => raw(`member.${column}`),
      ),
      jsonBoolean(dialect, raw('member.earned_at is not null')),
      jsonBoolean(
        dialect,
        raw(
          `exists (select 1 from booking_changes away where away.old_booking_id = member.id and away.done_at is not null)`,
        ),
      ),
    ],
    raw(`${MEMBERS} join bookings member on member.id = members.id`),
  );
  const payments = jsonRows(
    dialect,
    ['id', 'status', 'amount_paisa'].map((column) => raw(`payments.${column}`)),
    raw(`${MEMBERS} join payments on payments.booking_id = members.id where payments.gateway <> 'CREDIT'`),
  );
  const refunds = jsonRows(
    dialect,
    ['payment_id', 'reason', 'amount_paisa'].map((column) => raw(`refunds.${column}`)),
    raw(
      `${MEMBERS} join payments on payments.booking_id = members.id join refunds on refunds.payment_id = payments.id`,
    ),
  );
  const sums = (query: Fragment): Promise<readonly GatewayMoney[]> => sql.rows<GatewayMoney>`${query}`;

  return {
    async chains(after, limit) {
      const rows = await sql.rows<Row>`
        select bookings.id, ${bookings} as bookings, ${payments} as payments, ${refunds} as refunds
        from bookings
        where bookings.id > ${after} and not exists (
          select 1 from booking_changes made where made.booking_id = bookings.id and made.done_at is not null)
        order by bookings.id limit ${limit}`;
      return rows.map((row) => ({
        id: row.id,
        bookings: parsed<BookingRow>(row.bookings).map(
          ([code, status, total, partsFee, lastFee, isEarned, isReplaced]) => ({
            code,
            status,
            total,
            partsFee,
            lastFee,
            isEarned,
            isReplaced,
          }),
        ),
        payments: parsed<[number, string, number]>(row.payments).map(([id, status, amount]) => ({
          id,
          status,
          amount,
        })),
        refunds: parsed<[number, string, number]>(row.refunds).map(([paymentId, reason, amount]) => ({
          paymentId,
          reason,
          amount,
        })),
      }));
    },

    async wholeSums() {
      const [held] = await sql.rows<{ unearned: number; ledger: number }>`
        select
          cast((select coalesce(sum(total_amount_paisa), 0) from bookings
            where booking_status in ${list(TICKETED_STATUSES)} and earned_at is null) as bigint) as unearned,
          cast((select coalesce(sum(case when credit = 'UNEARNED' then amount_paisa else -amount_paisa end), 0)
            from ledger_entries where debit = 'UNEARNED' or credit = 'UNEARNED') as bigint) as ledger`;
      const refunded = await sql.rows<{
        gateway: string;
        method: string | null;
        taken_over: boolean;
        drawn_from: string | null;
        amount: number;
      }>`
        select payments.gateway, refunds.method, refunds.taken_over, refunds.drawn_from,
          cast(sum(refunds.amount_paisa) as bigint) as amount
        from refunds join payments on payments.id = refunds.payment_id where refunds.status = 'PAID'
        group by payments.gateway, refunds.method, refunds.taken_over, refunds.drawn_from`;
      return {
        unearned: held?.unearned ?? 0,
        unearnedInLedger: held?.ledger ?? 0,
        arrived: await sums(fragment`
          select gateway, cast(sum(${raw(AMOUNT)}) as bigint) as amount from payments
          where gateway not in ('CASH', 'QR', 'CREDIT', 'AGENT') and ${raw(ARRIVED)} group by gateway`),
        refunded: refunded.map(({ taken_over: takenOver, drawn_from: drawnFrom, ...row }): PaidRefunds => ({
          ...row,
          takenOver,
          drawnFrom,
        })),
        settled: await sums(fragment`
          select gateway, cast(sum(amount_paisa + fee_paisa) as bigint) as amount from settlements group by gateway`),
        adjusted: await sums(fragment`
          select gateway, cast(sum(case when debit = 'GATEWAY' then amount_paisa else -amount_paisa end) as bigint) as amount
          from adjustments where status = 'CONFIRMED' and gateway is not null group by gateway`),
        inLedger: await sums(fragment`
          select gateway, cast(sum(case when debit = 'GATEWAY' then amount_paisa else -amount_paisa end) as bigint) as amount
          from ledger_entries where gateway is not null group by gateway`),
      };
    },
  };
};

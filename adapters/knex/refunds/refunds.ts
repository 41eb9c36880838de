import type { BookingId, OperatorId, PaymentId, RefundId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import {
  type AccountKind,
  type AccountNamer,
  type NamedAccount,
  type Refund,
  type RefundMethod,
  type RefundReason,
  type RefundRepo,
  type RefundStatus,
  REFUND_MOVES,
} from '../../../core/payments/refund.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { firstOf, joinedWith } from '../bookings/booking-changes.ts';
import { type Fragment, type Sql, fragment, list, raw } from '../engine/sql.ts';

export interface RefundRow {
  readonly id: RefundId;
  readonly payment_id: PaymentId;
  readonly booking_id: BookingId;
  readonly operator_id: OperatorId;
  readonly gateway: string;
  readonly reason: RefundReason;
  readonly amount_paisa: Paisa;
  readonly status: RefundStatus;
  readonly due_at: Instant;
  readonly account_kind: AccountKind | null;
  readonly account_holder: string;
  readonly account_number: string;
  readonly account_bank: string | null;
  readonly account_version: number | null;
  readonly account_named_by: AccountNamer | null;
  readonly method: RefundMethod | null;
  readonly reference: string | null;
  readonly sent_at: Instant | null;
  readonly paid_at: Instant | null;
  readonly failure: string | null;
  readonly created_at: Instant;
  readonly taken_over: boolean;
  readonly added_by: UserId | null;
  readonly claimed_by: UserId | null;
  readonly claimed_until: Instant | null;
  readonly attempts: number;
  readonly unanswered: number;
  readonly next_attempt_at: Instant | null;
  readonly first_sent_at: Instant | null;
  readonly is_doubtful: boolean;
  readonly released_by: UserId | null;
  readonly sent_by: UserId | null;
}

export const REFUND_COLUMNS = raw(`
  refunds.id, refunds.payment_id, refunds.booking_id, refunds.operator_id, payments.gateway, refunds.reason, refunds.amount_paisa,
  refunds.status, refunds.due_at, refunds.account_kind, refunds.account_holder, refunds.account_number, refunds.account_bank,
  refunds.account_version, refunds.account_named_by, refunds.taken_over, refunds.added_by, refunds.claimed_by, refunds.claimed_until,
  refunds.method, refunds.reference, refunds.sent_at, refunds.paid_at, refunds.failure, refunds.created_at,
  refunds.attempts, refunds.unanswered, refunds.next_attempt_at, refunds.first_sent_at, refunds.is_doubtful, refunds.released_by, refunds.sent_by`);

export const toRefund = (row: RefundRow): Refund => ({
  id: row.id,
  paymentId: row.payment_id,
  bookingId: row.booking_id,
  operatorId: row.operator_id,
  gateway: row.gateway,
  reason: row.reason,
  amount: row.amount_paisa,
  status: row.status,
  dueAt: row.due_at,
  account: row.account_kind === null ? null : toAccount(row, row.account_kind),
  method: row.method,
  reference: row.reference,
  sentAt: row.sent_at,
  paidAt: row.paid_at,
  failure: row.failure,
  createdAt: row.created_at,
  takenOver: row.taken_over,
  addedBy: row.added_by,
  sentBy: row.sent_by,
  claim:
    row.claimed_by === null || row.claimed_until === null ? null : { by: row.claimed_by, until: row.claimed_until },
  attempts: {
    count: row.attempts,
    unanswered: row.unanswered,
    nextAt: row.next_attempt_at,
    firstSentAt: row.first_sent_at,
    isDoubtful: row.is_doubtful,
    releasedBy: row.released_by,
  },
});

/** The previous version, which may still run during an upgrade, stores refund accounts without the last two columns. */
const toAccount = (row: RefundRow, kind: AccountKind): NamedAccount => ({
  kind,
  holder: row.account_holder,
  number: row.account_number,
  bank: row.account_bank,
  version: row.account_version ?? 0,
  namedBy: row.account_named_by ?? 'PASSENGER',
});

const asId = (id: BookingId): Fragment => fragment`cast(${id} as integer)`;

interface AccountRow extends Omit<NamedAccount, 'namedBy'> {
  readonly named_by: AccountNamer;
}

/**
 * Stores refunds in `refunds`, and accounts in `refund_accounts`. All bookings of a chain of changes share the first
 * booking's account. A refund copies its booking's company, which never changes, so that an index can contain the
 * company. A refund also copies the booking's account, so that a sent refund keeps its account.
 */
export const knexRefunds = (sql: Sql, { happened }: Pick<TransactionNeeds, 'happened'>): RefundRepo => {
  const found = async (isMeant: Fragment): Promise<readonly Refund[]> =>
    (
      await sql.rows<RefundRow>`
        select ${REFUND_COLUMNS} from refunds join payments on payments.id = refunds.payment_id
        where ${isMeant} order by refunds.id`
    ).map(toRefund);

  return {
    async add({ paymentId, bookingId, reason, amount, dueAt, addedBy }, at) {
      const row = await sql.one<{ id: RefundId }>`
        insert into refunds (payment_id, booking_id, operator_id, reason, amount_paisa, status, due_at, created_at, next_attempt_at, added_by,
          account_kind, account_holder, account_number, account_bank, account_version, account_named_by)
        select ${paymentId}, bookings.id, bookings.operator_id, ${reason}, ${amount}, 'DUE', ${dueAt}, ${at}, ${at}, ${addedBy ?? null},
          accounts.kind, accounts.holder, accounts.number, accounts.bank, accounts.version, accounts.named_by
        from bookings left join refund_accounts accounts on accounts.booking_id = ${firstOf(raw('bookings.id'))}
        where bookings.id = ${bookingId}
        returning id`;
      if (!row) throw new Error('An insert returned no key.');
      happened({ of: 'refund', id: row.id, before: undefined });
      return row.id;
    },

    get: async (id) => (await found(fragment`refunds.id = ${id}`))[0],
    ofPayment: (id) => found(fragment`refunds.payment_id = ${id}`),
    ofBooking: (id) => found(fragment`refunds.booking_id = ${id}`),

    async move(id, move, at, { method, reference, failure, shiftId, sentBy } = {}) {
      const { from, to } = REFUND_MOVES[move];
      const before = await sql.one<Pick<RefundRow, 'status'>>`select status from refunds where id = ${id}`;
      const changed = await sql.changes`
        update refunds set status = ${to}, failure = ${failure ?? null},
          sent_at = coalesce(${move === 'send' || move === 'request' ? at : null}, sent_at), paid_at = coalesce(${to === 'PAID' ? at : null}, paid_at),
          method = coalesce(${method ?? null}, method), reference = coalesce(${reference ?? null}, reference),
          shift_id = coalesce(${shiftId ?? null}, shift_id), sent_by = coalesce(${sentBy ?? null}, sent_by), claimed_by = null, claimed_until = null,
          next_attempt_at = null
        where id = ${id} and status in ${list(from)} ${move === 'payCash' ? raw('and not taken_over') : raw('')}`;
      if (changed > 0 && (to === 'FAILED' || to === 'DUE'))
        await sql.changes`
          update refunds set account_kind = accounts.kind, account_holder = accounts.holder, account_number = accounts.number,
            account_bank = accounts.bank, account_version = accounts.version, account_named_by = accounts.named_by
          from refund_accounts accounts
          where refunds.id = ${id} and accounts.booking_id = ${firstOf(raw('refunds.booking_id'))}`;
      if (changed > 0) happened({ of: 'refund', id, before: before?.status });
      return changed > 0;
    },

    async saveAttempts(id, { count, unanswered, nextAt, firstSentAt, isDoubtful, releasedBy }) {
      await sql.changes`
        update refunds set attempts = ${count}, unanswered = ${unanswered}, next_attempt_at = ${nextAt},
          first_sent_at = ${firstSentAt}, is_doubtful = ${isDoubtful}, released_by = ${releasedBy}
        where id = ${id}`;
    },

    async toAttempt(gateway, now, limit) {
      const rows = await sql.rows<{ id: RefundId }>`
        select refunds.id from refunds cross join payments
        where refunds.next_attempt_at <= ${now} and refunds.status in ('DUE', 'SENT')
          and payments.id = refunds.payment_id and payments.gateway = ${gateway}
          and (refunds.claimed_until is null or refunds.claimed_until <= ${now})
          and (refunds.status = 'SENT' or not exists (
            select 1 from refunds other where other.payment_id = refunds.payment_id and other.status = 'SENT'))
        order by refunds.next_attempt_at, refunds.id limit ${limit}`;
      return rows.map(({ id }) => id);
    },

    async accountOf(id) {
      const row = await sql.one<AccountRow>`
        select kind, holder, number, bank, version, named_by from refund_accounts where booking_id = ${firstOf(asId(id))}`;
      if (!row) return undefined;
      const { named_by: namedBy, ...account } = row;
      return { ...account, namedBy };
    },

    async nameAccount(id, account, namedBy, at) {
      const { kind, holder, number, bank } = account;
      const row = await sql.one<Pick<AccountRow, 'version'>>`
        insert into refund_accounts (booking_id, kind, holder, number, bank, version, named_by, named_at)
        values (${firstOf(asId(id))}, ${kind}, ${holder}, ${number}, ${bank}, 1, ${namedBy}, ${at})
        on conflict (booking_id) do update set kind = excluded.kind, holder = excluded.holder, number = excluded.number,
          bank = excluded.bank, version = refund_accounts.version + 1, named_by = excluded.named_by, named_at = excluded.named_at
        returning version`;
      if (!row) throw new Error('An insert returned no version.');
      const { version } = row;
      await sql.changes`
        update refunds set account_kind = ${kind}, account_holder = ${holder}, account_number = ${number}, account_bank = ${bank},
          account_version = ${version}, account_named_by = ${namedBy}
        where booking_id in (${joinedWith(asId(id))}) and status in ('DUE', 'FAILED')`;
      return { kind, holder, number, bank, version, namedBy };
    },

    async claim(id, { by, until }) {
      await sql.changes`update refunds set claimed_by = ${by}, claimed_until = ${until} where id = ${id}`;
    },

    async takeOver(id) {
      const changed = await sql.changes`
        update refunds set taken_over = ${true} where id = ${id} and status = 'DUE' and not taken_over`;
      return changed > 0;
    },

    async outstanding(now) {
      const row = await sql.one<{ overdue: number; ahead: number }>`
        select (select count(*) from refunds where status <> 'PAID' and due_at < ${now}) as overdue,
          (select count(*) from refunds where status <> 'PAID' and due_at >= ${now}) as ahead`;
      const { overdue, ahead } = row ?? { overdue: 0, ahead: 0 };
      return { due: overdue + ahead, overdue };
    },
  };
};

import type { BookingMailKind, MailQueue, QueuedMail } from '../../../core/bookings/mail-queue.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { forUpdateSkipLocked, fragment } from '../engine/sql.ts';
import type { Fragment, Sql } from '../engine/sql.ts';

interface Row {
  readonly kind: BookingMailKind;
  readonly booking_id: BookingId;
  readonly queued_at: Instant;
  readonly attempts: number;
}

/** Found by the unique index. */
const isMail = ({ kind, bookingId }: QueuedMail): Fragment => fragment`kind = ${kind} and booking_id = ${bookingId}`;

/**
 * Rows of `mail_queue`, unique by kind and booking. The partial index `mail_queue_waiting` holds only those that are
 * still to be sent.
 */
export const knexMailQueue = (sql: Sql): MailQueue => ({
  async add({ kind, bookingId }, at) {
    sql.post`
      insert into mail_queue (kind, booking_id, queued_at, next_attempt_at) values (${kind}, ${bookingId}, ${at}, ${at})
      on conflict (kind, booking_id) do nothing`;
  },

  async anyDue(now) {
    return undefined !== (await sql.one`select 1 as found from mail_queue where next_attempt_at <= ${now} limit 1`);
  },

  async claim(now, until, limit) {
    const rows = await sql.rows<Row>`
      with due as materialized (
        select id from mail_queue where next_attempt_at <= ${now} order by next_attempt_at, id limit ${limit} ${forUpdateSkipLocked(sql)})
      update mail_queue set attempts = attempts + 1, next_attempt_at = ${until} where id in (select id from due)
      returning kind, booking_id, queued_at, attempts`;
    return rows.map((row) => ({
      kind: row.kind,
      bookingId: row.booking_id,
      queuedAt: row.queued_at,
      attempt: row.attempts,
    }));
  },

  async markSent(mail, at) {
    await sql.changes`update mail_queue set sent_at = ${at}, next_attempt_at = null where ${isMail(mail)} and sent_at is null`;
  },

  async postpone(mail, at) {
    await sql.changes`
      update mail_queue set next_attempt_at = ${at} where ${isMail(mail)} and attempts = ${mail.attempt} and sent_at is null`;
  },

  async giveUp(mail) {
    await sql.changes`
      update mail_queue set next_attempt_at = null where ${isMail(mail)} and attempts = ${mail.attempt} and sent_at is null`;
  },
});

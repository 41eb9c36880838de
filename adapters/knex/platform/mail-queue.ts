import type { BookingMailKind, ClaimedMail, MailQueue } from '../../../core/platform/mail-queue.ts';
import type { ComposedMail } from '../../../core/platform/mailer.ts';
import type { BookingId, MailId, NoticeId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, forUpdateSkipLocked, fragment, tuples } from '../engine/sql.ts';
import { writeDelivery } from './notices.ts';

/** A mail about a booking, or a composed mail with its content. */
type Row = {
  readonly id: MailId;
  readonly queued_at: Instant;
  readonly attempts: number;
  readonly notice_id: NoticeId | null;
} & (
  | { readonly kind: BookingMailKind; readonly booking_id: BookingId }
  | { readonly kind: 'COMPOSED'; readonly content: string }
);

/** Condition for the claimed mail: it was not sent yet, and was not queued again since the claim. */
const isMeant = ({ id, queuedAt }: ClaimedMail): Fragment =>
  fragment`id = ${id} and queued_at = ${queuedAt} and sent_at is null`;

/** Condition that the claim is still valid: the mail was neither claimed again nor sent. */
const isClaimed = (mail: ClaimedMail): Fragment => fragment`${isMeant(mail)} and attempts = ${mail.attempt}`;

/** Condition that a mail in the queue meets the condition. */
const isThere = (mail: Fragment): Fragment => fragment`exists (select 1 from mail_queue where ${mail})`;

const mailOf = (row: Row): ClaimedMail['mail'] =>
  row.kind === 'COMPOSED' ? (JSON.parse(row.content) as ComposedMail) : { kind: row.kind, bookingId: row.booking_id };

const toClaimed = (row: Row): ClaimedMail => ({
  id: row.id,
  mail: mailOf(row),
  queuedAt: row.queued_at,
  attempt: row.attempts,
  ...(row.notice_id !== null && { notice: row.notice_id }),
});

/**
 * Stores queued mails in `mail_queue`. Mails about bookings are unique by kind and booking. The partial index
 * `mail_queue_waiting` holds only unsent mails.
 */
export const knexMailQueue = (sql: Sql): MailQueue => ({
  async add({ kind, bookingId }, at) {
    sql.post`
      insert into mail_queue (kind, booking_id, queued_at, next_attempt_at) values (${kind}, ${bookingId}, ${at}, ${at})
      on conflict (kind, booking_id) do nothing`;
  },

  async repeat({ kind, bookingId }, at, due) {
    sql.post`
      insert into mail_queue (kind, booking_id, queued_at, next_attempt_at) values (${kind}, ${bookingId}, ${at}, ${due})
      on conflict (kind, booking_id) do update set
        queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, sent_at = null
      where mail_queue.attempts > 0 or mail_queue.next_attempt_at is null`;
  },

  async post(mails, at, notices = []) {
    if (mails.length === 0) return;
    sql.post`
      insert into mail_queue (kind, content, notice_id, queued_at, next_attempt_at)
      values ${tuples(mails.map((mail, index) => ['COMPOSED', JSON.stringify(mail), notices[index] ?? null, at, at]))}`;
  },

  async postClaimed(mail, at, until) {
    const row = await sql.one<{ id: MailId }>`
      insert into mail_queue (kind, content, queued_at, next_attempt_at, attempts)
      values ('COMPOSED', ${JSON.stringify(mail)}, ${at}, ${until}, 1) returning id`;
    if (!row) throw new Error('The queued mail has no id.');
    return { id: row.id, mail, queuedAt: at, attempt: 1 };
  },

  async anyDue(now) {
    return undefined !== (await sql.one`select 1 as found from mail_queue where next_attempt_at <= ${now} limit 1`);
  },

  async claim(now, until, limit) {
    const rows = await sql.rows<Row>`
      with due as materialized (
        select id from mail_queue where next_attempt_at <= ${now} order by next_attempt_at, id limit ${limit} ${forUpdateSkipLocked(sql)})
      update mail_queue set attempts = attempts + 1, next_attempt_at = ${until} where id in (select id from due)
      returning id, kind, booking_id, content, notice_id, queued_at, attempts`;
    return rows.map(toClaimed).sort((one, other) => one.id - other.id);
  },

  async markSent(mail, at) {
    writeDelivery(sql, mail.notice, { by: 'mail', state: 'SENT' }, isThere(isMeant(mail)));
    sql.post`
      update mail_queue set sent_at = ${at}, next_attempt_at = null, content = null where ${isMeant(mail)}`;
  },

  async postpone(mail, at) {
    sql.post`update mail_queue set next_attempt_at = ${at} where ${isClaimed(mail)}`;
  },

  async giveUp(mail, why) {
    const state = why === 'FAILED' ? why : null;
    writeDelivery(sql, mail.notice, { by: 'mail', state }, isThere(isClaimed(mail)));
    sql.post`update mail_queue set next_attempt_at = null, content = null where ${isClaimed(mail)}`;
  },

  prunePosted: (before, limit) => sql.changes`
    delete from mail_queue where id in (
      select id from mail_queue where booking_id is null and next_attempt_at is null and queued_at < ${before}
      order by queued_at limit ${limit})`,
});

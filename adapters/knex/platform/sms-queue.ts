import type { NoticeId, SmsId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { QueuedSms } from '../../../core/platform/sms.ts';
import type { SmsQueue, WaitingSms } from '../../../core/platform/sms-queue.ts';
import { type Fragment, type Sql, fragment, tuples } from '../engine/sql.ts';
import { writeDelivery } from './notices.ts';

interface Row {
  readonly id: SmsId;
  readonly content: string;
  readonly expires_at: Instant;
  readonly attempts: number;
  readonly notice_id: NoticeId | null;
}

const COLUMNS = fragment`id, content, expires_at, attempts, notice_id`;

/** Condition that no other process has taken the SMS since this process took it. */
const isTaken = ({ id, attempt }: WaitingSms): Fragment =>
  fragment`id = ${id} and attempts = ${attempt} and next_attempt_at is null`;

/** The kind as the table knows it: an SMS about no booking is a CODE there, one about a late bus is RETIMED. */
const storedKind = (sms: QueuedSms): string =>
  'bookingId' in sms ? (sms.kind === 'LATE' ? 'RETIMED' : sms.kind) : 'CODE';

const isThere = (text: WaitingSms): Fragment => fragment`exists (select 1 from sms_queue where ${isTaken(text)})`;

/**
 * Stores SMS in `sms_queue`. The
 * index `sms_queue_waiting` holds all unsent SMS, `sms_queue_codes` the unsent SMS with one-time codes, and
 * `sms_queue_sent` sent SMS. The count of attempts lets only one of several processes take an SMS.
 */
export const knexSmsQueue = (sql: Sql): SmsQueue => ({
  async add(texts, at) {
    if (texts.length === 0) return;
    sql.post`
      insert into sms_queue (kind, booking_id, content, notice_id, queued_at, expires_at, next_attempt_at)
      values ${tuples(
        texts.map(({ sms, expiresAt, notice = null, dueAt = at }) => [
          storedKind(sms),
          'bookingId' in sms ? sms.bookingId : null,
          JSON.stringify(sms),
          notice,
          at,
          expiresAt,
          dueAt,
        ]),
      )}`;
  },

  async due(now, limit) {
    const codes = await sql.rows<Row>`
      select ${COLUMNS} from sms_queue
      where kind = 'CODE' and next_attempt_at <= ${now} order by next_attempt_at, id limit ${limit}`;
    const left = limit - codes.length;
    const others =
      left === 0
        ? []
        : await sql.rows<Row>`
            select ${COLUMNS} from sms_queue
            where kind <> 'CODE' and next_attempt_at <= ${now} order by next_attempt_at, id limit ${left}`;
    return [...codes, ...others].map((row) => ({
      id: row.id,
      sms: JSON.parse(row.content) as QueuedSms,
      expiresAt: row.expires_at,
      attempt: row.attempts + 1,
      ...(row.notice_id !== null && { notice: row.notice_id }),
    }));
  },

  async take(text, parts, at) {
    const { id, attempt, notice } = text;
    const taken = await sql.changes`
      update sms_queue set attempts = ${attempt}, sent_at = ${at}, parts = ${parts}, next_attempt_at = null, content = null
      where id = ${id} and attempts = ${attempt - 1} and next_attempt_at is not null`;
    // A message of no parts is taken only to be given up.
    if (taken === 1 && parts > 0) writeDelivery(sql, notice, { by: 'sms', state: 'SENT' }, isThere(text));
    return taken === 1;
  },

  async putBack(text, at) {
    writeDelivery(sql, text.notice, { by: 'sms', state: 'WAITING' }, isThere(text));
    sql.post`
      update sms_queue set sent_at = null, parts = 0, next_attempt_at = ${at}, content = ${JSON.stringify(text.sms)}
      where ${isTaken(text)}`;
  },

  async giveUp(text, why) {
    writeDelivery(sql, text.notice, { by: 'sms', state: why === 'FAILED' ? why : null }, isThere(text));
    sql.post`update sms_queue set sent_at = null, parts = 0 where ${isTaken(text)}`;
  },

  async backlog() {
    const row = await sql.one<{ count: number }>`
      select count(*) as count from sms_queue where next_attempt_at is not null`;
    return row?.count ?? 0;
  },

  async partsSent({ start, end }) {
    const row = await sql.one<{ parts: number }>`
      select cast(coalesce(sum(parts), 0) as bigint) as parts from sms_queue where sent_at >= ${start} and sent_at < ${end}`;
    return row?.parts ?? 0;
  },

  prune: (before, limit) => sql.changes`
    delete from sms_queue where id in (
      select id from sms_queue where next_attempt_at is null and queued_at < ${before} order by queued_at limit ${limit})`,
});

import type { Activity, ActivityLog } from '../../../core/bookings/ports.ts';
import type { BookingId, UserId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Sql } from '../engine/sql.ts';

interface Row {
  readonly type: Activity['type'];
  readonly user_id: UserId;
  readonly actor_role: Activity['actorRole'];
  readonly booking_id: BookingId;
  readonly description: string;
  readonly amount_paisa: Paisa | null;
  readonly at: Instant;
}

/** Rows of `activity_log`, which are only ever added. */
export const knexActivities = (sql: Sql): ActivityLog => ({
  async add({ type, userId, actorRole, bookingId, description, amount }, at) {
    sql.post`
      insert into activity_log (type, user_id, actor_role, booking_id, description, amount_paisa, at)
      values (${type}, ${userId}, ${actorRole}, ${bookingId}, ${description}, ${amount ?? null}, ${at})`;
  },

  async of(booking) {
    const rows = await sql.rows<Row>`
      select type, user_id, actor_role, booking_id, description, amount_paisa, at from activity_log where booking_id = ${booking} order by id`;
    return rows.map((row) => ({
      type: row.type,
      userId: row.user_id,
      actorRole: row.actor_role,
      bookingId: row.booking_id,
      description: row.description,
      at: row.at,
      ...(row.amount_paisa !== null && { amount: row.amount_paisa }),
    }));
  },
});

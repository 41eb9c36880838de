import type { BookingId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import type { RatingRepo } from '../../../core/bookings/rating.ts';
import type { Sql } from '../engine/sql.ts';

interface Row {
  readonly booking_id: BookingId;
  readonly user_id: UserId;
  readonly operator_id: OperatorId;
  readonly stars: number;
  readonly review: string;
  readonly issue_flag: boolean;
  readonly issue_note: string;
}

/**
 * Stores ratings in `ratings`, at most one per booking. A rating also raises `rating_sum` and `rating_count` of its
 * operator, so that searches need not count ratings.
 */
export const knexRatings = (sql: Sql): RatingRepo => ({
  async add({ bookingId, userId, operatorId, stars, review, issueFlag, issueNote }, at) {
    const added = await sql.changes`
      insert into ratings (booking_id, user_id, operator_id, stars, review, issue_flag, issue_note, created_at)
      values (${bookingId}, ${userId}, ${operatorId}, ${stars}, ${review}, ${issueFlag}, ${issueNote}, ${at})
      on conflict (booking_id) do nothing`;
    if (added === 0) return false;
    await sql.changes`update operators set rating_sum = rating_sum + ${stars}, rating_count = rating_count + 1 where id = ${operatorId}`;
    return true;
  },

  async find(booking) {
    const row = await sql.one<Row>`
      select booking_id, user_id, operator_id, stars, review, issue_flag, issue_note from ratings where booking_id = ${booking}`;
    return (
      row && {
        bookingId: row.booking_id,
        userId: row.user_id,
        operatorId: row.operator_id,
        stars: row.stars,
        review: row.review,
        issueFlag: row.issue_flag,
        issueNote: row.issue_note,
      }
    );
  },
});

import type { UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type {
  DisruptionReason,
  NewTripCancellation,
  TripCancellation,
  TripCancellations,
} from '../../../core/trips/trip-cancellation.ts';
import { type Sql, powersOfTwo, raw, tuples } from '../engine/sql.ts';

export interface CancellationRow {
  readonly cancelled_at: Instant | null;
  readonly cancelled_by_role: 'OPERATOR' | 'ADMIN' | 'SYSTEM' | null;
  readonly canceller_id: UserId | null;
  readonly canceller_name: string | null;
  readonly cancel_reason: DisruptionReason | null;
}

/** The cancellation of the trips `s`. A trip that was revived since keeps its row. */
export const CANCELLATION_COLUMNS = raw(`
  cancellation.at as cancelled_at, cancellation.by_role as cancelled_by_role, canceller.id as canceller_id,
  canceller.full_name as canceller_name, cancellation.reason as cancel_reason`);

export const CANCELLATION_JOINS = raw(`
  left join trip_cancellations cancellation on cancellation.schedule_id = s.id
  left join users canceller on canceller.id = cancellation.user_id`);

export const toCancellation = (row: CancellationRow): TripCancellation => ({
  at: row.cancelled_at,
  by:
    row.canceller_id !== null && row.canceller_name !== null
      ? { id: row.canceller_id, fullName: row.canceller_name }
      : row.cancelled_by_role === 'ADMIN'
        ? 'ADMINISTRATION'
        : null,
  reason: row.cancel_reason,
});

const roleOf = ({ by }: NewTripCancellation): CancellationRow['cancelled_by_role'] => {
  if (by === 'ADMINISTRATION') return 'ADMIN';
  return by === null ? 'SYSTEM' : 'OPERATOR';
};

/** Stores who cancelled trips in `trip_cancellations`. */
export const knexTripCancellations = (sql: Sql): TripCancellations => ({
  async record(trips, cancellation) {
    const { at, by, reason } = cancellation;
    const user = typeof by === 'number' ? by : null;
    for (const batch of powersOfTwo(trips))
      sql.post`
        insert into trip_cancellations (schedule_id, at, by_role, user_id, reason)
        values ${tuples(batch.map((trip) => [trip, at, roleOf(cancellation), user, reason]))}
        on conflict (schedule_id) do update set
          at = excluded.at, by_role = excluded.by_role, user_id = excluded.user_id, reason = excluded.reason`;
  },
});

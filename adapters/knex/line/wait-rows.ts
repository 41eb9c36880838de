import type { KeptFor } from '../../../core/fleet/kept-seats.ts';
import type { SeatNumber, TripId, UserId, WaitId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Wait } from '../../../core/line/wait.ts';
import { type Fragment, fragment, raw } from '../engine/sql.ts';

/** A row of `waits`. */
export interface WaitRow {
  readonly id: WaitId;
  readonly user_id: UserId;
  readonly schedule_id: TripId;
  readonly from_stop: number;
  readonly to_stop: number;
  readonly seats: number;
  readonly any_of: string | null;
  readonly kept_for: string | null;
  readonly created_at: Instant;
  readonly ends_at: Instant;
  readonly offered: string | null;
  readonly offered_until: Instant | null;
}

export const WAIT_COLUMNS = raw(
  [
    ...['id', 'user_id', 'schedule_id', 'from_stop', 'to_stop', 'seats', 'any_of', 'kept_for', 'created_at', 'ends_at'],
    ...['offered', 'offered_until'],
  ]
    .map((column) => `waits.${column}`)
    .join(', '),
);

/** Condition on a row of waits: it has not ended, and does not end by the clock before `now`. */
export const standing = (row: 'waits' | 'other', now: Instant): Fragment => fragment`${raw(row)}.ended_at is null
  and case when ${raw(row)}.offered_until is null then ${raw(row)}.ends_at else ${raw(row)}.offered_until end > ${now}`;

const listIn = <Item>(json: string | null): readonly Item[] | null =>
  json === null ? null : (JSON.parse(json) as readonly Item[]);

export const toWait = (row: WaitRow): Wait => ({
  id: row.id,
  userId: row.user_id,
  tripId: row.schedule_id,
  section: { from: row.from_stop, to: row.to_stop },
  count: row.seats,
  anyOf: listIn<SeatNumber>(row.any_of),
  keptFor: listIn<KeptFor>(row.kept_for),
  until: row.ends_at,
  offer: row.offered_until === null ? null : { seats: listIn<SeatNumber>(row.offered) ?? [], until: row.offered_until },
  createdAt: row.created_at,
});

import type { FeedStore } from '../../../core/road/gtfs/ports.ts';
import { type Sql, inBatches, list, tuples } from '../engine/sql.ts';

/**
 * Stores the rows of each day in `gtfs_days`, the published feed in the single row of `gtfs_feed`, and when trips got
 * other times in `trip_retimings`.
 */
export const knexFeeds = (sql: Sql): FeedStore => ({
  async keepDay({ day, digest, facts, trips, stopTimes }) {
    await sql.changes`
      insert into gtfs_days (day, digest, facts, trips, trips_digest, stop_times, stop_times_digest)
      values (${day}, ${digest}, ${JSON.stringify(facts)}, ${trips.packed}, ${trips.digest}, ${stopTimes.packed},
        ${stopTimes.digest})
      on conflict (day) do update set digest = excluded.digest, facts = excluded.facts, trips = excluded.trips,
        trips_digest = excluded.trips_digest, stop_times = excluded.stop_times,
        stop_times_digest = excluded.stop_times_digest`;
  },

  async forgetDays(days) {
    await sql.changes`delete from gtfs_days where day in ${list(days)}`;
  },

  async publish({ etag, leftOut, content }) {
    const text = Buffer.from(content).toString('base64');
    await sql.changes`
      insert into gtfs_feed (id, etag, left_out, content) values (1, ${etag}, ${leftOut}, ${text})
      on conflict (id) do update set etag = excluded.etag, left_out = excluded.left_out, content = excluded.content`;
  },

  async keepRetimed(trips, now) {
    await inBatches(trips, async (batch) => [
      await sql.changes`
        insert into trip_retimings (schedule_id, at) values ${tuples(batch.map((id) => [id, now]))}
        on conflict (schedule_id) do update set at = excluded.at`,
    ]);
  },
});

import type { Instant } from '../../../core/kernel/time.ts';
import type { ProcessBeats } from '../../../core/platform/process-beats.ts';
import { type Sql, raw } from '../engine/sql.ts';

/** The time of the database in milliseconds. SQLite has that of the machine; Postgres reads it when it comes here. */
const NOW = {
  sqlite: raw(`cast(unixepoch('subsec') * 1000 as integer)`),
  postgres: raw('cast(extract(epoch from clock_timestamp()) * 1000 as bigint)'),
};

/** Stores the last commit of each process in `process_beats`, one row per process. */
export const knexProcessBeats = (sql: Sql): ProcessBeats => ({
  async beat({ name, version, clock }) {
    const row = await sql.one<{ at: Instant }>`
      insert into process_beats (name, version, clock, at) values (${name}, ${version}, ${clock}, ${NOW[sql.dialect]})
      on conflict (name) do update set version = excluded.version, clock = excluded.clock, at = excluded.at
      returning at`;
    return (row as { at: Instant }).at;
  },

  async prune(before) {
    await sql.changes`delete from process_beats where at < ${before}`;
  },
});

import type { Instant } from '../../../core/kernel/time.ts';
import type { Door } from '../../../core/line/door.ts';
import type { DoorStore } from '../../../core/line/door-ports.ts';
import { type Sql, forNoKeyUpdate, inBatches, list, raw } from '../engine/sql.ts';

interface DoorRow {
  readonly id: number;
  readonly opens_at: Instant;
  readonly joined: number;
  readonly cleared_at: Instant | null;
}

const DOOR_COLUMNS = raw('id, opens_at, joined, cleared_at');

const toDoor = (row: DoorRow): Door => ({
  id: row.id,
  opensAt: row.opens_at,
  joined: row.joined,
  clearedAt: row.cleared_at,
});

/** Stores doors in `doors`, unique by `opens_at`. */
export const knexDoors = (sql: Sql): DoorStore => ({
  async ensure(opensAt, { seed, hash }) {
    // The update changes nothing, but locks the row.
    await sql.changes`
      insert into doors (opens_at, seed, seed_hash) values (${opensAt}, ${seed}, ${hash})
      on conflict (opens_at) do update set opens_at = excluded.opens_at`;
  },

  async recordSetting(trips, now) {
    await inBatches(trips, async (batch) => [
      await sql.changes`update schedules set sale_set_at = ${now} where id in ${list(batch)}`,
    ]);
  },

  async lock(opensAt) {
    // Posted, so that the next statement sees what the last holder of the lock wrote.
    if (sql.dialect === 'postgres') sql.post`select id from doors where opens_at = ${opensAt} ${forNoKeyUpdate(sql)}`;
    const row = await sql.one<DoorRow>`select ${DOOR_COLUMNS} from doors where opens_at = ${opensAt}`;
    return row && toDoor(row);
  },

  async removeUnused(opensAt) {
    await sql.changes`
      delete from doors where opens_at = ${opensAt} and joined = 0
        and not exists (select 1 from schedules where sale_opens_at = ${opensAt})`;
  },
});

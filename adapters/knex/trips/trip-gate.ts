import type { TripGate } from '../../../core/fleet/document-ports.ts';
import { type Sql, type SqlValue, inBatches, list, tuples } from '../engine/sql.ts';

/** Writes `papers_ok` of trips: whether the bus's papers allow sales. Writes only rows that change. */
export const knexTripGate = (sql: Sql): TripGate => ({
  async openWithin(spans) {
    await inBatches([...spans], async (batch) => {
      const open = batch.flatMap(([bus, within]) => within.map(({ start, end }): SqlValue[] => [bus, start, end]));
      // Bus and departure are read from the written row, because another transaction may have changed them meanwhile.
      return [
        await sql.changes`
        with spans as (
          select cast(column1 as bigint) as bus, cast(column2 as bigint) as since, cast(column3 as bigint) as until
          from (values ${tuples([[0, 0, 0], ...open])}) as given)
        update schedules set papers_ok = not papers_ok
        where bus_id in ${list(batch.map(([bus]) => bus))} and papers_ok <> exists (
          select 1 from spans where spans.bus = schedules.bus_id
            and spans.since <= schedules.departure_time and schedules.departure_time < spans.until)`,
      ];
    });
  },
});

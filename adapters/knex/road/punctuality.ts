import type { Instant } from '../../../core/kernel/time.ts';
import type {
  Occurrence,
  PunctualityStore,
  PunctualityViews,
  StopPassing,
} from '../../../core/road/punctuality-ports.ts';
import { type Sql, list, padded, tuples } from '../engine/sql.ts';

/** The milliseconds of a slot, in which a trip has one estimate of each stop. */
const SLOT = 10 * 60_000;

/** Stores estimates in `stop_estimates`, and the stops that buses have passed in `stop_passings`. */
export const knexPunctuality = (sql: Sql): PunctualityStore => ({
  async keep(trip, estimates, now) {
    const slot = Math.floor(now / SLOT);
    await sql.changes`
      insert into stop_estimates (schedule_id, stop, slot, made_at, expected_at)
      values ${tuples(estimates.map(({ stop, expectedAt }) => [trip, stop, slot, now, expectedAt]))}
      on conflict do nothing`;
  },

  async estimateAt(trip, stop, until) {
    const row = await sql.one<{ expected_at: Instant }>`
      select expected_at from stop_estimates
      where schedule_id = ${trip} and stop = ${stop} and made_at <= ${until} order by slot desc limit 1`;
    return row?.expected_at;
  },

  passings: (trip) => sql.rows<Pick<StopPassing, 'stop' | 'passedAt'>>`
    select stop, passed_at as "passedAt" from stop_passings where schedule_id = ${trip}`,

  async pass(trip, { stop, city, passedAt, late, error30, error90 }) {
    const added = await sql.changes`
      insert into stop_passings (schedule_id, stop, operator_id, route_id, city_id, passed_at, late, error_30, error_90)
      select schedules.id, ${stop}, schedules.operator_id, schedules.route_id, ${city}, cast(${passedAt} as bigint),
        cast(${late} as integer), cast(${error30} as integer), cast(${error90} as integer)
      from schedules where schedules.id = ${trip}
      on conflict do nothing`;
    if (added > 0) return true;
    await sql.changes`
      update stop_passings set passed_at = ${passedAt}, late = ${late}, error_30 = ${error30}, error_90 = ${error90}
      where schedule_id = ${trip} and stop = ${stop}`;
    return false;
  },

  async takeBack(trip, stops) {
    if (stops.length > 0)
      await sql.changes`delete from stop_passings where schedule_id = ${trip} and stop in ${list(padded(stops))}`;
  },

  pruneEstimates: (before, limit) => sql.changes`
    delete from stop_estimates where (schedule_id, stop, slot) in (
      select schedule_id, stop, slot from stop_estimates where made_at < ${before} order by made_at limit ${limit})`,

  prunePassings: (before, limit) => sql.changes`
    delete from stop_passings where (schedule_id, stop) in (
      select schedule_id, stop from stop_passings where passed_at < ${before} order by passed_at limit ${limit})`,
});

interface CountedRow {
  readonly route_id: number;
  readonly stop: number;
  readonly city_id: number;
  readonly source: string;
  readonly destination: string;
  readonly city: string;
  readonly what: 'late' | 'error30' | 'error90';
  readonly minutes: number;
  readonly count: number;
}

export const knexPunctualityViews = (read: Sql): PunctualityViews => ({
  async passed(operatorId, { start, end }) {
    // Each number is counted, because databases differ in how they find a median.
    const rows = await read.rows<CountedRow>`
      with passing as materialized (
        select * from stop_passings
        where operator_id = ${operatorId} and passed_at >= ${start} and passed_at < ${end}),
      counted as (
        select route_id, stop, city_id, 'late' as what, late as minutes, count(*) as count
        from passing group by route_id, stop, city_id, late
        union all
        select route_id, stop, city_id, 'error30', error_30, count(*)
        from passing where error_30 is not null group by route_id, stop, city_id, error_30
        union all
        select route_id, stop, city_id, 'error90', error_90, count(*)
        from passing where error_90 is not null group by route_id, stop, city_id, error_90)
      select counted.*, source.city_name as source, destination.city_name as destination, city.city_name as city
      from counted
      join routes on routes.id = counted.route_id
      join cities source on source.id = routes.source_city_id
      join cities destination on destination.id = routes.destination_city_id
      join cities city on city.id = counted.city_id
      order by source.city_name, destination.city_name, counted.route_id, counted.stop, counted.city_id, counted.minutes`;
    const stops = new Map<string, CountedRow[]>();
    for (const row of rows) {
      const key = `${row.route_id} ${row.stop} ${row.city_id}`;
      stops.set(key, [...(stops.get(key) ?? []), row]);
    }
    return [...stops.values()].flatMap((counted) => {
      const [first] = counted;
      if (!first) return [];
      const of = (what: CountedRow['what']): readonly Occurrence[] =>
        counted.filter((row) => row.what === what).map(({ minutes, count }) => ({ minutes, count }));
      const { source, destination, stop, city } = first;
      return [{ source, destination, stop, city, late: of('late'), error30: of('error30'), error90: of('error90') }];
    });
  },
});

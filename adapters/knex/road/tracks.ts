import type { PositionMode } from '../../../core/companies/company.ts';
import type { CityId, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Fix } from '../../../core/road/match-point.ts';
import type { DelayReason } from '../../../core/road/said-delay.ts';
import type { SaidWord, TrackStore, TrackViews } from '../../../core/road/track-ports.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, list, padded, tuples } from '../engine/sql.ts';
import { byName, placesNamed } from '../trips/point-places.ts';
import { PLAN_COLUMNS, type PlanRow, toPlannedTrip } from '../trips/planned-trips.ts';

interface SaidRow {
  readonly said_at: Instant | null;
  readonly said_minutes: number | null;
  readonly said_reason: DelayReason | null;
  readonly said_stop: number | null;
}

interface TrackRow extends PlanRow, SaidRow {
  readonly positions: PositionMode;
  readonly revision: number | null;
  readonly late_reached: number | null;
}

interface CityRow {
  readonly id: CityId;
  readonly city_name: string;
  readonly lat: number | null;
  readonly lon: number | null;
}

function toSaid({
  said_at: at,
  said_minutes: minutes,
  said_reason: reason,
  said_stop: stop,
}: SaidRow): SaidWord | null {
  if (at === null) return null;
  return minutes === null || reason === null || stop === null ? { at, minutes: null } : { at, minutes, reason, stop };
}

export const knexTrackViews = (read: Sql): TrackViews => ({
  async find(id) {
    const row = await read.one<TrackRow>`
      select ${PLAN_COLUMNS}, operators.positions, bus_tracks.revision, bus_tracks.said_at, bus_tracks.said_minutes,
        bus_tracks.said_reason, bus_tracks.said_stop, bus_tracks.late_reached
      from schedules
      join routes on routes.id = schedules.route_id
      join operators on operators.id = schedules.operator_id
      left join bus_tracks on bus_tracks.schedule_id = schedules.id
      where schedules.id = ${id}`;
    return (
      row && {
        trip: toPlannedTrip(row),
        mode: row.positions,
        revision: row.revision ?? 0,
        said: toSaid(row),
        lateReached: row.late_reached ?? 0,
      }
    );
  },

  async spots(of, cities, names) {
    const found = await read.rows<CityRow>`
      select id, city_name, lat, lon from cities where id in ${list(padded(cities))}`;
    const places = await placesNamed(read, of, cities, names);
    const byCity = new Map(cities.map((city) => [city, byName(places.filter(([, at]) => at === city))]));
    return {
      cities: found.map(({ id, city_name: name, lat, lon }) => ({
        id,
        name,
        coordinates: lat === null || lon === null ? null : { lat, lon },
      })),
      placesIn: (city) => byCity.get(city) ?? new Map(),
    };
  },

  points: (id) => read.rows<Fix>`
    select at, lat, lon, accuracy, speed from bus_points where schedule_id = ${id} order by at`,
});

/** Stores the words about delays in `bus_tracks`, and points in `bus_points`, which keeps one point of a moment. */
export const knexTracks = (
  sql: Sql,
  { recordChange, estimateChanged }: Pick<TransactionNeeds, 'recordChange' | 'estimateChanged'>,
): TrackStore => ({
  ...knexTrackViews(sql),

  async lock(id) {
    await sql.changes`
      insert into bus_tracks (schedule_id) values (${id})
      on conflict (schedule_id) do update set revision = bus_tracks.revision`;
  },

  async add(id, points) {
    await sql.changes`
      insert into bus_points (schedule_id, at, lat, lon, accuracy, speed)
      values ${tuples(points.map(({ at, lat, lon, accuracy, speed }) => [id, at, lat, lon, accuracy, speed]))}
      on conflict do nothing`;
    await raise(sql, id);
    recordChange({ thing: 'position', tripId: id });
  },

  async forgetBefore(id, before) {
    await sql.changes`delete from bus_points where schedule_id = ${id} and at < ${before}`;
  },

  async say(id, word) {
    const { minutes, reason, stop } = word.minutes === null ? { minutes: null, reason: null, stop: null } : word;
    await sql.changes`
      insert into bus_tracks (schedule_id, said_at, said_minutes, said_reason, said_stop)
      values (${id}, ${word.at}, ${minutes}, ${reason}, ${stop})
      on conflict (schedule_id) do update set said_at = excluded.said_at, said_minutes = excluded.said_minutes,
        said_reason = excluded.said_reason, said_stop = excluded.said_stop`;
    estimateChanged(id);
    recordChange({ thing: 'position', tripId: id });
  },

  async forget(operatorId) {
    const trips = await sql.rows<{ id: TripId }>`
      select id from schedules
      where operator_id = ${operatorId} and exists (select 1 from bus_points where schedule_id = schedules.id)`;
    for (const { id } of trips) {
      await sql.changes`delete from bus_points where schedule_id = ${id}`;
      await raise(sql, id);
      recordChange({ thing: 'position', tripId: id });
    }
  },

  prune: (before, limit) => sql.changes`
    delete from bus_points where (schedule_id, at) in (
      select schedule_id, at from bus_points where at < ${before} order by at limit ${limit})`,
});

/** Tells the processes that keep results of a trip that its points have changed. */
async function raise(sql: Sql, id: TripId): Promise<void> {
  await sql.changes`
    insert into bus_tracks (schedule_id, revision) values (${id}, 1)
    on conflict (schedule_id) do update set revision = bus_tracks.revision + 1`;
}

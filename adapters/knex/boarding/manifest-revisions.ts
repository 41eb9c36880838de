import {
  type ManifestChange,
  type ManifestRevisions,
  type RaisedRevision,
  FIRST_REVISION,
} from '../../../core/boarding/manifest-revision.ts';
import type { OperatorId, TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, inBatches, list, padded, tuples } from '../engine/sql.ts';

interface RaisedRow {
  readonly schedule_id: TripId;
  readonly operator_id: OperatorId;
  readonly revision: number;
}

/** Stores the revisions of manifests in `manifests`. A trip gets a row when its manifest first changes. */
export const knexManifestRevisions = (sql: Sql): ManifestRevisions => ({
  async raise(changes, since) {
    const trips = new Set(changes.flatMap((change) => (change.of === 'trip' ? [change.id] : [])));
    for (const trip of await tripsInCommon(sql, changes, since)) trips.add(trip);
    const inOrder = [...trips].sort((one, other) => one - other);
    const raised = await inBatches(
      inOrder,
      (batch) => sql.rows<RaisedRow>`
        insert into manifests (schedule_id, revision) values ${tuples(batch.map((trip) => [trip, FIRST_REVISION + 1]))}
        on conflict (schedule_id) do update set revision = manifests.revision + 1
        returning schedule_id, revision,
          (select schedules.operator_id from schedules where schedules.id = schedule_id) as operator_id`,
    );
    return raised.map((row): RaisedRevision => ({
      operatorId: row.operator_id,
      tripId: row.schedule_id,
      revision: row.revision,
    }));
  },
});

/** The trips whose manifests a changed bus, city or person affects. */
async function tripsInCommon(sql: Sql, changes: readonly ManifestChange[], since: Instant): Promise<readonly TripId[]> {
  const found: TripId[] = [];
  for (const kind of ['bus', 'user', 'city'] as const) {
    const ids = [...new Set(changes.flatMap(({ of, id }) => (of === kind ? [id] : [])))];
    const rows = await inBatches(ids, (batch) => TRIPS_OF[kind](sql, list(batch), since));
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

type TripsOf = (sql: Sql, ids: Fragment, since: Instant) => Promise<readonly { readonly id: TripId }[]>;

const TRIPS_OF: Readonly<Record<Exclude<ManifestChange['of'], 'trip'>, TripsOf>> = {
  bus: (sql, ids, since) => sql.rows`
    select id from schedules where bus_id in ${ids} and arrival_time > ${since} and departure_time > ${since}`,

  user: (sql, ids, since) => sql.rows`
    select schedules.id from bookings join schedules on schedules.id = bookings.schedule_id
    where bookings.user_id in ${ids} and bookings.booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')
      and schedules.departure_time > ${since}`,

  /** Reads in two steps, because for one statement the database may choose a full scan of `schedules`. */
  async city(sql, ids, since) {
    const routes = await sql.rows<{ id: number }>`
      select id from routes where source_city_id in ${ids} or destination_city_id in ${ids}`;
    return inBatches(
      routes.map(({ id }) => id),
      (batch) => sql.rows<{ id: TripId }>`
        select id from schedules where route_id in ${list(padded(batch))} and departure_time > ${since}`,
    );
  },
};

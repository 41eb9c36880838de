import type { TripId } from '../../../core/kernel/ids.ts';
import type { PlannedTrip } from '../../../core/trips/planned-trips.ts';
import { type PlannedRoad, lastStop, soldSections } from '../../../core/trips/sections.ts';
import { leftAt } from '../../../core/trips/taps.ts';
import { type Sql, inBatches, list, tuples } from '../engine/sql.ts';
import { routeIn, routesOf } from './routes.ts';

type StoredPlan = PlannedRoad & { readonly id: TripId } & Partial<Pick<PlannedTrip, 'taps'>>;

/*
 * Rows that depend on the stops and fares of trips. `trip_sections` has a row for each section that is sold beside the
 * whole trip. Searches find the section by its cities. `part_places` has a row for each part of a trip with stops.
 */

/** Adds the rows of new trips to both tables. */
export async function addSections(sql: Sql, trips: readonly StoredPlan[]): Promise<void> {
  const sections = trips.flatMap((trip) =>
    soldSections(trip).map((section) => ({
      ...section,
      id: trip.id,
      leftAt: leftAt(trip.taps?.left ?? [], section.from),
    })),
  );
  const routes = await routesOf(sql, sections);
  await inBatches(sections, async (batch) => [
    await sql.changes`
      insert into trip_sections (schedule_id, from_stop, to_stop, route_id, fare_paisa, departure_time, arrival_time, left_at)
      values ${tuples(batch.map(({ id, ...section }) => [id, section.from, section.to, routeIn(routes, section), section.fare, section.departsAt, section.arrivesAt, section.leftAt]))}`,
  ]);
  const parts = trips
    .filter(({ stops }) => stops.length > 0)
    .flatMap((trip) => Array.from({ length: lastStop(trip) }, (_, part) => [trip.id, part]));
  await inBatches(parts, async (batch) => [
    await sql.changes`
      insert into part_places (schedule_id, part) values ${tuples(batch)} on conflict (schedule_id, part) do nothing`,
  ]);
}

/**
 * Deletes the section rows of changed trips. Counts of taken places stay, because a trip with taken places keeps its
 * stops.
 */
export async function forgetSections(sql: Sql, trips: readonly TripId[]): Promise<void> {
  await inBatches(trips, async (batch) => [
    await sql.changes`delete from trip_sections where schedule_id in ${list(batch)}`,
    await sql.changes`delete from part_places where schedule_id in ${list(batch)} and places_taken = 0`,
  ]);
}

/** Replaces the section rows of changed trips by new rows. */
export async function replaceSections(sql: Sql, trips: readonly StoredPlan[]): Promise<void> {
  await forgetSections(
    sql,
    trips.map(({ id }) => id),
  );
  await addSections(sql, trips);
}

import { toRupees } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import type { Told } from '../kernel/told.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Changes } from '../trail/trail.ts';
import type { TripPlan } from '../trips/planned-trips.ts';
import { toldPoint } from '../trips/points.ts';

/* What the activity log says of a trip, by the names that the API gives its fields. */

/** What differs between two states of a trip; everything, if there was none before. */
export const changesOfTrip = (before: TripPlan | undefined, after: TripPlan): Changes =>
  changesBetween(before ? toldOf(before) : {}, toldOf(after));

const toldOf = (trip: TripPlan): Readonly<Record<string, Told>> => ({
  source_city_id: trip.sourceCityId,
  destination_city_id: trip.destinationCityId,
  bus_id: trip.busId,
  fare: toRupees(trip.fare),
  departure_time: toIso(trip.departsAt),
  arrival_time: toIso(trip.arrivesAt),
  boarding_points: trip.boardingPoints.map(toldPoint),
  dropping_points: trip.droppingPoints.map(toldPoint),
});

import { toRupees } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import type { JsonValue } from '../kernel/json.ts';
import { type Changes, changesBetween } from '../platform/trail.ts';
import type { TripPlan } from '../trips/planned-trips.ts';
import { loggedPoint } from '../trips/points.ts';
import { loggedFare, loggedStop } from '../trips/logged-road.ts';

/* A trip's values in the activity log, under the API's field names. */

/** The changes of a trip for the activity log. A new trip is logged with all its values. */
export const changesOfTrip = (before: TripPlan | undefined, after: TripPlan): Changes =>
  changesBetween(before ? toldOf(before) : {}, toldOf(after));

const toldOf = (trip: TripPlan): Readonly<Record<string, JsonValue>> => ({
  source_city_id: trip.sourceCityId,
  destination_city_id: trip.destinationCityId,
  bus_id: trip.busId,
  fare: toRupees(trip.fare),
  departure_time: toIso(trip.departsAt),
  arrival_time: toIso(trip.arrivesAt),
  stops: trip.stops.map(loggedStop),
  fares: trip.fares.map(loggedFare),
  boarding_points: trip.boardingPoints.map(loggedPoint),
  dropping_points: trip.droppingPoints.map(loggedPoint),
  sale_opens_at: trip.saleOpensAt && toIso(trip.saleOpensAt),
});

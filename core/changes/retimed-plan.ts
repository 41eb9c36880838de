import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { minutesBetween } from '../kernel/time.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { type Point, type Points, EARLIEST, cutTo } from '../trips/points.ts';
import { stopMinuteFaults } from '../trips/road-faults.ts';
import { type Road, type Stop, type Times, hasSameStops } from '../trips/sections.ts';
import { tripUnchanged } from './refusals.ts';

/** The new times of a trip. `stops` has the new times of its stops, if the request gives them. */
export interface NewTimes extends Times {
  readonly stops?: readonly Stop[];
}

type TimedTrip = Pick<PlannedTrip, 'stops' | 'departsAt' | 'arrivesAt' | 'saleOpensAt'>;

/**
 * Refuses a departure before the trip's sale opens. Refuses stops whose cities differ from the trip's, or whose minutes
 * do not fit the new times. If the request gives no stops and the trip's own stops do not fit, the only fault is the
 * missing `stops`.
 *
 * @throws Refusal VALIDATION
 */
export function refuseMisfits(trip: TimedTrip, times: NewTimes): void {
  if (trip.saleOpensAt !== null && times.departsAt <= trip.saleOpensAt)
    refuseFaults([{ field: 'departure_time', message: 'must be after the opening of the sale' }]);
  const duration = minutesBetween(times.departsAt, times.arrivesAt);
  if (times.stops) {
    const other = otherCities(trip, times.stops);
    refuseFaults(other.length > 0 ? other : stopMinuteFaults({ stops: times.stops }, duration));
  } else if (stopMinuteFaults({ stops: stopsAfter(trip, times) }, duration).length > 0) {
    const message = 'must be given: the present ones do not fit the new times';
    refuseFaults([{ field: 'stops', message }]);
  }
}

/** A fault for the first stop whose city differs from the trip's. */
function otherCities({ stops }: Pick<Road, 'stops'>, given: readonly Stop[]): readonly Fault[] {
  const length = Math.max(stops.length, given.length);
  const index = Array.from({ length }).findIndex((_, at) => stops[at]?.cityId !== given[at]?.cityId);
  if (index < 0) return [];
  return [{ field: `stops[${index}].city_id`, message: 'must be as before: a retime changes times alone' }];
}

/** The stops of the trip with its new times: from the request, or else scaled to the new duration. */
function stopsAfter(trip: TimedTrip, times: NewTimes): readonly Stop[] {
  if (times.stops) return times.stops;
  const before = minutesBetween(trip.departsAt, trip.arrivesAt);
  const after = minutesBetween(times.departsAt, times.arrivesAt);
  /**
   * The minutes of a stop after the new departure: scaled to the new duration, and rounded to a whole minute (half a
   * minute up).
   */
  const stretched = (minutes: number): number => Math.floor((2 * minutes * after + before) / (2 * before));
  return trip.stops.map(({ cityId, arrives, departs }) => ({
    cityId,
    arrives: stretched(arrives),
    departs: stretched(departs),
  }));
}

/**
 * The trip with its new times. Boarding and dropping points move with their stop; none is later than the arrival.
 *
 * @throws Refusal TRIP_UNCHANGED
 */
export function retimedPlan(trip: PlannedTrip, times: NewTimes): PlannedTrip {
  const { departsAt, arrivesAt } = times;
  const after = { ...trip, departsAt, arrivesAt, stops: stopsAfter(trip, times) };
  if (trip.departsAt === departsAt && trip.arrivesAt === arrivesAt && hasSameStops(trip, after)) throw tripUnchanged();
  return { ...after, ...movedPoints(trip, after), changedInOffice: true };
}

function movedPoints(trip: PlannedTrip, after: Pick<TimedTrip, 'stops' | 'departsAt' | 'arrivesAt'>): Points {
  const duration = minutesBetween(after.departsAt, after.arrivesAt);
  const moved = (points: readonly Point[], least: number, by: 'arrives' | 'departs'): readonly Point[] =>
    points.map((point) => {
      const index = (point.stop ?? 0) - 1;
      const [old, now] = [trip.stops[index], after.stops[index]];
      return old && now ? { ...point, minutes: Math.max(least, point.minutes + now[by] - old[by]) } : point;
    });
  return {
    boardingPoints: cutTo(moved(trip.boardingPoints, EARLIEST.boarding, 'departs'), duration),
    droppingPoints: cutTo(moved(trip.droppingPoints, EARLIEST.dropping, 'arrives'), duration),
  };
}

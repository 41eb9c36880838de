import type { TripId } from '../kernel/ids.ts';
import { type Instant, secondsAfter } from '../kernel/time.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { type Point, boardingStop, droppingStop, pointAt, pointKey } from '../trips/points.ts';
import { arrivesAt, citiesOf, departsFrom, lastStop } from '../trips/sections.ts';
import { type Progress, progressOf } from './evidence.ts';
import type { Fix } from './match-point.ts';
import type { SaidDelay } from './said-delay.ts';
import type { SaidWord, Spots, TrackViews, TripOnRoad } from './track-ports.ts';
import { type PlacedPoint, type TrackedTrip, marksOf } from './tracked-trip.ts';

/** A trip with its plan as a road, and all that is known of its bus. */
export interface Tracked extends TripOnRoad {
  readonly road: TrackedTrip;
  readonly known: Progress;
}

/** The delay that a word tells; null if it tells that there is none. */
export const saidIn = (word: SaidWord | null): SaidDelay | null =>
  word === null || word.minutes === null ? null : word;

/** A trip as a road with marks. */
function roadOf(trip: PlannedTrip, { cities, placesIn }: Spots): TrackedTrip {
  const byId = new Map(cities.map((city) => [city.id, city]));
  const stopCities = citiesOf(trip).map((id) => byId.get(id));
  const last = lastStop(trip);
  const boarding = trip.boardingPoints.map((point) => ({ ...point, stop: boardingStop(point) }));
  const dropping = trip.droppingPoints.map((point) => ({ ...point, stop: droppingStop(point, trip) }));
  const stops = stopCities.map((city, stop) => {
    const [arrives, departs] = [arrivesAt(trip, stop), departsFrom(trip, stop)];
    const own = boarding.filter((point) => point.stop === stop);
    const name = city?.name ?? '';
    return {
      city: name,
      arrivesAt: stop === 0 ? departs : arrives,
      departsAt: stop === last ? arrives : departs,
      boardingPoints:
        own.length === 0 && stop > 0 && stop < last
          ? [{ name, at: departs }]
          : own.map((point) => ({ name: point.name, at: pointAt(point, trip.departsAt) })),
    };
  });
  const placed = (point: Point & { readonly stop: number }): readonly PlacedPoint[] => {
    const key = pointKey(point.name);
    const city = stopCities[point.stop];
    const place = city && placesIn(city.id).get(key);
    const { stop } = point;
    return place ? [{ name: key, stop, at: pointAt(point, trip.departsAt), coordinates: place.coordinates }] : [];
  };
  const points = [...dropping, ...boarding].flatMap(placed);
  return {
    stops,
    marks: marksOf(
      stops,
      points,
      stopCities.map((city) => city?.coordinates ?? null),
    ),
  };
}

/** Reads the road and the points of a trip. A company that keeps its positions to itself has no points. */
export async function track(
  views: TrackViews,
  found: TripOnRoad,
): Promise<Tracked & { readonly points: readonly Fix[] }> {
  const { trip, mode, said } = found;
  const names = [...trip.boardingPoints, ...trip.droppingPoints].map(({ name }) => pointKey(name));
  const road = roadOf(trip, await views.spots(trip.operatorId, [...new Set(citiesOf(trip))], [...new Set(names)]));
  const points = mode === 'OFF' ? [] : await views.points(trip.id);
  return { ...found, road, points, known: progressOf(road, trip.taps.left, saidIn(said), points) };
}

/** Changes of places and cities may show so much later. An answer about a position may be as old. */
const FRESH_SECONDS = 10;
/** The most trips of which results are kept. */
const MOST_KEPT = 5_000;

interface Kept {
  readonly facts: string;
  readonly until: Instant;
  readonly tracked: Promise<Tracked>;
}

export type FindTracked = (id: TripId, now: Instant) => Promise<Tracked | undefined>;

/**
 * Makes a reader of trips that keeps its results. Many people ask for the bus of one trip, and its points are read
 * again only when one was added. Those who ask at once share one read, so the process needs one reader for all.
 */
export function keepingTracks(views: TrackViews): FindTracked {
  const kept = new Map<TripId, Kept>();
  return async (id, now) => {
    const found = await views.find(id);
    if (!found) return undefined;
    const facts = JSON.stringify(found);
    const before = kept.get(id);
    if (before?.facts === facts && now < before.until) return before.tracked;
    const tracked = trackWithoutPoints(views, found);
    const read = { facts, until: secondsAfter(now, FRESH_SECONDS), tracked };
    kept.delete(id);
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(id, read);
    try {
      return await tracked;
    } catch (error) {
      // The next person who asks must not get the same failure.
      if (kept.get(id) === read) kept.delete(id);
      throw error;
    }
  };
}

async function trackWithoutPoints(views: TrackViews, found: TripOnRoad): Promise<Tracked> {
  const { points: _points, ...tracked } = await track(views, found);
  return tracked;
}

import type { Instant } from '../kernel/time.ts';
import { boardingStop, pointAt } from './points.ts';
import type { TripListing } from './ports.ts';

interface BoardingPlace {
  readonly name: string;
  readonly at: Instant;
}

/**
 * The boarding places of a section in search results, with their times. An intermediate stop without boarding points is
 * a boarding place itself.
 */
export function boardingPlaces(
  found: Pick<TripListing, 'section' | 'trip' | 'sourceCity' | 'departsAt' | 'boardingPoints'>,
): readonly BoardingPlace[] {
  const { section, trip, sourceCity, departsAt, boardingPoints = [] } = found;
  const here = boardingPoints.filter((point) => boardingStop(point) === section.from);
  if (here.length === 0 && section.from > 0) return [{ name: sourceCity, at: departsAt }];
  return here.map((point) => ({ name: point.name, at: pointAt(point, trip.departsAt) }));
}

import { sectionNotSold } from './refusals.ts';
import { type Section, type SoldSection, soldSection, wholeRoad } from './sections.ts';
import type { Trip } from './trip.ts';

/**
 * The section that a caller has chosen in a request's body; the whole trip if the caller has chosen none. Refuses a
 * section that is not sold.
 */
export function chosenSection(trip: Trip, choice: Section | undefined): SoldSection {
  const section = soldSection(trip, choice ?? wholeRoad(trip));
  if (!section) throw sectionNotSold();
  return section;
}

/** The section in the form that stores of seats expect: undefined on trips without intermediate stops. */
export const sectionForStores = ({ stops }: Pick<Trip, 'stops'>, { from, to }: Section): Section | undefined =>
  stops.length > 0 ? { from, to } : undefined;

import type { Block, Trip } from './use-trip.ts';

/** A section of a trip, from one stop to a later one, by the numbers of the stops. */
export interface Section {
  readonly from: number;
  readonly to: number;
}

export const wholeRoad = ({ stops }: Trip): Section => ({ from: 0, to: stops.length - 1 });

/**
 * The sections that the office can still sell, with their fares. The whole trip comes first. A section is sold until
 * the bus is due at its last stop.
 */
export const soldSections = (trip: Trip): readonly (Section & { readonly fare: number })[] =>
  [{ ...wholeRoad(trip), fare: trip.fare }, ...trip.fares].filter(
    ({ to }) => Date.parse(trip.stops[to]?.arrives_at ?? trip.arrival_time) > Date.now(),
  );

export const departureOf = (trip: Trip, { from }: Section): string =>
  trip.stops[from]?.departs_at ?? trip.departure_time;

/** The stops of a section, as request fields. Empty for a trip without stops on the way. */
export const stopsOf = ({ stops }: Trip, { from, to }: Section) =>
  stops.length > 2 ? { from_stop: from, to_stop: to } : {};

/** The parts of a block that lie outside a section: none, one or two blocks. */
export function outside(trip: Trip, block: Block, { from, to }: Section): readonly Block[] {
  const { from_stop: begins = 0, to_stop: ends = wholeRoad(trip).to } = block;
  if (ends <= from || to <= begins) return [block];
  return [
    { ...block, from_stop: begins, to_stop: from },
    { ...block, from_stop: to, to_stop: ends },
  ].filter((piece) => piece.from_stop < piece.to_stop);
}

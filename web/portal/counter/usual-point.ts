import type { Schemas } from '../../api/operations.ts';

/**
 * The boarding point that a sale begins with: the counter's own place, otherwise the first point that the bus has not
 * passed. Empty if there are no points.
 */
export function usualPoint(
  points: readonly Schemas['Point'][],
  trip: { readonly departure_time: string },
  { place, now }: { readonly place: string; readonly now: number },
): string {
  const isAhead = ({ minutes }: Schemas['Point']): boolean => Date.parse(trip.departure_time) + minutes * 60_000 >= now;
  const inOrder = points.toSorted((one, other) => one.minutes - other.minutes);
  return (inOrder.find(({ name }) => name === place) ?? inOrder.find(isAhead) ?? inOrder.at(-1))?.name ?? '';
}

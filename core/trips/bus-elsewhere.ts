import type { BusId, TripId } from '../kernel/ids.ts';
import type { Span } from '../kernel/time.ts';
import type { BusyTrip, PlannedTrips } from './planned-trips.ts';
import { busElsewhere } from './refusals.ts';

/** Whether two spans have a moment in common: a trip may begin in the moment in which another ends. */
export const overlaps = (
  { departsAt, arrivesAt }: Pick<BusyTrip, 'departsAt' | 'arrivesAt'>,
  { start, end }: Span,
): boolean => departsAt < end && start < arrivesAt;

/**
 * Refuses a trip while whose time its bus is on another one. The bus has been locked, so that two trips that are made
 * at once can't both find it free.
 *
 * @throws Refusal BUS_ELSEWHERE, which names the first of these trips
 */
export async function refuseElsewhere(
  trips: Pick<PlannedTrips, 'busy'>,
  bus: BusId,
  during: Span,
  except?: TripId,
): Promise<void> {
  const [other] = (await trips.busy(bus, during)).filter(({ id }) => id !== except);
  if (other) throw busElsewhere(other);
}

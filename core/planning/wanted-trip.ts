import type { BusId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import { minutesBetween } from '../kernel/time.ts';
import type { City } from '../trips/city.ts';
import { endFaults, timeFaults } from '../trips/planned-trips.ts';
import { type Points, pointFaults, pointStopFaults } from '../trips/points.ts';
import { openingFaults, type OpeningBounds, type SaleOpening } from '../trips/sale-opening.ts';
import { fareFaults, stopFaults } from '../trips/road-faults.ts';
import type { Ends, Road, Times } from '../trips/sections.ts';

/** A single trip that a company wants to run. */
export interface WantedTrip extends Ends, Points, Road, SaleOpening, Times {
  readonly busId: BusId;
  readonly fare: Paisa;
}

/**
 * Throws if a trip is impossible. Examples are unknown or repeated cities, times in the past, and points outside the
 * trip.
 *
 * @throws Refusal VALIDATION, with all faults
 */
export function checkTrip(
  cities: readonly City[],
  trip: WantedTrip,
  { now, calendar, stepMinutes }: Omit<OpeningBounds, 'departsAt'>,
): void {
  const times = timeFaults(trip, now, calendar);
  // Stops and points are checked against the duration, so the times must be valid first.
  const duration = times.length > 0 ? undefined : minutesBetween(trip.departsAt, trip.arrivesAt);
  refuseFaults([
    ...endFaults(cities, trip),
    ...times,
    ...stopFaults(cities, trip, duration, trip),
    ...fareFaults(trip, trip),
    ...(duration === undefined ? [] : pointFaults(trip, duration)),
    ...pointStopFaults(trip, trip),
    ...openingFaults(trip.saleOpensAt, { now, calendar, stepMinutes, departsAt: trip.departsAt }),
  ]);
}

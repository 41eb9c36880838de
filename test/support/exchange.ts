import type { BusId, OperatorId, TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Stores } from '../../core/stores.ts';
import type { TripStatus } from '../../core/trips/trip.ts';
import { type ListedBus, type TripForTests, allVerified, saveTrips, seatsNumbered } from './catalogue.ts';
import { START } from './clock.ts';

export const REGISTRATION = 'BA 1 PA 1';

export const MAP = { rows: 1, cols: 4, deckCount: 1, seats: seatsNumbered('A1', 'A2') };

/**
 * The bus with the number REGISTRATION, as an import saves it. The bus has two places, and `seatMap` or no seat map.
 */
export const importedBus = (operatorId: OperatorId, seatMap: typeof MAP | null): ListedBus => ({
  operatorId,
  name: 'Blue Sky Deluxe',
  registrationNo: REGISTRATION,
  type: 'DELUXE',
  totalSeats: 2,
  amenities: [],
  approvalStatus: 'APPROVED',
  status: 'ACTIVE',
  documents: allVerified,
  seatMap,
});

/** Imports a trip with another bus. Returns `sold` if the trip could not be changed. */
export const exchangeBus = (
  stores: Stores,
  trip: TripForTests,
  busId: BusId,
  now: Instant = START,
): Promise<TripId | 'sold'> => change(stores, { ...trip, busId }, 'ACTIVE', now);

/** Imports a trip as cancelled or active. Returns `sold` if the trip could not be changed. */
export const setStatus = (
  stores: Stores,
  trip: TripForTests,
  status: TripStatus,
  now: Instant = START,
): Promise<TripId | 'sold'> => change(stores, trip, status, now);

async function change(
  stores: Stores,
  { key, busId, departsAt, arrivesAt }: TripForTests,
  status: TripStatus,
  now: Instant,
): Promise<TripId | 'sold'> {
  const { catalogue } = stores;
  const [source, destination] = await catalogue.saveCities(['Kathmandu', 'Pokhara']);
  const [routeId] = await catalogue.saveRoutes([{ source: source!, destination: destination! }]);
  const trip = {
    key,
    routeId: routeId!,
    busId,
    departsAt,
    arrivesAt,
    fare: paisa(120_000),
    status,
    stops: [],
    fares: [],
  };
  return (await saveTrips(stores, [trip], now))[0]!;
}

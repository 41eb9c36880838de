import type { BusId, TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Stores } from '../../core/stores.ts';
import { saveTrips } from './catalogue.ts';
import type { TripForTests } from './catalogue.ts';
import { START } from './clock.ts';

/** An import that puts a trip on another bus: `sold` when it must stay as it is. */
export async function exchangeBus(
  stores: Pick<Stores, 'catalogue' | 'documents' | 'tripGate'>,
  { key, departsAt, arrivesAt }: TripForTests,
  busId: BusId,
  now: Instant = START,
): Promise<TripId | 'sold'> {
  const { catalogue } = stores;
  const [source, destination] = await catalogue.saveCities(['Kathmandu', 'Pokhara']);
  const [routeId] = await catalogue.saveRoutes([{ source: source!, destination: destination! }]);
  const trip = { key, routeId: routeId!, busId, departsAt, arrivesAt, fare: paisa(120_000), status: 'ACTIVE' as const };
  return (await saveTrips(stores, [trip], now))[0]!;
}

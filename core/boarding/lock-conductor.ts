import { shareCompany } from '../companies/lock-company.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { Idempotency } from '../platform/idempotency.ts';
import type { Trail } from '../platform/trail.ts';
import type { PlannedTrips } from '../trips/planned-trips.ts';
import type { Conductor } from './conductor.ts';
import type { CrewTripViews } from './crew-trip.ts';
import type { Boardings } from './ports.ts';
import { deviceTokenInvalid } from './refusals.ts';

/** The stores that change when a bus is said to have left, or not to. */
export interface DepartureStores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly boardings: Pick<Boardings, 'lockSender'>;
  readonly plannedTrips: PlannedTrips;
  readonly crewTrips: Pick<CrewTripViews, 'find'>;
  readonly trail: Trail;
  readonly idempotency: Idempotency;
}

/**
 * Checks again that the caller may act on board. Since the request was let in, the phone may have been revoked, or the
 * person may have left the company. Crews of a suspended company may go on.
 */
export async function lockConductor(
  stores: Pick<DepartureStores, 'companies' | 'staff' | 'boardings'>,
  { operatorId, sender }: Conductor,
): Promise<void> {
  if ('userId' in sender) await shareCompany(stores, { ...sender, operatorId }, 'CONDUCTOR', { whileSuspended: true });
  else if ((await stores.boardings.lockSender(sender)) === undefined) throw deviceTokenInvalid();
}

import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { PlaceId, UserId } from '../kernel/ids.ts';
import type { TrailEntry } from '../platform/trail.ts';
import type { Place } from './place.ts';
import { placeUnknown } from './refusals.ts';
import type { RoadStores } from './world.ts';

/** A member who keeps the places of a company, or an administrator, who keeps the shared places. */
export type Keeper = Member | { readonly userId: UserId; readonly operatorId: null };

/** An activity log entry for a keeper's action. */
export const keeperEntry = (keeper: Keeper, action: Omit<TrailEntry, 'actor' | 'operatorId'>): TrailEntry =>
  keeper.operatorId === null
    ? { actor: { role: 'ADMIN', userId: keeper.userId }, operatorId: null, ...action }
    : memberEntry(keeper, action);

/**
 * Locks a place of the keeper for a change. The place of another owner is unknown to the keeper.
 *
 * @throws Refusal PLACE_UNKNOWN
 */
export async function lockPlace(stores: RoadStores, keeper: Keeper, id: PlaceId): Promise<Place> {
  if (keeper.operatorId !== null) await shareCompany(stores, keeper, 'MANAGER');
  const place = await stores.places.lock(id);
  if (place?.operatorId !== keeper.operatorId) throw placeUnknown();
  return place;
}

import type { TripId } from '../kernel/ids.ts';
import { type Instant, hoursAfter } from '../kernel/time.ts';
import type { SaleOpening } from '../trips/sale-opening.ts';
import { counterLimit } from '../seats/door-limits.ts';
import { counterShare } from '../seats/refusals.ts';
import { doorAnnounced, saleHasSeats } from './door-refusals.ts';
import type { LineStores, LineWorld } from './world.ts';

/* Changes of the moment at which a trip's sale opens. A moment has a door as long as a trip opens then. */

/** The hours before the opening from which on it does not change. */
const ANNOUNCED_HOURS = 24;

type OpeningWorld = Pick<LineWorld, 'doorTerms'>;

/**
 * The reason why the opening of a locked trip's sale cannot change; undefined if it can. Overdue unpaid bookings and
 * lapsed holds do not count.
 */
export async function fixedOpening(
  { doorTerms }: OpeningWorld,
  { officeTrips, doorSeats }: Pick<LineStores, 'officeTrips' | 'doorSeats'>,
  id: TripId,
  now: Instant,
): Promise<ReturnType<typeof saleHasSeats> | undefined> {
  const trip = await officeTrips.find(id, now);
  if (!trip) return undefined;
  if (trip.seats.sold + trip.seats.held > 0) return saleHasSeats();
  const share = await doorSeats.share(id, now);
  const limit = counterLimit(share, doorTerms);
  return share.taken > limit ? counterShare({ limit, taken: share.taken }) : undefined;
}

/**
 * Refuses to give up a moment that is less than 24 hours away, or for which somebody waits. A moment whose rush is over
 * can be given up.
 *
 * @throws Refusal DOOR_ANNOUNCED
 */
export async function refuseAnnounced(
  { doors }: Pick<LineStores, 'doors'>,
  { saleOpensAt }: SaleOpening,
  now: Instant,
): Promise<void> {
  const door = saleOpensAt !== null && (await doors.lock(saleOpensAt));
  if (!door || door.clearedAt !== null) return;
  if (door.joined > 0 || now > hoursAfter(door.opensAt, -ANNOUNCED_HOURS)) throw doorAnnounced();
}

interface Moved {
  /** The previous openings of the trips. */
  readonly from: readonly SaleOpening[];
  /** The trips as they are stored now, new ones included. */
  readonly to: readonly (SaleOpening & { readonly id: TripId })[];
}

/** Makes the doors of moments that trips were given, and removes those doors that lost their last trip. */
export async function moveDoors(
  { draws }: Pick<LineWorld, 'draws'>,
  { doors }: Pick<LineStores, 'doors'>,
  { from, to }: Moved,
  now: Instant,
): Promise<void> {
  const momentsOf = (openings: readonly SaleOpening[]): readonly Instant[] =>
    [...new Set(openings.flatMap(({ saleOpensAt }) => saleOpensAt ?? []))].sort((one, other) => one - other);
  const given = momentsOf(to);
  const opening = to.filter(({ saleOpensAt }) => saleOpensAt !== null);
  if (opening.length > 0)
    await doors.recordSetting(
      opening.map(({ id }) => id),
      now,
    );
  for (const opensAt of given) await doors.ensure(opensAt, draws.newSeed());
  for (const opensAt of momentsOf(from)) {
    if (given.includes(opensAt)) continue;
    if (await doors.lock(opensAt)) await doors.removeUnused(opensAt);
  }
}

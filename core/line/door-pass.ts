import type { TripId, UserId } from '../kernel/ids.ts';
import { doorNameOf } from './door.ts';
import type { ReadDoors } from './door-board.ts';
import { doorPassNeeded } from './door-refusals.ts';
import type { LineWorld } from './world.ts';

/** The request that a pass is needed for. */
interface PassRequest {
  readonly userId: UserId;
  /** The requested trip id: any whole number. A trip with this id may not exist. */
  readonly tripId: number;
  /** The text of the pass; empty if none was sent. */
  readonly pass: string;
  /** True if only trips without a seat map need a pass, because seats of a map are held with a pass before. */
  readonly onlyPlaces?: boolean;
}

export type RefuseWithoutPass = ReturnType<typeof refuseWithoutPass>;

/**
 * Refuses a request for a trip whose sale has opened and whose rush is not over, unless it carries a good pass of its
 * account. Judged from memory, before any transaction.
 *
 * @throws Refusal DOOR_PASS_NEEDED, which names the door
 */
export const refuseWithoutPass =
  ({ clock, passTokens, readDoors }: Pick<LineWorld, 'clock' | 'passTokens'> & { readonly readDoors: ReadDoors }) =>
  async ({ userId, tripId, pass, onlyPlaces = false }: PassRequest): Promise<void> => {
    const found = (await readDoors()).trips.get(tripId as TripId);
    if (!found) return;
    const { trip } = found;
    const { door } = found.shown;
    const now = clock();
    const isRush = door.opensAt <= now && now < trip.departsAt;
    if (!isRush || (onlyPlaces && trip.bus.hasSeatMap)) return;
    const claim = passTokens.open(pass, now);
    const isGood = claim?.doorId === door.id && claim.userId === userId && now < claim.until;
    if (!isGood) throw doorPassNeeded(doorNameOf(door.opensAt));
  };

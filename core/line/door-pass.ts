import type { TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { type Section, isSameSection, wholeRoad } from '../trips/sections.ts';
import { doorNameOf } from './door.ts';
import type { ReadDoors } from './door-board.ts';
import { doorPassNeeded } from './door-refusals.ts';
import type { WaitViews } from './ports.ts';
import type { LineWorld } from './world.ts';

/** The request that a pass is needed for. */
interface PassRequest {
  readonly userId: UserId;
  /** The requested trip id: any whole number. A trip with this id may not exist. */
  readonly tripId: number;
  /** The text of the pass; empty if none was sent. */
  readonly pass: string;
  /**
   * The places that a booking asks for on a trip without a seat map. Undefined for other requests. A booking on a map
   * needs no pass, because its seats are held with a pass before.
   */
  readonly places?: WantedPlaces;
}

interface WantedPlaces {
  readonly count: number;
  /** Undefined for the whole trip. */
  readonly section: Section | undefined;
}

export type RefuseWithoutPass = ReturnType<typeof refuseWithoutPass>;

/**
 * Refuses a request for a trip whose sale has opened and whose rush is not over, unless it carries a good pass of its
 * account. Judged before any transaction, and from memory, except that a booking of places without a pass reads whether
 * they are offered to the account.
 *
 * @throws Refusal DOOR_PASS_NEEDED, which names the door
 */
export const refuseWithoutPass =
  (
    world: Pick<LineWorld, 'clock' | 'passTokens' | 'waitViews' | 'refusalCounts'> & { readonly readDoors: ReadDoors },
  ) =>
  async ({ userId, tripId, pass, places }: PassRequest): Promise<void> => {
    const { clock, passTokens, waitViews, refusalCounts } = world;
    const found = (await world.readDoors()).trips.get(tripId as TripId);
    if (!found) return;
    const { trip } = found;
    const { door } = found.shown;
    const now = clock();
    const isRush = door.opensAt <= now && now < trip.departsAt;
    if (!isRush || (places && trip.bus.hasSeatMap)) return;
    const claim = passTokens.open(pass, now);
    const isGood = claim?.doorId === door.id && claim.userId === userId && now < claim.until;
    if (isGood || (places && (await areOffered(waitViews, { userId, trip, places }, now)))) return;
    refusalCounts.count(door.opensAt, 'DOOR_PASS_NEEDED');
    throw doorPassNeeded(doorNameOf(door.opensAt));
  };

/** Whether an account has an offer of at least as many places, on exactly this section. */
async function areOffered(
  waitViews: Pick<WaitViews, 'own'>,
  { userId, trip, places }: { userId: UserId; trip: OfficeTrip; places: WantedPlaces },
  now: Instant,
): Promise<boolean> {
  const section = places.section ?? wholeRoad(trip);
  return (await waitViews.own(userId, now)).some(
    (wait) =>
      wait.tripId === trip.id && wait.offer && wait.count >= places.count && isSameSection(wait.section, section),
  );
}

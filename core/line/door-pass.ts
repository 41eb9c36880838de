import type { TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { type JudgePass, hasSaleOpened } from '../trips/sale-opening.ts';
import { type Section, isSameSection, wholeRoad } from '../trips/sections.ts';
import { doorNameOf } from './door.ts';
import type { ReadDoors } from './door-board.ts';
import { doorPassNeeded } from './door-refusals.ts';
import type { WaitViews } from './ports.ts';
import type { LineWorld } from './world.ts';

/** The request that a pass is needed for. */
export interface PassRequest {
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

/** A request's pass, judged from memory before the request's transaction. */
export interface JudgedPass {
  /** The opening for which the request needs a pass and has none, by what is in memory. Undefined if all is well. */
  readonly missingFor: Instant | undefined;
  /**
   * Judges the pass again in the transaction: a trip that was given its opening within the last seconds is not in
   * memory yet.
   *
   * @throws Refusal DOOR_PASS_NEEDED, which names the door
   */
  readonly judgePass: JudgePass;
}

type PassWorld = Pick<LineWorld, 'clock' | 'passTokens' | 'waitViews' | 'refusalCounts'> & {
  readonly readDoors: ReadDoors;
};

export type ReadPass = ReturnType<typeof readPass>;

/**
 * Judges the pass of a request for a trip whose sale has opened and whose rush is not over. Costs no statement, except
 * that a booking of places without a pass reads whether they are offered to the account.
 */
export const readPass =
  (world: PassWorld) =>
  async ({ userId, tripId, pass, places }: PassRequest): Promise<JudgedPass> => {
    const { clock, passTokens, waitViews, refusalCounts } = world;
    const { doors, trips } = await world.readDoors();
    const known = trips.get(tripId as TripId)?.trip;
    const claim = passTokens.open(pass, clock());
    const isGoodFor = (opensAt: Instant, now: Instant): boolean => {
      const door = doors.get(opensAt)?.door;
      return door !== undefined && claim?.doorId === door.id && claim.userId === userId && now < claim.until;
    };
    const trip = known && isRush(known, clock()) && !(places && known.bus.hasSeatMap) ? known : undefined;
    const unadmitted = trip && !isGoodFor(trip.saleOpensAt, clock()) ? trip : undefined;
    const isOffered =
      unadmitted && places && (await areOffered(waitViews, { userId, trip: unadmitted, places }, clock()));
    return {
      missingFor: isOffered ? undefined : unadmitted?.saleOpensAt,
      judgePass({ saleOpensAt, isDoorClear }, now) {
        if (saleOpensAt === null || isDoorClear || !hasSaleOpened({ saleOpensAt }, now)) return;
        if (isOffered || isGoodFor(saleOpensAt, now)) return;
        refusalCounts.count(saleOpensAt, 'DOOR_PASS_NEEDED');
        throw doorPassNeeded(doorNameOf(saleOpensAt));
      },
    };
  };

export type RefuseWithoutPass = ReturnType<typeof refuseWithoutPass>;

/**
 * Refuses a request without a good pass before its transaction. Returns the judge for the transaction itself.
 *
 * @throws Refusal DOOR_PASS_NEEDED, which names the door
 */
export const refuseWithoutPass =
  (world: PassWorld) =>
  async (request: PassRequest): Promise<JudgePass> => {
    const { missingFor, judgePass } = await readPass(world)(request);
    if (missingFor !== undefined) judgePass({ saleOpensAt: missingFor, isDoorClear: false }, world.clock());
    return judgePass;
  };

type OpeningTrip = OfficeTrip & { readonly saleOpensAt: Instant };

/** Whether the sale of a trip at a door that is not CLEAR has opened, and the bus has not left. */
const isRush = (trip: OfficeTrip, now: Instant): trip is OpeningTrip =>
  trip.saleOpensAt !== null && trip.saleOpensAt <= now && now < trip.departsAt;

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

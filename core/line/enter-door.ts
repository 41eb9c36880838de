import type { UserId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { openingNamed } from './door.ts';
import type { ReadDoors, ShownDoor } from './door-board.ts';
import { doorClear, doorUnknown, notYet, placeTokenInvalid, placeUsed } from './door-refusals.ts';
import type { LineWorld } from './world.ts';

/** A pass for the trips of a door. */
export interface GivenPass {
  readonly pass: string;
  readonly expiresAt: Instant;
}

export type EnterDoor = ReturnType<typeof enterDoor>;

/**
 * Gives the pass of a place that was called. Who is not called yet is refused without a statement. The same pass is
 * given again while it is good.
 */
export const enterDoor =
  (world: LineWorld & { readonly readDoors: ReadDoors }) =>
  async (userId: UserId, name: string, token: string): Promise<GivenPass> => {
    const { clock, transact, placeTokens, passTokens, doorTerms } = world;
    const opensAt = openingNamed(name);
    const { doors } = await world.readDoors();
    const shown = opensAt === undefined ? undefined : doors.get(opensAt);
    if (!shown) throw doorUnknown();
    const { door } = shown;
    if (shown.state === 'CLEAR') throw doorClear();

    const claim = placeTokens.open(token, clock());
    if (claim?.doorId !== door.id || claim.userId !== userId) throw placeTokenInvalid();
    if (claim.number === null && door.drawn !== null) throw placeTokenInvalid();
    if (claim.number === null || claim.number > door.admitted) {
      if (clock() >= door.opensAt) world.refusalCounts.count(door.opensAt, 'NOT_YET');
      throw notYet(waitOf(shown, claim.number, clock()));
    }

    const pass = await transact(async (stores) => {
      const place = await stores.doors.lockPlace(door.id, claim.place);
      if (place?.userId !== userId) throw placeTokenInvalid();
      const now = clock();
      if (place.pass) {
        if (place.pass.until <= now) throw placeUsed();
        return place.pass;
      }
      const given = { from: now, until: minutesAfter(now, doorTerms.passMinutes) };
      await stores.doors.givePass(place, given);
      return given;
    });
    // The payload and the moment of signing are stored, so that a repeated request gets the same text.
    return {
      pass: passTokens.sign({ doorId: door.id, userId, until: pass.until }, pass.from),
      expiresAt: pass.until,
    };
  };

/** The state of the line for somebody who is not called yet, and the seconds after which to ask again. */
function waitOf({ door, admitsPerMinute, pollSeconds }: ShownDoor, number: number | null, now: Instant) {
  const untilOpening = Math.ceil((door.opensAt - now) / 1_000);
  const ahead = number === null ? 0 : number - door.admitted;
  const retryAfterSeconds = Math.max(pollSeconds, untilOpening, Math.floor((ahead * 60) / admitsPerMinute));
  return { number, admitted: door.admitted, retryAfterSeconds };
}

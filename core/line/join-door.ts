import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type DoorPlace, doorStateOf, openingNamed } from './door.ts';
import { doorClear, doorUnknown, noPlace, phoneNeeded, tooEarly } from './door-refusals.ts';
import { drawIfDue } from './step-doors.ts';
import type { LineWorld } from './world.ts';

/** A place with the token that proves it. */
export interface GivenPlace extends Pick<DoorPlace, 'place' | 'number'> {
  readonly token: string;
}

export type JoinDoor = ReturnType<typeof joinDoor>;

/** Takes a place in line for a door. An account with a place keeps it, until the pass of the place has run out. */
export const joinDoor =
  (world: LineWorld) =>
  async (userId: UserId, name: string): Promise<GivenPlace> => {
    const { clock, transact, doorTerms } = world;
    const opensAt = openingNamed(name);
    if (opensAt === undefined) throw doorUnknown();

    const place = await transact(async (stores) => {
      const account = await stores.users.find(userId);
      const door = await stores.doors.lock(opensAt);
      if (!door) throw doorUnknown();
      // Read after the door is locked: whoever held the lock may have taken a while.
      const now = clock();
      const state = doorStateOf(door, now, doorTerms.joinHours);
      if (state === 'ANNOUNCED') throw tooEarly(door.opensAt, doorTerms.joinHours);
      if (state === 'CLEAR') throw doorClear();
      if (doorTerms.identity === 'phone' && account?.phoneVerified !== true) throw phoneNeeded();

      const drawn = await drawIfDue(world, stores, door, now);
      const present = await stores.doors.placeOf(door.id, userId);
      if (present && !isUsedUp(present, now)) {
        if (drawn !== door) await stores.doors.save(drawn);
        return present;
      }
      const joined = door.joined + 1;
      const number = drawn.drawn === null ? null : joined;
      const added = { doorId: door.id, userId, place: joined, number, pass: null };
      await stores.doors.addPlace(added, now);
      await stores.doors.save({ ...drawn, joined });
      return added;
    });
    return givenPlace(world, place);
  };

export type ViewPlace = ReturnType<typeof viewPlace>;

/** Reads the account's place at a door, with its number once the order is drawn. */
export const viewPlace =
  (world: LineWorld) =>
  async (userId: UserId, name: string): Promise<GivenPlace> => {
    const opensAt = openingNamed(name);
    const place = opensAt === undefined ? undefined : await world.doorViews.placeOf(opensAt, userId);
    if (!place) throw noPlace();
    return givenPlace(world, place);
  };

const isUsedUp = ({ pass }: DoorPlace, now: Instant): boolean => pass !== null && pass.until <= now;

const givenPlace = (
  { clock, placeTokens }: Pick<LineWorld, 'clock' | 'placeTokens'>,
  { doorId, userId, place, number }: DoorPlace,
): GivenPlace => ({ place, number, token: placeTokens.sign({ doorId, userId, place, number }, clock()) });

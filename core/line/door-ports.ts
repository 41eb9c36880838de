import type { TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Door, DoorPlace, DrawSeed } from './door.ts';

/** Doors, at most one for a moment, and the places that people have taken. */
export interface DoorStore {
  /** Adds a door for the moment unless there is one. Locks it, so that nobody removes it before the commit. */
  ensure(opensAt: Instant, seed: DrawSeed): Promise<void>;
  /** Records that the trips were given their moments at `now`. */
  recordSetting(trips: readonly TripId[], now: Instant): Promise<void>;
  /** Finds the door of a moment, and locks it until the transaction ends. Meanwhile nobody can join it. */
  lock(opensAt: Instant): Promise<Door | undefined>;
  /** Removes a locked door if nobody has joined it, and no trip of any status opens at its moment. */
  removeUnused(opensAt: Instant): Promise<void>;
  /** Saves a locked door. Its moment and its seed stay. */
  save(door: Door): Promise<void>;
  /** Gives numbers to the places 1, 2, … of a locked door, in this order. */
  giveNumbers(id: Door['id'], numbers: readonly number[]): Promise<void>;
  /** Finds the newest place of an account at a door. */
  placeOf(id: Door['id'], user: UserId): Promise<DoorPlace | undefined>;
  /** Adds a place, which becomes the account's newest. The door must be locked. */
  addPlace(place: DoorPlace, now: Instant): Promise<void>;
  /** Finds a place, and locks it until the transaction ends. */
  lockPlace(id: Door['id'], place: number): Promise<DoorPlace | undefined>;
  /** Records the pass of a locked place. */
  givePass(place: DoorPlace, pass: NonNullable<DoorPlace['pass']>): Promise<void>;
  /** Deletes at most `limit` places at doors that were clear before a moment. Returns their number. */
  prunePlaces(before: Instant, limit: number): Promise<number>;
}

/** Reads doors for everybody. */
export interface DoorViews {
  /** Doors that open at `since` or later, by their moments. */
  current(since: Instant): Promise<readonly Door[]>;
  /** The moments of doors that opened by `now` and are not clear, in order. */
  open(now: Instant): Promise<readonly Instant[]>;
  /** Finds the newest place of an account at the door of a moment. */
  placeOf(opensAt: Instant, user: UserId): Promise<DoorPlace | undefined>;
}

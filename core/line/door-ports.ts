import type { TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { CountedRefusal, RefusalCount } from '../seats/refusal-counts.ts';
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

  /** The trips of any status that open at a moment, in the order of their ids. */
  tripsAt(opensAt: Instant): Promise<readonly TripId[]>;
  /**
   * Gives a locked door another moment, with all its trips and timetables. Records that people are to be
   * told. False if another door has the moment; then the transaction must be rolled back.
   */
  move(door: Door, to: { readonly opensAt: Instant; readonly reason: string }, now: Instant): Promise<boolean>;
  /** Finds the oldest move of which somebody is still to be told, and locks it unless another transaction has. */
  untoldMove(): Promise<UntoldMove | undefined>;
  /** People with places at a door, each with the newest place, in the order of places; `after` is exclusive. */
  joined(id: Door['id'], after: number, limit: number): Promise<readonly Pick<DoorPlace, 'place' | 'userId'>[]>;
  /** Records up to which place people were told of a move, and the moment at which everybody was; null before. */
  saveTold(move: number, told: number, toldAt: Instant | null): Promise<void>;
  /** Adds refusals to the stored numbers. Leaves out those of doors that are gone. */
  addRefusals(counts: readonly RefusalCount[]): Promise<void>;
}

/** A move of an opening of which somebody is still to be told. */
export interface UntoldMove {
  readonly id: number;
  readonly doorId: number;
  readonly wasAt: Instant;
  readonly opensAt: Instant;
  /** The moment of the door now. Another one than `opensAt` if it was moved again. */
  readonly presentlyAt: Instant;
  readonly reason: string;
  /** People whose place is not higher were told. */
  readonly told: number;
}

/** How many people went in at a door, and how many requests were refused there. */
export interface DoorFigures {
  /** The number of places that were given a pass. */
  readonly entered: number;
  readonly passesRunning: number;
  /** The numbers of refused requests since the opening. About right only, after a crash. */
  readonly refused: Readonly<Record<CountedRefusal, number>>;
}

/** Reads doors for everybody. */
export interface DoorViews {
  /** Doors that open at `since` or later, by their moments. */
  current(since: Instant): Promise<readonly Door[]>;
  /** Finds the door of a moment. */
  find(opensAt: Instant): Promise<Door | undefined>;
  /** Whether a door was moved away from a moment. */
  wasMovedFrom(opensAt: Instant): Promise<boolean>;
  figures(id: Door['id'], now: Instant): Promise<DoorFigures>;
  /** The number of seats on each trip that counters sold, or that an office's change of a booking took. */
  soldAtCounter(trips: readonly TripId[], now: Instant): Promise<ReadonlyMap<TripId, number>>;
  /** The moments of doors that opened by `now` and are not clear, in order. */
  open(now: Instant): Promise<readonly Instant[]>;
  /** Finds the newest place of an account at the door of a moment. */
  placeOf(opensAt: Instant, user: UserId): Promise<DoorPlace | undefined>;
}

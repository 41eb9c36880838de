import type { UserId } from '../kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter, parseMoment, toIso } from '../kernel/time.ts';

/** The secret from which the order of a door is drawn, in lower-case hex, and its public SHA-256. */
export interface DrawSeed {
  readonly seed: string;
  readonly hash: string;
}

/** Makes the secrets of draws, and the ranks of places in them. */
export interface DrawCrypto {
  /** Makes a seed of 32 random bytes. */
  newSeed(): DrawSeed;
  /** The HMAC-SHA-256 of a place in decimal, keyed by the seed's bytes, in lower-case hex. */
  rankOf(seed: string, place: number): string;
}

/** How fast people are let in, and what their page says. */
export interface DoorSettings {
  /** Null for the service's own number. */
  readonly admitsPerMinute: number | null;
  readonly paused: boolean;
  /** A word to those who wait, in English and in Nepali; null for none. */
  readonly notice: string | null;
  readonly noticeNe: string | null;
}

/** The opening of the sale of all trips that open at one moment, whoever runs them. */
export interface Door extends DoorSettings {
  readonly id: number;
  readonly opensAt: Instant;
  readonly seed: DrawSeed;
  /** The number of places that people have taken. */
  readonly joined: number;
  /** The number of places whose order was drawn; null before the draw. */
  readonly drawn: number | null;
  /** Numbers up to this one may enter. */
  readonly admitted: number;
  /** Twelfths of a person that the last step left over. */
  readonly carried: number;
  /** The index of the last step since the opening; null before the first. */
  readonly step: number | null;
  /** The moment at which the rush was over for good; null before. */
  readonly clearedAt: Instant | null;
}

/** A place in line for a door. It belongs to an account. */
export interface DoorPlace {
  readonly doorId: number;
  readonly userId: UserId;
  /** Counts from 1 as people join. */
  readonly place: number;
  /** The place in the order of admission; null before the draw. */
  readonly number: number | null;
  /** The moments between which the place's pass is good; null before the pass was given. */
  readonly pass: { readonly from: Instant; readonly until: Instant } | null;
}

export const DOOR_STATES = ['ANNOUNCED', 'JOINING', 'OPEN', 'CLEAR'] as const;
export type DoorState = (typeof DOOR_STATES)[number];

export function doorStateOf(
  { opensAt, clearedAt }: Pick<Door, 'opensAt' | 'clearedAt'>,
  now: Instant,
  joinHours: number,
): DoorState {
  if (clearedAt !== null) return 'CLEAR';
  if (now >= opensAt) return 'OPEN';
  return now >= hoursAfter(opensAt, -joinHours) ? 'JOINING' : 'ANNOUNCED';
}

/** The name of a door: its moment in UTC, such as `20261005T041500`. */
export const doorNameOf = (opensAt: Instant): string => toIso(opensAt).slice(0, 19).replaceAll(/[-:]/g, '');

const NAME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})$/;

/** The moment that a door is named by. Undefined if the text is no such name. */
export function openingNamed(name: string): Instant | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return second === undefined ? undefined : parseMoment(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The numbers that a draw gives to the places 1 to `count`, in the order of the places. */
export function drawNumbers(
  { rankOf }: Pick<DrawCrypto, 'rankOf'>,
  { seed }: Pick<DrawSeed, 'seed'>,
  count: number,
): readonly number[] {
  const ranks = Array.from({ length: count }, (_none, index) => ({ index, rank: rankOf(seed, index + 1) }));
  ranks.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const numbers = Array.from({ length: count }, () => 0);
  for (const [order, { index }] of ranks.entries()) numbers[index] = order + 1;
  return numbers;
}

const STEP_MS = 5_000;
const STEPS_PER_MINUTE = 12;
const CLEARS_AFTER_MINUTES = 30;
const CLEARS_AFTER_HOURS = 6;

/** The index of the step at a moment: a step begins every 5 seconds from the opening on. */
const stepAt = ({ opensAt }: Pick<Door, 'opensAt'>, now: Instant): number => Math.floor((now - opensAt) / STEP_MS);

/**
 * A drawn door after the step at `now`. The same door if the step was made already. Steps that were missed are not
 * made up. The door clears once few people wait, and at the latest six hours after the opening.
 */
export function steppedDoor(door: Door, now: Instant, admitsPerMinute: number): Door {
  const step = stepAt(door, now);
  if (door.clearedAt !== null || (door.step !== null && step <= door.step)) return door;
  const rate = door.admitsPerMinute ?? admitsPerMinute;
  const twelfths = door.paused ? door.carried : door.carried + rate;
  const admitted = Math.min(
    Math.max(door.joined, door.admitted),
    door.admitted + Math.floor(twelfths / STEPS_PER_MINUTE),
  );
  const fewWait = !door.paused && (door.joined - admitted) * STEPS_PER_MINUTE < rate;
  const isClear =
    now >= hoursAfter(door.opensAt, CLEARS_AFTER_HOURS) ||
    (fewWait && now >= minutesAfter(door.opensAt, CLEARS_AFTER_MINUTES));
  return { ...door, step, admitted, carried: twelfths % STEPS_PER_MINUTE, clearedAt: isClear ? now : null };
}

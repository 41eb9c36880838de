import type { Instant } from '../kernel/time.ts';

/** The secret from which the order of a door is drawn, in lower-case hex, and its public SHA-256. */
export interface DrawSeed {
  readonly seed: string;
  readonly hash: string;
}

/** Makes the secrets of draws, and the ranks of places in them. */
export interface DrawCrypto {
  /** Makes a seed of 32 random bytes. */
  newSeed(): DrawSeed;
}

/** The opening of the sale of all trips that open at one moment, whoever runs them. */
export interface Door {
  readonly id: number;
  readonly opensAt: Instant;
  /** The number of places that people have taken. */
  readonly joined: number;
  /** The moment at which the rush was over for good; null before. */
  readonly clearedAt: Instant | null;
}

import { createHash } from 'node:crypto';

/** Pseudo-random values that are the same in each run. */
export interface Draws {
  /** A number from 0, inclusive, to 1, exclusive. */
  next(): number;
  /** A whole number; both bounds are inclusive. */
  between(least: number, most: number): number;
  /** True with the probability `often`, from 0 to 1. */
  chance(often: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  shuffled<Value>(values: readonly Value[]): Value[];
}

const RANGE = 2 ** 32;

/** Makes a sequence of random values. The same name always gives the same sequence. */
export function drawsOf(name: string): Draws {
  let count = 0;
  let [block, rest] = [Buffer.alloc(0), 0];
  const next = (): number => {
    if (rest === 0) {
      block = createHash('sha256').update(`${name} ${count++}`).digest();
      rest = block.length;
    }
    rest -= 4;
    return block.readUInt32LE(rest) / RANGE;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (often) => next() < often,
    pick(values) {
      const value = values[between(0, values.length - 1)];
      if (value === undefined) throw new RangeError('There is nothing to pick from.');
      return value;
    },
    shuffled(values) {
      const keyed = values.map((value) => ({ value, key: next() }));
      return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
    },
  };
}

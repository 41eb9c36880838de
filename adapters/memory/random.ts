import type { Random } from '../../core/kernel/random.ts';

/** Random digits and ids for tests: they count up, so no two are equal. Given digits come first, in this order. */
export function countingRandom(...digits: readonly string[]): Random {
  let drawn = 0;
  return {
    digits: (count) => digits[drawn++] ?? String(drawn).padStart(count, '0'),
    letters: (alphabet, count) => {
      const letterAt = (place: number): string =>
        alphabet.charAt(Math.floor(drawn / alphabet.length ** place) % alphabet.length);
      drawn += 1;
      return Array.from({ length: count }, (_, place) => letterAt(count - 1 - place)).join('');
    },
    uuid: () => `00000000-0000-4000-8000-${String(++drawn).padStart(12, '0')}`,
  };
}

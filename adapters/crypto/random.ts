import { randomInt, randomUUID } from 'node:crypto';
import type { Random } from '../../core/kernel/random.ts';

/** The most digits made at a time: randomInt takes ranges below 2^48 only. */
const MOST_DIGITS = 14;

/** Node's cryptographic generator, suitable for secrets. */
export const systemRandom: Random = {
  digits: (count) => {
    let digits = '';
    while (digits.length < count) {
      const length = Math.min(MOST_DIGITS, count - digits.length);
      digits += String(randomInt(10 ** length)).padStart(length, '0');
    }
    return digits;
  },
  letters: (alphabet, count) =>
    Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  uuid: () => randomUUID(),
};

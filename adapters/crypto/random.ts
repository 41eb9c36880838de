import { randomInt, randomUUID } from 'node:crypto';
import type { Random } from '../../core/kernel/random.ts';

/** randomInt asks for a range below 2^48: so many digits at a time. */
const MOST_DIGITS = 14;

/** The system's generator, fit for secrets. */
export const systemRandom: Random = {
  digits: (count) => {
    let digits = '';
    while (digits.length < count) {
      const length = Math.min(MOST_DIGITS, count - digits.length);
      digits += String(randomInt(10 ** length)).padStart(length, '0');
    }
    return digits;
  },
  uuid: () => randomUUID(),
};

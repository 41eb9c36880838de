import { paisa } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';

const DECIMAL = /^([+-]?)([0-9]*)\.?([0-9]*)$/;

/** Higher than any fare. */
const BEYOND = 10 ** 15;

/**
 * Reads a bound on fares, in rupees, as whole paisa. One finer than a paisa is rounded: a lower bound `up`, an upper
 * one `down`. Undefined if the text is not a decimal such as `1200`, `1200.50` or `.5`.
 */
export function fareBound(text: string, round: 'up' | 'down'): Paisa | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const least = Math.min(BEYOND, Number(whole + fraction.slice(0, 2).padEnd(2, '0')));
  const isFiner = /[1-9]/.test(fraction.slice(2));
  if (sign === '-') return paisa(isFiner && round === 'down' ? -least - 1 : 0 - least);
  return paisa(isFiner && round === 'up' ? least + 1 : least);
}

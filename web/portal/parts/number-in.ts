import { plainDigits } from '../../words/digits.ts';

/**
 * Parses a number typed in either script. An empty field gives undefined, other text gives NaN. The service refuses both with a message
 * for the field.
 */
export const numberIn = (typed: string): number =>
  typed.trim() === '' ? (undefined as unknown as number) : Number(plainDigits(typed).replace(/,/g, ''));

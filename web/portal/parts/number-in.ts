import { plainDigits } from '../../words/digits.ts';

/**
 * Parses a number typed in either script. An empty field gives undefined, other text gives NaN. The service refuses
 * both with a message for the field.
 */
export function numberIn(typed: string): number {
  if (typed.trim() === '') return undefined as unknown as number;
  return Number(plainDigits(typed).replace(/,/g, ''));
}

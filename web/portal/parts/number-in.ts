import { plainDigits } from '../../words/digits.ts';

/**
 * Parses a number typed in Latin or Devanagari digits. Despite its type, returns undefined for an empty field; returns
 * NaN for other text. The service refuses both with a message for the field.
 */
export function numberIn(typed: string): number {
  if (typed.trim() === '') return undefined as unknown as number;
  return Number(plainDigits(typed).replace(/,/g, ''));
}

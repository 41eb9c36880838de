import { plainDigits } from '../../words/digits.ts';

/** A number with commas between its thousands, such as `1,200.50`, or between lakhs, such as `1,00,000`. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

/**
 * Parses a number typed in Latin or Devanagari digits. Despite its type, returns undefined for an empty field; returns
 * NaN for other text, such as a decimal comma (`7,5`). The service refuses both with a message for the field.
 */
export function numberIn(typed: string): number {
  if (typed.trim() === '') return undefined as unknown as number;
  const text = plainDigits(typed).trim();
  const number = Number(GROUPED.test(text) ? text.replace(/,/g, '') : text);
  return Number.isFinite(number) ? number : NaN;
}

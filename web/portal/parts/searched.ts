import { plainDigits } from '../../words/digits.ts';

/** The fewest digits of a typed phone number. Shorter numbers may be part of a booking code. */
const LEAST_DIGITS = 7;

/**
 * The text to search for. The service finds a phone number by its digits alone. So users may type a number with spaces,
 * in Devanagari, or with the country code.
 */
export function searched(typed: string): string {
  const text = plainDigits(typed.trim());
  const digits = text.replace(/\D/g, '').replace(/^(?:00)?977(?=\d{10}$)/, '');
  return /^\+?[\d\s()-]+$/.test(text) && digits.length >= LEAST_DIGITS ? digits : text;
}

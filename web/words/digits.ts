import { language } from './language.ts';

/** Writes digits in the page's language. Does not use `Intl`, because Chromium's `Intl` has no Nepali. */
export const digits = (text: string | number): string =>
  language.value === 'ne'
    ? String(text).replace(/[0-9]/g, (digit) => String.fromCharCode(0x0966 + Number(digit)))
    : String(text);

/** Replaces typed Devanagari digits by Latin ones, which the service reads. */
export const plainDigits = (typed: string): string =>
  typed.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));

/** Writes a percentage, such as `12.5%`, in the page's language. */
export const percent = (number: number): string => `${digits(number)}%`;

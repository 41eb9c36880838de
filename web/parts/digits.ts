import { language } from '../words/language.ts';

/** Digits of the language that is shown: Chromium's Intl has no Nepali. */
export const digits = (text: string | number): string =>
  language.value === 'ne'
    ? String(text).replace(/[0-9]/g, (digit) => String.fromCharCode(0x0966 + Number(digit)))
    : String(text);

/** What was typed with Devanagari digits, with those that the service reads: phones, codes, prices. */
export const plainDigits = (typed: string): string =>
  typed.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));

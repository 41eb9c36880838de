import { plainDigits } from './digits.ts';

/**
 * The form in which typed texts are compared, as in the service: whatever the case, the width, the blanks and the
 * characters that show nothing. Devanagari digits count as Latin ones.
 */
export const folded = (text: string): string =>
  plainDigits(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** The form in which seat numbers and booking codes are compared. Blanks count for nothing. */
export const foldedCode = (text: string): string => folded(text).replace(/\s/g, '');

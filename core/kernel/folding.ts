const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const BLANKS = /\s+/gu;

/** Drops characters that show nothing, such as the zero-width space, the soft hyphen and variation selectors. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/**
 * The form in which typed texts are compared. Equal in this form means the same city, boarding point or search text,
 * whatever the case, width, blanks and invisible characters. Done here and not in SQL, because databases fold
 * differently.
 */
export const folded = (text: string): string =>
  withoutInvisible(text).normalize('NFKC').toLowerCase().normalize('NFC').replace(BLANKS, ' ').trim();

/** The form in which seat numbers, registration numbers and booking codes are compared. Blanks count for nothing. */
export const foldedCode = (text: string): string => folded(text).replace(BLANKS, '');

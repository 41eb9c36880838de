const PREFIXED_MOBILE = /^(?:\+977|00977|977)?(9[78][0-9]{8})$/;
const BLANKS_AND_HYPHENS = /[\s\u2010\u2011-]/g;

/**
 * Reads a mobile number of Nepal, with or without the country code: `9841234567`, `+977 984-1234567`. Returns its 10
 * digits, the form in which numbers are stored and compared. Undefined if the text is no such number.
 */
export const mobileNumberOf = (text: string): string | undefined =>
  PREFIXED_MOBILE.exec(text.replace(BLANKS_AND_HYPHENS, ''))?.[1];

/** A phone number as logs show it: the last three digits only. */
export const maskedMobile = (number: string): string => `*******${number.slice(-3)}`;

/** The digits of a number in whatever way it was typed, without Nepal's prefix (+977, 00977) and the leading zero. */
export const dialledDigits = (typed: string): string =>
  typed
    .replaceAll(/\D/g, '')
    .replace(/^(?:00)?977(?=\d{7})/, '')
    .replace(/^0/, '');

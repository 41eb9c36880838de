/** The alphabet of GSM 03.38, in which a character takes one place. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** The characters of its extension, which take two places. */
const EXTENSION = new Set('\f^{}\\[~]|€');

/** Places of one part, and of each of several parts, which begin with a header. */
const GSM_PLACES = { alone: 160, together: 153 };
/** UTF-16 units in a part, for texts with any other character. */
const UNICODE_UNITS = { alone: 70, together: 67 };

/** Whether the text has characters of the GSM alphabet only, so that a part holds 160 of them rather than 70. */
export const isGsm = (text: string): boolean =>
  Array.from(text).every((character) => BASIC.has(character) || EXTENSION.has(character));

const placesOf = (text: string): number =>
  Array.from(text).reduce((places, character) => places + (EXTENSION.has(character) ? 2 : 1), 0);

/** The number of parts in which a text is sent. Each part costs as much as a text. */
export function partsOf(text: string): number {
  const [size, part] = isGsm(text) ? [placesOf(text), GSM_PLACES] : [text.length, UNICODE_UNITS];
  return size <= part.alone ? 1 : Math.ceil(size / part.together);
}

/** The alphabet of GSM 03.38. Each character takes one septet of a message. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** The characters of the GSM extension table. Each character takes two septets. */
const EXTENSION = new Set('\f^{}\\[~]|€');

/**
 * The number of septets in a text message of one part (`alone`), and in each part of a longer message (`together`).
 * Each part of a longer message begins with a header.
 */
const GSM_PLACES = { alone: 160, together: 153 };
/** The number of UTF-16 units in a part, if the message has a character outside the GSM alphabet. */
const UNICODE_UNITS = { alone: 70, together: 67 };

/** Whether the text has only characters of the GSM alphabet. Then a part holds 160 characters, otherwise 70. */
export const isGsm = (text: string): boolean =>
  Array.from(text).every((character) => BASIC.has(character) || EXTENSION.has(character));

const placesOf = (text: string): number =>
  Array.from(text).reduce((places, character) => places + (EXTENSION.has(character) ? 2 : 1), 0);

/** The number of parts in which a text message is sent. The provider charges for each part. */
export function partsOf(text: string): number {
  const [size, part] = isGsm(text) ? [placesOf(text), GSM_PLACES] : [text.length, UNICODE_UNITS];
  return size <= part.alone ? 1 : Math.ceil(size / part.together);
}

/**
 * Parses a typed number. An empty field gives undefined, other text gives NaN. The service refuses both with a message
 * for the field.
 */
export const numberIn = (typed: string): number =>
  typed.trim() === '' ? (undefined as unknown as number) : Number(typed.replace(/,/g, ''));

/**
 * The number that somebody typed. Of an empty field there is none: the service then says that it is needed, as it says
 * of whatever is no number.
 */
export const numberIn = (typed: string): number =>
  typed.trim() === '' ? (undefined as unknown as number) : Number(typed.replace(/,/g, ''));

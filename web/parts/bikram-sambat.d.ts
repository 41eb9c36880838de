/** The used part of bikram-sambat, which has no types. */
declare module 'bikram-sambat' {
  /** Converts a Gregorian day (`2026-11-21`) to Bikram Sambat. Throws outside its table. */
  export const toBik: (day: string) => { readonly year: number; readonly month: number; readonly day: number };
  /** Converts a day in Bikram Sambat to a Gregorian day (`2026-11-21`). Throws outside its table. */
  export const toGreg_text: (year: number, month: number, day: number) => string;
  /** The number of days of a month, 1 to 12. Throws outside its table. */
  export const daysInMonth: (year: number, month: number) => number;
}

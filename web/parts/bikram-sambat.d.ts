/** Types of those functions of bikram-sambat that are used here. The package has no types. */
declare module 'bikram-sambat' {
  /** Converts a Gregorian day (`2026-11-21`) to Bikram Sambat. Throws for days outside the library's table. */
  export const toBik: (day: string) => { readonly year: number; readonly month: number; readonly day: number };
  /** Converts a day in Bikram Sambat to a Gregorian day (`2026-11-21`). Throws for days outside the library's table. */
  export const toGreg_text: (year: number, month: number, day: number) => string;
  /** The number of days in a month; months count from 1 to 12. Throws for years outside the library's table. */
  export const daysInMonth: (year: number, month: number) => number;
}

declare module 'bikram-sambat' {
  /** Converts a Gregorian day as "2026-11-21", or throws if it is outside the library's table. */
  export function toBik(gregorian: string): { readonly year: number; readonly month: number; readonly day: number };
  /** Converts a day in Bikram Sambat to a Gregorian day as "2026-11-21". Throws outside the table. */
  export function toGreg_text(year: number, month: number, day: number): string;
  /** The number of days of a month, 1 to 12. Throws outside the table. */
  export function daysInMonth(year: number, month: number): number;
}

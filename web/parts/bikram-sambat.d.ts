/** The used part of bikram-sambat, which has no types. */
declare module 'bikram-sambat' {
  /** Converts a Gregorian day (`2026-11-21`) to Bikram Sambat. Throws outside its table. */
  export const toBik: (day: string) => { readonly year: number; readonly month: number; readonly day: number };
}

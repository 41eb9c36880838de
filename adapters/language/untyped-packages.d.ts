declare module 'bikram-sambat' {
  /** The day of a Gregorian one, `YYYY-MM-DD`; throws when its tables do not reach as far. Months count from 1. */
  export function toBik(gregorian: string): { readonly year: number; readonly month: number; readonly day: number };
}

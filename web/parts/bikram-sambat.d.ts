/** What we use of bikram-sambat, which brings no types. */
declare module 'bikram-sambat' {
  /** Of a day such as `2026-11-21`. Throws outside its table. */
  export const toBik: (day: string) => { readonly year: number; readonly month: number; readonly day: number };
}

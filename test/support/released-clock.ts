/** Friday, 20 November 2026, 10:00 in Kathmandu. */
export const RELEASED_AT = Date.parse('2026-11-20T04:15:00Z');

/** So many hours later. */
export const at = (hours: number): number => RELEASED_AT + hours * 3_600_000;

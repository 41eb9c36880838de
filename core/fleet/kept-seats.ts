/** The passengers for whom a company keeps a seat. */
export const KEPT_FOR = ['WOMEN', 'DISABLED', 'ELDERLY'] as const;
export type KeptFor = (typeof KEPT_FOR)[number];

/** The age from which passengers are elderly, in years. */
export const ELDERLY_AGE = 60;

/** The passengers for whom a company keeps a seat. */
export const KEPT_FOR = ['WOMEN', 'DISABLED', 'ELDERLY'] as const;
export type KeptFor = (typeof KEPT_FOR)[number];

/** Whether all words are kinds of kept seats. */
export const areKinds = (words: readonly string[]): words is readonly KeptFor[] =>
  words.every((word) => KEPT_FOR.some((kind) => kind === word));

/** The age from which passengers are elderly, in years. */
export const ELDERLY_AGE = 60;

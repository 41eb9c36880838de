/** The languages in which the service writes to people. */
export const LANGUAGES = ['en', 'ne'] as const;

export type Language = (typeof LANGUAGES)[number];

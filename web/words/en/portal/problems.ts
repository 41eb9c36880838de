/** Sentences for refusals that only offices meet, by their code; the service says all of them in English. */
export const problems: Readonly<Record<string, string>> = {};

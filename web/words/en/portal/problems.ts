/** Sentences for refusals that only offices meet, by their code; the service says all of them in English. */
export const problems: Readonly<Record<string, string>> = {};

/** What is said behind such a sentence: what exactly is in the way. */
export const told = {
  otherTrip: (departure: string) => `That trip leaves ${departure}.`,
  sold: (seats: string) => `Sold: ${seats}.`,
  unseated: (seats: string) => `Without a seat: ${seats}.`,
  more: (count: string) => `${count} more`,
};

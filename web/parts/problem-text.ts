import { Problem } from '../api/problem.ts';
import { w } from '../words/shared.ts';

let ofProgram = (): Readonly<Record<string, string>> => ({});

/** Sentences of one program, beside those that all programs share. */
export const sayProblems = (sentences: typeof ofProgram): void => void (ofProgram = sentences);

/** What to say of something that failed, in the language of the page where it has words for it. */
export function sentenceFor(error: unknown): string {
  const problems = w.value.problems;
  if (error instanceof Problem) return ofProgram()[error.code] ?? problems[error.code] ?? error.message;
  return problems['INTERNAL'] ?? w.value.failed;
}

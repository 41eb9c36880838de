import { Problem } from '../api/problem.ts';
import { w } from '../words/shared.ts';

type Say = (problem: Problem) => string | undefined;

let ofProgram: Say = () => undefined;

/** Sentences of one program, beside those that all programs share. */
export const sayProblems = (say: Say): void => void (ofProgram = say);

/** What to say of something that failed, in the language of the page where it has words for it. */
export function sentenceFor(error: unknown): string {
  const problems = w.value.problems;
  if (error instanceof Problem) return ofProgram(error) ?? problems[error.code] ?? error.message;
  return problems['INTERNAL'] ?? w.value.failed;
}

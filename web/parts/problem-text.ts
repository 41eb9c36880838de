import { Problem } from '../api/problem.ts';
import { w } from '../words/shared.ts';

type Say = (problem: Problem) => string | undefined;

let ofProgram: Say = () => undefined;

/** Sets the open app's own error sentences, such as the portal's. The app's sentences replace the shared sentences. */
export const sayProblems = (say: Say): void => void (ofProgram = say);

/** The sentence for an error, in the page's language if translated. */
export function sentenceFor(error: unknown): string {
  const problems = w.value.problems;
  if (error instanceof Problem) return ofProgram(error) ?? problems[error.code] ?? error.message;
  return problems['INTERNAL'] ?? w.value.failed;
}

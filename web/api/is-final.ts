import { Problem } from './problem.ts';

/** Whether an error is a final refusal. Nothing was done, and the same Idempotency-Key would repeat the refusal. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Problem &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 429].includes(error.status) &&
  error.code !== 'IDEMPOTENCY_IN_PROGRESS';

import { destination, pino, stdTimeFunctions } from 'pino';
import type { Logger } from 'pino';

export type Log = Logger;

/** Everything that is one line of text to us and may hold a secret all the same: tokens, what follows a `?` or `#` in an address, and credentials before its host. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, '[token]'],
  [/([?#])[^\s"'<>)]*=[^\s"'<>)]*/g, '$1[…]'],
  [/\/\/[^\s/@"']*@/g, '//[…]@'],
];

export const withoutSecrets = (text: string): string => SECRETS.reduce((kept, [secret, mark]) => kept.replace(secret, mark), text);

/** How far down a chain of causes is followed. */
const DEEPEST = 4;

interface ToldError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ToldError;
  readonly errors?: readonly ToldError[];
}

/** An error with its causes, and nothing that a library may have hung on it, such as the row it was about. */
export function toldError(error: unknown, depth = 0): ToldError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    ...(error instanceof AggregateError && depth < DEEPEST && { errors: error.errors.slice(0, 5).map((one: unknown) => toldError(one, depth + 1)) }),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: toldError(error.cause, depth + 1) }),
  };
}

/** One JSON object a line on standard output: control characters come out escaped. */
export function createLog(level: string): Log & { flush: () => void } {
  const output = destination({ dest: 1, sync: false });
  const log = pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: toldError } }, output);
  return Object.assign(log, {
    flush: () => {
      try {
        output.flushSync();
      } catch {
        // Nothing can be said any more: the output is closed, or was never opened.
      }
    },
  });
}

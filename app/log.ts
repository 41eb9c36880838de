import { type Logger, destination, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/**
 * Patterns of secrets that any logged text may contain. Secrets are tokens, keys of agents, secrets of webhooks, codes
 * of ticket links and live links, and the query, fragment and credentials of a URL.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bdevice_[0-9a-f]{16,}/g, '[token]'],
  [/\b(?:bt_(?:live|test)_|whsec_)[\w+/=-]+/gi, '[key]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, '[token]'],
  [/\/(t|live)\/[^\s/?#"'<>)]+/gi, '/$1/[…]'],
  [/([?#])[^\s"'<>)]*=[^\s"'<>)]*/g, '$1[…]'],
  [/\/\/[^\s/@"']*@/g, '//[…]@'],
];

export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((kept, [secret, mark]) => kept.replace(secret, mark), text);

/** How many nested causes of an error are logged. */
const MAX_DEPTH = 4;

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
  readonly errors?: readonly LoggedError[];
}

/**
 * Converts an error and its causes for the log. Drops properties that a library may have added, such as the affected
 * row.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    ...(error instanceof AggregateError &&
      depth < MAX_DEPTH && { errors: error.errors.slice(0, 5).map((one: unknown) => loggedError(one, depth + 1)) }),
    ...(error.cause !== undefined && depth < MAX_DEPTH && { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** Logs to standard output, one JSON object per line. JSON escapes control characters. */
export function createLog(level: string): Log & { flush: () => void } {
  const output = destination({ dest: 1, sync: false });
  const log = pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: loggedError } },
    output,
  );
  return Object.assign(log, {
    flush: () => {
      try {
        output.flushSync();
      } catch {
        // Ignores the error: the output is closed or was never opened, so nobody can read the lines.
      }
    },
  });
}

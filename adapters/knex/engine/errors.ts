import { databaseUnavailable } from '../../../core/kernel/refusal.ts';

/**
 * The code of an error: SQLSTATE of Postgres, code of better-sqlite3, or errno of the network. Empty if there is none.
 */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether a conflict requires the transaction to start again: serialization_failure, deadlock_detected. */
export const asksForRetry = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** Whether another process is writing to the SQLite file. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

export const isUniqueViolation = (error: unknown): boolean =>
  codeOf(error) === '23505' ||
  codeOf(error) === 'SQLITE_CONSTRAINT_UNIQUE' ||
  codeOf(error) === 'SQLITE_CONSTRAINT_PRIMARYKEY';

const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '57P05', // Postgres is shutting down, has crashed, is starting up, or ends an idle session.
  '25P03', // Postgres closed the connection, because a transaction was idle for too long.
]);

/** Whether the connection can no longer be used. */
export const isConnectionLost = (error: unknown): boolean =>
  GONE.has(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error &&
    /^(Connection terminated|Client has encountered a connection error|timeout expired|Client was closed)/.test(
      error.message,
    ));

/**
 * Whether the database works, but cannot serve this request now. Reasons are a lock or statement timeout, too many
 * connections, or a full pool.
 */
const isOverloaded = (error: unknown): boolean =>
  ['55P03', '57014', '53300', '53400'].includes(codeOf(error)) ||
  isBusy(error) ||
  (error instanceof Error && error.name === 'KnexTimeoutError');

/** Turns a temporary failure of the database into a refusal that asks to try later. Returns other errors unchanged. */
export const translate = (error: unknown): unknown =>
  isConnectionLost(error) || isOverloaded(error) ? databaseUnavailable(error) : error;

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
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ECONNABORTED',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '57P05', // Postgres is shutting down, has crashed, is starting up, or ends an idle session.
  '25P03', // Postgres closed the connection, because a transaction was idle for too long.
  '25006', // The server is a standby now. The next connection may lead to the new primary.
]);

/** Whether the connection can no longer be used. */
export const isConnectionLost = (error: unknown): boolean =>
  GONE.has(codeOf(error)) ||
  // Node tries each address of a name, and tells of all of them.
  (error instanceof AggregateError && error.errors.some(isConnectionLost)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error &&
    /^(Connection terminated|Client has encountered a connection error|timeout expired|Client was closed)/.test(
      error.message,
    ));

/**
 * SQLSTATE classes of a server in trouble: no connection (08), no resources such as disk or memory (53), an operator's
 * intervention (57P), an error outside Postgres such as a failed read (58). See appendix A of the manual of Postgres.
 */
const TROUBLED = /^(08|53|57P|58)/;

/** Codes of SQLite for a full disk, a failed read or write, a file that must not be written or cannot be opened. */
const SQLITE_TROUBLED = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

/** Whether the database cannot do its work, for a reason that has nothing to do with the statement. */
const isInTrouble = (error: unknown): boolean =>
  TROUBLED.test(codeOf(error)) || SQLITE_TROUBLED.test(codeOf(error)) || isRecovering(error);

/** object_not_in_prerequisite_state has many causes. This one passes: some server is the primary before long. */
const isRecovering = (error: unknown): boolean =>
  codeOf(error) === '55000' && error instanceof Error && /recovery/i.test(error.message);

/**
 * Whether the database works, but cannot serve this request now. Reasons are a lock or statement timeout, conflicts
 * that outlast all repeats, or a full pool.
 */
const isOverloaded = (error: unknown): boolean =>
  ['55P03', '57014'].includes(codeOf(error)) ||
  asksForRetry(error) ||
  isBusy(error) ||
  (error instanceof Error && error.name === 'KnexTimeoutError');

/** Turns a temporary failure of the database into a refusal that asks to try later. Returns other errors unchanged. */
export const translate = (error: unknown): unknown =>
  isConnectionLost(error) || isInTrouble(error) || isOverloaded(error) ? databaseUnavailable(error) : error;

/** Whether stored data is damaged: data_corrupted, index_corrupted, SQLITE_CORRUPT, SQLITE_NOTADB. */
export const isDamage = (error: unknown): boolean =>
  ['XX001', 'XX002'].includes(codeOf(error)) || /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** Whether the database, or the cause of a refusal, refuses writes: read_only_sql_transaction, SQLITE_READONLY. */
export const isReadOnly = (error: unknown): boolean =>
  codeOf(error) === '25006' ||
  codeOf(error).startsWith('SQLITE_READONLY') ||
  (error instanceof Error && error.cause !== undefined && isReadOnly(error.cause));

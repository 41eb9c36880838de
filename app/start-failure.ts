import { NewerDatabase } from '../adapters/knex/schema/migrate.ts';
import { LosesRows } from '../adapters/knex/schema/steps.ts';

/** An error that the person who starts the service can correct. The message says how, and the stack is not shown. */
export class StartFailure extends Error {}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Explains an error about a port that is not free or not allowed. Returns any other error unchanged. */
export function portTaken(error: unknown, variable: 'PORT' | 'MQTT_PORT', host: string, port: number): Error {
  const orNone = variable === 'MQTT_PORT' ? ', or 0 to do without TCP' : '';
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartFailure(
        `Port ${port} on ${host} is taken by another program. Stop that one, or set ${variable} to a free port${orNone}.`,
        { cause: error },
      );
    case 'EACCES':
      return new StartFailure(
        `Port ${port} on ${host} may not be used without special rights. Set ${variable} to one above 1023${orNone}.`,
        { cause: error },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFailure(
        `${host} is no address of this machine. Set HOST to one that is, such as 127.0.0.1 or 0.0.0.0.`,
        { cause: error },
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

/** Explains why the database could not be opened or migrated. */
export const databaseUnusable = (error: unknown): StartFailure => {
  if (error instanceof NewerDatabase || error instanceof LosesRows)
    return new StartFailure(error.message, { cause: error });
  const why = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
  return new StartFailure(
    `The database can't be used: ${why || String(codeOf(error))}. Check DATABASE_URL, and that the database is running.`,
    { cause: error },
  );
};

/** Prints why the start failed, and ends the process. Prints the stack only of an unexpected error. */
export function exitWithFailure(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartFailure || !(error instanceof Error) ? messageOf(error) : String(error.stack)}\n`,
  );
  process.exit(1);
}

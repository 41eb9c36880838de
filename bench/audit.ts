import { execFile } from 'node:child_process';

/** The result of one run of `npm run check`. */
interface Checked {
  /** The first lines of the report about broken invariants. Undefined if every invariant holds. */
  readonly broken: string | undefined;
  readonly seconds: number;
  /** The most memory that the check used, in MiB. */
  readonly memory: number;
}

/** A script that makes the process print its peak memory on standard error when it ends. */
const TELL_MEMORY = `data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))`;

/** Runs `npm run check` on a database. */
export const measuredCheck = (databaseUrl: string): Promise<Checked> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    execFile(
      process.execPath,
      ['--import', TELL_MEMORY, 'dist/check.js'],
      { env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }, maxBuffer: Infinity },
      (error, output, complaint) => {
        if (error && error.code !== 1) {
          reject(new Error(`The check could not run: ${complaint}`));
          return;
        }
        resolve({
          broken: error ? output.split('\n').slice(0, 5).join('\n') : undefined,
          seconds: (performance.now() - began) / 1_000,
          memory: Number(complaint) / 1_024,
        });
      },
    );
  });

/**
 * Runs `npm run check`, and returns the first lines of its report about broken invariants. Undefined if every invariant
 * holds.
 */
export const brokenInvariants = async (databaseUrl: string): Promise<string | undefined> =>
  (await measuredCheck(databaseUrl)).broken;

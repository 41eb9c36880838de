import { execFile } from 'node:child_process';

/**
 * What `npm run check` finds in a database: nothing when every invariant holds, else its first lines.
 */
export const brokenInvariants = (databaseUrl: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['dist/check.js'],
      { env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl } },
      (error, output, complaint) => {
        if (!error) resolve(undefined);
        else if (error.code === 1) resolve(output.split('\n').slice(0, 5).join('\n'));
        else reject(new Error(`The check could not run: ${complaint}`));
      },
    );
  });

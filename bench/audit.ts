import { execFile } from 'node:child_process';

/** What `npm run check` says of a database: nothing when every promise is kept, else the first lines of what is broken. */
export const brokenPromises = (databaseUrl: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, ['dist/check.js'], { env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl } }, (error, output, complaint) => {
      if (!error) resolve(undefined);
      else if (error.code === 1) resolve(output.split('\n').slice(0, 5).join('\n'));
      else reject(new Error(`The check could not run: ${complaint}`));
    });
  });

import { fileURLToPath } from 'node:url';
import { buildInto, isBuilt, sourcesDigest } from './build-folder.ts';
import { StartFailure, exitWithFailure } from '../start-failure.ts';

/*
 * The command `npm run build` always builds. With `--if-needed`, as before `npm start`, the command builds only if
 * there is no build. In development, changed sources are also built. In production the present build is kept. Otherwise
 * a process that restarts during an update would run half of the update.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

async function main(onlyIfNeeded: boolean): Promise<void> {
  const digest = sourcesDigest(ROOT);
  const built = onlyIfNeeded ? isBuilt(ROOT, digest) : 'nothing';
  if (built === 'these') return;
  if (built === 'others' && process.env['NODE_ENV']?.trim() === 'production') {
    process.stderr.write(
      'The sources have changed since the last build. Starting that build; `npm run build` makes a new one.\n',
    );
    return;
  }
  await buildInto(ROOT, digest).catch((error: unknown) => {
    throw notWritten(error);
  });
}

const notWritten = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
    ? new StartFailure(
        `The service cannot be built here: ${error.message}. Run \`npm run build\` as a user who may write to dist/.`,
        { cause: error },
      )
    : error;

await main(process.argv.includes('--if-needed')).catch(exitWithFailure);

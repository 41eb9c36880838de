import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartFailure } from './start-failure.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Creates DATA_DIR if needed, and checks that the service may write there. Without this check, only the first mail or
 * picture would fail.
 */
export function openDataDir(dataDir: string): void {
  try {
    makeFolder(resolve(dataDir));
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(
      `DATA_DIR can't be used: ${(error as Error).message}. Set it to a folder that the service may write to.`,
      { cause: error },
    );
  }
}

/**
 * Creates the folder and its parents, one at a time. Node's own `recursive` option never returns if no folder can be
 * created, such as in /proc.
 */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder);
  }
}

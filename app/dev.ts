import { fileURLToPath } from 'node:url';
import { ensureWeb } from './commands/build-web.ts';
import { exitWithFailure } from './start-failure.ts';

/* The command `npm run dev` runs the service and its pages from the sources. */

await ensureWeb(fileURLToPath(new URL('../', import.meta.url))).catch(exitWithFailure);
await import('./main.ts');

import { fileURLToPath } from 'node:url';
import { ensureWeb } from './commands/build-web.ts';
import { exitWithFailure } from './start-failure.ts';

/* `npm run dev`: the service from its sources, with the pages from theirs. */

await ensureWeb(fileURLToPath(new URL('../', import.meta.url))).catch(exitWithFailure);
await import('./main.ts');

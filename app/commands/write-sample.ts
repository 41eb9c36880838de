import { writeFileSync } from 'node:fs';
import { printCatalogue, sampleCatalogue } from '../sample/catalogue.ts';

/* The command `npm run sample` writes the sample catalogue. A test fails while the file differs from the code. */

writeFileSync(new URL('../sample/catalogue.json', import.meta.url), printCatalogue(sampleCatalogue()));

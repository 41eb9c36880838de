import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AsyncDocument, messagesDocument, printTopics } from './print-topic-messages.ts';
import { type ApiDocument, printOperations } from './print-operations.ts';

/*
 * The command `npm run types` writes the generated files of the client in clients/typescript: the types of the API and
 * of the MQTT messages, and the table of operations. The generator of the types is a package of the client alone, and
 * is installed the first time that a document has changed.
 */

const CLIENT = fileURLToPath(new URL('../../clients/typescript/', import.meta.url));
const TYPES = join(CLIENT, 'src/types.gen.ts');
const MESSAGES = join(CLIENT, 'src/messages.gen.ts');
const OPERATIONS = join(CLIENT, 'src/operations.gen.ts');
const GENERATOR = '@hey-api/openapi-ts';

const readDocument = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const written = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Installs the generator, unless the version that the client's package.json pins is there. */
function ensureGenerator(): void {
  const { devDependencies } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const installed = JSON.parse(written(join(CLIENT, 'node_modules', GENERATOR, 'package.json')) || '{}') as {
    readonly version?: string;
  };
  if (installed.version !== devDependencies[GENERATOR])
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: CLIENT, stdio: 'inherit' });
}

/** Generates the types of an OpenAPI document. */
function printTypes(document: string): string {
  ensureGenerator();
  const folder = mkdtempSync(join(tmpdir(), 'api-types-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), document);
    execFileSync(
      join(CLIENT, 'node_modules/.bin/openapi-ts'),
      ['--input', 'openapi.json', '--output', 'out', '--plugins', '@hey-api/typescript', '--silent', '--no-log-file'],
      { cwd: folder },
    );
    return readFileSync(join(folder, 'out/types.gen.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const originOf = (name: string, document: string): string =>
  `// docs/${name}, SHA-256 ${createHash('sha256').update(document).digest('hex')}\n`;

const document = readDocument('openapi.json');
const origin = originOf('openapi.json', document);
if (!written(TYPES).startsWith(origin)) writeFileSync(TYPES, origin + printTypes(document));

const events = readDocument('asyncapi.json');
const parsed = JSON.parse(events) as AsyncDocument;
const source = originOf('asyncapi.json', events);
if (!written(MESSAGES).startsWith(source))
  writeFileSync(MESSAGES, source + printTypes(JSON.stringify(messagesDocument(parsed))) + printTopics(parsed));

const operations = printOperations(JSON.parse(document) as ApiDocument);
// An unchanged file is not written, so that the type checker need not check it again.
if (operations !== written(OPERATIONS)) writeFileSync(OPERATIONS, operations);

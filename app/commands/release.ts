import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * The command `npm run release -- VERSION` prepares a release: sets the version of the service and of its client,
 * writes the generated documents, and keeps the OpenAPI document, with which the next changes are compared.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const npm = (folder: string, ...given: readonly string[]): unknown =>
  execFileSync('npm', given, { cwd: ROOT + folder, stdio: 'inherit' });

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Name the version: npm run release -- 0.2.0');
for (const folder of ['', 'clients/typescript'])
  npm(folder, 'version', version, '--no-git-tag-version', '--allow-same-version');
npm('', 'run', '--silent', 'docs');
npm('', 'run', '--silent', 'types');
copyFileSync(`${ROOT}docs/openapi.json`, `${ROOT}docs/openapi-released.json`);

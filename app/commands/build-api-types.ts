import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { openApi } from '../../adapters/http/route/openapi.ts';
import { emptyState } from '../../adapters/memory/state.ts';
import { memoryTransact } from '../../adapters/memory/transact.ts';
import { memoryViews } from '../../adapters/memory/views.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { buildDependencies, storeNeeds } from '../dependencies.ts';
import { buildRoutes } from '../routes.ts';
import { readSettings } from '../settings.ts';
import { buildUseCases } from '../use-cases.ts';

/*
 * `npm run types`: writes the types of the API for the pages, from the same document that everybody else reads. No
 * database is needed for that: routes say what they take and answer before anybody calls them.
 */

const FILE = new URL('../../web/api/schema.d.ts', import.meta.url);

function document(): object {
  const settings = readSettings({ APP_SECRET: 'no token is ever signed with this one' });
  const state = emptyState();
  const nobody = (): Promise<never> => Promise.reject(new Error('The service is not running.'));
  const dependencies = buildDependencies(settings, {
    transact: memoryTransact(state, storeNeeds()),
    views: memoryViews(state),
    notifier: { publish: nobody },
    mailer: { send: nobody },
    runInBackground: () => undefined,
    mayLogUnmatched: nobody,
  });
  const routes = buildRoutes(buildUseCases(dependencies), dependencies);
  return openApi({ version: packageFile.version, baseUrl: settings.baseUrl, routes });
}

function written(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}

const types = astToString(await openapiTS(document() as OpenAPI3));
// An untouched file spares the type checker its work.
if (types !== written()) writeFileSync(FILE, types);

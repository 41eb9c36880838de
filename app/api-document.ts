import { DESCRIBED_WEBHOOKS } from '../adapters/http/listening/described-webhooks.ts';
import { asyncApi } from '../adapters/http/server/async-api.ts';
import { MQTT_CHANNELS } from '../adapters/mqtt/channels.ts';
import { openApi } from '../adapters/http/route/openapi.ts';
import { connectDatabase } from '../adapters/knex/engine/database.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews } from '../adapters/knex/views.ts';
import packageFile from '../package.json' with { type: 'json' };
import { buildRoutes, buildUseCases } from './areas.ts';
import { buildDependencies } from './dependencies.ts';
import { storeNeeds } from './storage.ts';
import { readSettings } from './settings.ts';

/**
 * The OpenAPI document of a service with default settings. No database is opened, because routes are described without
 * being called.
 */
export function apiDocument(): object {
  const settings = readSettings({ APP_SECRET: 'no token is ever signed with this one' });
  const database = connectDatabase('sqlite::memory:');
  const nobody = (): Promise<never> => Promise.reject(new Error('The service is not running.'));
  const dependencies = buildDependencies(settings, {
    transact: knexTransact(database, storeNeeds()),
    views: knexViews(database.read),
    notifier: { publish: nobody },
    mailer: { send: nobody },
    smsSender: { send: nobody },
    runInBackground: () => undefined,
    mayLogUnmatched: nobody,
    takeMail: nobody,
    alarm: () => undefined,
  });
  const routes = buildRoutes(buildUseCases(dependencies), dependencies);
  return openApi({ version: packageFile.version, baseUrl: settings.baseUrl, routes, webhooks: DESCRIBED_WEBHOOKS });
}

/** The AsyncAPI document of a service with default settings. */
export const asyncDocument = (): object => {
  const { baseUrl, mqtt } = readSettings({});
  const { version } = packageFile;
  return asyncApi({ version, baseUrl, topicPrefix: mqtt.topicPrefix, topics: MQTT_CHANNELS });
};

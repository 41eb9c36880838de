import { DESCRIBED_WEBHOOKS } from '../adapters/http/listening/described-webhooks.ts';
import type { PlainRoute, Route } from '../adapters/http/route/route.ts';
import { apiDocs } from '../adapters/http/server/api-docs.ts';
import { developersPages } from '../adapters/http/server/developers.ts';
import { MQTT_CHANNELS } from '../adapters/mqtt/channels.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { Dependencies } from './dependencies.ts';
import type { Settings } from './settings.ts';

interface Described {
  readonly routes: readonly Route[];
  /** Routes outside the API that the document describes. */
  readonly described: readonly PlainRoute[];
}

/** The described routes, and the documents of the API: OpenAPI, AsyncAPI, and the pages for developers. */
export function documentPages(
  dependencies: Dependencies,
  settings: Settings,
  { routes, described }: Described,
): readonly PlainRoute[] {
  const { baseUrl, calendar, clock } = dependencies;
  const { version } = packageFile;
  return [
    ...described,
    ...apiDocs({
      version,
      baseUrl,
      routes,
      plainRoutes: described,
      webhooks: DESCRIBED_WEBHOOKS,
      topicPrefix: settings.mqtt.topicPrefix,
      topics: MQTT_CHANNELS,
      tomorrow: () => calendar.dateAfter(calendar.date(clock()), 1),
    }),
    ...developersPages({
      ...settings,
      version,
      baseUrl,
      routes,
      givesTestKeys: routes.some(({ path }) => path === '/sandbox/agents'),
    }),
  ];
}
